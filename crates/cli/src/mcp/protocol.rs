//! The protocol's messages: JSON-RPC 2.0, the greeting, and the two methods about tools.

use serde::Deserialize;
use serde_json::{Value, json};

use super::schemas;
use super::tools::Tools;

/// The revisions that we speak, the newest first.
const REVISIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

#[derive(Deserialize)]
struct Message {
    id: Option<Value>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
}

/// The answer to one line; a notification gets none.
pub(super) fn answer(line: &str, tools: &Tools) -> Option<Value> {
    if line.trim().is_empty() {
        return None;
    }
    let Ok(message) = serde_json::from_str::<Message>(line) else {
        return Some(refusal(&Value::Null, -32700, "This is not a JSON-RPC message."));
    };
    let (id, method) = (message.id?, message.method?);
    let result = match method.as_str() {
        "initialize" => Ok(greeting(&message.params)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": schemas::all() })),
        "tools/call" => call(&message.params, tools),
        other => Err((-32601, format!("There is no method \"{other}\"."))),
    };
    Some(match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, sentence)) => refusal(&id, code, &sentence),
    })
}

fn refusal(id: &Value, code: i32, sentence: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": sentence } })
}

fn greeting(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str().unwrap_or_default();
    let revision = REVISIONS.into_iter().find(|known| *known == asked).unwrap_or(REVISIONS[0]);
    json!({
        "protocolVersion": revision,
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": { "name": "nomina", "title": "Nomina", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "Names and processes images on this machine. rename shows what it would do; with apply it \
            renames and answers with a journal that undo takes back.",
    })
}

/// What a tool says, also about a failure, is a result that the assistant can read.
fn call(params: &Value, tools: &Tools) -> Result<Value, (i32, String)> {
    let name = params["name"].as_str().unwrap_or_default();
    let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
    match tools.call(name, arguments) {
        None => Err((-32602, format!("There is no tool \"{name}\"."))),
        Some(Ok(value)) => Ok(json!({
            "content": [{ "type": "text", "text": value.to_string() }],
            "structuredContent": value,
            "isError": false,
        })),
        Some(Err(sentence)) => {
            Ok(json!({ "content": [{ "type": "text", "text": sentence }], "isError": true }))
        }
    }
}
