//! Google's generateContent: a text part and an inline_data part, at most 50 tokens, temperature 0.3. The request
//! is kept as it is; a JSON object would not fit into fifty tokens, so name, certainty, sentence and keywords come as four lines.

use super::{Ask, Key, Outgoing, Provider, base64, prompt};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Gemini {
    pub base_url: String,
    pub model: String,
    pub key: Key,
}

impl Gemini {
    pub const BASE_URL: &str = "https://generativelanguage.googleapis.com";
    pub const MODEL: &str = "gemini-1.5-flash";
}

impl Provider for Gemini {
    fn id(&self) -> &'static str {
        "gemini"
    }

    fn label(&self) -> &str {
        "Gemini"
    }

    fn key(&self) -> Option<&Key> {
        Some(&self.key)
    }

    fn request(&self, ask: &Ask<'_>) -> Outgoing {
        Outgoing {
            url: format!(
                "{}/v1beta/models/{}:generateContent",
                self.base_url.trim_end_matches('/'),
                self.model
            ),
            headers: vec![("x-goog-api-key", self.key.reveal().to_owned())],
            body: json!({
                "contents": [{ "parts": [
                    { "text": prompt::lines(ask) },
                    { "inline_data": { "mime_type": ask.mime, "data": base64(ask.image) } },
                ] }],
                "generationConfig": { "maxOutputTokens": 50, "temperature": 0.3 },
            }),
        }
    }

    fn text(&self, body: &Value) -> Option<String> {
        Some(body.pointer("/candidates/0/content/parts/0/text")?.as_str()?.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gemini() -> Gemini {
        Gemini { base_url: "http://g/".into(), model: Gemini::MODEL.into(), key: Key::new("secret") }
    }

    #[test]
    fn the_request_has_the_shape_of_the_spec() {
        let ask = Ask::new(b"abc", "image/jpeg", None, Default::default());
        let out = gemini().request(&ask);
        assert_eq!(out.url, "http://g/v1beta/models/gemini-1.5-flash:generateContent");
        assert_eq!(
            out.body["contents"][0]["parts"][1],
            json!({ "inline_data": { "mime_type": "image/jpeg", "data": "YWJj" } })
        );
        assert_eq!(out.body["generationConfig"], json!({ "maxOutputTokens": 50, "temperature": 0.3 }));
        assert!(!out.url.contains("secret") && !out.body.to_string().contains("secret"));
        assert!(!format!("{out:?} {:?}", gemini()).contains("secret"));
    }

    #[test]
    fn the_first_text_of_the_first_candidate_is_the_answer() {
        let body = json!({ "candidates": [{ "content": { "parts": [{ "text": "a-dog" }] } }] });
        assert_eq!(gemini().text(&body).as_deref(), Some("a-dog"));
        for empty in
            [json!({}), json!({ "candidates": [] }), json!({ "candidates": [{ "finishReason": "SAFETY" }] })]
        {
            assert_eq!(gemini().text(&empty), None);
        }
    }
}
