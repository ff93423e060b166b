//! One layer on the features of the second eye that tells kinds of images apart; trained by `scripts/eye`.
//!
//! Layout, little endian: u32 features, u32 kinds, then for each kind an f32 scale, its i8 weights, and an f32 bias: all
//! scales first, then all weights, then all biases.

use super::eye::{Bytes, WIDTH};
use super::simd::Isa;
use super::tags::Layer;

/// The second eye's features: three times a token.
pub(super) const FEATURES: usize = 3 * WIDTH;

#[derive(Debug)]
pub(super) struct Kinds {
    layer: Layer,
}

impl Kinds {
    /// A layer and what follows it; nothing where the bytes are none.
    pub(super) fn read(file: &[u8]) -> Option<(Self, &[u8])> {
        let mut bytes = Bytes::new(file, Isa::Portable);
        let (features, kinds) = (bytes.number().ok()?, bytes.number().ok()?);
        let mut rest = bytes.rest();
        let layer = Layer::read(&mut rest, features, kinds).filter(|_| features == FEATURES)?;
        Some((Self { layer }, rest))
    }

    pub(super) fn count(&self) -> usize {
        self.layer.rows()
    }

    /// How likely each kind is, of all of them.
    pub(super) fn shares(&self, features: &[f32]) -> Vec<f32> {
        let sums = self.layer.run(features);
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f64> = sums.iter().map(|sum| f64::from(sum - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        powers.into_iter().map(|power| (power / total) as f32).collect()
    }
}
