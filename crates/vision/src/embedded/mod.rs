//! The naming model that needs no key and no network: a classifier, a detector and rules that turn what they see into
//! words.

mod classifier;
mod detector;
mod net;
mod picture;
mod simd;
mod weights;

pub use picture::Rgb;

use crate::VisionError;
use classifier::Classifier;
use detector::Detector;
use simd::Isa;
use weights::Weights;

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

    pub fn details(&self, picture: &Rgb) -> String {
        let p = self.classifier.look(picture);
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|&a, &b| p[b].total_cmp(&p[a]));
        let top: Vec<String> = order[..5].iter().map(|&i| format!("{i}:{:.2}", p[i])).collect();
        let found: Vec<String> = self
            .detector
            .look(picture)
            .iter()
            .map(|d| {
                format!(
                    "{}:{:.2}[{:.2} {:.2} {:.2} {:.2}]",
                    d.label, d.score, d.area.left, d.area.top, d.area.width, d.area.height
                )
            })
            .collect();
        format!("{} | {}", top.join(" "), found.join(" "))
    }
}
