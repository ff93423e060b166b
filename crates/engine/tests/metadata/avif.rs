//! Metadata of AVIF, which has tables of its own: an image is encoded for each case, and encoding takes long.

use crate::exiftool::Folder;
use crate::images;
use nomina_engine::metadata::{Existing, Pixels, Plan, embed, extract, rewrite};
use nomina_engine::{Assets, Format, Limits, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use serde_json::{Value, json};

/// Written by libavif, turned by its own box, with EXIF.
const TURNED: &[u8] = include_bytes!("../fixtures/quarters-turned.avif");
const ALPHA: &[u8] = include_bytes!("../fixtures/quarters-alpha.avif");

fn titled() -> ProcessingOptions {
    ProcessingOptions {
        add_custom_metadata: true,
        custom_title: "Näme \u{1f980}".into(),
        custom_author: "Zoë Ångström; 李雷".into(),
        custom_keywords: "sea, crab".into(),
        custom_latitude: "52.5".into(),
        custom_longitude: "13.4".into(),
        custom_rating: 4,
        ..ProcessingOptions::default()
    }
}

fn run(bytes: &[u8], recipe: &ProcessingOptions) -> Vec<u8> {
    process(bytes, recipe, &Assets::default(), &Limits::default(), &|_| false).expect("a result").bytes
}

/// The coded images of a file, one after another: the content of its `mdat`, up to what follows them.
fn coded(bytes: &[u8]) -> &[u8] {
    let at = bytes.windows(4).position(|name| name == b"mdat").expect("data") + 4;
    let length = u32::from_be_bytes(bytes[at - 8..at - 4].try_into().expect("four bytes")) as usize - 8;
    &bytes[at..at + length]
}

#[test]
fn fields_are_written_into_new_and_existing_files_where_exiftool_finds_them() {
    let Some(folder) = Folder::new("avif") else { return };
    let convert = ProcessingOptions { convert_format: true, output_format: OutputFormat::Avif, ..titled() };
    folder.put("converted.avif", &run(&images::png(), &convert));
    let edited = run(TURNED, &titled());
    folder.put("edited.avif", &edited);
    folder.put("alpha.avif", &run(ALPHA, &titled()));
    let tags = folder.tags();
    assert_eq!(tags.len(), 3);
    for (name, tags) in &tags {
        for (tag, value) in [
            ("XMP-dc:Title", json!("Näme \u{1f980}")),
            ("XMP-dc:Creator", json!(["Zoë Ångström", "李雷"])),
            ("XMP-dc:Subject", json!(["sea", "crab"])),
            ("IFD0:Artist", json!("Zoë Ångström; 李雷")),
            ("XMP-xmp:Rating", json!(4)),
            ("Composite:GPSPosition", json!("52 deg 30' 0.00\" N, 13 deg 24' 0.00\" E")),
        ] {
            assert_eq!(tags[tag], value, "{tag} in {name}: {tags:#}");
        }
    }
    let edited_tags = &tags["edited.avif"];
    assert_eq!(edited_tags["IFD0:Make"], json!("Nomina"), "the old fields stay");
    assert_eq!(folder.complaints(), [""; 0]);
    assert_eq!(inspect(&edited, &Limits::default()).expect("headers").orientation, 6);
}

#[test]
fn an_edit_copies_the_coded_image() {
    for file in [TURNED, ALPHA] {
        let edited = run(file, &titled());
        let once_more = run(&edited, &ProcessingOptions { remove_metadata: true, ..Default::default() });
        for made in [&edited, &once_more] {
            let pixels =
                nomina_engine::formats::heif::Container::open(file, &Limits::default()).expect("boxes");
            let kept =
                nomina_engine::formats::heif::Container::open(made, &Limits::default()).expect("boxes");
            let id = pixels.main.tiles[0];
            assert_eq!(kept.data(id).expect("data"), pixels.data(id).expect("data"));
            assert_eq!((kept.orientation, kept.crop), (pixels.orientation, pixels.crop));
            assert_eq!(kept.alpha.is_some(), pixels.alpha.is_some());
        }
        assert!(
            !once_more.windows(6).any(|text| text == b"Nomina")
                && !once_more.windows(4).any(|t| t == b"Exif")
        );
        assert!(coded(&once_more).len() <= coded(&edited).len());
    }
}

#[test]
fn a_profile_is_set_and_taken_away_again() {
    let icc = made_profile();
    let plan = Plan { existing: Existing::Keep, fields: None, keep_icc: true };
    let pixels = Pixels { width: 64, height: 48, oriented: true };
    let with = embed(ALPHA.to_vec(), Format::Avif, None, &plan, pixels, Some(&icc)).expect("a file").bytes;
    assert_eq!(extract(&with, Format::Avif, &Limits::default()).icc.as_deref(), Some(&icc[..]));
    let bare = Plan { existing: Existing::Remove, fields: None, keep_icc: false };
    let without = rewrite(&with, Format::Avif, &bare, &Limits::default()).expect("a file").bytes;
    assert_eq!(extract(&without, Format::Avif, &Limits::default()).icc, None);
    assert!(!without.windows(4).any(|text| text == b"acsp"));
    let Some(folder) = Folder::new("avif-profile") else { return };
    folder.put("with.avif", &with);
    folder.put("without.avif", &without);
    let tags = folder.tags();
    assert_eq!(tags["with.avif"]["ICC-header:ColorSpaceData"], json!("RGB "));
    assert_eq!(tags["without.avif"]["ICC-header:ColorSpaceData"], Value::Null);
    assert_eq!(folder.complaints(), [""; 0]);
}

fn made_profile() -> Vec<u8> {
    // Display P3 by its code points.
    nomina_engine::colour::code_point_profile((12, 13)).expect("a profile").0
}

#[test]
fn a_sequence_of_frames_is_not_edited_but_becomes_a_still() {
    // The box of a film, empty: enough to know that places in the file matter.
    let sequence = [TURNED, b"\0\0\0\x08moov"].concat();
    assert!(
        rewrite(&sequence, Format::Avif, &Plan::from_recipe(&titled()).expect("a plan"), &Limits::default())
            .is_err()
    );
    let output =
        process(&sequence, &titled(), &Assets::default(), &Limits::default(), &|_| false).expect("a result");
    assert!(output.facts.reencoded && output.facts.format == Format::Avif);
    assert!(output.facts.warnings.iter().any(|w| w.contains("still image")), "{:?}", output.facts.warnings);
}

/// Thousands of items that share the same bytes must not become thousands of copies.
#[test]
fn items_that_share_their_bytes_are_refused() {
    let mut file = ALPHA.to_vec();
    let place = file.windows(4).position(|name| name == b"iloc").expect("places");
    let length = file.len() as u32;
    // Every extent of the list: from the start of the file to its end.
    let (items, mut at) = (u16::from_be_bytes([file[place + 10], file[place + 11]]), place + 12);
    for _ in 0..items {
        at += 6;
        file[at..at + 8].copy_from_slice(&[[0; 4], length.to_be_bytes()].concat());
        at += 8;
    }
    let plan = Plan::from_recipe(&titled()).expect("a plan");
    assert!(rewrite(&file, Format::Avif, &plan, &Limits::default()).is_err());
}
