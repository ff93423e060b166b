//! Convolutions that keep channels apart: a small window slides over each channel on its own.

use super::graph::{Activation, Tensor, unknown};
use super::requant::Requant;
use crate::VisionError;
use crate::embedded::simd::{self, Isa, LANES, Window};

#[derive(Debug)]
pub(super) struct Depthwise {
    isa: Isa,
    /// Height, width, channels.
    input: [usize; 3],
    output: [usize; 3],
    size: usize,
    stride: usize,
    before: [usize; 2],
    zero: u8,
    /// `[block of channels][group of taps][channel]`.
    weights: Vec<u32>,
    requant: Requant,
}

impl Depthwise {
    pub(super) fn new(
        isa: Isa,
        [input, weights, bias, output]: [&Tensor<'_>; 4],
        stride: usize,
        activation: Activation,
    ) -> Result<Self, VisionError> {
        let (input_area, output_area) = (input.area()?, output.area()?);
        let [height, width, channels] = input_area;
        let size = match weights.shape[..] {
            [1, h, w, c] if h == w && c == channels => h,
            _ => return Err(unknown("shape of depthwise weights")),
        };
        let fits = output_area == [height.div_ceil(stride), width.div_ceil(stride), channels]
            && channels > 0
            && channels % LANES == 0
            && (1..=8).contains(&size)
            && weights.data.len() == size * size * channels;
        if !fits {
            return Err(unknown("depthwise convolution"));
        }
        let mut sums = vec![0; channels];
        for tap in weights.data.chunks_exact(channels) {
            sums.iter_mut().zip(tap).for_each(|(sum, &weight)| *sum += i32::from(weight as i8));
        }
        let before = |out: usize, side: usize| ((out - 1) * stride + size).saturating_sub(side) / 2;
        Ok(Self {
            isa,
            input: input_area,
            output: output_area,
            size,
            stride,
            before: [before(output_area[0], height), before(output_area[1], width)],
            zero: input.zero as u8,
            weights: pack(isa, weights.data, channels),
            requant: Requant::new(input, weights, bias, output, activation, &sums)?,
        })
    }

    pub(super) fn run(&self, input: &[u8], output: &mut [u8], scratch: &mut Vec<u8>) {
        let [_, _, channels] = self.input;
        let [_, output_width, _] = self.output;
        let padded_width = self.pad(input, scratch);
        let offsets = self.offsets(padded_width);
        let groups = offsets.len() / self.isa.taps();
        for (y, row) in output.chunks_exact_mut(output_width * channels).enumerate() {
            for (block, weights) in self.weights.chunks_exact(groups * LANES).enumerate() {
                let window = Window {
                    source: scratch,
                    offsets: &offsets,
                    start: y * self.stride * padded_width * channels + block * LANES,
                    step: self.stride * channels,
                    weights,
                };
                let lanes = self.requant.lanes(block);
                simd::window(self.isa, &window, lanes, &mut row[block * LANES..], channels, output_width);
            }
        }
    }

    /// Copies the input with a frame of zeros, so that no window looks outside. Returns the framed width.
    fn pad(&self, input: &[u8], scratch: &mut Vec<u8>) -> usize {
        let [height, width, channels] = self.input;
        let [top, left] = self.before;
        let padded_height = ((self.output[0] - 1) * self.stride + self.size).max(height + top);
        let padded_width = ((self.output[1] - 1) * self.stride + self.size).max(width + left);
        let pitch = padded_width * channels;
        scratch.clear();
        scratch.reserve(padded_height * pitch);
        scratch.resize(top * pitch, self.zero);
        for row in input.chunks_exact(width * channels) {
            scratch.resize(scratch.len() + left * channels, self.zero);
            scratch.extend_from_slice(row);
            scratch.resize(scratch.len() + pitch - (left + width) * channels, self.zero);
        }
        scratch.resize(padded_height * pitch, self.zero);
        padded_width
    }

    /// Taps in reading order; the last is repeated (its weight is zero) until groups are whole.
    fn offsets(&self, padded_width: usize) -> Vec<usize> {
        let channels = self.input[2];
        let taps = self.size * self.size;
        (0..taps.next_multiple_of(self.isa.taps()))
            .map(|tap| tap.min(taps - 1))
            .map(|tap| (tap / self.size * padded_width + tap % self.size) * channels)
            .collect()
    }
}

fn pack(isa: Isa, weights: &[u8], channels: usize) -> Vec<u32> {
    let taps: Vec<&[u8]> = weights.chunks_exact(channels).collect();
    let mut packed = Vec::with_capacity(channels * taps.len().div_ceil(isa.taps()));
    for block in (0..channels).step_by(LANES) {
        for group in taps.chunks(isa.taps()) {
            let channel = |c: usize| simd::cell(isa.taps(), group.iter().map(|tap| tap[c] as i8));
            packed.extend((block..block + LANES).map(channel));
        }
    }
    packed
}
