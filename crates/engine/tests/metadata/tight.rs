//! What does not fit into a JPEG's segments is left out with a sentence, the user's own words never.

use crate::exiftool::Folder;
use crate::images::{self, jpeg_with, segment};
use nomina_engine::metadata::{Existing, Pixels, Plan, Source, Written, embed, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;
use serde_json::json;
use std::borrow::Cow;

fn long_title() -> Plan {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "long ".repeat(2000),
        ..Default::default()
    };
    Plan::from_recipe(&recipe).expect("a usable recipe")
}

/// A block of one maker note (at its end) of `length` bytes.
fn exif_with_note(length: u32) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let mut block = b"II*\0\x08\0\0\0\x02\0".to_vec();
    block.extend([entry(0x0112, 3, 1, 6), entry(0x8769, 4, 1, 38), vec![0; 4]].concat());
    block.extend([&1u16.to_le_bytes()[..], &entry(0x927c, 7, length, 56), &[0; 4]].concat());
    block.resize(56 + length as usize, b'n');
    block
}

fn xmp_of(length: usize) -> Vec<u8> {
    let start = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
                 xmlns:q=\"urn:q\"><q:note>";
    let end = "</q:note></rdf:Description></rdf:RDF>";
    format!("{start}{}{end}", "x".repeat(length)).into_bytes()
}

fn has_title(name: &str, written: &Written) {
    let Some(folder) = Folder::new(name) else { return };
    folder.put("a.jpg", &written.bytes);
    let tags = folder.tags();
    let title = json!("long ".repeat(2000).trim());
    assert_eq!(tags["a.jpg"]["XMP-dc:Title"], title);
    assert_eq!(tags["a.jpg"]["IFD0:XPTitle"], title);
    assert_eq!(folder.complaints(), [""; 0]);
}

#[test]
fn a_maker_note_gives_way_to_the_users_words() {
    let bytes = jpeg_with(&[segment(0xe1, &[b"Exif\0\0", &exif_with_note(64_000)[..]].concat())]);
    let written = rewrite(&bytes, Format::Jpeg, &long_title(), &Limits::default()).unwrap();
    assert_eq!(written.warnings, ["The camera's own notes did not fit into the file and were left out."]);
    has_title("tight-exif", &written);
    let summary = nomina_engine::metadata::read(&written.bytes, Format::Jpeg, &Limits::default());
    assert_eq!(summary.orientation, 6, "the rest of the block is still there");
}

#[test]
fn an_old_packet_gives_way_to_the_users_words() {
    let bytes =
        jpeg_with(&[segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", &xmp_of(60_000)[..]].concat())]);
    let written = rewrite(&bytes, Format::Jpeg, &long_title(), &Limits::default()).unwrap();
    assert_eq!(written.warnings, ["The old XMP data did not fit into the file and was left out."]);
    has_title("tight-xmp", &written);
}

#[test]
fn blocks_from_formats_without_bounds_are_left_out_of_a_jpeg() {
    let source = Source {
        exif: Some(Cow::Owned(exif_with_note(300_000))),
        xmp: Some(Cow::Owned(xmp_of(300_000))),
        ..Source::default()
    };
    let keep = Plan { existing: Existing::Keep, fields: None, keep_icc: true };
    let pixels = Pixels { width: 16, height: 8, oriented: true };
    let written = embed(images::jpeg(), Format::Jpeg, Some(&source), &keep, pixels, None).unwrap();
    assert_eq!(written.warnings.len(), 2, "{:?}", written.warnings);
    assert!(written.bytes.len() < 2000);
    let webp = embed(images::webp(), Format::Webp, Some(&source), &keep, pixels, None).unwrap();
    assert_eq!(webp.warnings, [""; 0]);
    assert!(webp.bytes.len() > 600_000);
}
