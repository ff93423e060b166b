//! The tagging heads: everyday words (who, doing what, where, things, food, animals) read from the classifier's features,
//! and by another head with the same words from those of the second eye.
//!
//! One hidden layer of whole numbers, trained by `scripts/tags` and `scripts/eye` on the sets that `NOTICE` lists. Sums
//! are made in a fixed order, so that every processor and the browser give the same numbers.
//!
//! Layout of `data/tags.bin`, little endian: `NOMTAG02` (or `NOMTAG03`: features are taken as they are, not their square
//! roots), u32 inputs, u32 hidden, u32 words; then for the hidden layer
//! and for the words f32 scale per row, i8 weights row by row, f32 bias per row; then one line for each word: word,
//! kind, and the beliefs from which on 60, 75 and 90 of 100 held-back images were right (2: never), tabs between.

use std::sync::LazyLock;

pub(super) static TAGS: LazyLock<Tags> = LazyLock::new(|| {
    Tags::read(include_bytes!("../../data/tags.bin"), Some).expect("data/tags.bin is whole, a test reads it")
});

/// How often a word that passes each of its thresholds was right.
const RIGHT: [f32; 3] = [0.6, 0.75, 0.9];
/// Sums are made in so many lanes, on every processor.
const LANES: usize = 8;

#[derive(Debug)]
pub(super) struct Tags {
    roots: bool,
    hidden: Layer,
    output: Layer,
    pub(super) words: Vec<Tag>,
}

/// One word of the head.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) word: &'static str,
    pub(super) kind: TagKind,
    /// Beliefs from which on the shares of [`RIGHT`] hold.
    thresholds: [f32; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Who,
    Do,
    At,
    Thing,
    Food,
    Animal,
}

/// Whole numbers for weights, a scale for each row.
#[derive(Debug)]
pub(super) struct Layer {
    inputs: usize,
    scales: Vec<f32>,
    weights: Vec<i8>,
    biases: Vec<f32>,
}

impl Tags {
    /// How many features an image has.
    pub(super) fn inputs(&self) -> usize {
        self.hidden.inputs
    }

    /// How sure each word is: the share of images of which it was right to say it.
    pub(super) fn look(&self, features: &[f32]) -> Vec<f32> {
        let root = |&feature: &f32| if self.roots { feature.max(0.0).sqrt() } else { feature };
        let mut hidden = self.hidden.run(&features.iter().map(root).collect::<Vec<_>>());
        hidden.iter_mut().for_each(|value| *value = value.max(0.0));
        let sigmoid = |value: f32| (1.0 / (1.0 + f64::from(-value).exp())) as f32;
        let beliefs = self.output.run(&hidden).into_iter().map(sigmoid);
        beliefs.zip(&self.words).map(|(belief, tag)| tag.certainty(belief)).collect()
    }

    /// A head that has the words of [`TAGS`] in their order; nothing for any other.
    pub(super) fn like_tags(bytes: &[u8]) -> Option<Self> {
        let known = TAGS.words.iter().map(|tag| tag.word);
        let find = |word: &str| known.clone().find(|known| *known == word);
        let head = Self::read(bytes, find)?;
        let same = head.words.iter().zip(&TAGS.words).all(|(own, known)| own.word == known.word);
        (same && head.words.len() == TAGS.words.len()).then_some(head)
    }

    fn read<'a>(bytes: &'a [u8], word: impl Fn(&'a str) -> Option<&'static str>) -> Option<Self> {
        let roots = bytes.starts_with(b"NOMTAG02");
        let mut rest = bytes.strip_prefix(if roots { b"NOMTAG02" } else { b"NOMTAG03" })?;
        let (inputs, hidden, words) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
        let hidden = Layer::read(&mut rest, inputs, hidden)?;
        let output = Layer::read(&mut rest, hidden.biases.len(), words)?;
        let lines = std::str::from_utf8(rest).ok()?.lines();
        let tags = lines.map(|line| Tag::read(line, &word)).collect::<Option<Vec<_>>>()?;
        (tags.len() == words).then_some(Self { roots, hidden, output, words: tags })
    }
}

impl Tag {
    fn read<'a>(line: &'a str, word: &impl Fn(&'a str) -> Option<&'static str>) -> Option<Self> {
        let mut columns = line.split('\t');
        let word = word(columns.next()?)?;
        let kind = match columns.next()? {
            "who" => TagKind::Who,
            "do" => TagKind::Do,
            "at" => TagKind::At,
            "thing" => TagKind::Thing,
            "food" => TagKind::Food,
            "animal" => TagKind::Animal,
            _ => return None,
        };
        let mut next = || columns.next()?.parse().ok();
        Some(Self { word, kind, thresholds: [next()?, next()?, next()?] })
    }

    /// Whether any belief is enough to say the word.
    pub(super) fn is_ever_said(&self) -> bool {
        self.thresholds[0] <= 1.0
    }

    /// The share of right words at this belief, a straight line between the measured ones.
    fn certainty(&self, belief: f32) -> f32 {
        let reached = self.thresholds.iter().zip(RIGHT).filter(|(threshold, _)| **threshold <= 1.0);
        let (mut from, mut low) = (0.0, 0.0);
        for (&threshold, right) in reached {
            if belief < threshold {
                return low + (right - low) * (belief - from) / (threshold - from).max(f32::EPSILON);
            }
            (from, low) = (threshold, right);
        }
        if low == 0.0 { 0.0 } else { low + (belief - from) * 0.05 }
    }
}

impl Layer {
    pub(super) fn read(rest: &mut &[u8], inputs: usize, rows: usize) -> Option<Self> {
        let scales = floats(rest, rows)?;
        let (weights, after) = rest.split_at_checked(rows.checked_mul(inputs)?)?;
        *rest = after;
        let weights = weights.iter().map(|byte| byte.cast_signed()).collect();
        Some(Self { inputs, scales, weights, biases: floats(rest, rows)? })
    }

    pub(super) fn rows(&self) -> usize {
        self.biases.len()
    }

    pub(super) fn run(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(self.inputs).zip(self.scales.iter().zip(&self.biases));
        rows.map(|(weights, (scale, bias))| dot(weights, input) * scale + bias).collect()
    }
}

fn dot(weights: &[i8], input: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    let (weights, rest) = weights.as_chunks::<LANES>();
    let (inputs, last) = input.as_chunks::<LANES>();
    for (weights, inputs) in weights.iter().zip(inputs) {
        for lane in 0..LANES {
            sums[lane] += f32::from(weights[lane]) * inputs[lane];
        }
    }
    let tail: f32 = rest.iter().zip(last).map(|(&weight, value)| f32::from(weight) * value).sum();
    sums.iter().sum::<f32>() + tail
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

fn floats(rest: &mut &[u8], count: usize) -> Option<Vec<f32>> {
    let (bytes, after) = rest.split_at_checked(count.checked_mul(4)?)?;
    *rest = after;
    Some(bytes.as_chunks().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_whole_and_small() {
        assert_eq!(TAGS.inputs(), 1280);
        assert!(TAGS.words.len() > 150, "{}", TAGS.words.len());
        assert!(include_bytes!("../../data/tags.bin").len() < 1_000_000);
        assert!(TAGS.words.iter().any(|tag| tag.word == "surfer" && tag.kind == TagKind::Who));
    }

    #[test]
    fn every_shorter_head_is_refused() {
        let whole: &'static [u8] = include_bytes!("../../data/tags.bin");
        for length in [0, 7, 8, 19, 20, 5_000, whole.len() / 2, whole.len() - 4_000] {
            assert!(Tags::read(&whole[..length], Some).is_none(), "{length}");
        }
    }

    #[test]
    fn a_surer_belief_is_never_less_certain_and_thresholds_say_what_they_promise() {
        let tag = Tag { word: "sea", kind: TagKind::At, thresholds: [0.1, 0.3, 0.8] };
        for (belief, share) in [(0.0, 0.0), (0.1, 0.6), (0.2, 0.675), (0.3, 0.75), (0.8, 0.9)] {
            assert!((tag.certainty(belief) - share).abs() < 1e-4, "{belief}");
        }
        let steps: Vec<f32> = (0..=100u8).map(|i| tag.certainty(f32::from(i) / 100.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]) && steps[100] <= 1.0);
        let never = Tag { word: "box", kind: TagKind::Thing, thresholds: [2.0; 3] };
        assert_eq!(never.certainty(0.99), 0.0);
    }

    #[test]
    fn sums_of_any_length_are_right() {
        for length in [0, 1, 7, 8, 9, 20] {
            let weights: Vec<i8> = (0..length).map(|i| i - 3).collect();
            let input: Vec<f32> = (0..length).map(|i| f32::from(i) * 0.5).collect();
            let expected: f32 = (0..length).map(|i| f32::from(i - 3) * f32::from(i) * 0.5).sum();
            assert!((dot(&weights, &input) - expected).abs() < 1e-3, "{length}");
        }
    }
}
