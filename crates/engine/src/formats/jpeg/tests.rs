//! The codec as a whole, on images made here: round trips, every scale, every level, damaged and hostile files.

use super::*;
use crate::planes::{Plane, Range, Ycc};
use crate::simd::{Level, with_level};
use proptest::prelude::*;

/// Waves and edges, different in each plane.
fn image(width: usize, height: usize, sub_x: usize, sub_y: usize, colour: bool) -> Ycc {
    let plane = |width: usize, height: usize, seed: usize| {
        let mut plane = Plane::filled(width, height, 0);
        for y in 0..height {
            for (x, sample) in plane.row_mut(y).iter_mut().enumerate() {
                let wave = ((x * (3 + seed) + y * 5) % 128) as i32 - 64;
                let edge = if (x / 13 + y / 9 + seed).is_multiple_of(3) { 40 } else { 0 };
                *sample = (110 + wave.abs() + edge).clamp(0, 255) as u8;
            }
        }
        plane
    };
    let (chroma_width, chroma_height) = (width.div_ceil(sub_x), height.div_ceil(sub_y));
    Ycc {
        width,
        height,
        y: plane(width, height, 0),
        chroma: colour
            .then(|| [plane(chroma_width, chroma_height, 1), plane(chroma_width, chroma_height, 2)]),
        sub_x,
        sub_y,
        range: Range::Full,
    }
}

fn file(width: usize, height: usize) -> Vec<u8> {
    encode(&image(width, height, 2, 2, true), &EncodeOptions::default()).unwrap()
}

fn ycc(image: JpegImage) -> Ycc {
    match image.pixels {
        Pixels::Ycc(ycc) => ycc,
        other => panic!("not YCbCr: {other:?}"),
    }
}

fn mean_error(a: &Plane, b: &Plane) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let sum: u64 = (0..a.height)
        .flat_map(|y| a.row(y).iter().zip(b.row(y)))
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / (a.width * a.height) as f64
}

#[test]
fn what_is_encoded_is_decoded() {
    for (sub_x, sub_y) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (8, 8), (16, 16), (17, 33), (200, 151)] {
            let source = image(width, height, sub_x, sub_y, true);
            let options = EncodeOptions { quality: 97, subsampling: Subsampling::Keep, ..Default::default() };
            let bytes = encode(&source, &options).unwrap();
            let back = decode(&bytes, Scale::Full, &Limits::default()).unwrap();
            assert_eq!(back.warnings, Vec::<String>::new());
            let back = ycc(back);
            assert_eq!((back.sub_x, back.sub_y), (sub_x, sub_y));
            assert!(mean_error(&source.y, &back.y) < 2.0);
            for (a, b) in source.chroma.iter().flatten().zip(back.chroma.iter().flatten()) {
                assert!(mean_error(a, b) < 3.0, "{width} x {height}, {sub_x} {sub_y}");
            }
        }
    }
}

/// A grey image of `wide` x `high` bright blocks, each an interval of its own with the tables of the standard.
fn restarting(wide: u8, high: u8) -> Vec<u8> {
    let mut file = vec![0xff, 0xd8, 0xff, 0xdb, 0, 67, 0];
    file.extend([8; 64]);
    file.extend([0xff, 0xc0, 0, 11, 8, 0, high * 8, 0, wide * 8, 1, 1, 0x11, 0]);
    file.extend([0xff, 0xdd, 0, 4, 0, 1, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
    for block in 0..wide * high {
        // A mean of 63 steps, then the end of the block.
        file.extend([0xef, 0xeb, 0xff, 0xd0 | block & 7]);
    }
    let end = file.len() - 1;
    file[end] = 0xd9;
    file
}

#[test]
fn a_stray_marker_costs_no_more_than_its_interval() {
    let whole = restarting(10, 10);
    let bright = |bytes: &[u8]| {
        let image = decode(bytes, Scale::Full, &Limits::default()).unwrap();
        let warned = !image.warnings.is_empty();
        let y = ycc(image).y;
        ((0..y.height).flat_map(|row| y.row(row)).filter(|&&sample| sample > 180).count() / 64, warned)
    };
    assert_eq!(bright(&whole), (100, false));
    let mut stray = whole.clone();
    let at = whole.len() - 100 * 4 + 12 * 4;
    stray[at..at + 2].copy_from_slice(&[0xff, 0x35]);
    assert_eq!(bright(&stray), (99, true));
}

#[test]
fn components_that_share_a_number_are_taken_in_their_order() {
    let source = image(40, 30, 1, 1, true);
    let options = EncodeOptions { quality: 95, subsampling: Subsampling::Keep, ..Default::default() };
    let bytes = encode(&source, &options).unwrap();
    let at = |marker: u8| bytes.windows(2).position(|pair| pair == [0xff, marker]).unwrap();
    let mut twins = bytes.clone();
    for place in [at(0xc0) + 10 + 3, at(0xc0) + 10 + 6, at(0xda) + 5 + 2, at(0xda) + 5 + 4] {
        twins[place] = 2;
    }
    let plain = ycc(decode(&bytes, Scale::Full, &Limits::default()).unwrap());
    assert_eq!(ycc(decode(&twins, Scale::Full, &Limits::default()).unwrap()), plain);
}

#[test]
fn what_cannot_be_read_is_refused_by_its_name() {
    let bytes = file(16, 16);
    let frame = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    for (marker, name) in [(0xc3, "lossless coding"), (0xc9, "arithmetic coding"), (0xcb, "lossless coding")]
    {
        let mut other = bytes.clone();
        other[frame + 1] = marker;
        let error = decode(&other, Scale::Full, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
    let limits = Limits { pixels: 100, ..Limits::default() };
    let error = decode(&bytes, Scale::Full, &limits).unwrap_err().to_string();
    assert!(error.contains("16 x 16 pixels, but at most"), "{error}");
}

#[test]
fn a_grey_image_has_no_chroma() {
    let source = image(50, 30, 1, 1, false);
    let bytes = encode(&source, &EncodeOptions { quality: 95, ..EncodeOptions::default() }).unwrap();
    assert_eq!(read_header(&bytes, &Limits::default()).unwrap().components.len(), 1);
    let back = ycc(decode(&bytes, Scale::Full, &Limits::default()).unwrap());
    assert!(back.chroma.is_none() && mean_error(&source.y, &back.y) < 2.0);
}

#[test]
fn every_scale_covers_the_wanted_size_and_shows_the_same_image() {
    let mut source = image(416, 304, 2, 2, true);
    // Slow waves: what a reduced transform and a resizer must agree on.
    for (i, sample) in source.y.data.iter_mut().enumerate() {
        let phase = (i % 416 + 2 * (i / 416)) % 240;
        *sample = (60 + phase.min(240 - phase)) as u8;
    }
    let bytes = encode(&source, &EncodeOptions { quality: 95, ..EncodeOptions::default() }).unwrap();
    let full = ycc(decode(&bytes, Scale::Full, &Limits::default()).unwrap());
    for (width, height) in [(416, 304), (208, 152), (207, 150), (104, 76), (52, 38), (20, 10)] {
        for chroma in [Chroma::Half, Chroma::Full] {
            let scale = Scale::Cover { width, height, chroma };
            let small = ycc(decode(&bytes, scale, &Limits::default()).unwrap());
            assert!(small.width >= width && small.height >= height);
            let [cb, _] = small.chroma.as_ref().unwrap();
            assert_eq!(cb.width, small.width.div_ceil(small.sub_x));
            assert_eq!(cb.height, small.height.div_ceil(small.sub_y));
            let expected = crate::resize::plane(&full.y, small.width, small.height);
            assert!(mean_error(&expected, &small.y) < 2.0, "{width} {height}");
        }
    }
}

#[test]
fn decoding_to_a_size_is_decoding_and_resizing() {
    let bytes = file(416, 320);
    let limits = Limits::default();
    for (width, height) in [(416, 320), (300, 222), (100, 74), (31, 23), (1, 1)] {
        let streamed = ycc(decode_to(&bytes, width, height, Chroma::Half, &limits).unwrap());
        let scale = Scale::Cover { width, height, chroma: Chroma::Half };
        let whole = ycc(decode(&bytes, scale, &limits).unwrap());
        let whole = crate::resize::ycc(&whole, width, height, true);
        assert_eq!((streamed.width, streamed.height, streamed.sub_x, streamed.sub_y), (width, height, 2, 2));
        assert_eq!(mean_error(&streamed.y, &whole.y), 0.0);
    }
}

#[test]
fn every_level_gives_the_same_bytes() {
    let source = image(333, 127, 2, 2, true);
    let all = || {
        let bytes = encode(&source, &EncodeOptions::default()).unwrap();
        let images: Vec<JpegImage> = [1, 2, 4, 8]
            .map(|n| {
                let scale = Scale::Cover { width: 333 / n, height: 127 / n, chroma: Chroma::Half };
                decode(&bytes, scale, &Limits::default()).unwrap()
            })
            .into();
        let resized = decode_to(&bytes, 201, 77, Chroma::Half, &Limits::default()).unwrap();
        (bytes, images, resized)
    };
    let expected = with_level(Level::Scalar, all);
    for level in Level::available() {
        assert!(with_level(level, all) == expected, "{level:?}");
    }
}

#[test]
fn coefficients_give_the_same_file_as_planes() {
    for (width, height) in [(333, 127), (2100, 2100)] {
        let source = image(width, height, 1, 1, true);
        let coefficients = Coefficients::new(&source, Subsampling::Half).unwrap();
        for (quality, order) in [(10, Order::Sequential), (80, Order::Sequential), (80, Order::Smallest)] {
            let options = EncodeOptions { quality, order, ..EncodeOptions::default() };
            assert!(coefficients.encode(quality, order) == encode(&source, &options).unwrap());
        }
    }
}

#[test]
fn transcoding_gives_what_decoding_and_encoding_gives() {
    let limits = Limits::default();
    for (sub_x, sub_y, colour) in [(1, 1, true), (2, 1, true), (1, 2, true), (2, 2, true), (1, 1, false)] {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (17, 33), (200, 151), (64, 64)] {
            let source = image(width, height, sub_x, sub_y, colour);
            let kept = EncodeOptions { quality: 90, subsampling: Subsampling::Keep, ..Default::default() };
            let bytes = encode(&source, &kept).unwrap();
            let orders = [Order::Sequential, Order::Smallest];
            for (subsampling, order) in [Subsampling::Keep, Subsampling::Half]
                .into_iter()
                .flat_map(|s| orders.map(|order| (s, order)))
            {
                let halves = subsampling == Subsampling::Half;
                let chroma = if halves { Chroma::Half } else { Chroma::Full };
                let planes = ycc(decode(&bytes, Scale::Cover { width, height, chroma }, &limits).unwrap());
                let options = EncodeOptions { quality: 60, subsampling, order };
                let mut next = 0;
                let mut follow = |band: &mut Ycc, top: usize| {
                    assert_eq!(top, next);
                    next += band.height;
                    Ok(())
                };
                let transcoded = transcode(&bytes, &options, &limits, &mut follow).unwrap();
                if colour && halves && (planes.sub_x, planes.sub_y) != (2, 2) {
                    assert_eq!(transcoded, None, "chroma has to be resized");
                    continue;
                }
                assert_eq!(next, height);
                assert!(transcoded.unwrap().bytes == encode(&planes, &options).unwrap());
            }
        }
    }
}

#[test]
fn transcoding_ends_when_it_is_told_to() {
    let mut bands = 0;
    let mut stop = |_: &mut Ycc, _| {
        bands += 1;
        if bands == 2 { Err(EngineError::Cancelled) } else { Ok(()) }
    };
    let outcome = transcode(&file(64, 200), &EncodeOptions::default(), &Limits::default(), &mut stop);
    assert_eq!((outcome, bands), (Err(EngineError::Cancelled), 2));
}

#[test]
fn quality_makes_files_larger() {
    let source = image(300, 200, 2, 2, true);
    let size =
        |quality| encode(&source, &EncodeOptions { quality, ..EncodeOptions::default() }).unwrap().len();
    assert!(size(10) < size(50) && size(50) < size(80) && size(80) < size(100));
}

#[test]
fn a_file_that_stores_rgb_keeps_all_channels_at_every_scale() {
    let options = EncodeOptions { quality: 95, subsampling: Subsampling::Keep, ..Default::default() };
    let mut bytes = encode(&image(90, 70, 1, 1, true), &options).unwrap();
    bytes[6..10].copy_from_slice(b"none");
    for (marker, first, step) in [(0xc0, 10, 3), (0xda, 5, 2)] {
        let at = bytes.windows(2).position(|w| w == [0xff, marker]).unwrap();
        for (i, id) in b"RGB".iter().enumerate() {
            bytes[at + first + i * step] = *id;
        }
    }
    for (width, height) in [(90, 70), (45, 35), (20, 10), (5, 5)] {
        let scale = Scale::Cover { width, height, chroma: Chroma::Half };
        let image = decode(&bytes, scale, &Limits::default()).unwrap();
        assert_eq!(image.model, Model::Rgb);
        assert!(matches!(image.pixels, Pixels::Rgba(_)));
    }
}

#[test]
fn a_image_without_pixels_is_refused() {
    let empty = Ycc { width: 0, ..image(1, 1, 1, 1, false) };
    assert!(matches!(encode(&empty, &EncodeOptions::default()), Err(EngineError::BadRecipe { .. })));
    let wide = Ycc { width: 70_000, ..image(1, 1, 1, 1, false) };
    assert!(matches!(encode(&wide, &EncodeOptions::default()), Err(EngineError::TooLarge { .. })));
}

#[test]
fn a_truncated_file_is_read_as_far_as_it_goes() {
    let bytes = file(320, 320);
    let whole = ycc(decode(&bytes, Scale::Full, &Limits::default()).unwrap());
    let half = decode(&bytes[..bytes.len() * 6 / 10], Scale::Full, &Limits::default()).unwrap();
    assert!(half.warnings[0].contains("end of the file is missing"), "{:?}", half.warnings);
    let half = ycc(half);
    assert_eq!(half.y.row(100), whole.y.row(100));
    assert!(half.y.row(319).iter().all(|&v| v == 128));
}

#[test]
fn limits_are_checked_before_memory_is_taken() {
    let bytes = file(320, 200);
    let limits = Limits { pixels: 63_999, ..Limits::default() };
    assert!(matches!(decode(&bytes, Scale::Full, &limits), Err(EngineError::TooLarge { .. })));
    let limits = Limits { segments: 3, ..Limits::default() };
    assert!(matches!(decode(&bytes, Scale::Full, &limits), Err(EngineError::TooLarge { .. })));
}

#[test]
fn what_we_cannot_read_is_named() {
    let mut bytes = file(16, 16);
    let frame = bytes.windows(2).position(|w| w == [0xff, 0xc0]).unwrap();
    for (marker, word) in [(0xc9, "arithmetic"), (0xc3, "lossless"), (0xc5, "hierarchical")] {
        bytes[frame + 1] = marker;
        let error = decode(&bytes, Scale::Full, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
    bytes[frame + 1] = 0xc1;
    bytes[frame + 4] = 12;
    assert!(decode(&bytes, Scale::Full, &Limits::default()).unwrap_err().to_string().contains("12 bits"));
}

#[test]
fn garbage_and_fill_bytes_between_segments_do_no_harm() {
    let bytes = file(40, 40);
    let mut odd = bytes[..2].to_vec();
    odd.extend_from_slice(&[1, 2, 3, 0xff, 0xff]);
    odd.extend_from_slice(&bytes[2..]);
    let expected = decode(&bytes, Scale::Full, &Limits::default()).unwrap();
    assert_eq!(decode(&odd, Scale::Full, &Limits::default()).unwrap(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        fuzz(&[&[0xff, 0xd8][..], &bytes].concat());
    }

    #[test]
    fn a_damaged_file_never_panics(
        size in (1usize..90, 1usize..90),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        end in any::<prop::sample::Index>(),
        progressive in any::<bool>(),
    ) {
        let mut bytes = file(size.0, size.1);
        if progressive {
            let frame = bytes.windows(2).position(|w| w == [0xff, 0xc0]).unwrap();
            bytes[frame + 1] = 0xc2;
        }
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        bytes.truncate(end.index(bytes.len()).max(bytes.len() / 2));
        fuzz(&bytes);
    }
}

#[test]
fn the_smallest_order_is_smaller_and_looks_alike() {
    let source = image(900, 700, 2, 2, true);
    let made = |order| {
        let options = EncodeOptions { order, subsampling: Subsampling::Keep, quality: 80 };
        let bytes = encode(&source, &options).unwrap();
        let decoded = ycc(decode(&bytes, Scale::Full, &Limits::default()).unwrap());
        let error: f64 = (decoded.y.data.iter().zip(&source.y.data))
            .map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2))
            .sum();
        (bytes, error / decoded.y.data.len() as f64)
    };
    let ((plain, error), (small, other)) = (made(Order::Sequential), made(Order::Smallest));
    assert!(small.windows(2).any(|pair| pair == [0xff, 0xc2]), "progressive");
    assert!(small.len() < plain.len(), "{} bytes, {} before", small.len(), plain.len());
    assert!(other < 1.5 * error + 0.5, "a mean squared error of {other}, {error} before");
}

#[test]
fn a_tiny_image_is_not_made_larger_by_scans() {
    let source = image(16, 16, 2, 2, true);
    let made = |order| encode(&source, &EncodeOptions { order, ..EncodeOptions::default() }).unwrap();
    let (plain, small) = (made(Order::Sequential), made(Order::Smallest));
    assert!(small.len() <= plain.len() + 8, "{} bytes, {} before", small.len(), plain.len());
    assert!(!small.windows(2).any(|pair| pair == [0xff, 0xc2]));
}
