//! Convolutions and matrix products in 32-bit floats. The order of additions is fixed, so results are the same on every
//! processor.

use super::fuse::{Then, finish};
use super::onnx::Node;
use super::tensor::{Tensor, unknown};
use super::window::{Framed, Window};
use crate::VisionError;
use crate::embedded::simd::{self, FloatTile, HIGH, Isa, Taps, WIDE};

/// What is done to the numbers of a channel before they are stored.
#[derive(Clone, Copy, Default)]
struct Finish<'a> {
    bias: Option<&'a [f32]>,
    steps: &'a [Then],
}

impl Finish<'_> {
    fn apply(&self, channel: usize, values: &mut [f32]) {
        finish(Isa::detect(), values, self.bias.map(|bias| bias[channel]), self.steps);
    }
}

/// `a` (m by k) times `b` (k by n).
pub(super) fn multiply(a: &[f32], b: &[f32], m: usize, k: usize, n: usize) -> Vec<f32> {
    multiply_and(a, b, [m, k, n], Finish::default())
}

fn multiply_and(a: &[f32], b: &[f32], [m, k, n]: [usize; 3], finish: Finish<'_>) -> Vec<f32> {
    let mut out = vec![0.0; m * n];
    let mut panel = vec![[0.0; WIDE]; k];
    for left in (0..n).step_by(WIDE) {
        let width = WIDE.min(n - left);
        for (row, panel) in b.chunks_exact(n).zip(&mut panel) {
            match row[left..].first_chunk() {
                Some(whole) => *panel = *whole,
                None => panel[..width].copy_from_slice(&row[left..]),
            }
        }
        multiply_panel(a, &panel, finish, width, &mut out[left..], n);
    }
    out
}

/// All rows of `a` times one panel of columns; `out` starts at the panel's first column, `pitch` from row to row.
fn multiply_panel(
    a: &[f32],
    panel: &[[f32; WIDE]],
    finish: Finish<'_>,
    width: usize,
    out: &mut [f32],
    pitch: usize,
) {
    let isa = Isa::detect();
    let (k, m) = (panel.len(), a.len() / panel.len().max(1));
    let mut tile: FloatTile = [[0.0; WIDE]; HIGH];
    for top in (0..m).step_by(HIGH) {
        let height = HIGH.min(m - top);
        let rows = std::array::from_fn(|i| &a[(top + i.min(height - 1)) * k..][..k]);
        simd::float_tile(isa, rows, panel, &mut tile);
        for (i, sums) in tile.iter_mut().take(height).enumerate() {
            finish.apply(top + i, sums);
            let out = &mut out[(top + i) * pitch..][..width];
            match out.as_mut_array() {
                Some(whole) => *whole = *sums,
                None => out.copy_from_slice(&sums[..width]),
            }
        }
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
    let bias = bias.map(|bias| &bias.data[..]).filter(|bias| bias.len() == outputs);
    let finish = Finish { bias, steps: &node.then };
    let data = if depth == channels && window.taps() == 1 && window.stride == [1, 1] {
        multiply_and(&weights.data, &input.data, [outputs, depth, out_height * out_width], finish)
    } else if depth == channels {
        slide(&window, input, &weights.data, outputs, finish)?
    } else if depth == 1 && outputs == channels {
        depthwise(&window, input, weights, finish)?
    } else {
        return Err(unknown("groups of channels"));
    };
    Tensor::new(vec![1, outputs, out_height, out_width], data)
}

/// The window over all channels at every place; only the patches of a few neighbours are in memory at a time.
fn slide(
    window: &Window,
    input: &Tensor,
    weights: &[f32],
    outputs: usize,
    finish: Finish<'_>,
) -> Result<Vec<f32>, VisionError> {
    let framed = Framed::new(window, input)?;
    let (channels, [out_height, out_width]) = (input.planes()?[0], window.output);
    let mut out = vec![0.0; outputs * out_height * out_width];
    let mut panel = vec![[0.0; WIDE]; channels * window.taps()];
    let starts: Vec<usize> = (0..channels).flat_map(|channel| starts(window, &framed, channel)).collect();
    for y in 0..out_height {
        let down = framed.start(window, 0, y, [0, 0]);
        for left in (0..out_width).step_by(WIDE) {
            for (column, start) in panel.iter_mut().zip(&starts) {
                column.copy_from_slice(&framed.data[start + down + left..][..WIDE]);
            }
            let columns = WIDE.min(out_width - left);
            multiply_panel(
                weights,
                &panel,
                finish,
                columns,
                &mut out[y * out_width + left..],
                out_height * out_width,
            );
        }
    }
    Ok(out)
}

fn depthwise(
    window: &Window,
    input: &Tensor,
    weights: &Tensor,
    finish: Finish<'_>,
) -> Result<Vec<f32>, VisionError> {
    let (isa, framed) = (Isa::detect(), Framed::new(window, input)?);
    let (channels, [out_height, out_width]) = (input.planes()?[0], window.output);
    let mut data = vec![0.0; channels * out_height * out_width];
    let planes = data.chunks_exact_mut((out_height * out_width).max(1));
    for (channel, (plane, weights)) in planes.zip(weights.data.chunks_exact(window.taps())).enumerate() {
        let starts = starts(window, &framed, channel);
        for (y, out) in plane.chunks_exact_mut(out_width).enumerate() {
            let source = &framed.data[framed.start(window, 0, y, [0, 0])..];
            simd::float_taps(isa, Taps { source, starts: &starts, weights }, out);
            finish.apply(channel, out);
        }
    }
    Ok(data)
}

/// Where the taps of a channel's first output lie.
fn starts(window: &Window, framed: &Framed, channel: usize) -> Vec<usize> {
    let [_, wide] = window.size;
    (0..window.taps()).map(|tap| framed.start(window, channel, 0, [tap / wide, tap % wide])).collect()
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
