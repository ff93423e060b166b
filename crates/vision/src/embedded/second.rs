//! The best names: the second eye, and the words that are read from it.

use super::answers::Answers;
use super::drawn::Drawn;
use super::expert::{Expert, Opinion};
use super::eye::{Bytes, Eye, SIDE, WIDTH};
use super::goods::GOODS;
use super::image::Rgb;
use super::kinds::Kinds;
use super::photos;
use super::simd::Isa;
use super::speaker::Speaker;
use super::tags::Tags;
use super::words::{self, Evidence};
use crate::VisionError;

/// Patches from and to here, along both sides, are the middle.
const MIDDLE: [usize; 2] = [SIDE / 4, SIDE - SIDE / 4];

#[derive(Debug)]
pub(super) struct Second {
    eye: Eye,
    head: Tags,
    speaker: Speaker,
    photos: Kinds,
    dishes: Expert,
}

impl Second {
    /// The eye, and the words: each with its length before it, the tagging head, the network of sentences, the layer of
    /// photos, the expert for dishes.
    pub(super) fn load(eye: &[u8], words: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let unfit = || VisionError::model("the words of the second eye are not the expected ones");
        let mut bytes = Bytes::new(words, isa);
        let mut part = || {
            let length = bytes.number()?;
            bytes.take(length)
        };
        let head = Tags::like_tags(part()?).ok_or_else(unfit)?;
        let speaker = Speaker::load(part()?, isa)?;
        let photos = photos::read(part()?).ok_or_else(unfit)?;
        let dishes = Expert::load(part()?, isa)?;
        bytes.end()?;
        if head.inputs() != 3 * WIDTH {
            return Err(unfit());
        }
        Ok(Self { eye: Eye::load(eye, isa)?, head, speaker, photos, dishes })
    }

    pub(super) fn head(&self) -> &Tags {
        &self.head
    }

    /// How sure each word of the head is, whether the image is drawn, what it shows, and sentences.
    pub(super) fn look(&self, image: &Rgb) -> Answers {
        let tokens = self.eye.look(image);
        let features = features(&tokens);
        Answers {
            tags: self.head.look(&features),
            drawn: Drawn::look(&features),
            goods: GOODS.look(&features),
            photos: self.photos.shares(&features),
            sentences: self.speaker.say(&tokens),
            ..Answers::default()
        }
    }

    /// How much the expert for dishes believes in each of its labels.
    pub(super) fn dishes(&self, image: &Rgb) -> Vec<f32> {
        self.dishes.look(image)
    }

    /// What the expert for dishes thinks, where food is seen.
    pub(super) fn dish(&self, evidence: &Evidence<'_>, beliefs: impl Fn() -> Vec<f32>) -> Option<Opinion> {
        words::sees_food(evidence).then(|| self.dishes.opinion(&beliefs()))
    }
}

#[cfg(feature = "bench")]
impl Second {
    pub(super) fn tokens(&self, image: &Rgb) -> Vec<f32> {
        self.eye.look(image)
    }

    pub(super) fn sentences(&self, tokens: &[f32]) -> Vec<super::speaker::Sentence> {
        self.speaker.say(tokens)
    }

    /// What the heads read.
    pub(super) fn features(&self, image: &Rgb) -> Vec<f32> {
        features(&self.tokens(image))
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
