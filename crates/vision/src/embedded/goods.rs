//! What no other network has a word for, read from the features of the second eye by two layers: goods and animals
//! (`scripts/eye/goods.py`, trained on the sets that `NOTICE` lists), and what photos of shops, restaurants, events and places
//! show (`scripts/eye/photos.py`).
//!
//! `data/goods.bin` and `data/photos.bin` are layers of [`Kinds`], each with a line for each of its first kinds: the word and its
//! family. The other kinds are clothes, food, scenes and the like, which other networks know better.

use super::kinds::Kinds;
use std::sync::LazyLock;

pub(super) static GOODS: LazyLock<Goods> = LazyLock::new(|| {
    let files: [&[u8]; 2] = [include_bytes!("../../data/goods.bin"), include_bytes!("../../data/photos.bin")];
    Goods::read(&files).expect("both layers are whole, a test reads them")
});

#[derive(Debug)]
pub(super) struct Goods {
    /// Each with the number of its words.
    layers: Vec<(Kinds, usize)>,
    /// Those of the first layer, then those of the second.
    pub(super) words: Vec<Good>,
}

/// One word.
#[derive(Debug)]
pub(super) struct Good {
    pub(super) word: &'static str,
    /// The word for all goods that are easily mistaken for it, or what it is instead of a good.
    pub(super) family: &'static str,
}

/// Families whose words are no goods: where something is, who somebody is, and what happens.
pub(super) const PLACE: &str = "place";
pub(super) const PERSON: &str = "person";
pub(super) const EVENT: &str = "event";

impl Good {
    pub(super) fn is_good(&self) -> bool {
        ![PLACE, PERSON, EVENT].contains(&self.family)
    }
}

impl Goods {
    /// How likely each word is, against all others of its layer and what is none of them.
    pub(super) fn look(&self, features: &[f32]) -> Vec<f32> {
        let shares = |(layer, words): &(Kinds, usize)| layer.shares(features).into_iter().take(*words);
        self.layers.iter().flat_map(shares).collect()
    }

    /// The words of the first layer.
    pub(super) fn first(&self) -> &[Good] {
        let count = self.layers.first().map_or(0, |(_, words)| *words);
        &self.words[..count]
    }

    fn read(files: &[&'static [u8]]) -> Option<Self> {
        let (mut layers, mut words) = (Vec::new(), Vec::new());
        for file in files {
            let (layer, own) = Self::read_one(file)?;
            layers.push((layer, own.len()));
            words.extend(own);
        }
        Some(Self { layers, words })
    }

    fn read_one(file: &'static [u8]) -> Option<(Kinds, Vec<Good>)> {
        let (layer, rest) = Kinds::read(file)?;
        let line = |line: &'static str| {
            let (word, family) = line.split_once('\t')?;
            Some(Good { word, family })
        };
        let words = std::str::from_utf8(rest).ok()?.lines().map(line).collect::<Option<Vec<_>>>()?;
        (!words.is_empty() && words.len() < layer.count()).then_some((layer, words))
    }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::FEATURES;
    use super::*;

    const WHOLE: [&[u8]; 2] =
        [include_bytes!("../../data/goods.bin"), include_bytes!("../../data/photos.bin")];

    #[test]
    fn the_layers_are_whole_and_every_shorter_one_is_refused() {
        assert!(GOODS.words.len() > 50 && WHOLE[0].len() < 60_000 && WHOLE[1].len() < 150_000);
        for word in ["watch", "spices"] {
            assert!(GOODS.words.iter().any(|good| good.word == word && good.is_good()), "{word}");
        }
        for word in ["restaurant", "chef", "concert"] {
            assert!(GOODS.words.iter().any(|good| good.word == word && !good.is_good()), "{word}");
        }
        for whole in WHOLE {
            for length in [0, 3, 8, 24, whole.len() / 2, whole.len() - 1_000] {
                assert!(Goods::read(&[&whole[..length]]).is_none(), "{length}");
            }
        }
    }

    #[test]
    fn no_word_is_in_both_layers() {
        let mut words: Vec<&str> = GOODS.words.iter().map(|good| good.word).collect();
        words.sort_unstable();
        assert!(words.is_sorted_by(|one, next| one < next), "{words:?}");
    }

    #[test]
    fn shares_are_shares() {
        let shares = GOODS.look(&[0.1; FEATURES]);
        assert_eq!(shares.len(), GOODS.words.len());
        assert!(shares.iter().all(|share| *share >= 0.0) && shares.iter().sum::<f32>() <= 2.0);
    }
}
