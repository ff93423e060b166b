//! ICC profiles over `moxcms`, without its CPU-specific paths: the same bits on every machine.

use crate::planes::Rgba;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// Samples that differ from sRGB by at most this much are sRGB for the eye.
const SAME: u8 = 1;

/// Converts the samples; alpha stays. `false`: the profile cannot be used, nothing was changed.
pub fn to_srgb(picture: &mut Rgba, icc: &[u8]) -> bool {
    let Ok(profile) = ColorProfile::new_from_slice(icc) else { return false };
    match profile.color_space {
        DataColorSpace::Rgb => convert_rgb(picture, &profile).is_some(),
        DataColorSpace::Gray => convert_grey(picture, &profile).is_some(),
        _ => false,
    }
}

/// Whether a profile means sRGB, whatever its name: a grid of colours comes through it unchanged.
pub fn is_srgb(icc: &[u8]) -> bool {
    const STEPS: usize = 6;
    let level = |i: usize| (i % STEPS * 255 / (STEPS - 1)) as u8;
    let data: Vec<u8> =
        (0..STEPS.pow(3)).flat_map(|i| [level(i), level(i / STEPS), level(i / STEPS / STEPS), 255]).collect();
    let mut grid = Rgba { width: STEPS * STEPS, height: STEPS, data, opaque: true };
    let before = grid.data.clone();
    let is_rgb =
        ColorProfile::new_from_slice(icc).is_ok_and(|profile| profile.color_space == DataColorSpace::Rgb);
    is_rgb
        && to_srgb(&mut grid, icc)
        && grid.data.iter().zip(&before).all(|(after, before)| after.abs_diff(*before) <= SAME)
}

fn convert_rgb(picture: &mut Rgba, profile: &ColorProfile) -> Option<()> {
    let srgb = ColorProfile::new_srgb();
    let transform =
        profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, TransformOptions::default()).ok()?;
    let mut line = vec![0u8; picture.width * 4];
    for row in picture.data.chunks_exact_mut(picture.width * 4) {
        transform.transform(row, &mut line).ok()?;
        row.copy_from_slice(&line);
    }
    Some(())
}

fn convert_grey(picture: &mut Rgba, profile: &ColorProfile) -> Option<()> {
    let srgb = ColorProfile::new_srgb();
    let transform = profile
        .create_transform_8bit(Layout::GrayAlpha, &srgb, Layout::Rgba, TransformOptions::default())
        .ok()?;
    let mut line = vec![0u8; picture.width * 2];
    for row in picture.data.chunks_exact_mut(picture.width * 4) {
        for (to, from) in line.as_chunks_mut::<2>().0.iter_mut().zip(row.as_chunks::<4>().0) {
            *to = [from[0], from[3]];
        }
        transform.transform(&line, row).ok()?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_is_recognised_and_display_p3_is_not() {
        assert!(is_srgb(&ColorProfile::new_srgb().encode().unwrap()));
        assert!(!is_srgb(&ColorProfile::new_display_p3().encode().unwrap()));
        assert!(!is_srgb(b"not a profile"));
    }

    #[test]
    fn a_wide_red_stays_in_range_and_alpha_is_kept() {
        let mut picture = Rgba { width: 1, height: 1, data: vec![200, 60, 60, 77], opaque: false };
        assert!(to_srgb(&mut picture, &ColorProfile::new_display_p3().encode().unwrap()));
        assert!(picture.data[0] > 205 && picture.data[1] < 60, "{:?}", picture.data);
        assert_eq!(picture.data[3], 77);
    }
}
