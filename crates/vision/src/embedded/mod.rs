//! The naming model that needs no key and no network: a classifier, a detector and rules that turn what they see into
//! words.

mod answers;
#[cfg(feature = "bench")]
pub mod bench;
mod classifier;
mod detector;
mod drawn;
mod expert;
mod eye;
mod goods;
mod image;
mod kinds;
mod net;
mod photos;
#[cfg(feature = "bench")]
pub mod record;
mod second;
mod simd;
mod speaker;
mod tags;
mod text;
mod weights;
mod words;

pub use image::Rgb;

use crate::{Description, VisionError};
use answers::Answers;
use classifier::Classifier;
use detector::Detector;
use nomina_engine::Limits;
use nomina_rules::language::Spelling;
use second::Second;
use simd::Isa;
use tags::TAGS;
use text::Reader;
use weights::Weights;
use words::{Context, Evidence, Look};

/// What the networks look at is no larger; text is still legible at this size.
const LONGEST_SIDE: u32 = 1024;

/// The model with its weights in memory; one may be shared by all threads.
#[derive(Debug)]
pub struct Embedded {
    classifier: Classifier,
    detector: Detector,
    reader: Option<Reader>,
    second: Option<Second>,
}

impl Embedded {
    /// Takes the bytes of `nomina-vision.bin`, made by `scripts/fetch-models`.
    pub fn load(weights: &[u8]) -> Result<Self, VisionError> {
        let weights = Weights::open(weights, weights::SEEING)?;
        let isa = Isa::detect();
        Ok(Self {
            classifier: Classifier::load(weights.first, isa)?,
            detector: Detector::load(weights.second, isa)?,
            reader: None,
            second: None,
        })
    }

    /// Adds the reading of text. Takes the bytes of `nomina-text.bin`; without them pages are named by their look.
    pub fn with_text(mut self, weights: &[u8]) -> Result<Self, VisionError> {
        let weights = Weights::open(weights, weights::READING)?;
        self.reader = Some(Reader::load(weights.first, weights.second)?);
        Ok(self)
    }

    /// Adds the second eye, for the best names. Takes the bytes of `nomina-best.bin`; without them names are quick.
    pub fn with_best(mut self, weights: &[u8]) -> Result<Self, VisionError> {
        let weights = Weights::open(weights, weights::BEST)?;
        self.second = Some(Second::load(weights.first, weights.second, Isa::detect())?);
        Ok(self)
    }

    /// Whether names are the best that can be had, not the quick ones.
    pub fn is_best(&self) -> bool {
        self.second.is_some()
    }

    /// Which version of the inner loops runs here: for figures and tests.
    pub fn loops() -> String {
        format!("{:?}", Isa::detect())
    }

    /// What an image file shows. Words of the context that the image supports are preferred.
    pub fn describe(
        &self,
        image: &[u8],
        context: Option<&str>,
        limits: &Limits,
    ) -> Result<Description, VisionError> {
        Ok(self.describe_pixels(&decode(image, LONGEST_SIDE, limits)?, context))
    }

    /// The same in a language, with the name in its letters.
    pub fn describe_in(
        &self,
        image: &[u8],
        context: Option<&str>,
        spelling: Spelling,
        limits: &Limits,
    ) -> Result<Description, VisionError> {
        Ok(self.describe_pixels_in(&decode(image, LONGEST_SIDE, limits)?, context, spelling))
    }

    /// What upright pixels show. Words of the context that the image supports are preferred.
    pub fn describe_pixels(&self, image: &Rgb, context: Option<&str>) -> Description {
        self.describe_pixels_in(image, context, Spelling::default())
    }

    fn describe_pixels_in(&self, image: &Rgb, context: Option<&str>, spelling: Spelling) -> Description {
        let context = Context::new(context.unwrap_or_default());
        let look = Look::new(image);
        let answers = self.ask(image, &look, &context);
        let mut evidence = self.evidence(&answers, &look, &context);
        if let Some(second) = &self.second {
            let near = near(image, &look);
            evidence.dish = second.dish(&evidence, || second.dishes(near.as_ref().unwrap_or(image)));
        }
        if let Some(reader) = self.reader.as_ref().filter(|_| words::worth_reading(&evidence)) {
            evidence.text = reader.look(image);
        }
        let seen = words::describe(&evidence);
        let context_used = self.used(&answers, &evidence, &seen, &context);
        let seen = words::spoken(&evidence, seen, spelling);
        Description { fingerprint: as_text(image.fingerprint()), context_used, ..seen }
    }

    /// Whether a context changed the name, or the name has a word of it anyway.
    fn used(
        &self,
        answers: &Answers,
        evidence: &Evidence<'_>,
        seen: &Description,
        context: &Context,
    ) -> Option<bool> {
        if context.is_empty() {
            return None;
        }
        let mut without = answers.clone();
        context.forget(&mut without.classes);
        let none = Context::default();
        let mut plain = self.evidence(&without, evidence.look(), &none);
        plain.dish.clone_from(&evidence.dish);
        plain.text.clone_from(&evidence.text);
        Some(words::describe(&plain).name != seen.name || context.is_in(&seen.name))
    }

    fn ask(&self, image: &Rgb, look: &Look, context: &Context) -> Answers {
        let near = near(image, look);
        let (mut classes, features) = self.classifier.look(near.as_ref().unwrap_or(image));
        context.favour(&mut classes);
        let found = self.detector.look(image);
        let answers = match &self.second {
            Some(second) => second.look(image),
            None => Answers { tags: TAGS.look(&features), ..Answers::default() },
        };
        Answers { classes, found, ..answers }
    }

    fn evidence<'a>(&'a self, answers: &'a Answers, look: &'a Look, context: &Context) -> Evidence<'a> {
        let mut evidence = Evidence::new(&answers.classes, &answers.found, look, context.wanted());
        evidence.tags.clone_from(&answers.tags);
        evidence.drawn = answers.drawn;
        evidence.goods.clone_from(&answers.goods);
        evidence.photos.clone_from(&answers.photos);
        evidence.sentences.clone_from(&answers.sentences);
        evidence.context = context.clone();
        if let Some(second) = &self.second {
            evidence.head = second.head();
        }
        evidence
    }
}

/// A thing before a plain ground is small to a classifier, which learnt from things that fill their images: the part
/// of the image with the thing.
fn near(image: &Rgb, look: &Look) -> Option<Rgb> {
    look.standing_out([image.width(), image.height()]).map(|area| area.cut(image))
}

/// The fingerprint of an image file, for services that do not look at pixels themselves.
pub fn fingerprint(image: &[u8], limits: &Limits) -> Result<String, VisionError> {
    const ENOUGH: u32 = 64;
    Ok(as_text(decode(image, ENOUGH, limits)?.fingerprint()))
}

fn as_text(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

fn decode(image: &[u8], longest_side: u32, limits: &Limits) -> Result<Rgb, VisionError> {
    let pixels = nomina_engine::rgb(image, longest_side, limits)?;
    let data = pixels.data.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let image = Rgb::new(pixels.width, pixels.height, data);
    Ok(image.ok_or_else(|| nomina_engine::EngineError::damaged("The image has no pixels"))?)
}
