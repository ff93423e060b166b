//! The best names: the second eye, and the words that are read from it.

use super::expert::{DISHES, Expert, PLANTS};
use super::eye::{Bytes, Eye, SIDE, WIDTH};
use super::image::Rgb;
use super::simd::Isa;
use super::speaker::{Sentence, Speaker};
use super::tags::Tags;
use super::words::{self, Evidence};
use crate::VisionError;

/// Patches from and to here, along both sides, are the middle.
const MIDDLE: [usize; 2] = [SIDE / 4, SIDE - SIDE / 4];

/// What an expert knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Dish,
    Plant,
}

#[derive(Debug)]
pub(super) struct Second {
    eye: Eye,
    head: Tags,
    speaker: Speaker,
    dishes: Expert,
    plants: Expert,
}

impl Second {
    /// The eye, and the words: each with its length before it, the tagging head, the network of sentences, the experts for
    /// dishes and for plants.
    pub(super) fn load(eye: &[u8], words: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let unfit = || VisionError::model("the words of the second eye are not the expected ones");
        let mut bytes = Bytes::new(words, isa);
        let mut part = || {
            let length = bytes.number()?;
            bytes.take(length)
        };
        let head = Tags::like_tags(part()?).ok_or_else(unfit)?;
        let speaker = Speaker::load(part()?, isa)?;
        let dishes = Expert::load(part()?, DISHES, isa)?;
        let plants = Expert::load(part()?, PLANTS, isa)?;
        bytes.end()?;
        if head.inputs() != 3 * WIDTH {
            return Err(unfit());
        }
        Ok(Self { eye: Eye::load(eye, isa)?, head, speaker, dishes, plants })
    }

    pub(super) fn head(&self) -> &Tags {
        &self.head
    }

    /// How sure each word of the head is, and sentences.
    pub(super) fn look(&self, image: &Rgb) -> (Vec<f32>, Vec<Sentence>) {
        let tokens = self.eye.look(image);
        (self.head.look(&features(&tokens)), self.speaker.say(&tokens))
    }

    /// Asks one expert: how much it believes in each of its labels.
    pub(super) fn ask(&self, kind: Kind, image: &Rgb) -> Vec<f32> {
        self.expert(kind).look(image)
    }

    /// Adds what those experts think whose kind of thing is seen.
    pub(super) fn add_opinions(&self, evidence: &mut Evidence<'_>, ask: impl Fn(Kind) -> Vec<f32>) {
        if words::sees_food(evidence) {
            evidence.dish = Some(self.dishes.opinion(&ask(Kind::Dish)));
        }
        if words::sees_plants(evidence) {
            evidence.plant = Some(self.plants.opinion(&ask(Kind::Plant)));
        }
    }

    fn expert(&self, kind: Kind) -> &Expert {
        match kind {
            Kind::Dish => &self.dishes,
            Kind::Plant => &self.plants,
        }
    }
}

#[cfg(feature = "bench")]
impl Second {
    /// What all experts believe.
    pub(super) fn ask_all(&self, image: &Rgb) -> [Vec<f32>; 2] {
        [Kind::Dish, Kind::Plant].map(|kind| self.ask(kind, image))
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
