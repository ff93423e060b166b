//! Made profiles whose result is known. Real ones are compared with LittleCMS in `tests/images/colours.rs`.

use super::made::{SRGB, Tone, profile};
use super::*;

const P3: [(f64, f64); 4] = [(0.3127, 0.3290), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)];

fn pixel(icc: &[u8], pixel: [u8; 4]) -> [u8; 4] {
    let mut image = Rgba { width: 1, height: 1, data: pixel.to_vec(), opaque: false };
    assert!(to_srgb(&mut image, icc));
    image.data.try_into().expect("one pixel")
}

/// A profile of one tag, by colour model, connection space and content.
fn with_tag(space: &[u8; 4], pcs: &[u8; 4], name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 128];
    out[12..16].copy_from_slice(b"prtr");
    out[16..20].copy_from_slice(space);
    out[20..24].copy_from_slice(pcs);
    out[36..40].copy_from_slice(b"acsp");
    out.extend(1u32.to_be_bytes());
    out.extend_from_slice(name);
    out.extend(144u32.to_be_bytes());
    out.extend((content.len() as u32).to_be_bytes());
    out.extend_from_slice(content);
    out
}

/// An 8-bit table of four inks to Lab: black removes lightness, the others add `a` and `b`.
fn ink_table() -> Vec<u8> {
    let mut table = [b"mft1\0\0\0\0\x04\x03\x02\0".as_slice(), &[0; 36]].concat();
    (0..4).for_each(|_| table.extend(0..=255u8));
    for corner in 0..16u8 {
        let (cyan, magenta, yellow, black) = (corner >> 3 & 1, corner >> 2 & 1, corner >> 1 & 1, corner & 1);
        let lightness = if black == 1 { 0 } else { 255 - 60 * (cyan + magenta) };
        table.extend([lightness, 128 - 40 * cyan + 60 * magenta, 128 - 30 * cyan + 80 * yellow]);
    }
    (0..3).for_each(|_| table.extend(0..=255u8));
    table
}

#[test]
fn srgb_is_recognised_and_others_are_not() {
    let curve = [
        b"para\0\0\0\0\0\x03\0\0".as_slice(),
        &[2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045f64]
            .map(|n| ((n * 65_536.0).round() as i32).to_be_bytes())
            .concat(),
    ]
    .concat();
    // The formula of sRGB takes the place of the three powers.
    let mut srgb = profile(Tone::Power(2.2), SRGB);
    let at = srgb.len() as u32;
    for tag in 3..6 {
        srgb[132 + tag * 12 + 4..][..4].copy_from_slice(&at.to_be_bytes());
        srgb[132 + tag * 12 + 8..][..4].copy_from_slice(&(curve.len() as u32).to_be_bytes());
    }
    srgb.extend(curve);
    assert!(is_srgb(&srgb));
    assert!(
        !is_srgb(&profile(Tone::Power(2.2), P3))
            && !is_srgb(&profile(Tone::Power(1.8), SRGB))
            && !is_srgb(b"not a profile")
    );
}

#[test]
fn a_wide_red_stays_in_range_and_alpha_is_kept() {
    let [r, g, b, alpha] = pixel(&profile(Tone::Power(2.2), P3), [200, 60, 60, 77]);
    assert!(r > 205 && g < 60 && b < 62, "{r} {g} {b}");
    assert_eq!(alpha, 77);
    assert_eq!(pixel(&profile(Tone::Power(2.2), P3), [255, 0, 0, 9])[0], 255);
}

#[test]
fn grey_stays_grey_through_every_matrix() {
    for icc in [profile(Tone::Power(1.0), P3), profile(Tone::Power(1.8), SRGB), profile(Tone::Power(2.4), P3)]
    {
        for level in [0, 1, 40, 128, 254, 255] {
            let [r, g, b, _] = pixel(&icc, [level, level, level, 255]);
            assert!(r.abs_diff(g) <= 1 && b.abs_diff(g) <= 1, "{level}: {r} {g} {b}");
        }
        assert_eq!((pixel(&icc, [0, 0, 0, 255])[1], pixel(&icc, [255; 4])[1]), (0, 255));
    }
}

#[test]
fn a_grey_profile_bends_the_one_channel() {
    let linear = with_tag(b"GRAY", b"XYZ ", b"kTRC", b"curv\0\0\0\0\0\0\0\0");
    assert_eq!(pixel(&linear, [55, 55, 55, 128]), [128, 128, 128, 128]);
    let lightness = with_tag(b"GRAY", b"Lab ", b"kTRC", b"curv\0\0\0\0\0\0\0\0");
    assert_eq!(pixel(&lightness, [128, 128, 128, 255])[..3], [119; 3]);
    let mut colours = Rgba { width: 1, height: 1, data: vec![128, 0, 0, 255], opaque: true };
    assert!(!to_srgb(&mut colours, &linear), "colours are not greys");
}

#[test]
fn inks_go_through_their_table() {
    let conversion = Conversion::new(&with_tag(b"CMYK", b"Lab ", b"A2B0", &ink_table())).expect("a profile");
    let mut image = Rgba { width: 4, height: 1, data: vec![0; 16], opaque: true };
    let inks = [0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 128];
    assert!(conversion.apply_to_inks(&inks, &mut image));
    let [white, black, magenta, half] = image.data.as_chunks::<4>().0 else { panic!("four pixels") };
    assert_eq!((white, black), (&[255; 4], &[0, 0, 0, 255]));
    assert!(magenta[0] > magenta[1] + 60, "{magenta:?}");
    assert!(half[0].abs_diff(119) <= 3 && half[0].abs_diff(half[2]) <= 1, "{half:?}");
    assert!(!conversion.apply(&mut image), "inks are not pixels");
}

#[test]
fn a_table_of_the_fourth_version_may_be_curves_alone() {
    // Offsets of B, matrix, M, grid and A; only B is there: three straight curves, so XYZ are the samples, halved.
    let head = [b"mAB \0\0\0\0\x03\x03\0\0".as_slice(), &32u32.to_be_bytes(), &[0; 16]].concat();
    let table = [head, b"curv\0\0\0\0\0\0\0\0".repeat(3)].concat();
    let icc = with_tag(b"RGB ", b"XYZ ", b"A2B0", &table);
    let white = pixel(&icc, [123, 128, 105, 255]);
    assert!(white[..3].iter().all(|v| *v >= 250), "{white:?}");
    assert_eq!(pixel(&icc, [0, 0, 0, 255]), [0, 0, 0, 255]);
}

#[test]
fn a_table_that_is_cut_off_or_of_another_shape_is_no_profile() {
    let table = ink_table();
    for length in (0..table.len()).step_by(7) {
        assert!(
            Conversion::new(&with_tag(b"CMYK", b"Lab ", b"A2B0", &table[..length])).is_none(),
            "{length}"
        );
    }
    assert!(Conversion::new(&with_tag(b"RGB ", b"Lab ", b"A2B0", &table)).is_none());
    assert!(Conversion::new(&with_tag(b"Lab ", b"Lab ", b"A2B0", &table)).is_none());
}
