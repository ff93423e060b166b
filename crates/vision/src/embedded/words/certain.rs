//! How often a name like this one is right: what its own evidence says, weighed with what the tagging head and the second eye
//! think of its words. Fitted to judged names by `scripts/eye/certain.py`; figures in `scripts/eye/README.md`.

use super::super::photos::{PHOTOS, Shown};
use super::evidence::Evidence;
use super::told::{believed, same, split};

/// For nothing, the name's own certainty (as a logarithm of odds), the head's belief in its surest word, a word that the
/// head knows, the share of its words that the sentence has, and the share of its words among labelled photos that look alike.
const WEIGHTS: [f64; PARTS] = [-0.171, 0.693, 0.434, 0.322, 0.098, 0.043];
/// The same without the second eye, which has the sentence, the better head and the photos.
const QUICK: [f64; PARTS] = [-0.696, 0.587, 1.540, 0.382, 0.0, 0.0];
const PARTS: usize = 6;
/// No evidence is surer or less sure.
const LEAST: f64 = 0.02;
/// Words that say nothing of what there is.
const SMALL: &str = "of on in with and by at a the two three four five near under before";

/// The certainty of a name.
pub(super) fn certain(seen: &Evidence<'_>, name: &str, own: f32) -> f32 {
    let weights = if seen.sentences.is_empty() { QUICK } else { WEIGHTS };
    let odds: f64 = parts(seen, name, own).iter().zip(weights).map(|(part, weight)| part * weight).sum();
    (1.0 / (1.0 + (-odds).exp())) as f32
}

/// What is weighed, in the order of [`WEIGHTS`].
pub(in crate::embedded) fn parts(seen: &Evidence<'_>, name: &str, own: f32) -> [f64; PARTS] {
    let words: Vec<&str> = split(name).collect();
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let heard = words.iter().map(|&word| word.to_owned()).chain(pairs);
    let belief = heard.filter_map(|word| believed(seen, &word)).reduce(f32::max);
    let has = |shown: &Shown| split(shown.word).all(|part| words.iter().any(|word| same(word, part)));
    let alike = PHOTOS.iter().zip(&seen.photos).filter(|(shown, _)| has(shown));
    let alike: f32 = alike.map(|(_, share)| share).sum();
    let telling: Vec<&str> =
        words.into_iter().filter(|&word| !split(SMALL).any(|small| small == word)).collect();
    let said = seen.sentences.first().map(|sentence| sentence.words.as_slice()).unwrap_or_default();
    let told = telling.iter().filter(|&&word| said.iter().any(|said| same(said, word))).count();
    let own = f64::from(own).clamp(LEAST, 1.0 - LEAST);
    [
        1.0,
        (own / (1.0 - own)).ln(),
        f64::from(belief.unwrap_or_default()),
        f64::from(u8::from(belief.is_some())),
        told as f64 / telling.len().max(1) as f64,
        f64::from(alike),
    ]
}
