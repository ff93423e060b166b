//! What can be asked, by name. Each module of the browser knows the calls of its features.

use serde::{Deserialize, Serialize};

#[cfg(any(feature = "rules", feature = "engine"))]
use nomina_rules::options::ProcessingOptions;

/// One request: its JSON part. One flat type for every call keeps the modules small; each call names what it needs.
/// Binary parts follow in the order that the call wants them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) op: String,
    #[cfg(any(feature = "rules", feature = "text", feature = "vision"))]
    pub(crate) text: Option<String>,
    #[cfg(any(feature = "rules", feature = "engine"))]
    pub(crate) options: Option<Box<ProcessingOptions>>,
    #[cfg(feature = "rules")]
    pub(crate) names: Option<Vec<String>>,
    #[cfg(feature = "rules")]
    pub(crate) batch: Option<Vec<nomina_rules::names::Candidate>>,
    #[cfg(feature = "rules")]
    pub(crate) parts: Option<nomina_rules::names::NameParts>,
    #[cfg(feature = "rules")]
    pub(crate) tier: Option<nomina_rules::plans::Tier>,
    #[cfg(feature = "engine")]
    pub(crate) side: Option<u32>,
    #[cfg(feature = "engine")]
    pub(crate) source: Option<crate::pictures::SourceSize>,
    #[cfg(feature = "text")]
    pub(crate) family: Option<String>,
}

/// A field that the call cannot do without is missing.
pub(crate) struct Missing(pub(crate) &'static str);

/// `None`: the call is another feature's.
pub(crate) type Answer = Result<Option<Reply>, Missing>;

/// What answers the calls of one feature.
type Call = fn(&Request, &[&[u8]]) -> Answer;

/// One reply: JSON, and bytes where the call makes a picture.
#[derive(Debug, Default)]
pub struct Reply {
    pub json: Vec<u8>,
    pub bytes: Vec<u8>,
}

#[derive(Serialize)]
struct Done<T> {
    ok: T,
}

#[derive(Serialize)]
struct Refused<'a> {
    error: Reason<'a>,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: &'a str,
    message: &'a str,
}

impl Reply {
    pub(crate) fn value(value: impl Serialize) -> Self {
        Self::picture(value, Vec::new())
    }

    pub(crate) fn picture(value: impl Serialize, bytes: Vec<u8>) -> Self {
        match serde_json::to_vec(&Done { ok: value }) {
            Ok(json) => Self { json, bytes },
            Err(_) => Self::refused("bad-call", "The answer could not be written."),
        }
    }

    pub(crate) fn refused(code: &str, message: &str) -> Self {
        let refused = Refused { error: Reason { code, message } };
        Self { json: serde_json::to_vec(&refused).unwrap_or_default(), bytes: Vec::new() }
    }
}

/// Answers one request; a request that cannot be read gets a reply that says so.
pub fn answer(parts: &[&[u8]]) -> Reply {
    let Some((head, rest)) = parts.split_first() else {
        return Reply::refused("bad-call", "The call is empty.");
    };
    match serde_json::from_slice::<Request>(head) {
        Ok(request) => run(&request, rest),
        Err(error) => Reply::refused("bad-call", &error.to_string()),
    }
}

fn run(request: &Request, binary: &[&[u8]]) -> Reply {
    let asked: &[Call] = &[
        #[cfg(feature = "rules")]
        crate::rules::reply,
        #[cfg(feature = "text")]
        crate::letters::reply,
        #[cfg(feature = "vision")]
        crate::naming::reply,
        #[cfg(feature = "engine")]
        crate::pictures::reply,
    ];
    for reply in asked {
        match reply(request, binary) {
            Ok(Some(reply)) => return reply,
            Ok(None) => {}
            Err(Missing(what)) => {
                return Reply::refused("bad-call", &[&request.op, " needs ", what].concat());
            }
        }
    }
    Reply::refused("bad-call", "unknown call")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_cannot_be_read_is_refused_with_a_reason() {
        for request in ["{\"op\":\"noSuch\"}", "{}", "not JSON", "{\"op\":\"cleanName\",\"colour\":1}"] {
            let reply = answer(&[request.as_bytes(), b"a picture"]);
            let reply: serde_json::Value = serde_json::from_slice(&reply.json).unwrap();
            assert_eq!(reply["error"]["code"], "bad-call", "{request}");
        }
        assert!(answer(&[]).json.starts_with(b"{\"error\""));
    }
}
