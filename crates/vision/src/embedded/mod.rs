//! The naming model that needs no key and no network: a classifier, a detector and rules that turn what they see into
//! words.

mod classifier;
mod detector;
mod net;
mod picture;
mod simd;
mod weights;
mod words;

pub use picture::Rgb;

use crate::{Description, VisionError};
use classifier::Classifier;
use detector::Detector;
use simd::Isa;
use weights::Weights;
use words::{Context, Evidence, Look};

/// The model with its weights in memory; one may be shared by all threads.
#[derive(Debug)]
pub struct Embedded {
    classifier: Classifier,
    detector: Detector,
}

impl Embedded {
    /// Takes the bytes of `nomina-vision.bin`, made by `scripts/fetch-models`.
    pub fn load(weights: &[u8]) -> Result<Self, VisionError> {
        let weights = Weights::open(weights)?;
        let isa = Isa::detect();
        Ok(Self {
            classifier: Classifier::load(weights.classifier, isa)?,
            detector: Detector::load(weights.detector, isa)?,
        })
    }

    /// What upright pixels show. Words of the context that the picture supports are preferred.
    pub fn describe_pixels(&self, picture: &Rgb, context: Option<&str>) -> Description {
        let context = Context::new(context.unwrap_or_default());
        let mut classes = self.classifier.look(picture);
        context.favour(&mut classes);
        let found = self.detector.look(picture);
        let look = Look::new(picture);
        words::describe(&Evidence::new(&classes, &found, &look, context.wanted()))
    }
}
