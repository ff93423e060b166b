//! ICC profiles to sRGB: what cameras, screens and printers embed (matrix and curves, look-up tables, grey). Perceptual,
//! white stays white. Written here because the same bits must come out on every machine, and small: the libraries are
//! most of the browser's module.

mod curve;
pub(crate) mod made;
mod power;
mod profile;
mod simplex;
mod srgb;
mod table;
mod way;

use crate::planes::Rgba;
use way::Way;

/// Samples that differ from sRGB by at most this much are sRGB for the eye.
const SAME: u8 = 1;

/// A profile that was understood, ready for any number of images.
#[derive(Debug)]
pub struct Conversion(Way);

impl Conversion {
    /// `None`: the profile is damaged or of a colour model that is not known here.
    pub fn new(icc: &[u8]) -> Option<Self> {
        Way::new(icc).map(Self)
    }

    /// Converts the samples of an image in place; alpha stays. `false`, without a change, for a profile of inks, and for one
    /// of greys on colours.
    #[must_use]
    pub fn apply(&self, image: &mut Rgba) -> bool {
        let pixels = image.data.as_chunks_mut::<4>().0;
        match &self.0 {
            Way::Matrix(matrix) => pixels.iter_mut().for_each(|pixel| matrix.convert(pixel)),
            // Colours under a profile of greys: the profile is not theirs.
            Way::Grey(_) if pixels.iter().any(|[r, g, b, _]| r != g || g != b) => return false,
            Way::Grey(table) => pixels.iter_mut().for_each(|pixel| {
                let [grey, _, _, alpha] = *pixel;
                *pixel = [table[usize::from(grey)]; 4];
                pixel[3] = alpha;
            }),
            Way::Grid(grid) => pixels.iter_mut().for_each(|pixel| {
                let [r, g, b, alpha] = *pixel;
                *pixel = grid.at([r, g, b]);
                pixel[3] = alpha;
            }),
            Way::Inks(_) => return false,
        }
        true
    }

    /// Converts C, M, Y, K with 255 = full ink into opaque pixels. `false`, without a change, for another profile.
    #[must_use]
    pub fn apply_to_inks(&self, inks: &[u8], image: &mut Rgba) -> bool {
        let Way::Inks(grid) = &self.0 else { return false };
        for (pixel, ink) in image.data.as_chunks_mut::<4>().0.iter_mut().zip(inks.as_chunks::<4>().0) {
            *pixel = grid.at(*ink);
        }
        true
    }
}

/// Converts the samples; alpha stays. `false`: the profile cannot be used, nothing was changed.
pub fn to_srgb(image: &mut Rgba, icc: &[u8]) -> bool {
    Conversion::new(icc).is_some_and(|conversion| conversion.apply(image))
}

/// Whether a profile means sRGB, whatever its name: a grid of colours comes through it unchanged.
pub fn is_srgb(icc: &[u8]) -> bool {
    const STEPS: usize = 6;
    if icc.get(16..20) != Some(b"RGB ") {
        return false;
    }
    let level = |i: usize| (i % STEPS * 255 / (STEPS - 1)) as u8;
    let data: Vec<u8> =
        (0..STEPS.pow(3)).flat_map(|i| [level(i), level(i / STEPS), level(i / STEPS / STEPS), 255]).collect();
    let mut grid = Rgba { width: STEPS * STEPS, height: STEPS, data, opaque: true };
    let before = grid.data.clone();
    to_srgb(&mut grid, icc)
        && grid.data.iter().zip(&before).all(|(after, before)| after.abs_diff(*before) <= SAME)
}

#[cfg(test)]
mod tests;
