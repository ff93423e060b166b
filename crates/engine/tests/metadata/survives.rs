//! What an edit must not harm: bytes that a maker note points at, XMP behind a marred header, the density of print.

use crate::images::{jpeg_with, segment};
use nomina_engine::metadata::{Plan, rewrite};
use nomina_engine::{Format, Limits, inspect};
use nomina_rules::options::ProcessingOptions;

fn edited(bytes: &[u8], recipe: &ProcessingOptions) -> Vec<u8> {
    let plan = Plan::from_recipe(recipe).expect("a usable recipe");
    rewrite(bytes, Format::Jpeg, &plan, &Limits::default()).expect("a JPEG").bytes
}

fn titled() -> ProcessingOptions {
    ProcessingOptions { add_custom_metadata: true, custom_title: "New title".into(), ..Default::default() }
}

/// The EXIF block of a JPEG.
fn exif(bytes: &[u8]) -> &[u8] {
    let at = bytes.windows(6).position(|start| start == b"Exif\0\0").expect("EXIF") + 6;
    let length = usize::from(u16::from_be_bytes([bytes[at - 8], bytes[at - 7]])) - 8;
    &bytes[at..at + length]
}

fn entry(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A block with an old Olympus note at 60, whose one value of 12 bytes lies at 120, outside of it.
fn olympus() -> Vec<u8> {
    let mut block = b"II*\0\x08\0\0\0\x02\0".to_vec();
    block.extend([entry(0x0112, 3, 1, 1), entry(0x8769, 4, 1, 38), vec![0; 4]].concat());
    block.extend([&1u16.to_le_bytes()[..], &entry(0x927c, 7, 22, 60), &[0; 4]].concat());
    block.resize(60, 0);
    block.extend_from_slice(b"OLYMP\0\x01\0");
    block.extend([&1u16.to_le_bytes()[..], &entry(0x0207, 2, 12, 120)].concat());
    block.resize(120, 0);
    block.extend_from_slice(b"SX756-secret");
    block
}

#[test]
fn what_an_old_maker_note_points_at_stays_where_it_is() {
    let file = jpeg_with(&[segment(0xe1, &[b"Exif\0\0", &olympus()[..]].concat())]);
    let after = edited(&file, &titled());
    let block = exif(&after);
    assert!(has(block, "New title".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>().as_slice()));
    assert_eq!(&block[60..68], b"OLYMP\0\x01\0", "the note");
    assert_eq!(&block[120..132], b"SX756-secret", "its value");
    // And it goes with the note when all goes.
    let bare = ProcessingOptions { remove_metadata: true, preserve_creation_date: false, ..titled() };
    assert!(!has(&edited(&file, &bare), b"SX756"));
}

#[test]
fn xmp_behind_a_marred_header_is_seen_and_goes_when_metadata_goes() {
    let packet = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
                  xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\" photoshop:Headline=\"Harbour\"/></rdf:RDF>";
    let body = [&b"XMP\0://ns.adobe.com/xap/1.0/\0"[..], packet.as_bytes()].concat();
    let file = jpeg_with(&[segment(0xe1, &body)]);
    assert!(inspect(&file, &Limits::default()).expect("a JPEG").has_xmp);
    let after = edited(&file, &titled());
    assert!(has(&after, b"Harbour") && has(&after, b"New title"));
    assert_eq!(after.windows(7).filter(|text| text == b"Harbour").count(), 1, "not twice");
    let bare = ProcessingOptions { remove_metadata: true, ..Default::default() };
    assert!(!has(&edited(&file, &bare), b"Harbour"));
}

#[test]
fn a_kept_date_does_not_contradict_the_density_of_the_file() {
    let mut block = b"II*\0\x08\0\0\0\x01\0".to_vec();
    block.extend([entry(0x8769, 4, 1, 26), vec![0; 4]].concat());
    block.extend([&1u16.to_le_bytes()[..], &entry(0x9003, 2, 20, 44), &[0; 4]].concat());
    block.extend_from_slice(b"2024:08:17 14:30:22\0");
    let mut file = jpeg_with(&[segment(0xe1, &[b"Exif\0\0", &block[..]].concat())]);
    let jfif = file.windows(5).position(|start| start == b"JFIF\0").expect("JFIF");
    file[jfif + 7..jfif + 12].copy_from_slice(&[1, 1, 0x2c, 1, 0x2c]);
    let after = edited(&file, &ProcessingOptions { remove_metadata: true, ..Default::default() });
    let block = exif(&after);
    assert!(has(block, b"2024:08:17 14:30:22"));
    let dots = |dpi: u32| [dpi.to_le_bytes(), 1u32.to_le_bytes()].concat();
    assert!(has(block, &dots(300)) && !has(block, &dots(72)));
}
