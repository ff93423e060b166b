//! The calls of the naming model: its weights in two parts, and a third for the best names, then images. One model to an instance. Weights are answered
//! with the name of the loops that run here.

use crate::messages::{Answer, Missing, Reply, Request};
use nomina_engine::Limits;
use nomina_rules::language::Spelling;
use nomina_vision::{Embedded, VisionError};
use std::cell::RefCell;

thread_local! {
    static MODEL: RefCell<Option<Embedded>> = const { RefCell::new(None) };
}

/// Parts: the weights, or the image. The text is the person's words about the image.
pub(crate) fn reply(request: &Request, binary: &[&[u8]]) -> Answer {
    let op = request.op.as_str();
    if !matches!(op, "loadModel" | "loadReader" | "loadBest" | "describe") {
        return Ok(None);
    }
    let bytes = binary.first().copied().ok_or(Missing("bytes"))?;
    Ok(Some(MODEL.with_borrow_mut(|model| match (op, model.take()) {
        ("loadModel", _) => keep(model, Embedded::load(bytes)),
        (_, None) => Reply::refused("no-model", "The naming model is not loaded."),
        ("loadReader", Some(seeing)) => keep(model, seeing.with_text(bytes)),
        ("loadBest", Some(seeing)) => keep(model, seeing.with_best(bytes)),
        (_, Some(loaded)) => {
            let loaded = model.insert(loaded);
            let context = request.text.as_deref().filter(|words| !words.trim().is_empty());
            let spelling = Spelling { language: request.language, keep_accents: request.keep_accents };
            let seen = loaded.describe_in(bytes, context, spelling, &Limits::default());
            seen.map_or_else(|e| refused(&e), Reply::value)
        }
    })))
}

fn keep(model: &mut Option<Embedded>, loaded: Result<Embedded, VisionError>) -> Reply {
    match loaded {
        Ok(loaded) => {
            *model = Some(loaded);
            Reply::value(Embedded::loops())
        }
        Err(error) => refused(&error),
    }
}

fn refused(error: &VisionError) -> Reply {
    let code = match error {
        VisionError::Image(image) => image.code(),
        _ => "model",
    };
    Reply::refused(code, &error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    fn ask(head: &str, bytes: &[u8]) -> Value {
        let reply = crate::calls::answer(&[head.as_bytes(), bytes]);
        serde_json::from_slice::<Value>(&reply.json).unwrap()["error"].take()
    }

    #[test]
    fn weights_that_are_missing_or_damaged_are_refused_with_a_sentence() {
        assert_eq!(ask(r#"{"op":"describe"}"#, b"BM")["code"], "no-model");
        assert_eq!(ask(r#"{"op":"loadReader"}"#, b"")["code"], "no-model");
        assert_eq!(ask(r#"{"op":"loadBest"}"#, b"")["code"], "no-model");
        for weights in [&b""[..], b"NOMINAV1", b"NOMINAV1\0\0\0\0damaged"] {
            let error = ask(r#"{"op":"loadModel"}"#, weights);
            assert_eq!(error["code"], "model");
            assert!(error["message"].as_str().unwrap().starts_with("The naming model cannot be loaded: "));
        }
        assert_eq!(ask(r#"{"op":"describe"}"#, b"BM")["code"], "no-model", "nothing half loaded stays");
    }
}
