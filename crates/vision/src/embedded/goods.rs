//! Goods and animals that no other network has a word for, read from the features of the second eye by one layer that
//! `scripts/eye/goods.py` trained on the sets that `NOTICE` lists.
//!
//! `data/goods.bin` is a layer of [`Kinds`], and a line for each of its first kinds: the word and its family. The other kinds
//! are clothes, food, scenes and the like, which other networks know better.

use super::kinds::Kinds;
use std::sync::LazyLock;

pub(super) static GOODS: LazyLock<Goods> = LazyLock::new(|| {
    Goods::read(include_bytes!("../../data/goods.bin")).expect("data/goods.bin is whole, a test reads it")
});

#[derive(Debug)]
pub(super) struct Goods {
    layer: Kinds,
    pub(super) words: Vec<Good>,
}

/// One word.
#[derive(Debug)]
pub(super) struct Good {
    pub(super) word: &'static str,
    /// The word for all goods that are easily mistaken for it.
    pub(super) family: &'static str,
}

impl Goods {
    /// How likely each word is, against all others and what is none of them.
    pub(super) fn look(&self, features: &[f32]) -> Vec<f32> {
        let mut shares = self.layer.shares(features);
        shares.truncate(self.words.len());
        shares
    }

    fn read(file: &'static [u8]) -> Option<Self> {
        let (layer, rest) = Kinds::read(file)?;
        let line = |line: &'static str| {
            let (word, family) = line.split_once('\t')?;
            Some(Good { word, family })
        };
        let words = std::str::from_utf8(rest).ok()?.lines().map(line).collect::<Option<Vec<_>>>()?;
        (!words.is_empty() && words.len() < layer.count()).then_some(Self { layer, words })
    }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::FEATURES;
    use super::*;

    const WHOLE: &[u8] = include_bytes!("../../data/goods.bin");

    #[test]
    fn the_layer_is_whole_and_every_shorter_one_is_refused() {
        assert!(GOODS.words.len() > 15 && WHOLE.len() < 60_000);
        assert!(GOODS.words.iter().any(|good| good.word == "watch"));
        for length in [0, 3, 8, 24, WHOLE.len() / 2, WHOLE.len() - 1_000] {
            assert!(Goods::read(&WHOLE[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn shares_are_shares() {
        let shares = GOODS.look(&[0.1; FEATURES]);
        assert_eq!(shares.len(), GOODS.words.len());
        assert!(shares.iter().all(|share| *share >= 0.0) && shares.iter().sum::<f32>() <= 1.0);
    }
}
