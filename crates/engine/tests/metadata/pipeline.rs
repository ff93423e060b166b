//! The whole way of an image: what the recipe says about metadata is what other programs find in the result.

use crate::exiftool::Folder;
use crate::images::{self, jpeg_with, segment};
use nomina_engine::{Assets, Format, Limits, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use serde_json::{Value, json};

/// Orientation 6, a camera and a date, little endian.
fn camera_jpeg() -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let mut block = b"II*\0\x08\0\0\0\x03\0".to_vec();
    block.extend(
        [entry(0x010f, 2, 6, 68), entry(0x0112, 3, 1, 6), entry(0x8769, 4, 1, 50), vec![0; 4]].concat(),
    );
    block.extend([&1u16.to_le_bytes()[..], &entry(0x9003, 2, 20, 74), &[0; 4]].concat());
    block.extend(b"Acme!\x002024:05:01 10:20:30\0");
    jpeg_with(&[segment(0xe1, &[b"Exif\0\0", &block[..]].concat()), segment(0xfe, b"a comment")])
}

fn run(bytes: &[u8], recipe: &ProcessingOptions) -> (Vec<u8>, Format) {
    let output =
        process(bytes, recipe, &Assets::default(), &Limits::default(), &|_| false).expect("a result");
    (output.bytes, output.facts.format)
}

#[test]
fn a_converted_image_keeps_its_camera_and_gets_its_title_and_stands_upright() {
    let Some(folder) = Folder::new("pipeline") else { return };
    for format in [OutputFormat::Jpeg, OutputFormat::Png, OutputFormat::Webp] {
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: format,
            // A resize too, so that JPEG is encoded anew as well.
            resize_images: true,
            max_width: 6,
            max_height: 6,
            add_custom_metadata: true,
            custom_title: "Näme \u{1f980}".into(),
            ..Default::default()
        };
        let (bytes, format) = run(&camera_jpeg(), &recipe);
        folder.put(&format!("a.{}", format.extension()), &bytes);
    }
    let tags = folder.tags();
    assert_eq!(tags.len(), 3);
    for (name, tags) in tags {
        for (tag, value) in [
            ("IFD0:Make", json!("Acme!")),
            ("IFD0:Orientation", json!("Horizontal (normal)")),
            ("ExifIFD:DateTimeOriginal", json!("2024:05:01 10:20:30")),
            ("ExifIFD:ExifImageWidth", json!(3)),
            ("ExifIFD:ExifImageHeight", json!(6)),
            ("XMP-dc:Title", json!("Näme \u{1f980}")),
            ("Composite:ImageSize", json!("3x6")),
        ] {
            assert_eq!(tags[tag], value, "{tag} in {name}: {tags:#}");
        }
    }
    assert_eq!(folder.complaints(), [""; 0]);
}

#[test]
fn removal_by_recipe_leaves_the_date_alone_and_changes_no_pixel() {
    let recipe = ProcessingOptions { remove_metadata: true, ..Default::default() };
    let (bytes, format) = run(&camera_jpeg(), &recipe);
    assert_eq!(images::image_data(&bytes, format), images::image_data(&camera_jpeg(), format));
    let Some(folder) = Folder::new("pipeline-removed") else { return };
    folder.put("a.jpg", &bytes);
    let tags = folder.tags();
    let tags = &tags["a.jpg"];
    assert_eq!(tags["ExifIFD:DateTimeOriginal"], json!("2024:05:01 10:20:30"));
    assert_eq!(tags["IFD0:Orientation"], json!("Rotate 90 CW"), "no pixel was turned, so the tag must stay");
    assert_eq!((&tags["IFD0:Make"], &tags["File:Comment"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_recipe_without_wishes_gives_the_file_back() {
    assert_eq!(run(&camera_jpeg(), &ProcessingOptions::default()).0, camera_jpeg());
}
