//! Whether an image is drawn and no photo: a logo or an illustration. One layer reads the features of the second eye; it
//! was trained by `scripts/eye/drawn.py` on the sets that `NOTICE` lists.
//!
//! Layout of `data/drawn.bin`, little endian: u32 features, u32 kinds, then for each kind an f32 scale, its i8 weights, and
//! an f32 bias: all scales first, then all weights, then all biases. The kinds are photo, logo, illustration, page.

use super::eye::{Bytes, WIDTH};
use super::simd::Isa;
use super::tags::Layer;
use std::sync::LazyLock;

const KINDS: usize = 4;
/// The second eye's features: three times a token.
const FEATURES: usize = 3 * WIDTH;

static LAYER: LazyLock<Layer> = LazyLock::new(|| {
    read(include_bytes!("../../data/drawn.bin")).expect("data/drawn.bin is whole, a test reads it")
});

/// How likely an image is a logo, and how likely an illustration; zero where the second eye did not look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bench", derive(serde::Deserialize, serde::Serialize))]
pub(super) struct Drawn {
    pub(super) logo: f32,
    pub(super) illustration: f32,
}

impl Drawn {
    pub(super) fn look(features: &[f32]) -> Self {
        let sums = LAYER.run(features);
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f64> = sums.iter().map(|sum| f64::from(sum - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        let share = |kind: usize| (powers[kind] / total) as f32;
        Self { logo: share(1), illustration: share(2) }
    }
}

fn read(file: &[u8]) -> Option<Layer> {
    let mut bytes = Bytes::new(file, Isa::Portable);
    let fits = bytes.number().ok()? == FEATURES && bytes.number().ok()? == KINDS;
    let mut rest = bytes.rest();
    let layer = Layer::read(&mut rest, FEATURES, KINDS)?;
    (fits && rest.is_empty()).then_some(layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layer_is_whole_and_every_shorter_or_longer_one_is_refused() {
        let whole = include_bytes!("../../data/drawn.bin");
        assert!(read(whole).is_some() && whole.len() < 6_000);
        for length in [0, 3, 8, 24, whole.len() / 2, whole.len() - 1] {
            assert!(read(&whole[..length]).is_none(), "{length}");
        }
        assert!(read(&[&whole[..], &[0]].concat()).is_none());
    }

    #[test]
    fn shares_are_shares() {
        let drawn = Drawn::look(&[0.1; FEATURES]);
        assert!(drawn.logo >= 0.0 && drawn.illustration >= 0.0 && drawn.logo + drawn.illustration <= 1.0);
    }
}
