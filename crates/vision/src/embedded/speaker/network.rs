//! The network's layers with their weights, and what it reads from the eye's tokens.

use super::layer::{Reading, Writing};
use crate::VisionError;
use crate::embedded::eye::{Bytes, Linear, Norm, SIDE, WIDTH, add};
use crate::embedded::simd::Isa;

/// Ends a sentence, and starts one.
pub(super) const START: usize = 1;
pub(super) const END: usize = 2;
/// Words that stand for nothing.
pub(super) const EMPTY: [usize; 3] = [0, START, 3];

#[derive(Debug)]
pub(in crate::embedded) struct Speaker {
    pub(super) isa: Isa,
    pub(super) width: usize,
    pub(super) heads: usize,
    pub(super) longest: usize,
    whole: (Norm, Linear),
    patches: (Norm, Linear),
    places: Vec<f32>,
    reading: Vec<Reading>,
    read: Norm,
    pub(super) writing: Vec<Writing>,
    pub(super) written: Norm,
    /// From what was written to each word.
    pub(super) output: Linear,
    /// What each word stands for, and each place of a sentence.
    pub(super) rows: Vec<f32>,
    pub(super) word_places: Vec<f32>,
    pub(super) words: Vec<String>,
}

impl Speaker {
    pub(in crate::embedded) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
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

    /// What is read from the tokens of the eye: a row for the whole image and one for each square of four patches.
    pub(super) fn memory(&self, tokens: &[f32]) -> Vec<f32> {
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
pub(super) fn in_fours(patches: &[f32]) -> Vec<f32> {
    let mut out = Vec::with_capacity(patches.len());
    for pair in patches.chunks_exact(2 * SIDE * WIDTH) {
        for left in (0..SIDE).step_by(2) {
            for row in pair.chunks_exact(SIDE * WIDTH) {
                out.extend_from_slice(&row[left * WIDTH..(left + 2) * WIDTH]);
            }
        }
    }
    out
}
