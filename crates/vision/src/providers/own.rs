//! Services that a page asks with a person's own key, and what is asked of the model that a browser has built in. Only these
//! services, at these addresses: the server's content policy is made from this table.

use super::{
    Anthropic, Ask, Gemini, Key, Mistral, OpenAi, Outgoing, Provider, ProviderError, answer, prompt, reply,
};
use crate::Description;
use nomina_rules::language::Spelling;
use serde::Serialize;
use serde_json::Value;

/// One service as a page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OwnService {
    pub id: &'static str,
    pub label: &'static str,
    /// The only address that is asked.
    pub origin: &'static str,
    /// Asked unless the person names another.
    pub model: &'static str,
}

/// Gemini's answer has at most fifty tokens: a model that thinks first would use them up. This one does not by itself.
const GEMINI_MODEL: &str = "gemini-2.5-flash-lite";
const OPENAI_ORIGIN: &str = "https://api.openai.com";
const LONGEST_MODEL: usize = 100;

pub const OWN_SERVICES: [OwnService; 4] = [
    OwnService { id: "gemini", label: "Gemini", origin: Gemini::BASE_URL, model: GEMINI_MODEL },
    OwnService { id: "openai", label: "OpenAI", origin: OPENAI_ORIGIN, model: OpenAi::MODEL },
    OwnService { id: "anthropic", label: "Anthropic", origin: Anthropic::BASE_URL, model: Anthropic::MODEL },
    OwnService { id: "mistral", label: "Mistral", origin: Mistral::BASE_URL, model: Mistral::MODEL },
];

pub fn own_service(id: &str) -> Option<&'static OwnService> {
    OWN_SERVICES.iter().find(|service| service.id == id)
}

/// The provider of a service with a person's key. `None` for an unknown service and for a model's name that is none: in Gemini's
/// requests it is a part of the address.
pub fn open(id: &str, model: &str, key: &str) -> Option<Box<dyn Provider>> {
    let known = own_service(id)?;
    let model = if model.trim().is_empty() { known.model } else { model.trim() };
    if !is_model(model) {
        return None;
    }
    let (model, key) = (model.to_owned(), Key::new(key.trim()));
    Some(match known.id {
        "gemini" => Box::new(Gemini { base_url: Gemini::BASE_URL.into(), model, key }),
        "anthropic" => Box::new(Anthropic { base_url: Anthropic::BASE_URL.into(), model, key }),
        "mistral" => Box::new(Mistral { base_url: Mistral::BASE_URL.into(), model, key }),
        _ => Box::new(OpenAi {
            base_url: OpenAi::BASE_URL.into(),
            model,
            key: Some(key),
            label: known.label.into(),
        }),
    })
}

/// The headers of a page's request. Anthropic answers pages only when they say that they know what they do.
pub fn headers(provider: &dyn Provider, outgoing: &Outgoing) -> Vec<(&'static str, String)> {
    let mut headers = outgoing.headers.clone();
    headers.push(("content-type", "application/json".to_owned()));
    if provider.id() == "anthropic" {
        headers.push(("anthropic-dangerous-direct-browser-access", "true".to_owned()));
    }
    headers
}

/// Whether the service does not take the key. Gemini says so with a 400.
pub fn is_key_refused(error: &ProviderError) -> bool {
    match error {
        ProviderError::Status { status: 401 | 403, .. } => true,
        ProviderError::Status { status: 400, message, .. } => message.contains("API key"),
        _ => false,
    }
}

/// What the model that a browser has built in is asked, and the shape of its answer. `again` after an answer in another language.
pub fn question(context: Option<&str>, spelling: Spelling, again: bool) -> (String, Value) {
    (prompt::fields(&Ask { again, ..Ask::new(&[], "", context, spelling) }), answer::schema())
}

/// Its answer, cleaned like a service's.
pub fn described(said: &str, spelling: Spelling) -> Result<Description, ProviderError> {
    reply::describe(said, "browser", spelling)
}

fn is_model(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    name.len() <= LONGEST_MODEL
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::reply::{Reply, describe, text};
    use super::*;

    #[test]
    fn every_service_is_asked_at_its_own_address_only_and_with_the_key_in_a_header() {
        for service in OWN_SERVICES {
            let provider = open(service.id, "", " the-key ").unwrap();
            let out = provider.request(&Ask::new(b"abc", "image/jpeg", None, Spelling::default()));
            assert!(out.url.starts_with(&format!("{}/", service.origin)), "{}", out.url);
            assert_eq!((provider.id(), provider.label()), (service.id, service.label));
            assert!(!out.url.contains("the-key") && !out.body.to_string().contains("the-key"));
            let headers = headers(&*provider, &out);
            assert_eq!(headers.iter().filter(|(_, value)| value.contains("the-key")).count(), 1);
            let direct = headers.iter().any(|(name, _)| *name == "anthropic-dangerous-direct-browser-access");
            assert_eq!(direct, service.id == "anthropic");
        }
    }

    #[test]
    fn a_model_cannot_change_the_address() {
        for model in ["../../evil", "a/b", "a?b", "a#b", "http://evil.example", "-x", "a b", &"x".repeat(101)]
        {
            assert!(open("gemini", model, "k").is_none(), "{model}");
        }
        assert!(open("evil", "", "k").is_none());
        assert!(open("openai", "ft:gpt-4o-mini:acme::1", "k").is_some());
    }

    #[test]
    fn a_refused_key_is_told_from_other_failures_and_never_repeated() {
        let provider = open("gemini", "", "the-key").unwrap();
        let fail = |status, message: &str| {
            let body = serde_json::json!({ "error": { "message": message } }).to_string();
            text(&*provider, Reply { status, retry_after_s: None, body: body.as_bytes() }).unwrap_err()
        };
        let refused = fail(400, "API key not valid: the-key");
        assert!(is_key_refused(&refused) && !refused.to_string().contains("the-key"), "{refused}");
        assert!(is_key_refused(&fail(401, "no")) && is_key_refused(&fail(403, "no")));
        assert!(
            !is_key_refused(&fail(400, "The image is too large")) && !is_key_refused(&fail(429, "Slow down"))
        );
        assert!(fail(429, "Slow down").is_passing());
    }

    #[test]
    fn a_cut_off_answer_gives_its_name_or_none_but_never_its_own_markup() {
        let describe = |said| describe(said, "openai", Spelling::default());
        let named = describe(r#"{"fileName":"red-fox-in-snow","altText":"A red fo"#).unwrap();
        assert_eq!((named.name.as_str(), named.alt_text.as_str()), ("red-fox-in-snow", ""));
        for cut in [r#"{"fileName":"red-f"#, r#"{"fileNa"#, "```json\n{\"fileName\": ", "{"] {
            assert!(describe(cut).is_err(), "{cut}");
        }
    }
}
