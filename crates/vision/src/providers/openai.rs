//! Chat completions with an image: OpenAI, and by base URL Ollama, llama.cpp, LM Studio, vLLM and OpenRouter.

use super::{Ask, Key, Outgoing, Provider, answer, base64, prompt};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct OpenAi {
    /// Up to and including `/v1`.
    pub base_url: String,
    pub model: String,
    /// Local servers need none.
    pub key: Option<Key>,
    pub label: String,
}

impl OpenAi {
    pub const BASE_URL: &str = "https://api.openai.com/v1";
    pub const MODEL: &str = "gpt-4o-mini";
}

impl Provider for OpenAi {
    fn id(&self) -> &'static str {
        "openai"
    }

    fn label(&self) -> &str {
        &self.label
    }

    fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    fn request(&self, ask: &Ask<'_>) -> Outgoing {
        let picture = format!("data:{};base64,{}", ask.mime, base64(ask.image));
        Outgoing {
            url: format!("{}/chat/completions", self.base_url.trim_end_matches('/')),
            headers: self.key.iter().map(|k| ("authorization", format!("Bearer {}", k.reveal()))).collect(),
            body: json!({
                "model": self.model,
                "max_tokens": super::STRUCTURED_TOKENS,
                "temperature": 0.3,
                "response_format": { "type": "json_schema", "json_schema": {
                    "name": "picture", "strict": true, "schema": answer::schema(),
                } },
                "messages": [{ "role": "user", "content": [
                    { "type": "text", "text": prompt::fields(ask) },
                    { "type": "image_url", "image_url": { "url": picture, "detail": "low" } },
                ] }],
            }),
        }
    }

    fn text(&self, body: &Value) -> Option<String> {
        Some(body.pointer("/choices/0/message/content")?.as_str()?.to_owned())
    }

    /// Some compatible servers give the error as a plain string.
    fn reason(&self, body: &Value) -> Option<String> {
        let plain = body.get("error").and_then(Value::as_str);
        Some(body.pointer("/error/message").and_then(Value::as_str).or(plain)?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_travels_as_a_data_url_and_the_key_in_its_header() {
        let provider = OpenAi {
            base_url: "http://o/v1".into(),
            model: "m".into(),
            key: Some(Key::new("k")),
            label: "OpenAI".into(),
        };
        let out = provider.request(&Ask::new(b"abc", "image/png", Some("cats"), Default::default()));
        assert_eq!(out.url, "http://o/v1/chat/completions");
        assert_eq!(out.headers, [("authorization", "Bearer k".to_owned())]);
        assert_eq!(
            out.body.pointer("/messages/0/content/1/image_url/url").unwrap(),
            "data:image/png;base64,YWJj"
        );
        assert_eq!(out.body.pointer("/response_format/json_schema/strict").unwrap(), true);
        let answer = json!({ "choices": [{ "message": { "content": "a-cat" } }] });
        assert_eq!(provider.text(&answer).as_deref(), Some("a-cat"));
        assert_eq!(
            provider.reason(&json!({ "error": "model not found" })).as_deref(),
            Some("model not found")
        );
    }
}
