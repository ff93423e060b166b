//! The OpenAPI document: what the handlers say about themselves, plus types that only the browser uses.

use nomina_engine::{Facts, Inspection};
use nomina_rules::bounds::Bounds;
use nomina_rules::gates::GateWords;
use nomina_rules::names::{Candidate, NameParts};
use nomina_rules::options::{OptionError, ProcessingOptions};
use nomina_vision::Description;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Type;
use utoipa::openapi::security::{Http, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, Content, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use crate::features::usage::headers::HEADERS;

#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Nomina", description = "Descriptive file names for images, in bulk.", license(name = "MIT OR Apache-2.0")),
    components(schemas(ProcessingOptions, OptionError, GateWords, Bounds, NameParts, Candidate, Inspection, Facts, Description)),
    modifiers(&Bearer)
)]
pub struct Document;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
        let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("nmn_live_...");
        let key = key.description(Some("A personal API key; the scopes are those that it must have."));
        components.add_security_scheme("key", SecurityScheme::Http(key.build()));
    }
}

/// Says of every operation what the handlers need not repeat: its name, and what a refusal looks like.
pub(crate) fn complete(document: &mut openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}{}", place(path)));
                with_problems(operation);
                with_usage(operation);
            }
        }
    }
}

/// `/api/v1/plans` is `ApiV1Plans`: function names repeat between features, and a client generator needs them to differ.
fn place(path: &str) -> String {
    path.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Refusals are problem+json, and any status may be one.
fn with_problems(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in responses.iter_mut() {
        if let (true, RefOr::T(response)) = (status.starts_with(['4', '5']), response) {
            *response = problem(&response.description);
        }
    }
    responses.entry("default".into()).or_insert_with(|| problem("Any other refusal").into());
}

/// Answers to programs say what is used, whatever they are.
fn with_usage(operation: &mut Operation) {
    if !operation.tags.iter().flatten().any(|tag| tag == "api") {
        return;
    }
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let header =
            |says| RefOr::T(HeaderBuilder::new().schema(Some(text())).description(Some(says)).build());
        response.headers.extend(HEADERS.map(|(name, says)| (name.to_owned(), header(says))));
    }
}

fn problem(description: &str) -> Response {
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", Content::new(Some(Ref::from_schema_name("Problem"))))
        .build()
}
