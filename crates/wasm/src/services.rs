//! What a page asks a naming service or the browser's own model, and what their answers mean. The page sends the requests.

use crate::messages::{Answer, Missing, Reply, Request, ServiceCall};
use nomina_rules::language::Spelling;
use nomina_vision::Description;
use nomina_vision::providers::{Ask, Provider, ProviderError, own, reply as replies, tongue};
use serde::Serialize;
use serde_json::Value;

/// A request as `fetch` wants it.
#[derive(Serialize)]
struct Sent {
    url: String,
    headers: Vec<(&'static str, String)>,
    body: String,
}

/// What the browser's own model is asked.
#[derive(Serialize)]
struct Question {
    prompt: String,
    schema: Value,
}

/// What a model said. An answer in another language is asked for once more.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Heard {
    described: Description,
    wrong_language: bool,
}

/// Parts: the image of a request, or the body of an answer. The text is the person's words, or what the browser's model said.
pub(crate) fn reply(request: &Request, binary: &[&[u8]]) -> Answer {
    let words = || request.text.as_deref().filter(|words| !words.trim().is_empty());
    let service = || request.service.as_ref().ok_or(Missing("a service"));
    let spelling = Spelling { language: request.language, keep_accents: request.keep_accents };
    let bytes = || binary.first().copied().ok_or(Missing("bytes"));
    Ok(Some(match request.op.as_str() {
        "ownServices" => Reply::value(own::OWN_SERVICES),
        "serviceRequest" => {
            let call = service()?;
            let ask = Ask { again: request.again, ..Ask::new(bytes()?, &call.mime, words(), spelling) };
            with_provider(call, |provider| sent(provider, &ask))
        }
        "serviceAnswer" => {
            let (call, body) = (service()?, bytes()?);
            let reply = replies::Reply { status: call.status, retry_after_s: None, body };
            with_provider(call, |provider| {
                let said = replies::text(provider, reply);
                let described = said.and_then(|said| replies::describe(&said, provider.id(), spelling));
                answered(described, spelling)
            })
        }
        "question" => {
            let (prompt, schema) = own::question(words(), spelling, request.again);
            Reply::value(Question { prompt, schema })
        }
        "described" => answered(own::described(words().unwrap_or_default(), spelling), spelling),
        _ => return Ok(None),
    }))
}

fn with_provider(call: &ServiceCall, work: impl FnOnce(&dyn Provider) -> Reply) -> Reply {
    match own::open(&call.id, &call.model, &call.key) {
        Some(provider) => work(&*provider),
        None => Reply::refused("no-model", "This is not the name of a model."),
    }
}

fn sent(provider: &dyn Provider, ask: &Ask<'_>) -> Reply {
    let out = provider.request(ask);
    let headers = own::headers(provider, &out);
    Reply::value(Sent { url: out.url, headers, body: out.body.to_string() })
}

fn answered(described: Result<Description, ProviderError>, spelling: Spelling) -> Reply {
    match described {
        Ok(described) => {
            let wrong_language = !tongue::is_in(&described, spelling.language);
            Reply::value(Heard { described, wrong_language })
        }
        Err(error) => {
            let code = match &error {
                refused if own::is_key_refused(refused) => "key-refused",
                passing if passing.is_passing() => "busy",
                _ => "service",
            };
            Reply::refused(code, &error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn ask(head: &Value, bytes: &[u8]) -> Value {
        serde_json::from_slice(&crate::calls::answer(&[head.to_string().as_bytes(), bytes]).json).unwrap()
    }

    fn service(id: &str, status: u16) -> Value {
        json!({ "id": id, "model": "", "key": "the-key", "mime": "image/jpeg", "status": status })
    }

    #[test]
    fn a_request_is_made_for_the_page_and_its_answer_is_cleaned() {
        let head = json!({ "op": "serviceRequest", "service": service("openai", 0), "text": "our dog" });
        let sent = ask(&head, b"abc");
        assert_eq!(sent["ok"]["url"], "https://api.openai.com/v1/chat/completions");
        assert!(sent["ok"]["body"].as_str().unwrap().contains("our dog"));
        let body = json!({ "choices": [{ "message": { "content": "Red_Fox in Snow.jpg" } }] }).to_string();
        let seen = ask(&json!({ "op": "serviceAnswer", "service": service("openai", 200) }), body.as_bytes());
        assert_eq!(
            (&seen["ok"]["described"]["name"], &seen["ok"]["described"]["source"]),
            (&json!("red-fox-in-snow"), &json!("openai"))
        );
        assert_eq!(seen["ok"]["wrongLanguage"], false);
    }

    #[test]
    fn an_answer_in_another_language_is_told_and_the_next_request_says_so() {
        let said = json!({ "fileName": "dog-on-the-beach", "altText": "A dog with the ball on the beach." });
        let body = json!({ "choices": [{ "message": { "content": said.to_string() } }] }).to_string();
        let asked = |op: &str| json!({ "op": op, "service": service("openai", 200), "language": "de" });
        assert_eq!(ask(&asked("serviceAnswer"), body.as_bytes())["ok"]["wrongLanguage"], true);
        let heard = ask(&json!({ "op": "described", "text": said.to_string(), "language": "de" }), b"");
        assert_eq!(heard["ok"]["wrongLanguage"], true);
        let sent = |again: bool| {
            let mut head = asked("serviceRequest");
            head["again"] = json!(again);
            ask(&head, b"abc")["ok"]["body"].as_str().unwrap().contains("Your last answer was not in German")
        };
        assert!(sent(true) && !sent(false));
        let question = ask(&json!({ "op": "question", "language": "de", "again": true }), b"");
        assert!(question["ok"]["prompt"].as_str().unwrap().contains("Your last answer was not in German"));
    }

    #[test]
    fn failures_say_what_to_do_by_their_code() {
        let code = |status: u16, body: &str| {
            let head = json!({ "op": "serviceAnswer", "service": service("mistral", status) });
            ask(&head, body.as_bytes())["error"]["code"].take()
        };
        assert_eq!(code(401, r#"{"message":"Unauthorized"}"#), "key-refused");
        assert_eq!(code(429, "{}"), "busy");
        assert_eq!(code(503, "<html>"), "busy");
        assert_eq!(code(404, "{}"), "service");
        assert_eq!(code(200, "{}"), "service");
        let unknown = ask(&json!({ "op": "serviceRequest", "service": service("evil", 0) }), b"abc");
        assert_eq!(unknown["error"]["code"], "no-model");
    }

    #[test]
    fn the_browsers_model_is_asked_for_the_same_fields() {
        let question = ask(&json!({ "op": "question", "text": "our dog" }), b"");
        assert!(question["ok"]["prompt"].as_str().unwrap().contains("our dog"));
        assert_eq!(question["ok"]["schema"]["required"][0], "fileName");
        let german = ask(&json!({ "op": "question", "language": "de" }), b"");
        assert!(german["ok"]["prompt"].as_str().unwrap().contains("in German"));
        let seen = ask(&json!({ "op": "described", "text": r#"{"fileName":"Two Dogs"}"# }), b"");
        assert_eq!(seen["ok"]["described"]["name"], "two-dogs");
        let refused = ask(&json!({ "op": "described", "text": "I'm sorry, but I can't." }), b"");
        assert_eq!(refused["error"]["code"], "service");
    }
}
