//! The OpenAPI document: what the handlers say about themselves, plus types that only the browser uses.

use nomina_rules::options::ProcessingOptions;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{self, Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{Modify, OpenApi};

#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Nomina", description = "Descriptive file names for pictures, in bulk.", license(name = "MIT OR Apache-2.0")),
    components(schemas(ProcessingOptions)),
    modifiers(&Bearer)
)]
pub struct Document;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// Says of every operation what is true of all: refusals are problem+json, and any status may be one.
pub(crate) fn with_problems(mut openapi: openapi::OpenApi) -> openapi::OpenApi {
    for item in openapi.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            for (status, response) in responses.iter_mut() {
                if let (true, RefOr::T(response)) = (status.starts_with(['4', '5']), response) {
                    *response = problem(&response.description);
                }
            }
            let other = "Any other refusal";
            responses.entry("default".into()).or_insert_with(|| problem(other).into());
        }
    }
    openapi
}

fn problem(description: &str) -> Response {
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", Content::new(Some(Ref::from_schema_name("Problem"))))
        .build()
}

/// The document as JSON, with a line break at its end.
pub fn text() -> String {
    let mut text = crate::router::document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
