//! What photos of shops, restaurants, events and places show, read from the features of the second eye by one layer that was
//! trained on labelled photos (`scripts/eye/photos.py`).
//!
//! `data/photos.txt` has a line for each kind of the layer: the word and its family. The layer itself is a part of
//! `nomina-best.bin`.

use super::kinds::Kinds;
use std::sync::LazyLock;

pub(super) static PHOTOS: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let (word, family) = line.split_once(" | ").expect("a test reads every line");
        Shown { word, family: Family::of(family).expect("a test reads every line") }
    };
    include_str!("../../data/photos.txt").lines().filter(|line| !line.starts_with('#')).map(line).collect()
});

/// A kind of photo.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) word: &'static str,
    pub(super) family: Family,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Thing,
    Food,
    Animal,
    Plant,
    /// Where it is: rooms, buildings, landscapes.
    Place,
    /// Who somebody is.
    Person,
    /// What happens.
    Event,
    /// No photo: logos, drawings, pages. Other rules name those.
    Graphic,
    /// It is not said: other networks know it better.
    Unsaid,
}

impl Family {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "thing" => Self::Thing,
            "food" => Self::Food,
            "animal" => Self::Animal,
            "plant" => Self::Plant,
            "place" => Self::Place,
            "person" => Self::Person,
            "event" => Self::Event,
            "graphic" => Self::Graphic,
            "unsaid" => Self::Unsaid,
            _ => return None,
        })
    }
}

/// The layer, if it has all kinds of [`PHOTOS`].
pub(super) fn read(file: &[u8]) -> Option<Kinds> {
    let (layer, rest) = Kinds::read(file)?;
    (rest.is_empty() && layer.count() == PHOTOS.len()).then_some(layer)
}

#[cfg(test)]
mod tests {
    use super::super::kinds::FEATURES;
    use super::*;

    const WHOLE: &[u8] = include_bytes!("../../data/photos.bin");

    #[test]
    fn the_layer_is_whole_and_every_shorter_one_is_refused() {
        let layer = read(WHOLE).unwrap();
        let shares = layer.shares(&[0.1; FEATURES]);
        assert!(shares.iter().all(|share| *share >= 0.0) && shares.iter().sum::<f32>() < 1.001);
        for length in [0, 3, 8, 24, WHOLE.len() / 2, WHOLE.len() - 1] {
            assert!(read(&WHOLE[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn words_are_in_the_list_once() {
        let mut words: Vec<&str> = PHOTOS.iter().map(|shown| shown.word).collect();
        words.sort_unstable();
        assert!(words.len() > 100 && words.is_sorted_by(|one, next| one < next), "{words:?}");
        for (word, family) in
            [("restaurant", Family::Place), ("chef", Family::Person), ("spices", Family::Food)]
        {
            assert!(PHOTOS.iter().any(|shown| shown.word == word && shown.family == family), "{word}");
        }
    }
}
