//! After "remove" nothing personal is left, wherever it hid.

use crate::exiftool::Folder;
use crate::images::{self, chunk, insert, jpeg_with, segment};
use nomina_engine::metadata::{Existing, Plan, rewrite};
use nomina_engine::{Format, Limits};

const REMOVE: Plan = Plan { existing: Existing::Remove, fields: None, keep_icc: true };
const SECRET: &[u8] = b"SECRET";

fn removed(bytes: &[u8], format: Format) -> Vec<u8> {
    rewrite(bytes, format, &REMOVE, &Limits::default()).expect("a rewritten file").bytes
}

fn holds_secret(bytes: &[u8]) -> bool {
    bytes.windows(SECRET.len()).any(|window| window == SECRET)
}

#[test]
fn every_jpeg_hiding_place_is_emptied() {
    let places: Vec<Vec<u8>> = [
        (0xe1, &b"Exif\0\0II*\0SECRET"[..]),
        (0xe1, b"http://ns.adobe.com/xap/1.0/\0SECRET"),
        (0xe1, b"http://ns.adobe.com/xmp/extension/\0SECRET"),
        (0xe0, b"JFXX\0\x10SECRET"),
        (0xe2, b"MPF\0SECRET"),
        (0xe2, b"FPXR\0SECRET"),
        (0xe3, b"Meta\0SECRET"),
        (0xe4, b"SECRET"),
        (0xeb, b"JP\0SECRET"),
        (0xec, b"Ducky SECRET"),
        (0xed, b"Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x06SECRET"),
        (0xef, b"SECRET"),
        (0xfe, b"SECRET"),
    ]
    .into_iter()
    .map(|(marker, body)| segment(marker, body))
    .collect();
    let mut bytes = jpeg_with(&places);
    let end = bytes.len() - 2;
    bytes = insert(&bytes, end, &segment(0xfe, b"SECRET between scans"));
    bytes.extend(b"\xff\xd8SECRET second image\xff\xd9");
    assert!(holds_secret(&bytes));
    assert_eq!(removed(&bytes, Format::Jpeg), images::jpeg());
}

#[test]
fn a_jfif_thumbnail_goes_and_adobe_and_icc_segments_stay() {
    let jfif = segment(0xe0, b"JFIF\0\x01\x02\0\0\x48\0\x48\x01\x02SECRET");
    let needed =
        [segment(0xee, b"Adobe\0\x64\0\0\0\0\x01"), segment(0xe2, b"ICC_PROFILE\0\x01\x01profile")].concat();
    let bare = [&images::jpeg()[..2], &images::jpeg()[20..]].concat();
    let bytes = insert(&bare, 2, &[&jfif[..], &needed].concat());
    let result = removed(&bytes, Format::Jpeg);
    assert!(!holds_secret(&result));
    assert_eq!(&result[2..20], &segment(0xe0, b"JFIF\0\x01\x02\0\0\x48\0\x48\0\0")[..]);
    assert_eq!(&result[20..20 + needed.len()], &needed[..]);
}

#[test]
fn every_png_hiding_place_is_emptied_and_colour_stays_with_its_checksum() {
    let colour =
        [chunk(b"gAMA", &[0, 0, 0xb1, 0x8f]), chunk(b"pHYs", &[0; 9]), chunk(b"acTL", &[0; 8])].concat();
    // A wrong checksum is the file's own affair: it must not be "repaired".
    let wrong = [&chunk(b"cHRM", &[1; 32])[..40], &[0; 4]].concat();
    let secrets = [
        chunk(b"tEXt", b"Author\0SECRET"),
        chunk(b"zTXt", b"SECRET\0\0"),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0SECRET"),
        chunk(b"eXIf", b"II*\0SECRET"),
        chunk(b"tIME", &[7, 0xe0, 1, 1, 1, 1, 1]),
        chunk(b"caBX", b"SECRET"),
        chunk(b"prVt", b"SECRET"),
        chunk(b"iDOT", b"SECRET"),
    ]
    .concat();
    let mut bytes = insert(&images::png(), 33, &[&colour[..], &wrong, &secrets].concat());
    let end = bytes.len() - 12;
    bytes = insert(&bytes, end, &chunk(b"tEXt", b"Late\0SECRET"));
    bytes.extend(SECRET);
    let expected = insert(&images::png(), 33, &[&colour[..], &wrong].concat());
    assert_eq!(removed(&bytes, Format::Png), expected);
}

#[test]
fn every_webp_and_gif_hiding_place_is_emptied() {
    let riff = |id: &[u8; 4], data: &[u8]| [&id[..], &(data.len() as u32).to_le_bytes(), data].concat();
    let vp8x = riff(b"VP8X", &[0x0c, 0, 0, 0, 15, 0, 0, 7, 0, 0]);
    let tail = [riff(b"EXIF", SECRET), riff(b"XMP ", SECRET), riff(b"priv", SECRET)].concat();
    let mut webp = [&insert(&images::webp(), 12, &vp8x)[..], &tail].concat();
    let size = (webp.len() as u32 - 8).to_le_bytes();
    webp[4..8].copy_from_slice(&size);
    webp.extend(SECRET);
    let result = removed(&webp, Format::Webp);
    assert!(!holds_secret(&result));
    assert_eq!(result[20], 0, "no flag promises what is gone");

    let comment = b"\x21\xfe\x06SECRET\0";
    let application = b"\x21\xff\x0bSECRETAPP01\x06SECRET\0";
    let looping = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0";
    let at = images::gif().len() - 1;
    let gif = insert(&images::gif(), at, &[&comment[..], application, looping].concat());
    let gif = [&gif[..], SECRET].concat();
    assert_eq!(removed(&gif, Format::Gif), insert(&images::gif(), at, looping));
}

#[test]
fn a_turned_image_stays_turned() {
    let exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x02\x01\x0f\0\x02\0\0\0\x04Foo\0\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
    let result = removed(&jpeg_with(&[segment(0xe1, exif)]), Format::Jpeg);
    let summary = nomina_engine::metadata::read(&result, Format::Jpeg, &Limits::default());
    assert_eq!((summary.orientation, summary.camera_make), (8, None));
    let Some(folder) = Folder::new("turned") else { return };
    folder.put("a.jpg", &result);
    assert_eq!(folder.complaints(), [""; 0]);
}

#[test]
fn a_jfif_segment_that_stands_late_moves_to_the_front_and_stays() {
    let jpeg = images::jpeg();
    let late = [&jpeg[..2], &segment(0xe1, b"Exif\0\0SECRET"), &jpeg[2..]].concat();
    assert_eq!(removed(&late, Format::Jpeg), jpeg);
}
