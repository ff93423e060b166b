//! Metadata that moves from a source to newly encoded pixels.

use crate::exiftool::Folder;
use crate::images::{self, jpeg_with, segment};
use nomina_engine::metadata::{Existing, Pixels, Plan, Source, embed, extract, read, rewrite};
use nomina_engine::{Format, Limits};
use nomina_rules::options::ProcessingOptions;
use serde_json::{Value, json};

const KEEP: Plan = Plan { existing: Existing::Keep, fields: None, keep_icc: true };
const KEEP_DATE: Plan = Plan { existing: Existing::RemoveKeepDate, ..KEEP };
const UPRIGHT: Pixels = Pixels { width: 16, height: 8, oriented: true };

/// A big-endian camera block: orientation 6, a maker note with a pointer into itself, GPS, dates and a thumbnail.
fn camera() -> Vec<u8> {
    let mut block = Vec::from(*b"MM\0*\0\0\0\x08");
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [&tag.to_be_bytes()[..], &kind.to_be_bytes(), &count.to_be_bytes(), &value].concat()
    };
    let at = |offset: u32| offset.to_be_bytes();
    // IFD0 at 8: 4 entries, then IFD1 at 200.
    block.extend(4u16.to_be_bytes());
    block.extend(entry(0x010f, 2, 6, at(180)));
    block.extend(entry(0x0112, 3, 1, [0, 6, 0, 0]));
    block.extend(entry(0x8769, 4, 1, at(62)));
    block.extend(entry(0x8825, 4, 1, at(120)));
    block.extend(at(200));
    // Exif IFD at 62: 4 entries, ends at 116.
    block.extend(4u16.to_be_bytes());
    block.extend(entry(0x9003, 2, 20, at(230)));
    block.extend(entry(0x9011, 2, 7, at(250)));
    block.extend(entry(0x927c, 7, 24, at(300)));
    block.extend(entry(0x9291, 2, 4, *b"125\0"));
    block.extend(at(0));
    block.resize(120, 0);
    // GPS IFD at 120: one entry.
    block.extend(1u16.to_be_bytes());
    block.extend(entry(0x001d, 2, 11, at(260)));
    block.extend(at(0));
    block.resize(180, 0);
    block.extend(b"Acme!\0");
    block.resize(200, 0);
    // IFD1 at 200: a JPEG thumbnail at 330.
    block.extend(2u16.to_be_bytes());
    block.extend(entry(0x0201, 4, 1, at(330)));
    block.extend(entry(0x0202, 4, 1, at(4)));
    block.extend(at(0));
    block.resize(230, 0);
    block.extend(b"2024:05:01 10:20:30\0+02:00\0\0\0\x002024:05:01\0");
    block.resize(300, 0);
    block.extend(b"SECRET-NOTE counts:\0\0\0\x01\x2c");
    block.resize(330, 0);
    block.extend([0xff, 0xd8, 0xff, 0xd9]);
    block
}

fn xmp(inner: &str) -> Vec<u8> {
    let packet = format!(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
         xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\" xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" \
         xmlns:lr=\"http://ns.adobe.com/lightroom/1.0/\" {inner}</rdf:RDF></x:xmpmeta>"
    );
    [b"http://ns.adobe.com/xap/1.0/\0", packet.as_bytes()].concat()
}

fn camera_jpeg() -> Vec<u8> {
    let exif = segment(0xe1, &[b"Exif\0\0", &camera()[..]].concat());
    let xmp = xmp("tiff:Orientation=\"6\" hdrgm:Version=\"1.0\" lr:hierarchicalSubject=\"kept\"/>");
    let iptc =
        b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08\x1c\x02\x5a\0\x03Ulm8BIM\x03\xed\0\0\0\0\0\x02zz";
    jpeg_with(&[exif, segment(0xe1, &xmp), segment(0xed, iptc), segment(0xfe, b"a comment")])
}

fn carried(format: Format, encoded: Vec<u8>, plan: &Plan) -> Vec<u8> {
    let bytes = camera_jpeg();
    let source = extract(&bytes, Format::Jpeg, &Limits::default());
    embed(encoded, format, Some(&source), plan, UPRIGHT, None).expect("an embedded file").bytes
}

#[test]
fn keeping_carries_everything_but_what_is_untrue_for_new_pixels() {
    let Some(folder) = Folder::new("carry") else { return };
    folder.put("a.jpg", &carried(Format::Jpeg, images::jpeg(), &KEEP));
    folder.put("a.png", &carried(Format::Png, images::png(), &KEEP));
    folder.put("a.webp", &carried(Format::Webp, images::webp(), &KEEP));
    for (name, tags) in folder.tags() {
        let expected = [
            ("IFD0:Make", json!("Acme!")),
            ("IFD0:Orientation", json!("Horizontal (normal)")),
            ("ExifIFD:DateTimeOriginal", json!("2024:05:01 10:20:30")),
            ("ExifIFD:OffsetTimeOriginal", json!("+02:00")),
            ("ExifIFD:SubSecTimeOriginal", json!(125)),
            ("ExifIFD:ExifImageWidth", json!(16)),
            ("GPS:GPSDateStamp", json!("2024:05:01")),
            ("XMP-lr:HierarchicalSubject", json!("kept")),
        ];
        for (tag, value) in expected {
            assert_eq!(tags[tag], value, "{tag} in {name}: {tags:#}");
        }
        for gone in ["IFD1:ThumbnailLength", "XMP-tiff:Orientation", "XMP-hdrgm:Version"] {
            assert_eq!(tags[gone], Value::Null, "{gone} in {name}");
        }
        match name.as_str() {
            "a.jpg" => {
                assert_eq!((&tags["IPTC:City"], &tags["File:Comment"]), (&json!("Ulm"), &json!("a comment")))
            }
            "a.png" => assert_eq!(tags["PNG:Comment"], json!("a comment")),
            _ => {}
        }
    }
}

#[test]
fn a_maker_note_keeps_its_bytes_at_its_offset() {
    for (format, encoded) in
        [(Format::Jpeg, images::jpeg()), (Format::Png, images::png()), (Format::Webp, images::webp())]
    {
        let bytes = carried(format, encoded, &KEEP);
        let source = extract(&bytes, format, &Limits::default());
        let block = source.exif.expect("EXIF");
        assert_eq!(&block[300..324], b"SECRET-NOTE counts:\0\0\0\x01\x2c", "{format}");
        assert!(block.starts_with(b"MM\0*"), "the byte order stays");
    }
}

#[test]
fn keeping_only_the_date_leaves_nothing_else_behind() {
    let bytes = carried(Format::Jpeg, images::jpeg(), &KEEP_DATE);
    let summary = read(&bytes, Format::Jpeg, &Limits::default());
    assert_eq!(summary.taken_at.as_deref(), Some("2024-05-01T10:20:30"));
    assert_eq!(
        (summary.orientation, summary.camera_make, summary.has_xmp, summary.has_iptc),
        (1, None, false, false)
    );
    let Some(folder) = Folder::new("date") else { return };
    folder.put("a.jpg", &bytes);
    let tags = folder.tags();
    assert_eq!(tags["a.jpg"]["ExifIFD:SubSecTimeOriginal"], json!(125));
    assert_eq!(tags["a.jpg"]["ExifIFD:OffsetTimeOriginal"], json!("+02:00"));
    assert_eq!(folder.complaints(), [""; 0]);
}

#[test]
fn a_date_that_is_only_in_xmp_iptc_or_png_survives_removal() {
    let only_xmp = jpeg_with(&[segment(0xe1, &xmp("xmp:CreateDate=\"2019-08-07T06:05:04-03:00\"/>"))]);
    let iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x1d\x1c\x02\x37\0\x0820190807\x1c\x02\x3c\0\x0b060504-0300\0";
    let only_iptc = jpeg_with(&[segment(0xed, iptc)]);
    let time = images::chunk(b"tEXt", b"Creation Time\x002019-08-07T06:05:04");
    let only_text = images::insert(&images::png(), 33, &time);
    let stamp = images::chunk(b"tIME", &[0x07, 0xe3, 8, 7, 6, 5, 4]);
    let only_time = images::insert(&images::png(), 33, &stamp);
    for (bytes, format) in [
        (only_xmp, Format::Jpeg),
        (only_iptc, Format::Jpeg),
        (only_text, Format::Png),
        (only_time, Format::Png),
    ] {
        let before = read(&bytes, format, &Limits::default());
        assert_eq!(before.taken_at.as_deref(), Some("2019-08-07T06:05:04"));
        let after = rewrite(&bytes, format, &KEEP_DATE, &Limits::default()).unwrap().bytes;
        let summary = read(&after, format, &Limits::default());
        assert_eq!(summary.taken_at.as_deref(), Some("2019-08-07T06:05:04"));
        assert_eq!((summary.has_exif, summary.has_xmp, summary.has_iptc), (true, false, false));
    }
}

#[test]
fn a_bare_year_survives_in_xmp_because_exif_cannot_say_it() {
    let bytes = jpeg_with(&[segment(0xe1, &xmp("photoshop:DateCreated=\"1931\"/>"))]);
    let after = rewrite(&bytes, Format::Jpeg, &KEEP_DATE, &Limits::default()).unwrap().bytes;
    let dates = extract(&after, Format::Jpeg, &Limits::default()).dates();
    assert_eq!(dates.original.map(|d| (d.year, d.month)), Some((1931, 0)));
}

#[test]
fn custom_fields_join_what_was_there() {
    let recipe = ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "New".into(),
        custom_location: "Here".into(),
        ..Default::default()
    };
    let plan = Plan::from_recipe(&recipe).unwrap();
    let bytes = rewrite(&camera_jpeg(), Format::Jpeg, &plan, &Limits::default()).unwrap().bytes;
    let Some(folder) = Folder::new("join") else { return };
    folder.put("a.jpg", &bytes);
    let tags = folder.tags();
    let tags = &tags["a.jpg"];
    for (tag, value) in [
        ("IFD0:Make", json!("Acme!")),
        ("IFD0:Orientation", json!("Rotate 90 CW")),
        ("IFD0:XPTitle", json!("New")),
        ("IFD1:ThumbnailLength", json!(4)),
        ("XMP-dc:Title", json!("New")),
        ("XMP-tiff:Orientation", json!("Rotate 90 CW")),
        ("XMP-hdrgm:Version", json!(1.0)),
        ("XMP-lr:HierarchicalSubject", json!("kept")),
        ("IPTC:City", json!("Ulm")),
        ("IPTC:Sub-location", json!("Here")),
        ("File:Comment", json!("a comment")),
    ] {
        assert_eq!(tags[tag], value, "{tag}: {tags:#}");
    }
}

#[test]
fn a_colour_profile_of_many_segments_comes_back_whole() {
    let mut profile = vec![0u8; 150_000];
    let length = (profile.len() as u32).to_be_bytes();
    profile[..4].copy_from_slice(&length);
    profile[36..40].copy_from_slice(b"acsp");
    profile.iter_mut().enumerate().skip(200).for_each(|(i, byte)| *byte = (i * 7 % 251) as u8);
    for (format, encoded) in [
        (Format::Jpeg, images::jpeg()),
        (Format::Png, images::png()),
        (Format::Webp, images::webp_with_alpha()),
    ] {
        let written = embed(encoded, format, None, &KEEP, UPRIGHT, Some(&profile)).unwrap().bytes;
        let source = extract(&written, format, &Limits::default());
        assert!(source.icc.as_deref() == Some(&profile[..]), "{format}");
        assert!(read(&written, format, &Limits::default()).icc.is_some());
    }
}

#[test]
fn nothing_to_say_means_the_encoders_own_bytes() {
    let written =
        embed(images::jpeg(), Format::Jpeg, Some(&Source::default()), &KEEP, UPRIGHT, None).unwrap();
    assert_eq!(written.bytes, images::jpeg());
    let same = rewrite(&camera_jpeg(), Format::Jpeg, &KEEP, &Limits::default()).unwrap();
    assert_eq!(same.bytes, camera_jpeg());
}

#[test]
fn iptc_and_png_texts_move_to_xmp_where_the_new_format_has_no_place_for_them() {
    let iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x14\x1c\x02\x05\0\x03Fox\x1c\x02\x19\0\x07red fur";
    let bytes = jpeg_with(&[segment(0xed, iptc)]);
    let source = extract(&bytes, Format::Jpeg, &Limits::default());
    let webp = embed(images::webp(), Format::Webp, Some(&source), &KEEP, UPRIGHT, None).unwrap().bytes;
    let packet = extract(&webp, Format::Webp, &Limits::default()).xmp.expect("XMP").into_owned();
    let packet = String::from_utf8(packet).unwrap();
    assert!(packet.contains(">Fox<") && packet.contains("<rdf:li>red fur</rdf:li>"), "{packet}");

    let text = images::chunk(b"tEXt", b"Title\0Owl");
    let bytes = images::insert(&images::png(), 33, &text);
    let source = extract(&bytes, Format::Png, &Limits::default());
    let jpeg = embed(images::jpeg(), Format::Jpeg, Some(&source), &KEEP, UPRIGHT, None).unwrap().bytes;
    assert_eq!(read(&jpeg, Format::Jpeg, &Limits::default()).title.as_deref(), Some("Owl"));
}

/// A camera block whose preview is stored as samples: 4 x 2 in RGB, in two strips that do not touch.
fn with_samples() -> Vec<u8> {
    let mut block = Vec::from(*b"II*\0\x08\0\0\0");
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    block.extend(1u16.to_le_bytes());
    block.extend(entry(0x0112, 3, 1, 1));
    block.extend(26u32.to_le_bytes());
    let tags = [
        (0x0100, 3, 1, 4),
        (0x0101, 3, 1, 2),
        (0x0103, 3, 1, 1),
        (0x0106, 3, 1, 2),
        (0x0111, 4, 2, 150),
        (0x0115, 3, 1, 3),
        (0x0116, 3, 1, 1),
        (0x0117, 4, 2, 158),
    ];
    block.extend((tags.len() as u16).to_le_bytes());
    tags.iter().for_each(|&(tag, kind, count, value)| block.extend(entry(tag, kind, count, value)));
    block.resize(150, 0);
    [170u32, 190, 12, 12].iter().for_each(|number| block.extend(number.to_le_bytes()));
    block.resize(170, 0);
    block.extend(1..=12);
    block.resize(190, 0);
    block.extend(13..=24);
    block
}

#[test]
fn a_preview_that_is_stored_as_samples_survives_a_new_title() {
    let file = jpeg_with(&[segment(0xe1, &[b"Exif\0\0", &with_samples()[..]].concat())]);
    let recipe =
        ProcessingOptions { add_custom_metadata: true, custom_title: "T".into(), ..Default::default() };
    let plan = Plan::from_recipe(&recipe).expect("a usable recipe");
    let written = rewrite(&file, Format::Jpeg, &plan, &Limits::default()).expect("an edited file").bytes;
    let samples: Vec<u8> = (1..=24).collect();
    assert!(written.windows(24).any(|window| window == samples), "both strips, one behind the other");
    let exif = extract(&written, Format::Jpeg, &Limits::default()).exif.expect("a block").into_owned();
    let at = |tag: u16| {
        let wanted = tag.to_le_bytes();
        let entry = exif.windows(12).find(|entry| entry[..2] == wanted && entry[4..8] == [1, 0, 0, 0]);
        let value = entry.expect("the entry")[8..].first_chunk().copied().expect("four bytes");
        u32::from_le_bytes(value) as usize
    };
    assert_eq!((at(0x0117), at(0x0116)), (24, 2));
    assert_eq!(exif[at(0x0111)..][..24], samples);
}
