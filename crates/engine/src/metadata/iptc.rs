//! IPTC-IIM, the records inside JPEG's APP13: read, and merged with the user's fields as UTF-8.

use super::dates::{Dates, Stamp};
use super::plan::Fields;
use super::text;

/// Says "the text is UTF-8" (1:90).
const UTF8_MARK: &[u8] = b"\x1b%G";
const MAX_DATASETS: usize = 10_000;

/// Application-record dataset numbers with the standard's length limits in bytes.
mod dataset {
    pub(super) const OBJECT_NAME: (u8, usize) = (5, 64);
    pub(super) const SUPPLEMENTAL_CATEGORY: (u8, usize) = (20, 32);
    pub(super) const KEYWORDS: (u8, usize) = (25, 64);
    pub(super) const DATE_CREATED: u8 = 55;
    pub(super) const TIME_CREATED: u8 = 60;
    pub(super) const DIGITAL_DATE: u8 = 62;
    pub(super) const DIGITAL_TIME: u8 = 63;
    pub(super) const BY_LINE: (u8, usize) = (80, 32);
    pub(super) const SUB_LOCATION: (u8, usize) = (92, 32);
    pub(super) const HEADLINE: (u8, usize) = (105, 256);
    pub(super) const SOURCE: (u8, usize) = (115, 32);
    pub(super) const COPYRIGHT: (u8, usize) = (116, 128);
    pub(super) const CAPTION: (u8, usize) = (120, 2000);
}

/// One dataset: record, number, value.
type Dataset<'a> = (u8, u8, &'a [u8]);

/// How the texts of a block are read: as UTF-8 where they are, else as what the block as a whole looks like.
fn reader(datasets: &[Dataset<'_>]) -> fn(&[u8]) -> String {
    let texts = datasets.iter().filter(|d| d.0 == 2 && d.1 != 0).map(|d| d.2);
    if text::looks_like_mac(texts) { text::decode_mac } else { text::decode }
}

/// The datasets in their order, until the first that is damaged.
pub(super) fn parse(block: &[u8]) -> Vec<Dataset<'_>> {
    let mut found = Vec::new();
    let mut rest = block;
    while let [0x1c, record, number, high, low, tail @ ..] = rest {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        // A set top bit announces a longer length field: values beyond 32 KB, which no text has.
        if length > 0x7fff || length > tail.len() || found.len() == MAX_DATASETS {
            break;
        }
        let (value, after) = tail.split_at(length);
        found.push((*record, *number, value));
        rest = after;
    }
    found
}

pub(super) fn title(block: &[u8]) -> Option<String> {
    value(&parse(block), dataset::OBJECT_NAME.0)
}

pub(super) fn dates(block: &[u8]) -> Dates {
    let datasets = parse(block);
    let stamp = |date, time| Stamp::from_iptc(&value(&datasets, date)?, value(&datasets, time).as_deref());
    Dates {
        original: stamp(dataset::DATE_CREATED, dataset::TIME_CREATED),
        created: stamp(dataset::DIGITAL_DATE, dataset::DIGITAL_TIME),
        modified: None,
    }
}

/// Gives all texts of a dataset of the application record.
pub(super) fn texts(block: &[u8]) -> impl Fn(u8) -> Vec<String> {
    let datasets = parse(block);
    let decode = reader(&datasets);
    move |number| {
        let found = datasets.iter().filter(|d| d.0 == 2 && d.1 == number);
        found.map(|d| text::clean(&decode(d.2))).filter(|text| !text.is_empty()).collect()
    }
}

/// The fields that have a place elsewhere, too.
pub(super) fn fields(block: &[u8]) -> Fields {
    let datasets = parse(block);
    let one = |(number, _): (u8, usize)| value(&datasets, number).unwrap_or_default();
    let texts = texts(block);
    let all = |(number, _): (u8, usize)| texts(number);
    Fields {
        title: one(dataset::OBJECT_NAME),
        authors: all(dataset::BY_LINE),
        description: one(dataset::CAPTION),
        keywords: all(dataset::KEYWORDS),
        subject: one(dataset::HEADLINE),
        location: one(dataset::SUB_LOCATION),
        copyright: one(dataset::COPYRIGHT),
        source: one(dataset::SOURCE),
        ..Fields::default()
    }
}

/// The block with the user's fields in place of the old values; texts of the old block become UTF-8. The old block itself
/// when no field has a place here.
pub(super) fn merge(existing: Option<&[u8]>, fields: &Fields) -> Option<Vec<u8>> {
    let new = datasets_of(fields);
    if new.is_empty() {
        return existing.map(<[u8]>::to_vec);
    }
    let old = parse(existing.unwrap_or_default());
    let utf8 = old.iter().any(|d| d.0 == 1 && d.1 == 90 && d.2 == UTF8_MARK);
    let decode = reader(&old);
    let mut out = Vec::new();
    for (_, number, value) in old.iter().filter(|d| d.0 == 1 && d.1 < 90) {
        push(&mut out, 1, *number, value);
    }
    push(&mut out, 1, 90, UTF8_MARK);
    push(&mut out, 2, 0, &[0, 4]);
    for (_, number, value) in old.iter().filter(|d| d.0 == 2 && d.1 != 0) {
        if !new.iter().any(|(replaced, _)| replaced == number) {
            let text = if utf8 { value.to_vec() } else { decode(value).into_bytes() };
            push(&mut out, 2, *number, &text);
        }
    }
    for (number, value) in &new {
        push(&mut out, 2, *number, value.as_bytes());
    }
    Some(out)
}

fn datasets_of(fields: &Fields) -> Vec<(u8, &str)> {
    let category = fields.category.unwrap_or_default();
    let single = [
        (dataset::OBJECT_NAME, fields.title.as_str()),
        (dataset::SUPPLEMENTAL_CATEGORY, category),
        (dataset::SUB_LOCATION, &fields.location),
        (dataset::HEADLINE, &fields.subject),
        (dataset::SOURCE, &fields.source),
        (dataset::COPYRIGHT, &fields.copyright),
        (dataset::CAPTION, &fields.description),
    ];
    let keywords = fields.keywords.iter().map(|word| (dataset::KEYWORDS, word.as_str()));
    let authors = fields.authors.iter().map(|name| (dataset::BY_LINE, name.as_str()));
    let all = single.into_iter().chain(keywords).chain(authors);
    all.filter(|(_, value)| !value.is_empty())
        .map(|((number, most), value)| (number, text::shorten(value, most)))
        .collect()
}

fn push(out: &mut Vec<u8>, record: u8, number: u8, value: &[u8]) {
    let value = &value[..value.len().min(0x7fff)];
    out.extend([0x1c, record, number]);
    out.extend((value.len() as u16).to_be_bytes());
    out.extend_from_slice(value);
}

fn value(datasets: &[Dataset<'_>], number: u8) -> Option<String> {
    let found = datasets.iter().find(|d| d.0 == 2 && d.1 == number)?;
    let text = text::clean(&reader(datasets)(found.2));
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_latin_1_values_become_utf8_and_stay_unless_replaced() {
        let mut old = Vec::new();
        push(&mut old, 2, 0, &[0, 2]);
        push(&mut old, 2, 90, b"Z\xfcrich");
        push(&mut old, 2, 5, b"old");
        let fields = Fields { title: "new".into(), ..Fields::default() };
        let merged = merge(Some(&old), &fields).unwrap();
        assert_eq!(value(&parse(&merged), 90).unwrap(), "Z\u{fc}rich");
        assert_eq!(title(&merged).unwrap(), "new");
        assert_eq!(parse(&merged).iter().filter(|d| d.1 == 5).count(), 1);
    }

    #[test]
    fn values_are_cut_to_the_standards_length_between_characters() {
        let fields = Fields { authors: vec!["\u{e9}".repeat(40)], ..Fields::default() };
        let merged = merge(None, &fields).unwrap();
        assert_eq!(value(&parse(&merged), 80).unwrap(), "\u{e9}".repeat(16));
    }

    #[test]
    fn a_damaged_end_keeps_what_came_before() {
        assert_eq!(parse(b"\x1c\x02\x05\0\x02hi\x1c\x02\x19\0\xffx"), [(2, 5, &b"hi"[..])]);
        assert!(parse(b"\x1c\x02\x05\xff\xff").is_empty());
    }

    #[test]
    fn old_macroman_values_become_utf8() {
        let mut old = Vec::new();
        push(&mut old, 2, 0, &[0, 2]);
        push(&mut old, 2, 90, b"Z\x9frich");
        push(&mut old, 2, 120, b"Un caf\x8e \x88 la gare");
        let fields = Fields { title: "new".into(), ..Fields::default() };
        let merged = merge(Some(&old), &fields).unwrap();
        assert_eq!(value(&parse(&merged), 90).unwrap(), "Z\u{fc}rich");
        assert_eq!(value(&parse(&merged), 120).unwrap(), "Un caf\u{e9} \u{e0} la gare");
    }
}
