//! Convolutions and matrix products. Products with known weights are made of 16-bit numbers (see `short`); what is made of
//! floats is added up in a fixed order. So results are the same on every processor.

use super::fuse::{Then, finish};
use super::onnx::Node;
use super::short::{Levels, Shorts};
use super::tensor::{Tensor, unknown};
use super::window::{Framed, Window};
use crate::VisionError;
use crate::embedded::simd::{self, HIGH, Isa, Pair, ShortTile, Taps, WIDE, vectorised};

type Panel = [[Pair; WIDE]];

/// What is done to the sums of a channel before they are stored.
#[derive(Clone, Copy)]
struct Finish<'a> {
    /// What one of the input's whole numbers stands for.
    step: f32,
    bias: Option<&'a [f32]>,
    then: &'a [Then],
}

impl Finish<'_> {
    fn apply(&self, channel: usize, values: &mut [f32]) {
        finish(Isa::detect(), values, self.bias.map(|bias| bias[channel]), self.then);
    }
}

/// All rows of weights times `columns` of numbers, which lie in planes.
fn multiply(weights: &Shorts, levels: &Levels, columns: usize, finish: Finish<'_>) -> Vec<f32> {
    let isa = Isa::detect();
    let mut out = vec![0.0; weights.rows() * columns];
    let mut panel = vec![[[0; 2]; WIDE]; weights.depth()];
    for left in (0..columns).step_by(WIDE) {
        let width = WIDE.min(columns - left);
        vectorised(isa, || {
            for (planes, panel) in levels.data.chunks(2 * columns).zip(&mut panel) {
                // Without a second plane its weights are zero.
                let second = planes.get(columns..).filter(|second| !second.is_empty()).unwrap_or(planes);
                pair_up(&planes[left..][..width], &second[left..][..width], panel);
            }
        });
        multiply_panel(weights, &panel, finish, width, &mut out[left..], columns);
    }
    out
}

#[inline(always)]
fn pair_up(first: &[i16], second: &[i16], out: &mut [Pair; WIDE]) {
    match (first.as_array::<WIDE>(), second.as_array::<WIDE>()) {
        (Some(first), Some(second)) => (0..WIDE).for_each(|i| out[i] = [first[i], second[i]]),
        _ => out.iter_mut().zip(first.iter().zip(second)).for_each(|(out, (&a, &b))| *out = [a, b]),
    }
}

/// All rows of weights times one panel of columns; `out` starts at the panel's first column, `pitch` from row to row.
fn multiply_panel(
    weights: &Shorts,
    panel: &Panel,
    finish: Finish<'_>,
    width: usize,
    out: &mut [f32],
    pitch: usize,
) {
    let isa = Isa::detect();
    let mut tile: ShortTile = [[0; WIDE]; HIGH];
    let mut values = [0.0; WIDE];
    for top in (0..weights.rows()).step_by(HIGH) {
        let height = HIGH.min(weights.rows() - top);
        let rows = std::array::from_fn(|i| weights.row(top + i.min(height - 1)));
        simd::short_tile(isa, rows, panel, &mut tile);
        for (row, sums) in (top..).zip(&tile[..height]) {
            let step = weights.step(row) * finish.step;
            vectorised(isa, || (0..WIDE).for_each(|i| values[i] = sums[i] as f32 * step));
            finish.apply(row, &mut values);
            let out = &mut out[row * pitch..][..width];
            match out.as_mut_array() {
                Some(whole) => *whole = values,
                None => out.copy_from_slice(&values[..width]),
            }
        }
    }
}

/// Every row of `a` times known weights: the sums of a row lie side by side.
pub(super) fn multiply_rows(weights: &Shorts, a: &[f32], length: usize) -> Result<Vec<f32>, VisionError> {
    if length == 0 || length.div_ceil(2) != weights.depth() {
        return Err(unknown("product"));
    }
    let (levels, columns) = (Levels::new(a), weights.rows());
    let finish = Finish { step: levels.step, bias: None, then: &[] };
    let mut panel = vec![[[0; 2]; WIDE]; weights.depth()];
    let mut turned = vec![0.0; columns * WIDE];
    let mut out = Vec::with_capacity(a.len() / length * columns);
    for rows in levels.data.chunks(WIDE * length) {
        for (i, row) in rows.chunks_exact(length).enumerate() {
            for (pair, panel) in row.chunks(2).zip(&mut panel) {
                panel[i] = [pair[0], pair.get(1).copied().unwrap_or(0)];
            }
        }
        multiply_panel(weights, &panel, finish, WIDE, &mut turned, WIDE);
        for i in 0..rows.len() / length {
            out.extend(turned.iter().skip(i).step_by(WIDE));
        }
    }
    Ok(out)
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
    let finish = Finish { step: 1.0, bias, then: &node.then };
    let data = match &node.weights {
        Some(shorts) if depth == channels => {
            let levels = Levels::new(&input.data);
            let finish = Finish { step: levels.step, ..finish };
            if window.taps() == 1 && window.stride == [1, 1] {
                multiply(shorts, &levels, out_height * out_width, finish)
            } else {
                slide(&window, &levels, [channels, height, width], shorts, finish)?
            }
        }
        None if depth == 1 && outputs == channels => depthwise(&window, input, weights, finish)?,
        _ => return Err(unknown("groups of channels")),
    };
    Tensor::new(vec![1, outputs, out_height, out_width], data)
}

/// The window over all channels at every place; only the patches of a few neighbours are in memory at a time.
fn slide(
    window: &Window,
    levels: &Levels,
    planes: [usize; 3],
    weights: &Shorts,
    finish: Finish<'_>,
) -> Result<Vec<f32>, VisionError> {
    let (isa, framed) = (Isa::detect(), Framed::new(window, planes, &levels.data));
    let [out_height, out_width] = window.output;
    let mut out = vec![0.0; weights.rows() * out_height * out_width];
    let mut panel = vec![[[0; 2]; WIDE]; weights.depth()];
    let starts: Vec<usize> = (0..planes[0]).flat_map(|channel| starts(window, &framed, channel)).collect();
    for y in 0..out_height {
        let down = framed.start(window, 0, y, [0, 0]);
        for left in (0..out_width).step_by(WIDE) {
            let source = &framed.data[down + left..];
            vectorised(isa, || {
                for (pair, panel) in starts.chunks(2).zip(&mut panel) {
                    let second = pair.get(1).unwrap_or(&pair[0]);
                    pair_up(&source[pair[0]..][..WIDE], &source[*second..][..WIDE], panel);
                }
            });
            let (columns, out) = (WIDE.min(out_width - left), &mut out[y * out_width + left..]);
            multiply_panel(weights, &panel, finish, columns, out, out_height * out_width);
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
    let (isa, framed) = (Isa::detect(), Framed::new(window, input.planes()?, &input.data));
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
fn starts<T: Copy + Default>(window: &Window, framed: &Framed<T>, channel: usize) -> Vec<usize> {
    let [_, wide] = window.size;
    (0..window.taps()).map(|tap| framed.start(window, channel, 0, [tap / wide, tap % wide])).collect()
}

/// Enlarges twofold: every pixel becomes a square of two by two.
pub(super) fn enlarge(node: &Node, input: &Tensor) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let weights = node.weights.as_ref().filter(|weights| weights.depth() == channels.div_ceil(2));
    let weights = weights.ok_or_else(|| unknown("enlarging weights"))?;
    let (levels, outputs) = (Levels::new(&input.data), weights.rows() / 4);
    let finish = Finish { step: levels.step, bias: None, then: &[] };
    let values = multiply(weights, &levels, height * width, finish);
    let mut data = vec![0.0; values.len()];
    for (i, plane) in values.chunks_exact((height * width).max(1)).enumerate() {
        let (output, right, down) = (i / 4, i % 2, i / 2 % 2);
        for (y, row) in plane.chunks_exact(width).enumerate() {
            let out = &mut data[(output * 2 * height + 2 * y + down) * 2 * width..][..2 * width];
            out.as_chunks_mut::<2>().0.iter_mut().zip(row).for_each(|(out, &value)| out[right] = value);
        }
    }
    Tensor::new(vec![1, outputs, 2 * height, 2 * width], data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_any_size_is_nearly_the_sum_over_the_depth() {
        for (m, k, n) in [(1, 1, 1), (5, 3, 17), (4, 20, 16), (7, 9, 40)] {
            let a: Vec<f32> = (0..m * k).map(|i| (i % 7) as f32 - 3.0).collect();
            let b: Vec<f32> = (0..k * n).map(|i| (i % 5) as f32 - 2.0).collect();
            let (weights, levels) = (Shorts::new(&a, k), Levels::new(&b));
            let out = multiply(&weights, &levels, n, Finish { step: levels.step, bias: None, then: &[] });
            let turned: Vec<f32> = (0..k * n).map(|i| b[i % k * n + i / k]).collect();
            let rows = multiply_rows(&weights, &turned, k).unwrap();
            for (i, &got) in out.iter().enumerate() {
                let sum: f32 = (0..k).map(|d| a[i / n * k + d] * b[d * n + i % n]).sum();
                assert!((got - sum).abs() < 0.003 * k as f32, "{m}x{k}x{n} at {i}: {got} for {sum}");
                assert_eq!(got, rows[i % n * m + i / n], "{m}x{k}x{n} at {i}");
            }
        }
    }
}
