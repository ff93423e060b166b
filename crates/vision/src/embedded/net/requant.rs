//! From sums to bytes: the biases and scales of a layer, padded to whole vectors.

use super::graph::{Activation, Tensor, unknown};
use crate::VisionError;
use crate::embedded::simd::{LANES, Lanes};

#[derive(Debug)]
pub(super) struct Requant {
    bias: Vec<[i32; LANES]>,
    scale: Vec<[f32; LANES]>,
    low: f32,
    high: f32,
    zero: i32,
}

impl Requant {
    /// `weight_sums` are the sums of each channel's weights: they take the input's zero point out of the result.
    pub(super) fn new(
        input: &Tensor<'_>,
        weights: &Tensor<'_>,
        bias: &Tensor<'_>,
        output: &Tensor<'_>,
        activation: Activation,
        weight_sums: &[i32],
    ) -> Result<Self, VisionError> {
        let channels = weight_sums.len();
        let per_channel = weights.scales.len();
        if bias.data.len() != 4 * channels || !(per_channel == 1 || per_channel == channels) {
            return Err(unknown("biases or scales of a layer"));
        }
        let blocks = channels.div_ceil(LANES);
        let (mut biases, mut scales) = (vec![[0; LANES]; blocks], vec![[0.0; LANES]; blocks]);
        let (scale_in, scale_out) = (input.scale()?, output.scale()?);
        for (channel, (bias, &sum)) in bias.data.as_chunks::<4>().0.iter().zip(weight_sums).enumerate() {
            let (block, lane) = (channel / LANES, channel % LANES);
            biases[block][lane] = i32::from_le_bytes(*bias).wrapping_sub(input.zero.wrapping_mul(sum));
            scales[block][lane] = scale_in * weights.scales[channel.min(per_channel - 1)] / scale_out;
        }
        let (low, high) = byte_range(output, activation)?;
        Ok(Self {
            bias: biases,
            scale: scales,
            low: low - output.zero as f32,
            high: high - output.zero as f32,
            zero: output.zero,
        })
    }

    pub(super) fn lanes(&self, block: usize) -> Lanes<'_> {
        let Self { bias, scale, low, high, zero } = self;
        Lanes { bias: &bias[block], scale: &scale[block], low: *low, high: *high, zero: *zero }
    }
}

/// The smallest and largest byte an output may have.
pub(super) fn byte_range(output: &Tensor<'_>, activation: Activation) -> Result<(f32, f32), VisionError> {
    let zero = output.zero as f32;
    Ok(match activation {
        Activation::None => (0.0, 255.0),
        Activation::Relu6 => (zero.max(0.0), (zero + (6.0 / output.scale()?).round()).min(255.0)),
    })
}
