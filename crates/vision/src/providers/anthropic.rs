//! Anthropic's messages with a picture.

use super::{Ask, Key, Outgoing, Provider, base64, prompt};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Anthropic {
    pub base_url: String,
    pub model: String,
    pub key: Key,
}

impl Anthropic {
    pub const BASE_URL: &str = "https://api.anthropic.com";
    pub const MODEL: &str = "claude-3-5-haiku-latest";
    const VERSION: &str = "2023-06-01";
}

impl Provider for Anthropic {
    fn id(&self) -> &'static str {
        "anthropic"
    }

    fn label(&self) -> &str {
        "Anthropic"
    }

    fn key(&self) -> Option<&Key> {
        Some(&self.key)
    }

    fn request(&self, ask: &Ask<'_>) -> Outgoing {
        Outgoing {
            url: format!("{}/v1/messages", self.base_url.trim_end_matches('/')),
            headers: vec![
                ("x-api-key", self.key.reveal().to_owned()),
                ("anthropic-version", Self::VERSION.to_owned()),
            ],
            body: json!({
                "model": self.model,
                "max_tokens": 50,
                "temperature": 0.3,
                "messages": [{ "role": "user", "content": [
                    { "type": "image", "source": { "type": "base64", "media_type": ask.mime, "data": base64(ask.image) } },
                    { "type": "text", "text": prompt::text(ask.context) },
                ] }],
            }),
        }
    }

    fn text(&self, body: &Value) -> Option<String> {
        let parts = body.get("content")?.as_array()?;
        Some(parts.iter().find_map(|p| p.get("text"))?.as_str()?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_names_the_version_and_the_answer_is_the_first_text() {
        let provider = Anthropic { base_url: "http://a".into(), model: "m".into(), key: Key::new("k") };
        let out = provider.request(&Ask { image: b"abc", mime: "image/webp", context: None });
        assert_eq!(out.url, "http://a/v1/messages");
        assert_eq!(out.headers[1], ("anthropic-version", "2023-06-01".to_owned()));
        assert_eq!(out.body.pointer("/messages/0/content/0/source/media_type").unwrap(), "image/webp");
        let body = json!({ "content": [{ "type": "text", "text": "two-cats" }] });
        assert_eq!(provider.text(&body).as_deref(), Some("two-cats"));
        assert_eq!(provider.text(&json!({ "content": [] })), None);
    }
}
