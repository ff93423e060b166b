//! The steps without weights: sums of two activations, pooling, enlarging.

use super::graph::{Activation, Tensor, unknown};
use super::requant::byte_range;
use crate::VisionError;
use crate::embedded::simd::{Isa, round, vectorised};

/// Adds two activations of different scales.
#[derive(Debug)]
pub(super) struct Add {
    scales: [f32; 2],
    shift: f32,
    low: f32,
    high: f32,
}

impl Add {
    pub(super) fn new([a, b, output]: [&Tensor<'_>; 3], activation: Activation) -> Result<Self, VisionError> {
        if a.len() != output.len() || b.len() != output.len() {
            return Err(unknown("sum of different shapes"));
        }
        let scales = [a.scale()? / output.scale()?, b.scale()? / output.scale()?];
        let (low, high) = byte_range(output, activation)?;
        let shift = output.zero as f32 - a.zero as f32 * scales[0] - b.zero as f32 * scales[1];
        Ok(Self { scales, shift, low, high })
    }

    pub(super) fn run(&self, a: &[u8], b: &[u8], output: &mut [u8]) {
        let [scale_a, scale_b] = self.scales;
        let (low, high) = (self.low, self.high);
        vectorised(Isa::detect(), || {
            for ((out, &a), &b) in output.iter_mut().zip(a).zip(b) {
                let sum = f32::from(a) * scale_a + f32::from(b) * scale_b + self.shift;
                // Comparing instead of `max` and `min`: those are calls in the browser's module.
                let raised = if sum > low { sum } else { low };
                *out = round(if raised < high { raised } else { high }) as u8;
            }
        });
    }
}

/// The largest value of each window.
#[derive(Debug)]
pub(super) struct MaxPool {
    size: usize,
    stride: usize,
    input: [usize; 3],
    output: [usize; 3],
}

impl MaxPool {
    pub(super) fn new(
        [input, output]: [&Tensor<'_>; 2],
        size: usize,
        stride: usize,
    ) -> Result<Self, VisionError> {
        let (input, output) = (input.area()?, output.area()?);
        let [height, width, channels] = input;
        if output != [height.div_ceil(stride), width.div_ceil(stride), channels] || input.contains(&0) {
            return Err(unknown("pooling"));
        }
        Ok(Self { size, stride, input, output })
    }

    pub(super) fn run(&self, input: &[u8], output: &mut [u8]) {
        let [height, width, channels] = self.input;
        for (i, out) in output.chunks_exact_mut(channels).enumerate() {
            out.fill(0);
            let (y, x) = (i / self.output[1], i % self.output[1]);
            for y in self.span(y, self.output[0], height) {
                for x in self.span(x, self.output[1], width) {
                    let pixel = &input[(y * width + x) * channels..][..channels];
                    out.iter_mut().zip(pixel).for_each(|(out, &value)| *out = value.max(*out));
                }
            }
        }
    }

    /// The input positions a window covers along one axis.
    fn span(&self, at: usize, outputs: usize, side: usize) -> std::ops::Range<usize> {
        let before = ((outputs - 1) * self.stride + self.size).saturating_sub(side) / 2;
        let start = at * self.stride;
        start.saturating_sub(before)..(start + self.size).saturating_sub(before).min(side)
    }
}

/// Repeats pixels until the image has the wanted size.
#[derive(Debug)]
pub(super) struct Enlarge {
    input: [usize; 3],
    output: [usize; 3],
}

impl Enlarge {
    pub(super) fn new([input, output]: [&Tensor<'_>; 2]) -> Result<Self, VisionError> {
        let (input, output) = (input.area()?, output.area()?);
        if input[2] != output[2] || input.contains(&0) || output.contains(&0) {
            return Err(unknown("enlarging"));
        }
        Ok(Self { input, output })
    }

    pub(super) fn run(&self, input: &[u8], output: &mut [u8]) {
        let [height, width, channels] = self.input;
        for (i, out) in output.chunks_exact_mut(channels).enumerate() {
            let (y, x) = (i / self.output[1], i % self.output[1]);
            let from = y * height / self.output[0] * width + x * width / self.output[1];
            out.copy_from_slice(&input[from * channels..][..channels]);
        }
    }
}

/// The mean of each channel, rounded; input and output have the same scale.
pub(super) fn mean(input: &[u8], output: &mut [u8]) {
    let channels = output.len();
    let pixels = (input.len() / channels) as u32;
    for (channel, out) in output.iter_mut().enumerate() {
        let sum: u32 = input[channel..].iter().step_by(channels).map(|&value| u32::from(value)).sum();
        *out = ((sum + pixels / 2) / pixels) as u8;
    }
}
