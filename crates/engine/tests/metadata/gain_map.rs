//! A JPEG with an HDR gain map (Ultra HDR, ISO 21496-1, Apple) that becomes a JPEG keeps it.

use crate::exiftool::Folder;
use crate::images::segment;
use nomina_engine::formats::jpeg;
use nomina_engine::planes::{Plane, Rgba, Ycc};
use nomina_engine::{Assets, Limits, Output, colour, decode, metadata, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use std::process::Command;

const LEFT_OUT: &str = "The HDR gain map was left out: the result is a standard image.";
const VERSION: &[u8] = b"urn:iso:std:iso:ts:21496:-1\0\0\0\0\0";

fn encoded(planes: &Ycc) -> Vec<u8> {
    let options =
        jpeg::EncodeOptions { quality: 95, subsampling: jpeg::Subsampling::Keep, ..Default::default() };
    jpeg::encode(planes, &options).expect("JPEG")
}

fn packet(inner: &str) -> Vec<u8> {
    let packet = format!(
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
         <rdf:Description xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' hdrgm:Version=\"1.0\" {inner}\
         </rdf:Description></rdf:RDF></x:xmpmeta>"
    );
    segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0", packet.as_bytes()].concat())
}

/// Grey, half as large as the photo, dark on the left and bright on the right.
fn gain_map() -> Vec<u8> {
    let data = (0..32 * 24).map(|i| if i % 32 < 16 { 20 } else { 230 }).collect();
    let y = Plane { width: 32, height: 24, stride: 32, data };
    let image = encoded(&Ycc {
        width: 32,
        height: 24,
        y,
        chroma: None,
        sub_x: 1,
        sub_y: 1,
        range: Default::default(),
    });
    let words = packet("hdrgm:GainMapMax=\"2.5\" hdrgm:HDRCapacityMax=\"2.5\">");
    [&image[..2], &words, &segment(0xe2, VERSION), &image[2..]].concat()
}

/// What the list of parts in XMP says.
fn listing(parts: &[(&str, usize)]) -> Vec<u8> {
    let item = |(meaning, length): &(&str, usize)| {
        format!(
            "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"{meaning}\" \
             Item:Mime=\"image/jpeg\" Item:Length=\"{length}\"/></rdf:li>"
        )
    };
    let items: String = parts.iter().map(item).collect();
    let video =
        if parts.iter().any(|part| part.0 == "MotionPhoto") { "GCamera:MotionPhoto=\"1\"" } else { "" };
    packet(&format!(
        "xmlns:Container='http://ns.google.com/photos/1.0/container/' \
         xmlns:Item='http://ns.google.com/photos/1.0/container/item/' \
         xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' {video}>\
         <Container:Directory><rdf:Seq>{items}</rdf:Seq></Container:Directory>"
    ))
}

/// A photo of 64 x 48 with `segments`, an index of what stands behind it, and that.
fn photo(segments: &[Vec<u8>], behind: &[&[u8]]) -> Vec<u8> {
    let data = (0..64 * 48).flat_map(|i| [60, (i % 64 * 3) as u8, 90, 255]).collect();
    let image = encoded(&colour::from_rgba(&Rgba { width: 64, height: 48, data, opaque: true }, 1));
    let index = |first: usize, offset: usize| {
        let mut mpf = b"MPF\0II*\0\x08\0\0\0\x01\0\x02\xb0\x07\0".to_vec();
        mpf.extend([&(16 + 16 * behind.len() as u32).to_le_bytes()[..], b"\x1a\0\0\0\0\0\0\0"].concat());
        let entry = |size: usize, at: usize| [0, size as u32, at as u32, 0].map(u32::to_le_bytes).concat();
        mpf.extend(entry(first, 0));
        let mut at = offset;
        for part in behind {
            mpf.extend(entry(part.len(), at));
            at += part.len();
        }
        segment(0xe2, &mpf)
    };
    let head = [&image[..2], &segments.concat()].concat();
    let length = head.len() + index(0, 0).len() + image.len() - 2;
    [&head[..], &index(length, length - head.len() - 8), &image[2..], &behind.concat()].concat()
}

fn ultra_hdr() -> Vec<u8> {
    let map = gain_map();
    photo(&[listing(&[("Primary", 0), ("GainMap", map.len())]), segment(0xe2, VERSION)], &[&map])
}

fn run(bytes: &[u8], recipe: &ProcessingOptions) -> Output {
    process(bytes, recipe, &Assets::default(), &Limits::default(), &|_| false).expect("a result")
}

fn smaller() -> ProcessingOptions {
    ProcessingOptions { max_width: 32, resize_images: true, ..ProcessingOptions::default() }
}

/// The gain map of a result, found by the index, with the brightness of its corners in reading order.
fn found(file: &[u8]) -> (Vec<u8>, [usize; 2], [u8; 4]) {
    let source = metadata::extract(file, nomina_engine::Format::Jpeg, &Limits::default());
    let image = source.gain_map_image.expect("a gain map").into_owned();
    let pixels = decode::decode_whole(&image, &Limits::default()).expect("a readable gain map");
    let at = |x: usize, y: usize| pixels.data[4 * (y * pixels.width + x)];
    let (right, bottom) = (pixels.width - 1, pixels.height - 1);
    (image, [pixels.width, pixels.height], [at(0, 0), at(right, 0), at(0, bottom), at(right, bottom)])
}

fn is_bright(corners: [u8; 4]) -> [bool; 4] {
    corners.map(|value| value > 128)
}

#[test]
fn a_smaller_or_smaller_stored_jpeg_keeps_its_gain_map() {
    let file = ultra_hdr();
    let output = run(&file, &smaller());
    assert!(output.facts.reencoded && output.facts.warnings.is_empty(), "{:?}", output.facts.warnings);
    let (image, size, corners) = found(&output.bytes);
    assert_eq!((size, is_bright(corners)), ([16, 12], [false, true, false, true]));
    assert!(output.bytes.ends_with(&image));
    let said = String::from_utf8_lossy(&output.bytes);
    assert!(said.contains(&format!("Item:Length=\"{}\"", image.len())), "{said}");
    assert!(said.matches("hdrgm:Version=\"1.0\"").count() == 2 && said.contains("GainMapMax=\"2.5\""));
    assert_eq!(output.bytes.windows(VERSION.len()).filter(|window| *window == VERSION).count(), 2);
    assert!(!said.contains("MotionPhoto"), "there is no video");

    let lighter = ProcessingOptions {
        enable_compression: true,
        compression_quality: 0.3,
        ..ProcessingOptions::default()
    };
    let output = run(&file, &lighter);
    assert!(output.facts.reencoded && output.facts.warnings.is_empty(), "{:?}", output.facts.warnings);
    assert!(output.bytes.ends_with(&gain_map()), "of the same size it keeps its bytes");
    let again = run(&output.bytes, &smaller());
    assert_eq!((again.facts.warnings.len(), found(&again.bytes).1), (0, [16, 12]));
}

#[test]
fn the_gain_map_is_turned_with_the_photo() {
    let map = gain_map();
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    // Without a list: as Apple's cameras write it.
    let file = photo(&[segment(0xe1, exif)], &[&map]);
    let output = run(&file, &smaller());
    assert!(output.facts.warnings.is_empty(), "{:?}", output.facts.warnings);
    assert_eq!((output.facts.width, output.facts.height), (32, 43));
    let (_, size, corners) = found(&output.bytes);
    assert_eq!((size, is_bright(corners)), ([16, 22], [false, false, true, true]));
}

#[test]
fn a_gain_map_and_a_motion_video_both_follow_and_other_parts_leave_the_list() {
    let (map, video) = (gain_map(), [&b"\0\0\0\x18ftypmp42"[..], &[7; 900]].concat());
    let parts = [("Primary", 0), ("GainMap", map.len()), ("Depth", 4), ("MotionPhoto", video.len())];
    let file = [photo(&[listing(&parts)], &[&map, &[0xff, 0xd8, 0xff, 0xd9]]), video.clone()].concat();
    let output = run(&file, &smaller());
    let said =
        ["The file held more images after the first one; they were left out.", "The depth map was left out."];
    assert_eq!(output.facts.warnings, said);
    let (image, ..) = found(&output.bytes);
    assert!(output.bytes.ends_with(&[image, video].concat()));
    let text = String::from_utf8_lossy(&output.bytes);
    assert!(text.contains("Item:Length=\"912\"") && !text.contains("Semantic=\"Depth\""), "{text}");
}

#[test]
fn a_gain_map_that_cannot_follow_is_named() {
    let file = ultra_hdr();
    let mark = ProcessingOptions {
        enable_text_watermark: true,
        text_watermark: "mine".into(),
        ..ProcessingOptions::default()
    };
    let exact = ProcessingOptions { target_size_kb: Some(1), ..smaller() };
    let bare = ProcessingOptions { remove_metadata: true, ..ProcessingOptions::default() };
    let webp = ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Webp,
        ..ProcessingOptions::default()
    };
    let map = gain_map();
    let cut_off = photo(&[], &[&map[..map.len() - 20]]);
    let words = map.windows(VERSION.len()).position(|window| window == VERSION).expect("its segment");
    let broken = photo(&[], &[&[&map[..words + VERSION.len()], &[0; 99]].concat()]);
    let cases = [
        (&file, &mark),
        (&file, &exact),
        (&file, &bare),
        (&file, &webp),
        (&broken, &smaller()),
        (&cut_off, &smaller()),
    ];
    for (file, recipe) in cases {
        let output = run(file, recipe);
        assert!(output.facts.warnings.iter().any(|said| said == LEFT_OUT), "{:?}", output.facts);
        let text = String::from_utf8_lossy(&output.bytes);
        assert!(
            !text.contains("hdrgm:Version") && !text.contains("21496") && !text.contains("MPF\0"),
            "{recipe:?}"
        );
    }
}

#[test]
fn exiftool_finds_the_gain_map_of_a_new_file() {
    let Some(folder) = Folder::new("gain-map") else { return };
    let output = run(&ultra_hdr(), &smaller());
    folder.put("new.jpg", &output.bytes);
    // The packet of this test has no wrapper, and this exiftool does not know the standard's segment.
    let known = |line: &String| line.ends_with("xpacket wrapper") || line.ends_with("Unknown APP2 segment");
    let complaints: Vec<String> = folder.complaints().into_iter().filter(|line| !known(line)).collect();
    assert_eq!(complaints, Vec::<String>::new());
    let path = folder.path().join("new.jpg");
    let told = Command::new("exiftool").args(["-b", "-MPImage2"]).arg(&path).output().expect("exiftool runs");
    assert_eq!(told.stdout, found(&output.bytes).0);
    let tags = folder.tags();
    let tag = |name: &str| tags["new.jpg"][name].to_string();
    assert_eq!((tag("MPF0:NumberOfImages"), tag("XMP-hdrgm:Version")), ("2".into(), "1.0".into()));
}
