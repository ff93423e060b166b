//! The OpenAPI document: what the handlers say about themselves, plus types that only the browser uses.

use nomina_rules::options::ProcessingOptions;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
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

/// Names every operation by its method and path (`getApiV1Plans`): function names repeat between features, and a
/// client generator needs them to differ.
pub fn name_operations(document: &mut utoipa::openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let place: String = path.split(|c: char| !c.is_ascii_alphanumeric()).map(capitalised).collect();
        let operations = [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}{place}"));
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// The document as JSON, with a line break at its end.
pub fn text() -> String {
    let mut text = crate::router::document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
