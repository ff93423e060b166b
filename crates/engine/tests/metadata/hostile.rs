//! Files that were made to hurt: every one ends in a result or a clean error that is not much larger than the file. One that
//! would never end is ended by the runner (.config/nextest.toml).

use crate::images::{self, chunk, insert, jpeg_with, segment};
use nomina_engine::metadata::{Existing, Pixels, Plan, embed, extract, read, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;

const REMOVE: Plan = Plan { existing: Existing::Remove, fields: None, keep_icc: true };
const KEEP: Plan = Plan { existing: Existing::Keep, ..REMOVE };
const PIXELS: Pixels = Pixels { width: 16, height: 8, oriented: true };

fn titled() -> Plan {
    let recipe =
        ProcessingOptions { add_custom_metadata: true, custom_title: "T".into(), ..Default::default() };
    Plan::from_recipe(&recipe).expect("a usable recipe")
}

/// Everything the module can do with a file; the largest result's size.
pub(crate) fn exercise(bytes: &[u8], format: Format) -> usize {
    let limits = Limits::default();
    let _ = read(bytes, format, &limits);
    let source = extract(bytes, format, &limits);
    let mut largest = 0;
    for plan in [&REMOVE, &Plan { existing: Existing::RemoveKeepDate, ..REMOVE }, &titled()] {
        if let Ok(written) = rewrite(bytes, format, plan, &limits) {
            largest = largest.max(written.bytes.len());
        }
    }
    for (target, encoded) in
        [(Format::Jpeg, images::jpeg()), (Format::Png, images::png()), (Format::Webp, images::webp())]
    {
        let written = embed(encoded, target, Some(&source), &KEEP, PIXELS, source.icc.as_deref());
        largest = largest.max(written.expect("our own pixels can always be written").bytes.len());
    }
    largest
}

/// No result may be larger than a few times what came in.
fn is_harmless(name: &str, bytes: &[u8], format: Format) {
    let largest = exercise(bytes, format);
    assert!(largest <= 3 * bytes.len() + (64 << 10), "{name}: {} bytes became {largest}", bytes.len());
}

/// No file that is made from this one has XMP, although everything was to be kept.
fn leaves_no_xmp(name: &str, bytes: &[u8], format: Format) {
    let limits = Limits::default();
    let source = extract(bytes, format, &limits);
    assert!(source.xmp.is_some(), "{name}: the file has XMP");
    for (target, encoded) in
        [(Format::Jpeg, images::jpeg()), (Format::Png, images::png()), (Format::Webp, images::webp())]
    {
        let written = embed(encoded, target, Some(&source), &KEEP, PIXELS, None).expect("our own pixels");
        assert!(extract(&written.bytes, target, &limits).xmp.is_none(), "{name} in {target:?}");
    }
}

fn in_png(exif: &[u8]) -> Vec<u8> {
    insert(&images::png(), 33, &chunk(b"eXIf", exif))
}

fn in_jpeg(exif: &[u8]) -> Vec<u8> {
    jpeg_with(&[segment(0xe1, &[b"Exif\0\0", exif].concat())])
}

fn entry(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
}

#[test]
fn values_that_all_point_at_the_same_bytes_do_not_multiply() {
    let mut block = b"II*\0\x08\0\0\0".to_vec();
    block.extend(4000u16.to_le_bytes());
    for tag in 0..4000u16 {
        block.extend(entry(tag + 1, 7, 1 << 20, 8));
    }
    block.extend([0; 4]);
    block.resize(2 << 20, 7);
    is_harmless("overlapping values", &in_png(&block), Format::Png);
    block.truncate(60_000);
    is_harmless("overlapping values", &in_jpeg(&block), Format::Jpeg);
}

#[test]
fn directories_that_point_at_each_other_end() {
    let mut block = b"II*\0\x08\0\0\0\x03\0".to_vec();
    for tag in [0x8769, 0x8825, 0xa005] {
        block.extend(entry(tag, 4, 1, 8));
    }
    block.extend(8u32.to_le_bytes());
    is_harmless("a loop", &in_jpeg(&block), Format::Jpeg);
    let mut chain = b"II*\0\x08\0\0\0".to_vec();
    while chain.len() < 60_000 {
        let next = chain.len() as u32 + 18;
        chain.extend([&1u16.to_le_bytes()[..], &entry(0x8769, 4, 1, next), &next.to_le_bytes()].concat());
    }
    is_harmless("a chain", &in_jpeg(&chain), Format::Jpeg);
    let far = [&b"II*\0\x08\0\0\0\x01\0"[..], &entry(0x927c, 7, u32::MAX, u32::MAX), &[0xff; 4]].concat();
    is_harmless("far offsets", &in_jpeg(&far), Format::Jpeg);
}

#[test]
fn a_maker_note_far_behind_does_not_blow_up_the_block() {
    let mut block = b"II*\0\x08\0\0\0\x01\0".to_vec();
    block.extend(entry(0x8769, 4, 1, 26));
    block.extend([0; 4]);
    block.extend([&1u16.to_le_bytes()[..], &entry(0x927c, 7, 100, 65_000), &[0; 4]].concat());
    block.resize(65_100, 1);
    is_harmless("a far maker note", &in_jpeg(&block), Format::Jpeg);
}

#[test]
fn compressed_chunks_do_not_inflate_beyond_the_limits() {
    let zeros = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0u8; 64 << 20], 6);
    let limits = Limits::default();
    for (name, body) in [
        ("iCCP", [b"x\0\0", &zeros[..]].concat()),
        ("zTXt", [b"Raw profile type exif\0\0", &zeros[..]].concat()),
        ("iTXt", [b"XML:com.adobe.xmp\0\x01\0\0\0", &zeros[..]].concat()),
    ] {
        let kind: &[u8; 4] = name.as_bytes().try_into().expect("four letters");
        let bytes = insert(&images::png(), 33, &chunk(kind, &body));
        is_harmless(name, &bytes, Format::Png);
        let source = extract(&bytes, Format::Png, &limits);
        assert!(source.icc.is_none() && source.exif.is_none() && source.xmp.is_none(), "{name}");
    }
}

#[test]
fn many_small_bombs_share_the_limit_of_one() {
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b'a'; 7 << 20], 6);
    let texts: Vec<u8> =
        (0..500).flat_map(|i| chunk(b"zTXt", &[format!("k{i}\0\0").as_bytes(), &packed].concat())).collect();
    let bytes = insert(&images::png(), 33, &texts);
    let source = extract(&bytes, Format::Png, &Limits::default());
    let total: usize = source.texts.iter().map(|(_, text)| text.len()).sum();
    assert!(total <= Limits::default().metadata_bytes, "{total} bytes of text");
}

#[test]
fn xml_bombs_are_neither_parsed_nor_carried() {
    let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"";
    let attributes: String = (0..6000).map(|i| format!(" a{i}=\"\"")).collect();
    let nested = format!("{}{}", "<a>".repeat(9000), "</a>".repeat(9000));
    let spaces: String = (0..2000).map(|i| format!("<a xmlns:n{i}=\"u{i}\">")).collect();
    let entities =
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]><x>&b;</x>".to_owned();
    for (name, body) in [
        ("attributes", format!("<rdf:RDF {rdf}><rdf:Description{attributes}/></rdf:RDF>")),
        ("nested", format!("<rdf:RDF {rdf}>{nested}</rdf:RDF>")),
        ("namespaces", spaces),
        ("entities", entities),
        ("not text", "\u{fffd}".repeat(1000)),
    ] {
        let packet = [b"http://ns.adobe.com/xap/1.0/\0", body.as_bytes()].concat();
        let small = jpeg_with(&[segment(0xe1, &packet[..packet.len().min(65_000)])]);
        is_harmless(name, &small, Format::Jpeg);
        leaves_no_xmp(name, &small, Format::Jpeg);
        let large = chunk(b"iTXt", &[b"XML:com.adobe.xmp\0\0\0\0\0", body.repeat(20).as_bytes()].concat());
        let large = insert(&images::png(), 33, &large);
        is_harmless(name, &large, Format::Png);
        leaves_no_xmp(name, &large, Format::Png);
    }
}

#[test]
fn floods_of_segments_chunks_and_blocks_are_refused_or_pass() {
    let comments = segment(0xfe, b"").repeat(1_000_000);
    is_harmless("JPEG segments", &insert(&images::jpeg(), 20, &comments), Format::Jpeg);
    let empty = chunk(b"tEXt", b"").repeat(300_000);
    is_harmless("PNG chunks", &insert(&images::png(), 33, &empty), Format::Png);
    let mut webp = [&images::webp()[..], &b"junk\0\0\0\0".repeat(300_000)].concat();
    let size = (webp.len() as u32 - 8).to_le_bytes();
    webp[4..8].copy_from_slice(&size);
    is_harmless("RIFF chunks", &webp, Format::Webp);
    let at = images::gif().len() - 1;
    is_harmless("GIF blocks", &insert(&images::gif(), at, &b"\x21\xfe\0".repeat(500_000)), Format::Gif);
    is_harmless(
        "IPTC",
        &jpeg_with(&[segment(
            0xed,
            &[b"Photoshop 3.0\0", &b"8BIM\x04\x04\0\0\0\0\0\0".repeat(5000)[..]].concat(),
        )]),
        Format::Jpeg,
    );
}
