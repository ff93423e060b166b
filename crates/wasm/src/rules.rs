//! The calls of the business rules, for the page's main thread.

use crate::messages::{Answer, Missing, Reply, Request};
use nomina_rules::bounds::{BOUNDS, Bounds};
use nomina_rules::colour::{self, Colour};
use nomina_rules::gates;
use nomina_rules::names;
use nomina_rules::names::own::OwnWords;
use nomina_rules::options::{FONT_FAMILIES, ProcessingOptions};
use nomina_rules::plans::{PLANS, Plan};
use nomina_rules::sheet::Sheet;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Constants {
    plans: &'static [Plan],
    defaults: ProcessingOptions,
    font_families: [&'static str; 10],
    gates: gates::GateWords,
    bounds: Bounds,
    likeness: names::Likeness,
}

#[derive(Serialize)]
struct Coerced {
    options: ProcessingOptions,
    notes: Vec<&'static str>,
}

#[derive(Serialize)]
struct Rgba {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

pub(crate) fn reply(request: &Request, binary: &[&[u8]]) -> Answer {
    let text = || request.text.as_deref().ok_or(Missing("text"));
    let options = || request.options.as_deref().ok_or(Missing("options"));
    Ok(Some(match request.op.as_str() {
        "constants" => Reply::value(Constants {
            plans: &PLANS,
            defaults: ProcessingOptions::default(),
            font_families: FONT_FAMILIES,
            gates: gates::WORDS,
            bounds: BOUNDS,
            likeness: names::LIKENESS,
        }),
        "cleanName" => {
            let spelling = request.options.as_deref().map(ProcessingOptions::spelling).unwrap_or_default();
            Reply::value(names::clean_as(text()?, spelling).unwrap_or_default())
        }
        "cleanOriginal" => Reply::value(names::clean_original(text()?)),
        "composeName" => {
            let parts = request.parts.as_ref().ok_or(Missing("parts"))?;
            Reply::value(names::compose(parts, options()?))
        }
        "uniqueNames" => Reply::value(names::unique(request.names.as_ref().ok_or(Missing("names"))?)),
        "settleNames" => {
            let spelling = request.options.as_deref().map(ProcessingOptions::spelling).unwrap_or_default();
            Reply::value(names::settle(request.batch.as_ref().ok_or(Missing("batch"))?, spelling))
        }
        "zipEntryName" => Reply::value(names::zip_entry(text()?)),
        "ownWords" => {
            let said = request.said.as_ref().ok_or(Missing("said"))?;
            Reply::value(OwnWords::of(options()?).apply(said, &request.scene))
        }
        "joinSheet" => {
            let names = request.names.as_ref().ok_or(Missing("names"))?;
            let sheet = binary.first().ok_or(Missing("a sheet"))?;
            match Sheet::read(sheet).and_then(|sheet| sheet.join(names)) {
                Ok(joined) => Reply::value(joined),
                Err(reason) => Reply::refused("bad-sheet", &reason),
            }
        }
        "coerceOptions" => {
            let coerced = gates::coerce(options()?, request.tier.ok_or(Missing("tier"))?);
            Reply::value(Coerced { options: coerced.options, notes: coerced.notes })
        }
        "asksForWords" => Reply::value(options()?.asks_for_words()),
        "withWords" => Reply::value(options()?.with_words(request.words.as_ref().ok_or(Missing("words"))?)),
        "optionProblems" => Reply::value(options()?.problems()),
        "parseColour" => {
            Reply::value(colour::parse(text()?).map(|Colour { r, g, b, a }| Rgba { r, g, b, a }))
        }
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn ask(request: Value) -> Value {
        let head = request.to_string();
        serde_json::from_slice(&crate::calls::answer(&[head.as_bytes()]).json).unwrap()
    }

    #[test]
    fn rules_answer_by_name() {
        assert_eq!(ask(json!({ "op": "cleanName", "text": "A Dog.jpg" })), json!({ "ok": "a-dog" }));
        let german = json!({ "language": "de" });
        assert_eq!(
            ask(json!({ "op": "cleanName", "text": "Grüne Wiese", "options": german })),
            json!({ "ok": "gruene-wiese" })
        );
        assert_eq!(ask(json!({ "op": "uniqueNames", "names": ["a", "A"] })), json!({ "ok": ["a", "A-2"] }));
        let seen = |name: &str, fingerprint: &str| json!({ "name": name, "fingerprint": fingerprint });
        let batch = [seen("dog", "5a3696e14bd278c5"), seen("hound", "5a3696e14bd278c4")];
        assert_eq!(ask(json!({ "op": "settleNames", "batch": batch })), json!({ "ok": ["dog", "dog"] }));
        let constants = ask(json!({ "op": "constants" }));
        assert_eq!(constants["ok"]["defaults"]["maxWidth"], 1920);
        assert_eq!(constants["ok"]["fontFamilies"][0], "Inter");
        assert_eq!(constants["ok"]["plans"][0]["tier"], "guest");
        assert_eq!(constants["ok"]["bounds"]["unsure"], 0.6);
        assert_eq!(
            constants["ok"]["likeness"],
            json!({ "sameImage": 6, "telling": 30, "sameScene": 18, "burstS": 20 })
        );
        let parts = json!({ "words": "cat", "original": "x.png", "index": 1, "total": 1 });
        assert_eq!(
            ask(json!({ "op": "composeName", "parts": parts, "options": {} })),
            json!({ "ok": "cat" })
        );
        let texts =
            json!({ "addCustomMetadata": true, "customTitle": "{name}", "customKeywords": "{keywords}" });
        assert_eq!(ask(json!({ "op": "asksForWords", "options": texts })), json!({ "ok": true }));
        let words = json!({ "name": "red-fox", "alt": "A fox.", "keywords": ["fox", "snow"] });
        let filled = ask(json!({ "op": "withWords", "options": texts, "words": words }));
        assert_eq!([&filled["ok"]["customTitle"], &filled["ok"]["customKeywords"]], ["Red fox", "fox, snow"]);
        let red = json!({ "ok": { "r": 255, "g": 0, "b": 0, "a": 255 } });
        assert_eq!(ask(json!({ "op": "parseColour", "text": "#f00" })), red);
    }

    #[test]
    fn a_sheet_is_joined_to_names_and_what_is_none_says_so() {
        let head = json!({ "op": "joinSheet", "names": ["a.jpg"] }).to_string();
        let joined = |sheet: &[u8]| -> Value {
            serde_json::from_slice(&crate::calls::answer(&[head.as_bytes(), sheet]).json).unwrap()
        };
        assert_eq!(joined(b"file,sku\na.jpg,A-1")["ok"]["cells"][0][1]["value"], "A-1");
        assert_eq!(joined(b"PK\x03\x04")["error"]["code"], "bad-sheet");
    }

    #[test]
    fn own_words_change_what_was_said() {
        let said = json!({ "name": "dog-on-couch", "keywords": ["couch"] });
        let options = json!({ "preferredWords": "couch = sofa" });
        let reply = ask(json!({ "op": "ownWords", "said": &said, "options": options }));
        assert_eq!(
            (&reply["ok"]["name"], &reply["ok"]["keywords"][0]),
            (&json!("dog-on-sofa"), &json!("sofa"))
        );
        let (scene, options) = (json!({ "city": "Ribadeo" }), json!({ "sayPlace": true }));
        let reply = ask(json!({ "op": "ownWords", "said": said, "scene": scene, "options": options }));
        assert_eq!(reply["ok"]["name"], "dog-on-couch-in-ribadeo");
    }

    #[test]
    fn a_call_says_what_it_misses() {
        let reply = ask(json!({ "op": "cleanName" }));
        assert_eq!(reply["error"]["message"], "cleanName needs text");
    }
}
