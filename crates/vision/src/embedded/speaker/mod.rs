//! Sentences: a small network reads the second eye's tokens and writes what an image shows, word by word. It was trained on
//! COCO's captions and on plain sentences for labelled sets (`scripts/eye`).
//!
//! Layout, little endian: width, heads, layers that read, layers that write, words, longest sentence; for the whole image and
//! for patches (four neighbours side by side) a norm and a layer; places of the patches; the reading layers, each a norm, `q`,
//! `k`, `v`, `o`, a norm, `f1`, `f2`; a norm; the writing layers, each as those, with a norm, `q`, `k`, `v`, `o` that ask what was
//! read between the two; a norm; the words as rows with their biases (a layer), places of words; the words, one on each line.
//! The first four are: nothing, start, end, unknown.

mod beams;
mod layer;

pub(super) use beams::Sentence;

use super::eye::{Bytes, Keys, Linear, Norm, SIDE, WIDTH, add, columns};
use super::simd::Isa;
use crate::VisionError;
use layer::{Reading, Writing};

/// Ends a sentence, and starts one.
const START: usize = 1;
const END: usize = 2;
/// Words that stand for nothing.
const EMPTY: [usize; 3] = [0, START, 3];

#[derive(Debug)]
pub(super) struct Speaker {
    isa: Isa,
    width: usize,
    heads: usize,
    longest: usize,
    whole: (Norm, Linear),
    patches: (Norm, Linear),
    places: Vec<f32>,
    reading: Vec<Reading>,
    read: Norm,
    writing: Vec<Writing>,
    written: Norm,
    /// From what was written to each word.
    output: Linear,
    /// What each word stands for, and each place of a sentence.
    rows: Vec<f32>,
    word_places: Vec<f32>,
    words: Vec<String>,
}

impl Speaker {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let unfit = || VisionError::model("the sentences' file is not the expected one");
        let mut bytes = Bytes::new(file, isa);
        let mut next = || bytes.number();
        let [width, heads, readers, writers, count, longest] =
            [next()?, next()?, next()?, next()?, next()?, next()?];
        let small = |number: usize, most: usize| (1..=most).contains(&number);
        if ![
            small(width, 1024),
            small(heads, 16),
            small(readers, 8),
            small(writers, 8),
            small(count, 60_000),
            small(longest, 64),
        ]
        .into_iter()
        .all(|fits| fits)
            || width % (2 * heads) != 0
        {
            return Err(unfit());
        }
        let whole = (bytes.norm(WIDTH, 1e-5)?, bytes.linear(width, WIDTH)?);
        let patches = (bytes.norm(4 * WIDTH, 1e-5)?, bytes.linear(width, 4 * WIDTH)?);
        let places = bytes.floats(SIDE * SIDE / 4 * width)?;
        let reading = (0..readers).map(|_| Reading::load(&mut bytes, width)).collect::<Result<_, _>>()?;
        let read = bytes.norm(width, 1e-5)?;
        let writing = (0..writers).map(|_| Writing::load(&mut bytes, width)).collect::<Result<_, _>>()?;
        let written = bytes.norm(width, 1e-5)?;
        let rows = bytes.clone().rows(count, width)?;
        let output = bytes.linear(count, width)?;
        let word_places = bytes.floats(longest * width)?;
        let words: Vec<String> = bytes.lines()?;
        if words.len() != count || count <= END {
            return Err(unfit());
        }
        Ok(Self {
            isa,
            width,
            heads,
            longest,
            whole,
            patches,
            places,
            reading,
            read,
            writing,
            written,
            output,
            rows,
            word_places,
            words,
        })
    }

    /// The most likely sentences about an image, best first.
    pub(super) fn say(&self, tokens: &[f32]) -> Vec<Sentence> {
        let memory = self.memory(tokens);
        let keys = self.writing.iter().map(|layer| layer.memory(self.isa, &memory, self.width, self.heads));
        self.search(&keys.collect::<Vec<Keys>>())
    }

    /// What is read from the tokens of the eye: a row for the whole image and one for each square of four patches.
    fn memory(&self, tokens: &[f32]) -> Vec<f32> {
        let (whole, patches) = tokens.split_at(WIDTH);
        let of = |(norm, layer): &(Norm, Linear), rows: &[f32]| layer.of(self.isa, &norm.run(self.isa, rows));
        let mut seen = of(&self.patches, &in_fours(patches));
        add(&mut seen, &self.places);
        let mut memory = of(&self.whole, whole);
        memory.extend(seen);
        for layer in &self.reading {
            layer.run(self.isa, &mut memory, self.width, self.heads);
        }
        self.read.run(self.isa, &memory)
    }
}

/// The numbers of each square of four patches side by side.
fn in_fours(patches: &[f32]) -> Vec<f32> {
    let mut out = Vec::with_capacity(patches.len());
    for pair in patches.chunks_exact(2 * SIDE * WIDTH) {
        for left in (0..SIDE).step_by(2) {
            out.extend(columns(pair, SIDE * WIDTH, left * WIDTH, 2 * WIDTH));
        }
    }
    out
}

#[cfg(test)]
mod tests;
