//! The words that people give an image: read from whichever block has them, and written into a sidecar.

use super::exif::Exif;
use super::plan::Fields;
use super::source::Source;
use super::xmp::{self, Packet};
use super::{extract, iptc, text};
use crate::Limits;
use crate::format::Format;

/// Title, description, alt text and keywords. Empty means "not given".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub title: String,
    pub description: String,
    pub alt_text: String,
    pub keywords: Vec<String>,
}

/// The words in a file.
pub fn words(bytes: &[u8], format: Format, limits: &Limits) -> Words {
    of_source(&extract(bytes, format, limits))
}

/// The words in a sidecar; `None` when it is no XMP that can be read.
pub fn sidecar_words(sidecar: &[u8]) -> Option<Words> {
    let source = of_sidecar(sidecar);
    Packet::parse(source.xmp_text()?)?.rdf()?;
    Some(of_source(&source))
}

/// A sidecar with these fields: a new one, or the existing one with everything else as it was. `None` when the existing one
/// cannot be read.
pub fn sidecar(existing: Option<&[u8]>, fields: &Fields) -> Option<Vec<u8>> {
    let added = xmp::about_fields(fields);
    let Some(existing) = existing else { return Some(xmp::packet(&added).into_bytes()) };
    let source = of_sidecar(existing);
    let merged = xmp::merge(source.xmp_text()?, &xmp::replaced_by(&added), &added)?;
    Some(merged.into_bytes())
}

fn of_sidecar(bytes: &[u8]) -> Source<'_> {
    Source { xmp: Some(xmp::in_utf8(bytes.into())), ..Source::default() }
}

fn of_source(source: &Source<'_>) -> Words {
    let packet = source.xmp_text().and_then(Packet::parse);
    let block = source.iptc().map(iptc::fields).unwrap_or_default();
    let packet = packet.as_ref();
    let exif = source.exif.as_deref().and_then(Exif::parse);
    let in_text = |keyword| source.text(keyword).map(text::clean).unwrap_or_default();
    let by_person = exif.and_then(|exif| exif.description()).filter(|text| !is_a_cameras(text));
    let mut keywords = packet.map(Packet::keywords).unwrap_or_default();
    keywords.extend(block.keywords);
    Words {
        title: first([packet.and_then(Packet::title).unwrap_or_default(), block.title, in_text("Title")]),
        description: first([
            packet.and_then(Packet::description).unwrap_or_default(),
            block.description,
            in_text("Description"),
            by_person.unwrap_or_default(),
        ]),
        alt_text: packet.and_then(Packet::alt_text).unwrap_or_default(),
        keywords: each_once(keywords),
    }
}

fn first<const N: usize>(texts: [String; N]) -> String {
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

fn each_once(words: Vec<String>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for word in words {
        if !word.is_empty() && !known.contains(&word) {
            known.push(word);
        }
    }
    known
}

/// Cameras write their brand as the description: `OLYMPUS DIGITAL CAMERA`.
fn is_a_cameras(description: &str) -> bool {
    description.is_ascii() && !description.contains(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields() -> Fields {
        Fields {
            title: "Red fox".into(),
            description: "A fox & snow.".into(),
            alt_text: "A fox.".into(),
            keywords: vec!["fox".into(), "snow".into()],
            ..Fields::default()
        }
    }

    #[test]
    fn a_new_sidecar_holds_the_words_and_an_old_one_keeps_the_rest() {
        let new = sidecar(None, &fields()).unwrap();
        let words = sidecar_words(&new).unwrap();
        assert_eq!((words.title.as_str(), words.description.as_str()), ("Red fox", "A fox & snow."));
        assert_eq!((words.alt_text.as_str(), words.keywords.len()), ("A fox.", 2));
        let rated =
            String::from_utf8(new).unwrap().replace("<dc:title>", "<dc:rating>5</dc:rating><dc:title>");
        let other = Fields { title: "Grey wolf".into(), ..Fields::default() };
        let merged = sidecar(Some(rated.as_bytes()), &other).unwrap();
        let words = sidecar_words(&merged).unwrap();
        assert_eq!((words.title.as_str(), words.keywords.len()), ("Grey wolf", 2));
        assert!(String::from_utf8(merged).unwrap().contains("<dc:rating>5</dc:rating>"));
    }

    #[test]
    fn a_sidecar_that_is_no_xmp_is_refused() {
        for text in [&b"not xml"[..], b"<html></html>", b"", b"\xff\xfe\0"] {
            assert_eq!((sidecar(Some(text), &fields()), sidecar_words(text)), (None, None), "{text:?}");
        }
    }

    #[test]
    fn what_a_camera_writes_by_itself_is_no_description() {
        assert!(is_a_cameras("OLYMPUS DIGITAL CAMERA") && is_a_cameras("DCIM100GOPRO"));
        assert!(!is_a_cameras("Grandma in 1962") && !is_a_cameras("猫"));
    }
}
