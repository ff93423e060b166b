//! The best names: the second eye, and the words that are read from it.

use super::eye::{Bytes, Eye, SIDE, WIDTH};
use super::picture::Rgb;
use super::simd::Isa;
use super::speaker::Speaker;
use super::tags::Tags;
use super::words::Evidence;
use crate::VisionError;

/// Patches from and to here, along both sides, are the middle.
const MIDDLE: [usize; 2] = [SIDE / 4, SIDE - SIDE / 4];

#[derive(Debug)]
pub(super) struct Second {
    eye: Eye,
    head: Tags,
    speaker: Speaker,
}

impl Second {
    /// The eye, and the words: the tagging head with its length before it, then the network of sentences.
    pub(super) fn load(eye: &[u8], words: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let unfit = || VisionError::model("the words of the second eye are not the expected ones");
        let mut bytes = Bytes::new(words, isa);
        let length = bytes.number()?;
        let head = Tags::like_tags(bytes.take(length)?).ok_or_else(unfit)?;
        let speaker = Speaker::load(bytes.rest(), isa)?;
        if head.inputs() != 3 * WIDTH {
            return Err(unfit());
        }
        Ok(Self { eye: Eye::load(eye, isa)?, head, speaker })
    }

    /// Looks, and adds what it knows to what was seen.
    pub(super) fn tell<'a>(&'a self, picture: &Rgb, evidence: &mut Evidence<'a>) {
        let tokens = self.eye.look(picture);
        evidence.tags = self.head.look(&features(&tokens));
        evidence.head = &self.head;
        evidence.sentences = self.speaker.say(&tokens);
    }
}

/// The token of the whole image, the mean of all patches, and the mean of those in the middle.
fn features(tokens: &[f32]) -> Vec<f32> {
    let (whole, patches) = tokens.split_at(WIDTH);
    let [from, to] = MIDDLE;
    let mut out = whole.to_vec();
    out.extend(mean(patches.chunks_exact(WIDTH)));
    let middle = (from..to).flat_map(|y| (from..to).map(move |x| y * SIDE + x));
    out.extend(mean(middle.map(|at| &patches[at * WIDTH..][..WIDTH])));
    out
}

fn mean<'a>(rows: impl Iterator<Item = &'a [f32]>) -> Vec<f32> {
    let (mut sums, mut count) = (vec![0.0; WIDTH], 0.0);
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    sums.iter().map(|sum| sum / count).collect()
}
