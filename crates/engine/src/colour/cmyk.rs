//! CMYK to sRGB: through the profile when there is a usable one, else by the plain formula that other programs use.

use crate::planes::Rgba;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// `data` is interleaved C, M, Y, K with 255 = full ink.
pub fn cmyk_to_srgb(width: usize, height: usize, data: &[u8], icc: Option<&[u8]>) -> Rgba {
    let mut picture = Rgba { width, height, data: vec![255; width * height * 4], opaque: true };
    if icc.and_then(|icc| convert(&mut picture, data, icc)).is_none() {
        for (pixel, ink) in picture.data.as_chunks_mut::<4>().0.iter_mut().zip(data.as_chunks::<4>().0) {
            *pixel = plain(*ink);
        }
    }
    picture
}

fn convert(picture: &mut Rgba, data: &[u8], icc: &[u8]) -> Option<()> {
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    let srgb = ColorProfile::new_srgb();
    // Four inks have the shape of RGBA.
    let transform =
        profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, TransformOptions::default()).ok()?;
    let row_bytes = picture.width * 4;
    for (row, ink) in picture.data.chunks_exact_mut(row_bytes).zip(data.chunks_exact(row_bytes)) {
        transform.transform(ink, row).ok()?;
        for pixel in row.as_chunks_mut::<4>().0 {
            pixel[3] = 255;
        }
    }
    Some(())
}

fn plain([c, m, y, k]: [u8; 4]) -> [u8; 4] {
    let left = |ink: u8| {
        let light = u32::from(255 - ink) * u32::from(255 - k);
        ((light + 127) / 255) as u8
    };
    [left(c), left(m), left(y), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_profile_no_ink_is_white_and_full_black_is_black() {
        let picture = cmyk_to_srgb(3, 1, &[0, 0, 0, 0, 10, 20, 30, 255, 255, 0, 0, 0], None);
        assert_eq!(picture.data, [255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 255, 255]);
    }
}
