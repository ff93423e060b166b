//! The calls of a watermark's text, for the page that asks for one: which font files, and the letters as curves.

use crate::messages::{Answer, Missing, Reply, Request};
use nomina_text::FontCatalogue;

pub(crate) fn reply(request: &Request, binary: &[&[u8]]) -> Answer {
    let text = || request.text.as_deref().ok_or(Missing("text"));
    Ok(Some(match request.op.as_str() {
        // Parts: the index of the font folder, and the one of East Asian fonts when the text needs it.
        "fontFiles" => {
            let family = request.family.as_deref().ok_or(Missing("family"))?;
            binary.first().ok_or(Missing("the index of fonts"))?;
            let lists = binary.iter().map(|list| serde_json::from_slice::<FontCatalogue>(list));
            match lists.collect::<Result<Vec<_>, _>>() {
                Ok(lists) => {
                    let all = lists.into_iter().fold(FontCatalogue::default(), FontCatalogue::with);
                    Reply::value(all.files_for(family, text()?))
                }
                Err(error) => Reply::refused("bad-call", &error.to_string()),
            }
        }
        // Parts: those files.
        "outline" => Reply::image((), nomina_text::outline(text()?, binary).to_bytes()),
        _ => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use crate::calls::answer;

    #[test]
    fn font_files_are_chosen_by_the_index() {
        let index = br#"{"families":{"Inter":[{"file":"inter/latin","ranges":[[32,126]]}]},"fallback":[]}"#;
        let reply = answer(&[br#"{"op":"fontFiles","family":"Lato","text":"abc"}"#, index]);
        assert_eq!(reply.json, br#"{"ok":["inter/latin"]}"#);
        let more = br#"{"families":{},"fallback":[{"file":"noto-sans-jp/1","ranges":[[12353,12438]]}]}"#;
        let reply =
            answer(&["{\"op\":\"fontFiles\",\"family\":\"Lato\",\"text\":\"aの\"}".as_bytes(), index, more]);
        assert_eq!(reply.json, br#"{"ok":["inter/latin","noto-sans-jp/1"]}"#);
        let reply = answer(&[br#"{"op":"fontFiles","family":"Lato","text":"abc"}"#, b"no index"]);
        assert!(reply.json.starts_with(b"{\"error\""));
    }

    #[test]
    fn an_outline_comes_as_bytes_that_the_engine_reads() {
        let reply = answer(&[br#"{"op":"outline","text":"a"}"#, b"not a font"]);
        let outline = nomina_text::Outline::from_bytes(&reply.bytes).unwrap();
        assert_eq!(outline, nomina_text::outline("a", &[b"not a font"]));
    }
}
