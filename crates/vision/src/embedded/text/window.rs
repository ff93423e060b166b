//! A window that slides over an image, and the image prepared for it: framed with zeros, its columns sorted so that
//! what neighbours see under one tap lies side by side.

use super::onnx::Node;
use super::tensor::unknown;
use crate::VisionError;
use crate::embedded::simd::WIDE;

pub(super) struct Window {
    pub(super) size: [usize; 2],
    pub(super) stride: [usize; 2],
    before: [usize; 2],
    pub(super) output: [usize; 2],
}

impl Window {
    pub(super) fn new(
        node: &Node,
        size: [usize; 2],
        height: usize,
        width: usize,
    ) -> Result<Self, VisionError> {
        let stride = pair(node.ints("strides"), 1)?;
        let pads = match *node.ints("pads") {
            [] => [0; 4],
            [top, left, bottom, right] => [top, left, bottom, right].map(|pad| pad.clamp(0, 16) as usize),
            _ => return Err(unknown("padding")),
        };
        let along = |side: usize, axis: usize| {
            (side + pads[axis] + pads[axis + 2]).checked_sub(size[axis]).map(|room| room / stride[axis] + 1)
        };
        match (along(height, 0), along(width, 1)) {
            (Some(h), Some(w)) => Ok(Self { size, stride, before: [pads[0], pads[1]], output: [h, w] }),
            _ => Err(unknown("window larger than the image")),
        }
    }

    pub(super) fn taps(&self) -> usize {
        self.size[0] * self.size[1]
    }
}

/// Planes with a frame. A row holds its columns by their remainder at division by the stride, one run each.
pub(super) struct Framed<T> {
    pub(super) data: Vec<T>,
    /// From row to row, and from plane to plane.
    pitch: usize,
    plane: usize,
    /// Columns of one remainder.
    run: usize,
}

impl<T: Copy + Default> Framed<T> {
    /// Takes planes of channels by height by width.
    pub(super) fn new(window: &Window, [channels, height, width]: [usize; 3], planes: &[T]) -> Self {
        let [stride_y, stride_x] = window.stride;
        let ([top, left], [out_height, out_width]) = (window.before, window.output);
        let rows = ((out_height - 1) * stride_y + window.size[0]).max(height + top);
        // Whole blocks are read: what lies behind the last column of a row is never kept.
        let run = (out_width.next_multiple_of(WIDE) + window.size[1] / stride_x + 1)
            .max((width + left).div_ceil(stride_x));
        let pitch = run * stride_x;
        let mut data = vec![T::default(); channels * rows * pitch];
        for (i, source) in planes.chunks_exact(width.max(1)).enumerate() {
            let row = i / height * rows + i % height + top;
            let out = &mut data[row * pitch..][..pitch];
            if stride_x == 1 {
                out[left..left + width].copy_from_slice(source);
                continue;
            }
            for (remainder, out) in out.chunks_exact_mut(run).enumerate() {
                // The first column of the frame with this remainder that lies in the image.
                let skipped = left.saturating_sub(remainder).div_ceil(stride_x);
                let from = source.iter().skip(skipped * stride_x + remainder - left).step_by(stride_x);
                out[skipped..].iter_mut().zip(from).for_each(|(out, &value)| *out = value);
            }
        }
        Self { data, pitch, plane: rows * pitch, run }
    }

    /// Where the tap of output row `y` and column 0 lies.
    pub(super) fn start(
        &self,
        window: &Window,
        channel: usize,
        y: usize,
        [tap_y, tap_x]: [usize; 2],
    ) -> usize {
        let stride = window.stride;
        let row = channel * self.plane + (y * stride[0] + tap_y) * self.pitch;
        row + tap_x % stride[1] * self.run + tap_x / stride[1]
    }
}

pub(super) fn pair(list: &[i64], otherwise: usize) -> Result<[usize; 2], VisionError> {
    match *list {
        [] => Ok([otherwise; 2]),
        [a @ 1..=16, b @ 1..=16] => Ok([a as usize, b as usize]),
        _ => Err(unknown("stride or window")),
    }
}
