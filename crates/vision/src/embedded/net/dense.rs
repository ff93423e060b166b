//! Convolutions over all channels as matrix products: 1x1 directly, larger windows by gathering each pixel's patch.

use super::graph::{Activation, Tensor, unknown};
use super::requant::Requant;
use crate::VisionError;
use crate::embedded::simd::{self, Isa, LANES, ROWS, Tile};

/// Pixels whose inputs stay in the cache while all channels are computed.
const CHUNK: usize = 16 * ROWS;

#[derive(Debug)]
pub(super) struct Dense {
    isa: Isa,
    /// Input values to one output value, as the weights hold them (padded to whole cells).
    cells: usize,
    channels: usize,
    /// `[block of channels][cell][channel]`.
    weights: Vec<u32>,
    requant: Requant,
    patch: Patch,
}

/// Where a pixel's inputs come from.
#[derive(Clone, Copy, Debug)]
struct Patch {
    size: usize,
    stride: usize,
    before: usize,
    /// Height, width, channels.
    input: [usize; 3],
    output_width: usize,
    zero: u8,
}

impl Dense {
    pub(super) fn new(
        isa: Isa,
        [input, weights, bias, output]: [&Tensor<'_>; 4],
        stride: usize,
        activation: Activation,
    ) -> Result<Self, VisionError> {
        let [height, width, depth] = input.area()?;
        let [output_height, output_width, channels] = output.area()?;
        let (size, weight_depth) = match weights.shape[..] {
            [n, h, w, c] if n == channels && h == w => (h, c),
            [n, c] if n == channels => (1, c),
            _ => return Err(unknown("shape of weights")),
        };
        let patch_values = size * size * depth;
        let fits = weight_depth == depth
            && patch_values > 0
            && channels > 0
            && weights.data.len() == channels * patch_values
            && output_height == height.div_ceil(stride)
            && output_width == width.div_ceil(stride)
            && (size > 1 || (stride == 1 && depth % 4 == 0));
        if !fits {
            return Err(unknown("convolution"));
        }
        let sums: Vec<i32> = weights
            .data
            .chunks_exact(patch_values)
            .map(|row| row.iter().map(|&w| i32::from(w as i8)).sum())
            .collect();
        let padding = ((output_width - 1) * stride + size).saturating_sub(width);
        Ok(Self {
            isa,
            cells: patch_values.div_ceil(isa.group()),
            channels,
            weights: pack(isa, weights.data, patch_values),
            requant: Requant::new(input, weights, bias, output, activation, &sums)?,
            patch: Patch {
                size,
                stride,
                before: padding / 2,
                input: [height, width, depth],
                output_width,
                zero: input.zero as u8,
            },
        })
    }

    pub(super) fn run(&self, input: &[u8], output: &mut [u8], scratch: &mut Vec<u8>) {
        let pixels = output.len() / self.channels;
        let width = self.patch.values();
        for first in (0..pixels).step_by(CHUNK) {
            let count = CHUNK.min(pixels - first);
            let direct = self.patch.size == 1 && self.isa.group() == 4;
            let cells = if direct {
                &input[first * width..(first + count) * width]
            } else {
                self.gather(input, first, count, scratch);
                scratch.as_slice()
            };
            self.multiply(cells, &mut output[first * self.channels..(first + count) * self.channels]);
        }
    }

    fn multiply(&self, cells: &[u8], output: &mut [u8]) {
        let count = output.len() / self.channels;
        let mut tile = Tile::default();
        for (block, weights) in self.weights.chunks_exact(self.cells * LANES).enumerate() {
            let lanes = self.requant.lanes(block);
            let left = block * LANES;
            let right = self.channels.min(left + LANES);
            for top in (0..count).step_by(ROWS) {
                let starts = std::array::from_fn(|row| (top + row).min(count - 1) * self.cells * 4);
                simd::tile(self.isa, cells, &starts, weights, lanes, &mut tile);
                let rows = output[top * self.channels..].chunks_exact_mut(self.channels);
                for (row, bytes) in rows.zip(&tile) {
                    // A whole block is one store; a length that is not known beforehand is a call.
                    match row[left..right].as_mut_array::<LANES>() {
                        Some(whole) => *whole = *bytes,
                        None => row[left..right].copy_from_slice(&bytes[..right - left]),
                    }
                }
            }
        }
    }

    /// Puts the inputs of `count` pixels into cells: patches gathered, bytes widened where the processor wants words.
    fn gather(&self, input: &[u8], first: usize, count: usize, scratch: &mut Vec<u8>) {
        let stride = self.cells * 4;
        let widen = 4 / self.isa.group();
        scratch.clear();
        scratch.resize(count * stride, 0);
        let width = self.patch.values();
        let mut patch = vec![0; width];
        for (i, out) in scratch.chunks_exact_mut(stride).enumerate() {
            let values = if self.patch.size == 1 {
                &input[(first + i) * width..(first + i + 1) * width]
            } else {
                self.patch.read(input, first + i, &mut patch);
                &patch
            };
            if widen == 2 {
                let words = out.as_chunks_mut().0.iter_mut().zip(values);
                words.for_each(|(word, &value)| *word = u16::from(value).to_le_bytes());
            } else {
                out[..width].copy_from_slice(values);
            }
        }
    }
}

impl Patch {
    fn values(&self) -> usize {
        self.size * self.size * self.input[2]
    }

    /// The window around output pixel `pixel`; outside the image everything is zero.
    fn read(&self, input: &[u8], pixel: usize, out: &mut [u8]) {
        let [height, width, depth] = self.input;
        let (top, left) = (pixel / self.output_width * self.stride, pixel % self.output_width * self.stride);
        // Columns of the window from the first one inside the image to the last.
        let first = self.before.saturating_sub(left).min(self.size);
        let last = (width + self.before).saturating_sub(left).min(self.size).max(first);
        for (i, out) in out.chunks_exact_mut(self.size * depth).enumerate() {
            match (top + i).checked_sub(self.before).filter(|&y| y < height) {
                Some(y) if last > first => {
                    out[..first * depth].fill(self.zero);
                    let from = (y * width + left + first - self.before) * depth;
                    out[first * depth..last * depth]
                        .copy_from_slice(&input[from..][..(last - first) * depth]);
                    out[last * depth..].fill(self.zero);
                }
                _ => out.fill(self.zero),
            }
        }
    }
}

/// Rows of weights, one per channel, to `[block of channels][cell][channel]`; what is missing is zero.
pub(in crate::embedded) fn pack(isa: Isa, weights: &[u8], depth: usize) -> Vec<u32> {
    let rows: Vec<&[u8]> = weights.chunks_exact(depth).collect();
    let mut packed = Vec::with_capacity(rows.len().next_multiple_of(LANES) * depth.div_ceil(isa.group()));
    for block in rows.chunks(LANES) {
        for start in (0..depth).step_by(isa.group()) {
            let end = depth.min(start + isa.group());
            packed.extend((0..LANES).map(|lane| match block.get(lane) {
                Some(row) => simd::cell(isa.group(), row[start..end].iter().map(|&weight| weight as i8)),
                None => 0,
            }));
        }
    }
    packed
}
