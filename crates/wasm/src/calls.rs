//! What can be asked, by name. Each module of the browser knows the calls of its features.

pub use crate::messages::Reply;

use crate::messages::{Answer, Missing, Request};

/// What answers the calls of one feature.
type Call = fn(&Request, &[&[u8]]) -> Answer;

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
        #[cfg(feature = "places")]
        crate::places::reply,
        #[cfg(feature = "vision")]
        crate::naming::reply,
        #[cfg(feature = "services")]
        crate::services::reply,
        #[cfg(feature = "engine")]
        crate::images::reply,
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
            let reply = answer(&[request.as_bytes(), b"an image"]);
            let reply: serde_json::Value = serde_json::from_slice(&reply.json).unwrap();
            assert_eq!(reply["error"]["code"], "bad-call", "{request}");
        }
        assert!(answer(&[]).json.starts_with(b"{\"error\""));
    }
}
