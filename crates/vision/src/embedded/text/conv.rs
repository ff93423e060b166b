//! Convolutions and matrix products in 32-bit floats. The order of additions is fixed, so results are the same on every
//! processor.

use super::onnx::Node;
use super::tensor::{Tensor, unknown};
use crate::VisionError;
use crate::embedded::simd::{self, HIGH, Isa, WIDE};

/// `a` (m by k) times `b` (k by n).
pub(super) fn multiply(a: &[f32], b: &[f32], m: usize, k: usize, n: usize) -> Vec<f32> {
    let mut out = vec![0.0; m * n];
    let mut panel = vec![[0.0; WIDE]; k];
    for left in (0..n).step_by(WIDE) {
        let width = WIDE.min(n - left);
        for (row, panel) in b.chunks_exact(n).zip(&mut panel) {
            panel[..width].copy_from_slice(&row[left..left + width]);
        }
        multiply_panel(a, &panel, width, &mut out[left..], n);
    }
    out
}

/// All rows of `a` times one panel of columns; `out` starts at the panel's first column, `pitch` from row to row.
fn multiply_panel(a: &[f32], panel: &[[f32; WIDE]], width: usize, out: &mut [f32], pitch: usize) {
    let isa = Isa::detect();
    let (k, m) = (panel.len(), a.len() / panel.len().max(1));
    for top in (0..m).step_by(HIGH) {
        let height = HIGH.min(m - top);
        let rows = std::array::from_fn(|i| &a[(top + i.min(height - 1)) * k..][..k]);
        let tile = simd::float_tile(isa, rows, panel);
        for (i, sums) in tile.iter().take(height).enumerate() {
            out[(top + i) * pitch..][..width].copy_from_slice(&sums[..width]);
        }
    }
}

/// The window of a convolution over one picture.
struct Window {
    size: [usize; 2],
    stride: [usize; 2],
    before: [usize; 2],
    output: [usize; 2],
}

impl Window {
    fn new(node: &Node, size: [usize; 2], height: usize, width: usize) -> Result<Self, VisionError> {
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
            _ => Err(unknown("window larger than the picture")),
        }
    }

    /// Output columns `x` for which tap `tap` lies inside a row of `width`, with the first input column.
    fn span(&self, tap: usize, width: usize) -> (std::ops::Range<usize>, usize) {
        let first = self.before[1].saturating_sub(tap).div_ceil(self.stride[1]);
        let last = (width + self.before[1]).saturating_sub(tap).div_ceil(self.stride[1]).min(self.output[1]);
        (first..last.max(first), (first * self.stride[1] + tap).saturating_sub(self.before[1]))
    }

    /// What neighbours from output column `left` on see of one input row under one tap; outside is zero.
    fn taps(&self, row: &[f32], left: usize, tap: usize) -> [f32; WIDE] {
        let start = left * self.stride[1] + tap;
        if self.stride[1] == 1
            && let Some(inside) =
                start.checked_sub(self.before[1]).and_then(|from| row.get(from..from + WIDE))
        {
            return std::array::from_fn(|i| inside[i]);
        }
        std::array::from_fn(|i| {
            let at = (start + i * self.stride[1]).checked_sub(self.before[1]);
            at.and_then(|at| row.get(at)).copied().unwrap_or(0.0)
        })
    }

    fn input_row(&self, y: usize, tap: usize, height: usize) -> Option<usize> {
        (y * self.stride[0] + tap).checked_sub(self.before[0]).filter(|&row| row < height)
    }
}

pub(super) fn convolve(
    node: &Node,
    input: &Tensor,
    weights: &Tensor,
    bias: Option<&Tensor>,
) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let [outputs, depth, size_y, size_x] = weights.shape[..] else { return Err(unknown("weights")) };
    let window = Window::new(node, [size_y, size_x], height, width)?;
    let [out_height, out_width] = window.output;
    let area = out_height * out_width;
    let mut data = if depth == channels {
        let taps = depth * size_y * size_x;
        if size_y * size_x == 1 && window.stride == [1, 1] {
            multiply(&weights.data, &input.data, outputs, taps, area)
        } else {
            slide(&window, input, &weights.data, outputs)?
        }
    } else if depth == 1 && outputs == channels {
        depthwise(&window, input, weights)?
    } else {
        return Err(unknown("groups of channels"));
    };
    if let Some(bias) = bias.filter(|bias| bias.data.len() == outputs) {
        for (plane, &bias) in data.chunks_exact_mut(area.max(1)).zip(&bias.data) {
            plane.iter_mut().for_each(|value| *value += bias);
        }
    }
    Tensor::new(vec![1, outputs, out_height, out_width], data)
}

/// The window over all channels at every place; only the patches of a few neighbours are in memory at a time.
fn slide(window: &Window, input: &Tensor, weights: &[f32], outputs: usize) -> Result<Vec<f32>, VisionError> {
    let [channels, height, width] = input.planes()?;
    let ([size_y, size_x], [out_height, out_width]) = (window.size, window.output);
    let area = out_height * out_width;
    let mut out = vec![0.0; outputs * area];
    let mut panel = vec![[0.0; WIDE]; channels * size_y * size_x];
    for y in 0..out_height {
        for left in (0..out_width).step_by(WIDE) {
            let columns = WIDE.min(out_width - left);
            for (i, taps) in panel.iter_mut().enumerate() {
                let (channel, tap_y, tap_x) = (i / (size_y * size_x), i / size_x % size_y, i % size_x);
                *taps = match window.input_row(y, tap_y, height) {
                    Some(row) => {
                        window.taps(&input.data[(channel * height + row) * width..][..width], left, tap_x)
                    }
                    None => [0.0; WIDE],
                };
            }
            multiply_panel(weights, &panel, columns, &mut out[y * out_width + left..], area);
        }
    }
    Ok(out)
}

fn depthwise(window: &Window, input: &Tensor, weights: &Tensor) -> Result<Vec<f32>, VisionError> {
    let [channels, height, width] = input.planes()?;
    let ([size_y, size_x], [out_height, out_width]) = (window.size, window.output);
    let mut data = vec![0.0; channels * out_height * out_width];
    let rows = data.chunks_exact_mut(out_width.max(1)).enumerate();
    for (i, out) in rows {
        let (channel, y) = (i / out_height, i % out_height);
        for tap_y in 0..size_y {
            let Some(row) = window.input_row(y, tap_y, height) else { continue };
            let row = &input.data[(channel * height + row) * width..][..width];
            for tap_x in 0..size_x {
                let weight = weights.data[(channel * size_y + tap_y) * size_x + tap_x];
                let (columns, from) = window.span(tap_x, width);
                // A picture narrower than the window: this tap meets no column of it.
                let Some(out) = out.get_mut(columns) else { continue };
                if window.stride[1] == 1 {
                    let source = &row[from.min(width)..];
                    out.iter_mut().zip(source).for_each(|(out, &value)| *out += weight * value);
                } else {
                    let source = row[from.min(width)..].iter().step_by(window.stride[1]);
                    out.iter_mut().zip(source).for_each(|(out, &value)| *out += weight * value);
                }
            }
        }
    }
    Ok(data)
}

/// Enlarges twofold: every pixel becomes a square of two by two.
pub(super) fn enlarge(input: &Tensor, weights: &Tensor) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let [depth, outputs, 2, 2] = weights.shape[..] else { return Err(unknown("enlarging weights")) };
    if depth != channels {
        return Err(unknown("enlarging depth"));
    }
    let turned = weights.clone().reshape(&[depth as f32, -1.0])?.transpose(&[1, 0])?;
    let values = multiply(&turned.data, &input.data, outputs * 4, depth, height * width);
    let mut data = vec![0.0; outputs * 4 * height * width];
    for (i, plane) in values.chunks_exact((height * width).max(1)).enumerate() {
        let (output, right, down) = (i / 4, i % 2, i / 2 % 2);
        for (at, &value) in plane.iter().enumerate() {
            let (y, x) = (2 * (at / width) + down, 2 * (at % width) + right);
            data[(output * 2 * height + y) * 2 * width + x] = value;
        }
    }
    Tensor::new(vec![1, outputs, 2 * height, 2 * width], data)
}

pub(super) fn pair(list: &[i64], otherwise: usize) -> Result<[usize; 2], VisionError> {
    match *list {
        [] => Ok([otherwise; 2]),
        [a @ 1..=16, b @ 1..=16] => Ok([a as usize, b as usize]),
        _ => Err(unknown("stride or window")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_any_size_is_the_sum_over_the_depth() {
        for (m, k, n) in [(1, 1, 1), (5, 3, 17), (4, 20, 16), (7, 9, 40)] {
            let a: Vec<f32> = (0..m * k).map(|i| (i % 7) as f32 - 3.0).collect();
            let b: Vec<f32> = (0..k * n).map(|i| (i % 5) as f32 - 2.0).collect();
            let out = multiply(&a, &b, m, k, n);
            for (i, &got) in out.iter().enumerate() {
                let sum: f32 = (0..k).map(|d| a[i / n * k + d] * b[d * n + i % n]).sum();
                assert_eq!(got, sum, "{m}x{k}x{n} at {i}");
            }
        }
    }
}
