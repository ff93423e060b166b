//! Programs on this computer that run vision models: Ollama, LM Studio and llama.cpp. They are found by asking, and whatever
//! answers at the address has to answer as the program does.

use std::time::Duration;

use serde_json::{Value, json};

/// A list of models is short; more than this is not read.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// Models of Ollama whose abilities are asked for one by one.
const MOST_ASKED: usize = 30;
/// A program on this computer answers at once, or is not there.
const TIME_OUT: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalProgram {
    Ollama,
    LmStudio,
    LlamaCpp,
}

/// What was found at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nobody answers.
    Nothing,
    /// Somebody answers who is not the program.
    SomethingElse,
    /// The program, with its models that take images.
    Models(Vec<String>),
}

/// A model of a list. `None`: the list does not say whether it takes images.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    name: String,
    takes_images: Option<bool>,
}

impl LocalProgram {
    pub const ALL: [Self; 3] = [Self::Ollama, Self::LmStudio, Self::LlamaCpp];

    pub fn id(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::LmStudio => "lmstudio",
            Self::LlamaCpp => "llamacpp",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Ollama => "Ollama",
            Self::LmStudio => "LM Studio",
            Self::LlamaCpp => "llama.cpp",
        }
    }

    /// Where the program listens unless it was told otherwise.
    pub fn address(self) -> &'static str {
        match self {
            Self::Ollama => "http://127.0.0.1:11434",
            Self::LmStudio => "http://127.0.0.1:1234",
            Self::LlamaCpp => "http://127.0.0.1:8080",
        }
    }

    /// What a person can do where no model takes images.
    pub fn advice(self) -> &'static str {
        match self {
            Self::Ollama => "`ollama pull llava` fetches one",
            Self::LmStudio => "download one with the mark for vision",
            Self::LlamaCpp => "start llama-server with --mmproj",
        }
    }

    fn list(self) -> &'static str {
        match self {
            Self::Ollama => "/api/tags",
            Self::LmStudio => "/api/v0/models",
            Self::LlamaCpp => "/props",
        }
    }

    /// The models of an answer to [`Self::list`]; `None` when the program does not answer so.
    fn models(self, body: &Value) -> Option<Vec<Listed>> {
        let text = |value: &Value, field: &str| Some(value.get(field)?.as_str()?.to_owned());
        match self {
            Self::Ollama => body
                .get("models")?
                .as_array()?
                .iter()
                .map(|model| {
                    let takes_images =
                        model.get("capabilities").map(has_vision).or_else(|| sees_by_family(model));
                    Some(Listed { name: text(model, "name")?, takes_images })
                })
                .collect(),
            Self::LmStudio => {
                let models = body.get("data")?.as_array()?.iter();
                let listed = |model: &Value| {
                    let kind = text(model, "type")?;
                    Some(Listed { name: text(model, "id")?, takes_images: Some(kind == "vlm") })
                };
                models.map(listed).collect()
            }
            Self::LlamaCpp => {
                body.get("default_generation_settings")?.as_object()?;
                let path = text(body, "model_alias").filter(|alias| !alias.is_empty());
                let path = path.or_else(|| text(body, "model_path")).unwrap_or_default();
                let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
                let sees = body.pointer("/modalities/vision").and_then(Value::as_bool).unwrap_or(false);
                Some(vec![Listed { name: name.to_owned(), takes_images: Some(sees) }])
            }
        }
    }

    /// Asks an address for the models that take images. `http` must not follow redirects or use a proxy.
    pub async fn look(self, http: &reqwest::Client, address: &str) -> Found {
        let base = address.trim_end_matches('/');
        let answer = match answered(http.get(format!("{base}{}", self.list()))).await {
            Ok(answer) => answer,
            Err(found) => return found,
        };
        let Some(listed) = self.models(&answer) else { return Found::SomethingElse };
        let mut models = Vec::new();
        for Listed { name, takes_images } in listed.into_iter().take(MOST_ASKED) {
            let sees = match takes_images {
                Some(sees) => sees,
                None => {
                    let asked = http.post(format!("{base}/api/show")).json(&json!({ "model": name }));
                    answered(asked).await.is_ok_and(|shown| sees_by_details(&shown))
                }
            };
            if sees && is_model_name(&name) {
                models.push(name);
            }
        }
        Found::Models(models)
    }
}

/// A model's name goes into sentences and requests: printable and short, whoever wrote it.
fn is_model_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 200 && !name.chars().any(char::is_control)
}

fn has_vision(capabilities: &Value) -> bool {
    capabilities.as_array().is_some_and(|list| list.iter().any(|one| one.as_str() == Some("vision")))
}

/// Older versions of Ollama say it by the families of a model's parts only.
fn sees_by_family(model: &Value) -> Option<bool> {
    let families = model.pointer("/details/families")?.as_array()?;
    let sees = families.iter().filter_map(Value::as_str).any(|family| matches!(family, "clip" | "mllama"));
    sees.then_some(true)
}

fn sees_by_details(shown: &Value) -> bool {
    match shown.get("capabilities") {
        Some(list) => has_vision(list),
        None => shown.get("projector_info").is_some_and(Value::is_object),
    }
}

async fn answered(request: reqwest::RequestBuilder) -> Result<Value, Found> {
    let response = request.timeout(TIME_OUT).send().await;
    let mut response = response.map_err(|error| match error.is_connect() {
        true => Found::Nothing,
        false => Found::SomethingElse,
    })?;
    if !response.status().is_success() {
        return Err(Found::SomethingElse);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| Found::SomethingElse)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(Found::SomethingElse);
        }
    }
    serde_json::from_slice(&bytes).map_err(|_| Found::SomethingElse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeing(program: LocalProgram, body: &Value) -> Option<Vec<(String, Option<bool>)>> {
        let models = program.models(body)?;
        Some(models.into_iter().map(|model| (model.name, model.takes_images)).collect())
    }

    #[test]
    fn lists_of_the_three_programs_are_read() {
        // Answers in the form of each program, cut to what is read.
        let ollama = json!({ "models": [
            { "name": "llava:7b", "details": { "family": "llama", "families": ["llama", "clip"] } },
            { "name": "llama3.2:3b", "details": { "family": "llama", "families": ["llama"] } },
            { "name": "gemma3:4b", "capabilities": ["completion", "vision"], "details": {} },
        ] });
        let said = seeing(LocalProgram::Ollama, &ollama).unwrap();
        assert_eq!(
            said,
            [("llava:7b".into(), Some(true)), ("llama3.2:3b".into(), None), ("gemma3:4b".into(), Some(true))]
        );
        let studio = json!({ "object": "list", "data": [
            { "id": "qwen2-vl-7b-instruct", "object": "model", "type": "vlm", "state": "not-loaded" },
            { "id": "text-embedding-nomic", "object": "model", "type": "embeddings" },
        ] });
        let said = seeing(LocalProgram::LmStudio, &studio).unwrap();
        assert_eq!(
            said,
            [("qwen2-vl-7b-instruct".into(), Some(true)), ("text-embedding-nomic".into(), Some(false))]
        );
        let cpp = json!({ "default_generation_settings": {}, "model_path": "/models/llava-v1.6.gguf",
            "modalities": { "vision": true, "audio": false } });
        assert_eq!(seeing(LocalProgram::LlamaCpp, &cpp).unwrap(), [("llava-v1.6.gguf".into(), Some(true))]);
    }

    #[test]
    fn who_answers_otherwise_is_not_the_program() {
        for program in LocalProgram::ALL {
            for body in
                [json!({}), json!([]), json!({ "models": 3 }), json!({ "data": [{ "id": "gpt-4o" }] })]
            {
                assert_eq!(seeing(program, &body), None, "{program:?} {body}");
            }
        }
        assert!(sees_by_details(&json!({ "capabilities": ["vision"] })));
        assert!(sees_by_details(&json!({ "projector_info": {} })));
        assert!(!sees_by_details(&json!({ "capabilities": ["completion"], "projector_info": {} })));
    }
}
