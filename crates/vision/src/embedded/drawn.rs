//! Whether an image is drawn and no photo: a logo or an illustration. One layer reads the features of the second eye; it
//! was trained by `scripts/eye/drawn.py` on the sets that `NOTICE` lists. The kinds of `data/drawn.bin` are photo, logo,
//! illustration, page.

use super::kinds::Kinds;
use std::sync::LazyLock;

const KINDS: usize = 4;

static LAYER: LazyLock<Kinds> = LazyLock::new(|| {
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
        let shares = LAYER.shares(features);
        Self { logo: shares[1], illustration: shares[2] }
    }
}

fn read(file: &[u8]) -> Option<Kinds> {
    let (layer, rest) = Kinds::read(file)?;
    (rest.is_empty() && layer.count() == KINDS).then_some(layer)
}

#[cfg(test)]
mod tests {
    use super::super::kinds::FEATURES;
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
