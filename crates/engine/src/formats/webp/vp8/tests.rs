//! The decoder shows what the encoder expects, whatever the image; and bytes and quality stay beside libwebp's.

use super::source::Source;
use super::{encode, encode_watched};
use crate::Limits;
use crate::formats::webp::writer::libwebp;
use crate::formats::{Want, webp};
use crate::planes::{Plane, Range, Raster, Ycc};
use crate::simd::{Level, with_level};
use proptest::prelude::*;

/// The image as the encoder sees it after coding, whole macroblocks.
struct Expected {
    y: Plane,
    u: Plane,
    v: Plane,
}

/// Encodes without a filter, and tells what a decoder must show.
fn encode_and_expect(planes: &[Plane; 3], quality: u8) -> (Vec<u8>, Expected) {
    let [y, u, v] = planes;
    let source = Source { y, u, v };
    let (across, down) = source.blocks();
    let mut expected = Expected {
        y: Plane::filled(16 * across, 16 * down, 0),
        u: Plane::filled(8 * across, 8 * down, 0),
        v: Plane::filled(8 * across, 8 * down, 0),
    };
    let bytes = encode_watched(&source, quality, Some(0), |x, y, luma, chroma| {
        for (row, pixels) in luma.as_flattened().iter().enumerate() {
            expected.y.row_mut(16 * y + row)[16 * x..16 * x + 16].copy_from_slice(pixels);
        }
        for (row, pixels) in chroma.as_flattened().iter().enumerate() {
            expected.u.row_mut(8 * y + row)[8 * x..8 * x + 8].copy_from_slice(&pixels[..8]);
            expected.v.row_mut(8 * y + row)[8 * x..8 * x + 8].copy_from_slice(&pixels[8..]);
        }
        true
    });
    (bytes.expect("it fits"), expected)
}

fn decode(bytes: &[u8]) -> [Plane; 3] {
    let want = Want { planar: true, range: Range::Limited, ..Want::full() };
    let still = webp::decode(bytes, &want, &Limits::default()).expect("it decodes");
    let Raster::Ycc(Ycc { y, chroma: Some([u, v]), .. }) = still.raster else { panic!("planes were wanted") };
    [y, u, v]
}

/// Every sample of the decoded plane is the expected one.
fn assert_shows(decoded: &Plane, expected: &Plane, what: &str) {
    for y in 0..decoded.height {
        assert_eq!(decoded.row(y), &expected.row(y)[..decoded.width], "row {y} of {what}");
    }
}

fn assert_exact(planes: &[Plane; 3], quality: u8) -> Vec<u8> {
    let (bytes, expected) = encode_and_expect(planes, quality);
    let [y, u, v] = decode(&bytes);
    assert_shows(&y, &expected.y, "Y");
    assert_shows(&u, &expected.u, "U");
    assert_shows(&v, &expected.v, "V");
    bytes
}

/// Planes at 4:2:0 of a luma size, from a function of plane, x and y.
fn planes(width: usize, height: usize, sample: impl Fn(usize, usize, usize) -> u8) -> [Plane; 3] {
    [0, 1, 2].map(|plane| {
        let (width, height) =
            if plane == 0 { (width, height) } else { (width.div_ceil(2), height.div_ceil(2)) };
        let mut out = Plane::filled(width, height, 0);
        for y in 0..height {
            for (x, value) in out.row_mut(y).iter_mut().enumerate() {
                *value = sample(plane, x, y);
            }
        }
        out
    })
}

fn noise(plane: usize, x: usize, y: usize) -> u8 {
    let mixed =
        (plane as u32 * 7919 + x as u32 * 31 + 1).wrapping_mul((y as u32).wrapping_mul(2_654_435) + 97);
    (mixed.wrapping_mul(2_654_435_761) >> 24) as u8
}

/// Something like a photo: slopes, edges, texture and a little grain.
fn scene(plane: usize, x: usize, y: usize) -> u8 {
    let (x, y) = if plane == 0 { (x, y) } else { (2 * x, 2 * y) };
    let slope = 60 + (x * (plane + 1) + 2 * y) / 8 % 120;
    let disc = if x.abs_diff(150).pow(2) + y.abs_diff(110).pow(2) < 70 * 70 { 45 } else { 0 };
    let texture = if y > 160 && plane == 0 { (x * x / 7 + y * 5) % 40 } else { 0 };
    (slope + disc + texture + usize::from(noise(plane, x, y)) / 32).min(255) as u8
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_decoder_shows_what_the_encoder_expects(
        width in 1usize..70,
        height in 1usize..70,
        quality in 1u8..=100,
        kind in 0usize..4,
        seed in any::<u32>(),
    ) {
        let seed = seed as usize;
        assert_exact(&planes(width, height, |plane, x, y| match kind {
            0 => noise(plane + seed % 100, x, y),
            1 => scene(plane, x + seed % 300, y + seed / 300 % 200),
            2 => ((x / (1 + seed % 5) + y / (1 + seed % 3)) % 2 * 255) as u8,
            _ => (seed >> (8 * plane)) as u8,
        }), quality);
    }
}

#[test]
fn any_quality_decodes_and_more_quality_is_no_fewer_bytes() {
    let image = planes(331, 243, scene);
    let mut last = 0;
    for quality in (1..=100).step_by(3) {
        let bytes = assert_exact(&image, quality);
        assert!(bytes.len() * 100 >= last * 97, "quality {quality}: {} after {last} bytes", bytes.len());
        last = bytes.len();
    }
}

#[test]
fn the_strongest_contrasts_do_not_overflow() {
    for quality in [1, 50, 100] {
        for period in [1, 2, 4, 8, 16] {
            assert_exact(&planes(64, 64, |_, x, y| ((x / period + y / period) % 2 * 255) as u8), quality);
            assert_exact(&planes(64, 64, |_, x, _| (x / period % 2 * 255) as u8), quality);
        }
        assert_exact(&planes(256, 256, noise), quality);
    }
}

#[test]
fn every_level_of_vectors_gives_the_same_bytes() {
    let [y, u, v] = planes(131, 77, scene);
    let bytes = |level| with_level(level, || encode(&y, &u, &v, 75, &crate::Pulse::none()).expect("it fits"));
    let expected = bytes(Level::Scalar);
    for level in Level::available() {
        assert_eq!(bytes(level), expected, "{level:?}");
    }
}

#[test]
fn a_long_and_a_narrow_image_are_within_the_format() {
    assert_exact(&planes(16_383, 1, scene), 60);
    assert_exact(&planes(1, 16_383, scene), 60);
}

/// Peak signal to noise of luma, in dB.
fn psnr(a: &Plane, b: &Plane) -> f64 {
    let squares: f64 = a.data.iter().zip(&b.data).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum();
    10.0 * (65025.0 * a.data.len() as f64 / squares.max(1e-9)).log10()
}

#[test]
fn bytes_and_quality_stay_beside_those_of_libwebp() {
    let [y, u, v] = planes(320, 240, scene);
    for quality in [30, 50, 75, 90] {
        let ours = encode(&y, &u, &v, quality, &crate::Pulse::none()).expect("it fits");
        let theirs = libwebp([y.clone(), u.clone(), v.clone()], quality).expect("libwebp encodes");
        let (noise_ours, noise_theirs) = (psnr(&y, &decode(&ours)[0]), psnr(&y, &decode(&theirs)[0]));
        let ratio = ours.len() as f64 / theirs.len() as f64;
        assert!((0.85..1.08).contains(&ratio), "quality {quality}: {ratio:.3} of the bytes");
        assert!(
            noise_ours > noise_theirs - 0.6,
            "quality {quality}: {noise_ours:.2} dB, not {noise_theirs:.2}"
        );
    }
}
