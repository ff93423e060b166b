//! The OpenAPI document: what the handlers say about themselves, plus types that only the browser uses.

use std::collections::BTreeSet;

use nomina_engine::{Facts, Inspection};
use nomina_rules::bounds::Bounds;
use nomina_rules::gates::GateWords;
use nomina_rules::names::{Candidate, NameParts};
use nomina_rules::options::{OptionError, ProcessingOptions};
use nomina_vision::Description;
use utoipa::openapi::security::{Http, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, ServerBuilder};
use utoipa::{Modify, OpenApi};

mod answers;
mod forms;

#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Nomina", description = "Descriptive file names for images, in bulk.", license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
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

/// Says of every operation what the handlers need not repeat: its name, and what its responses have in common.
pub(crate) fn complete(document: &mut openapi::OpenApi) {
    // Relative to the address of the document, so that it is right behind every host and proxy.
    document.servers = Some(vec![ServerBuilder::new().url("/").description(Some("This server")).build()]);
    let mut multipart = BTreeSet::new();
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
                answers::complete(operation);
                multipart.extend(forms::form_of(operation));
            }
        }
    }
    forms::complete(document, &multipart);
}

/// `/api/v1/plans` is `ApiV1Plans`: function names repeat between features, and a client generator needs them to differ.
fn place(path: &str) -> String {
    path.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// Every response of the document, with its place.
    fn responses(document: &Value) -> Vec<(String, &Value)> {
        let mut all = Vec::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                    all.push((format!("{method} {path} {status}"), response));
                }
            }
        }
        all
    }

    #[test]
    fn every_response_has_a_sentence_and_files_are_binary() {
        let document: Value =
            serde_json::from_str(&crate::app::router::document_text()).expect("the document is JSON");
        assert_eq!(document["servers"][0]["url"], "/");
        let mut files = 0;
        for (name, response) in responses(&document) {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
            for (kind, content) in response["content"].as_object().into_iter().flatten() {
                if kind == "application/zip" || kind.starts_with("image/") {
                    assert_eq!(content["schema"]["format"], "binary", "{name}");
                    files += 1;
                }
            }
        }
        assert!(files > 10, "{files}");
    }

    #[test]
    fn fields_of_forms_are_never_null() {
        let document: Value =
            serde_json::from_str(&crate::app::router::document_text()).expect("the document is JSON");
        let form = &document["components"]["schemas"]["BatchForm"];
        assert_eq!(form["properties"]["jobName"]["type"], "string");
        assert_eq!(form["properties"]["url"]["type"], "array");
        assert_eq!(form["properties"]["recipe"]["$ref"], "#/components/schemas/ProcessingOptions");
        assert!(form["required"].is_null(), "a ZIP or an address is enough");
    }
}
