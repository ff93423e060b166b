//! The networks one by one, so that each can stand beside the libraries that run the same graph.

use super::classifier::Classifier;
use super::detector::Detector;
use super::image::Rgb;
use super::second::Second;
use super::simd::Isa;
use super::text::Reader;
use super::weights::{BEST, READING, SEEING, Weights};
use crate::VisionError;

/// One network of the model.
#[derive(Clone, Copy, Debug)]
pub enum Network {
    Classifier,
    Detector,
    TextFinder,
    TextReader,
    Eye,
    Sentences,
    Dishes,
}

impl Network {
    pub const ALL: [Self; 7] = [
        Self::Classifier,
        Self::Detector,
        Self::TextFinder,
        Self::TextReader,
        Self::Eye,
        Self::Sentences,
        Self::Dishes,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Classifier => "classifier",
            Self::Detector => "detector",
            Self::TextFinder => "text-finder",
            Self::TextReader => "text-reader",
            Self::Eye => "eye",
            Self::Sentences => "sentences",
            Self::Dishes => "dishes",
        }
    }

    /// Width and height of an image that the network takes without scaling.
    pub fn side(self) -> [usize; 2] {
        match self {
            Self::Classifier => [280, 280],
            Self::Detector => [320, 320],
            Self::TextFinder => [640, 480],
            Self::TextReader => [320, 48],
            Self::Eye | Self::Sentences => [224, 224],
            Self::Dishes => [192, 192],
        }
    }
}

/// All with their weights.
#[derive(Debug)]
pub struct Networks {
    classifier: Classifier,
    detector: Detector,
    reader: Reader,
    second: Second,
}

impl Networks {
    /// Takes the bytes of the three weights files.
    pub fn load(seeing: &[u8], reading: &[u8], best: &[u8]) -> Result<Self, VisionError> {
        let (seeing, reading) = (Weights::open(seeing, SEEING)?, Weights::open(reading, READING)?);
        let best = Weights::open(best, BEST)?;
        let isa = Isa::detect();
        Ok(Self {
            classifier: Classifier::load(seeing.first, isa)?,
            detector: Detector::load(seeing.second, isa)?,
            reader: Reader::load(reading.first, reading.second)?,
            second: Second::load(best.first, best.second, isa)?,
        })
    }

    /// What a network takes that does not look at the image itself.
    pub fn prepare(&self, network: Network, image: &Rgb) -> Vec<f32> {
        if matches!(network, Network::Sentences) { self.second.tokens(image) } else { Vec::new() }
    }

    /// Runs one network; the number says how much it gave, so that no compiler leaves the work out.
    pub fn run(&self, network: Network, image: &Rgb, prepared: &[f32]) -> usize {
        match network {
            Network::Classifier => self.classifier.look(image).0.len(),
            Network::Detector => self.detector.look(image).len(),
            Network::TextFinder => self.reader.count_lines(image),
            Network::Eye => self.second.tokens(image).len(),
            Network::Sentences => self.second.sentences(prepared).len(),
            Network::Dishes => self.second.dishes(image).len(),
            Network::TextReader => self.reader.read_line(image).map_or(0, |line| line.text.len()),
        }
    }
}
