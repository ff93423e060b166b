//! Mistral's chat completions with an image; the fields come by schema.

use super::{Ask, Key, Outgoing, Provider, answer, base64, prompt};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Mistral {
    pub base_url: String,
    pub model: String,
    pub key: Key,
}

impl Mistral {
    pub const BASE_URL: &str = "https://api.mistral.ai";
    pub const MODEL: &str = "mistral-small-latest";
}

impl Provider for Mistral {
    fn id(&self) -> &'static str {
        "mistral"
    }

    fn label(&self) -> &str {
        "Mistral"
    }

    fn key(&self) -> Option<&Key> {
        Some(&self.key)
    }

    fn request(&self, ask: &Ask<'_>) -> Outgoing {
        let picture = format!("data:{};base64,{}", ask.mime, base64(ask.image));
        Outgoing {
            url: format!("{}/v1/chat/completions", self.base_url.trim_end_matches('/')),
            headers: vec![("authorization", format!("Bearer {}", self.key.reveal()))],
            body: json!({
                "model": self.model,
                "max_tokens": super::STRUCTURED_TOKENS,
                "temperature": 0.3,
                "stream": false,
                "response_format": { "type": "json_schema", "json_schema": {
                    "name": "picture", "strict": true, "schema": answer::schema(),
                } },
                "messages": [{ "role": "user", "content": [
                    { "type": "text", "text": prompt::fields(ask) },
                    { "type": "image_url", "image_url": picture },
                ] }],
            }),
        }
    }

    fn text(&self, body: &Value) -> Option<String> {
        Some(body.pointer("/choices/0/message/content")?.as_str()?.to_owned())
    }

    /// The sentence stands by itself; a gateway in front of the service has it where others have theirs.
    fn reason(&self, body: &Value) -> Option<String> {
        let said = body.get("message").or_else(|| body.pointer("/error/message"));
        Some(said?.as_str()?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_an_address_by_itself_and_the_sentence_of_a_refusal_is_found() {
        let provider = Mistral { base_url: "http://m/".into(), model: "m".into(), key: Key::new("k") };
        let out = provider.request(&Ask::new(b"abc", "image/png", None, Default::default()));
        assert_eq!(out.url, "http://m/v1/chat/completions");
        assert_eq!(out.headers, [("authorization", "Bearer k".to_owned())]);
        assert_eq!(
            out.body.pointer("/messages/0/content/1/image_url").unwrap(),
            "data:image/png;base64,YWJj"
        );
        assert_eq!(provider.reason(&json!({ "message": "Unauthorized" })).as_deref(), Some("Unauthorized"));
    }
}
