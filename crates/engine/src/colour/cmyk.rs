//! CMYK to sRGB: through the profile when there is a usable one, else by the plain formula that other programs use.

use super::Conversion;
use crate::planes::Rgba;

/// `data` is interleaved C, M, Y, K with 255 = full ink.
pub fn cmyk_to_srgb(width: usize, height: usize, data: &[u8], icc: Option<&[u8]>) -> Rgba {
    let mut image = Rgba { width, height, data: vec![255; width * height * 4], opaque: true };
    let conversion = icc.and_then(Conversion::new);
    if !conversion.is_some_and(|conversion| conversion.apply_to_inks(data, &mut image)) {
        for (pixel, ink) in image.data.as_chunks_mut::<4>().0.iter_mut().zip(data.as_chunks::<4>().0) {
            *pixel = plain(*ink);
        }
    }
    image
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
        let image = cmyk_to_srgb(3, 1, &[0, 0, 0, 0, 10, 20, 30, 255, 255, 0, 0, 0], None);
        assert_eq!(image.data, [255, 255, 255, 255, 0, 0, 0, 255, 0, 255, 255, 255]);
    }
}
