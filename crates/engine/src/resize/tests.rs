//! What a resizer must keep: even areas, brightness, edges, transparency, equal bits at every level.

use super::*;
use crate::planes::Range;
use proptest::prelude::*;

fn gradient(width: usize, height: usize) -> Plane {
    let mut plane = Plane::filled(width, height, 0);
    for y in 0..height {
        for (x, sample) in plane.row_mut(y).iter_mut().enumerate() {
            *sample = (x * 200 / width + y * 55 / height) as u8;
        }
    }
    plane
}

#[test]
fn an_even_plane_stays_even_at_every_size() {
    for (width, height) in [(1, 1), (3, 5), (16, 16), (17, 33), (200, 7)] {
        let source = Plane::filled(61, 47, 93);
        let out = plane(&source, width, height);
        assert_eq!((out.width, out.height), (width, height));
        assert!(out.data.iter().all(|&v| v == 93), "{width} x {height}");
    }
}

#[test]
fn the_same_size_gives_the_same_samples() {
    let source = gradient(37, 23);
    assert_eq!(plane(&source, 37, 23), source);
}

#[test]
fn a_gradient_stays_a_gradient() {
    let out = plane(&gradient(800, 600), 100, 75);
    let expected = gradient(100, 75);
    for y in 4..71 {
        for x in 4..96 {
            let (a, b) = (i32::from(out.row(y)[x]), i32::from(expected.row(y)[x]));
            assert!((a - b).abs() <= 3, "{x} {y}: {a} {b}");
        }
    }
}

#[test]
fn chroma_stays_in_its_place_when_a_side_becomes_odd() {
    let ramp = |width: usize, span: f64| {
        let mut plane = Plane::filled(width, 42, 0);
        for y in 0..42 {
            for (x, sample) in plane.row_mut(y).iter_mut().enumerate() {
                *sample = ((x as f64 + 0.5) / span * 240.0) as u8;
            }
        }
        plane
    };
    let (y, chroma) = (ramp(84, 84.0), ramp(42, 42.0));
    let chroma = Some([chroma.clone(), chroma]);
    let source = Ycc { width: 84, height: 42, y, chroma, sub_x: 2, sub_y: 1, range: Range::Full };
    // 21 columns of luma are 10.5 of chroma.
    let small = ycc(&source, 21, 42, false);
    let [blue, _] = small.chroma.unwrap();
    assert_eq!((blue.width, blue.height), (11, 42));
    for x in 2..9 {
        let expected = (x as f64 + 0.5) / 10.5 * 240.0;
        assert!((f64::from(blue.row(9)[x]) - expected).abs() < 2.0, "{x}: {} {expected}", blue.row(9)[x]);
    }
}

#[test]
fn transparent_pixels_do_not_colour_visible_ones() {
    let mut data = vec![0; 64 * 64 * 4];
    for (i, pixel) in data.chunks_exact_mut(4).enumerate() {
        let visible = i % 64 < 32;
        pixel.copy_from_slice(if visible { &[200, 100, 50, 255] } else { &[0, 255, 0, 0] });
    }
    let out = rgba(&Rgba { width: 64, height: 64, data, opaque: false }, 16, 16);
    for pixel in out.data.chunks_exact(4).filter(|pixel| pixel[3] > 40) {
        for (value, expected) in pixel.iter().zip([200i32, 100, 50]) {
            assert!((i32::from(*value) - expected).abs() <= 4, "{pixel:?}");
        }
    }
}

#[test]
fn chroma_is_resized_straight_to_half() {
    let chroma = || Plane::filled(100, 80, 77);
    let source = Ycc {
        width: 100,
        height: 80,
        y: Plane::filled(100, 80, 10),
        chroma: Some([chroma(), chroma()]),
        sub_x: 1,
        sub_y: 1,
        range: crate::planes::Range::Full,
    };
    let out = ycc(&source, 33, 21, true);
    let [cb, _] = out.chroma.unwrap();
    assert_eq!((out.sub_x, out.sub_y, cb.width, cb.height), (2, 2, 17, 11));
}

proptest! {
    #[test]
    fn any_size_to_any_size_stays_within_the_rows(
        source in (1usize..70, 1usize..70), target in (1usize..70, 1usize..70), four in any::<bool>(),
    ) {
        if four {
            let data = (0..source.0 * source.1 * 4).map(|i| (i * 31) as u8).collect();
            let image = Rgba { width: source.0, height: source.1, data, opaque: false };
            let out = rgba(&image, target.0, target.1);
            prop_assert_eq!(out.data.len(), target.0 * target.1 * 4);
        } else {
            let out = plane(&gradient(source.0, source.1), target.0, target.1);
            prop_assert_eq!(out.data.len(), target.0 * target.1);
        }
    }
}
