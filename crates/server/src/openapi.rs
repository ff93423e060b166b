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

/// The document as JSON, with a line break at its end.
pub fn text() -> String {
    let mut text = crate::router::document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
