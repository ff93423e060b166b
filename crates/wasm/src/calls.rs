//! What can be asked, by name. Adding a call is adding a variant and its line.

use nomina_rules::names::{self, NameParts};
use nomina_rules::options::{FONT_FAMILIES, ProcessingOptions};
use nomina_rules::plans::{PLANS, Tier};
use nomina_rules::{colour, gates};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// One request: its JSON part. One flat type for every call keeps the module small; each call names what it needs.
/// Binary parts follow in the order that the call wants them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Request {
    op: String,
    pub(crate) text: Option<String>,
    names: Option<Vec<String>>,
    parts: Option<NameParts>,
    pub(crate) options: Option<Box<ProcessingOptions>>,
    tier: Option<Tier>,
    #[cfg(feature = "engine")]
    pub(crate) side: Option<u32>,
    #[cfg(feature = "engine")]
    pub(crate) source: Option<crate::pictures::SourceSize>,
}

/// A field that the call cannot do without is missing.
pub(crate) struct Missing(pub(crate) &'static str);

/// One reply: JSON, and bytes where the call makes a picture.
#[derive(Debug, Default)]
pub struct Reply {
    pub json: Vec<u8>,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub(crate) fn value(value: impl Serialize) -> Self {
        Self::picture(value, Vec::new())
    }

    pub(crate) fn picture(value: impl Serialize, bytes: Vec<u8>) -> Self {
        match serde_json::to_vec(&json!({ "ok": value })) {
            Ok(json) => Self { json, bytes },
            Err(_) => Self::refused("bad-call", "The answer could not be written."),
        }
    }

    pub(crate) fn refused(code: &str, message: &str) -> Self {
        let error = json!({ "error": { "code": code, "message": message } });
        Self { json: error.to_string().into_bytes(), bytes: Vec::new() }
    }
}

/// Answers one request; a request that cannot be read gets a reply that says so.
pub fn answer(parts: &[&[u8]]) -> Reply {
    let Some((head, rest)) = parts.split_first() else {
        return Reply::refused("bad-call", "The call is empty.");
    };
    match serde_json::from_slice::<Request>(head) {
        Ok(request) => run(request, rest),
        Err(error) => Reply::refused("bad-call", &error.to_string()),
    }
}

fn run(request: Request, binary: &[&[u8]]) -> Reply {
    reply(&request, binary)
        .unwrap_or_else(|Missing(what)| Reply::refused("bad-call", &format!("{} needs {what}", request.op)))
}

fn reply(request: &Request, binary: &[&[u8]]) -> Result<Reply, Missing> {
    let text = || request.text.as_deref().ok_or(Missing("text"));
    let options = || request.options.as_deref().ok_or(Missing("options"));
    Ok(match request.op.as_str() {
        "constants" => Reply::value(constants()),
        "cleanName" => Reply::value(names::clean(text()?).unwrap_or_default()),
        "cleanOriginal" => Reply::value(names::clean_original(text()?)),
        "composeName" => {
            let parts = request.parts.as_ref().ok_or(Missing("parts"))?;
            Reply::value(names::compose(parts, options()?))
        }
        "uniqueNames" => Reply::value(names::unique(request.names.as_ref().ok_or(Missing("names"))?)),
        "zipEntryName" => Reply::value(names::zip_entry(text()?)),
        "coerceOptions" => {
            let coerced = gates::coerce(options()?, request.tier.ok_or(Missing("tier"))?);
            Reply::value(json!({ "options": coerced.options, "notes": coerced.notes }))
        }
        "optionProblems" => Reply::value(options()?.problems()),
        "parseColour" => {
            Reply::value(colour::parse(text()?).map(|c| json!({ "r": c.r, "g": c.g, "b": c.b, "a": c.a })))
        }
        #[cfg(feature = "vision")]
        op @ ("loadModel" | "loadReader" | "describe") => crate::naming::reply(op, request, binary)?,
        #[cfg(feature = "engine")]
        op => crate::pictures::reply(op, request, binary)?,
        #[cfg(not(feature = "engine"))]
        _ => Reply::refused("bad-call", &format!("unknown call with {} parts", binary.len())),
    })
}

fn constants() -> Value {
    json!({ "plans": PLANS, "defaults": ProcessingOptions::default(), "fontFamilies": FONT_FAMILIES })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: Value) -> Value {
        let head = request.to_string();
        serde_json::from_slice(&answer(&[head.as_bytes()]).json).unwrap()
    }

    #[test]
    fn rules_answer_by_name() {
        assert_eq!(ask(json!({ "op": "cleanName", "text": "A Dog.jpg" })), json!({ "ok": "a-dog" }));
        assert_eq!(ask(json!({ "op": "uniqueNames", "names": ["a", "A"] })), json!({ "ok": ["a", "A-2"] }));
        assert_eq!(ask(json!({ "op": "constants" }))["ok"]["defaults"]["maxWidth"], 1920);
        let parts = json!({ "words": "cat", "original": "x.png", "index": 1, "total": 1 });
        assert_eq!(
            ask(json!({ "op": "composeName", "parts": parts, "options": {} })),
            json!({ "ok": "cat" })
        );
    }

    #[test]
    fn a_call_that_cannot_be_read_is_refused_with_a_reason() {
        for request in [json!({ "op": "noSuch" }), json!({}), json!({ "op": "cleanName" })] {
            assert_eq!(ask(request)["error"]["code"], "bad-call");
        }
    }
}
