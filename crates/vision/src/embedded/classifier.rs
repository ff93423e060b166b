//! EfficientNet-lite3: how likely each of ImageNet's thousand classes is, and the features that other words are read
//! from.

use super::image::Rgb;
use super::net::Net;
use super::simd::Isa;
use super::tags::TAGS;
use crate::VisionError;

pub(super) const CLASSES: usize = 1000;

#[derive(Debug)]
pub(super) struct Classifier {
    net: Net,
    levels: [u8; 256],
}

impl Classifier {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let net = Net::load(file, isa)?;
        let fits = net.output_lengths() == [CLASSES] && net.features_len() == TAGS.inputs();
        if !fits || net.input_area()[2] != 3 {
            return Err(VisionError::model("the classifier is not the expected one"));
        }
        // The network was trained on pixels from -1 to 1.
        let levels = net.levels(|level| (level - 127.0) / 128.0);
        Ok(Self { net, levels })
    }

    /// One probability for each class; they sum to one. Beside them the features.
    pub(super) fn look(&self, image: &Rgb) -> (Vec<f32>, Vec<f32>) {
        let seen = self.net.look(image, &self.levels);
        let logits = &seen.outputs[0];
        let powers: Vec<f64> = logits.bytes.iter().map(|&byte| f64::from(logits.value(byte)).exp()).collect();
        let total: f64 = powers.iter().sum();
        (powers.iter().map(|power| (power / total) as f32).collect(), seen.features)
    }
}
