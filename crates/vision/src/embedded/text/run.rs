//! Runs one of the two text networks: its operations in order.

use super::conv::{convolve, enlarge, multiply_rows};
use super::fuse::swish;
use super::onnx::{Graph, Node};
use super::prepare::prepared;
use super::short::Shorts;
use super::tensor::{Tensor, unknown};
use super::window::pair;
use crate::VisionError;
use std::borrow::Cow;

#[derive(Debug)]
pub(super) struct TextNet(Graph);

impl TextNet {
    pub(super) fn load(file: &[u8]) -> Result<Self, VisionError> {
        Ok(Self(prepared(Graph::read(file)?)))
    }

    pub(super) fn note(&self, name: &str) -> Option<&str> {
        self.0.notes.get(name).map(String::as_str)
    }

    pub(super) fn run(&self, input: Tensor) -> Result<Tensor, VisionError> {
        let graph = &self.0;
        let mut values: Vec<Option<Tensor>> = vec![None; graph.constants.len()];
        values[graph.input] = Some(input);
        for node in &graph.nodes {
            // An input that nobody needs afterwards is changed in place.
            let last_use = |i: usize| node.inputs.get(i).is_some_and(|number| node.done.contains(number));
            let alone = node.inputs.first().is_some_and(|first| !node.inputs[1..].contains(first));
            let owned = if last_use(0) && alone { values[node.inputs[0]].take() } else { None };
            let get = |i: usize| {
                let number = *node.inputs.get(i)?;
                values[number].as_ref().or(graph.constants[number].as_ref())
            };
            let first = match owned {
                Some(tensor) => Cow::Owned(tensor),
                None => Cow::Borrowed(get(0).ok_or_else(|| unknown("operation without input"))?),
            };
            let result = apply(node, first, &get)?;
            values[node.output] = Some(result);
            node.done.iter().for_each(|&number| values[number] = None);
        }
        values[graph.output].take().ok_or_else(|| unknown("no result"))
    }
}

fn apply<'a>(
    node: &Node,
    input: Cow<'_, Tensor>,
    get: &dyn Fn(usize) -> Option<&'a Tensor>,
) -> Result<Tensor, VisionError> {
    let need = |i: usize| get(i).ok_or_else(|| unknown("operation without input"));
    match node.op.as_str() {
        "Conv" => convolve(node, &input, need(1)?, get(2)),
        "ConvTranspose" => enlarge(node, &input),
        "BatchNormalization" => normalise(node, input.into_owned(), [need(1)?, need(2)?, need(3)?, need(4)?]),
        "Add" => either_way(input, need(1)?, |a, b| a + b),
        "Sub" => Tensor::combine(input, need(1)?, |a, b| a - b),
        "Mul" => either_way(input, need(1)?, |a, b| a * b),
        "Div" => Tensor::combine(input, need(1)?, |a, b| a / b),
        "Pow" => Tensor::combine(input, need(1)?, |a, b| if b == 2.0 { a * a } else { a.powf(b) }),
        "Sqrt" => Ok(input.into_owned().map(f32::sqrt)),
        "Relu" => Ok(input.into_owned().map(|value| larger(value, 0.0))),
        "Sigmoid" => Ok(input.into_owned().map(sigmoid)),
        "HardSwish" => Ok(input.into_owned().map(swish)),
        "HardSigmoid" => {
            let (slope, shift) = (node.float("alpha", 0.2), node.float("beta", 0.5));
            Ok(input.into_owned().map(|value| (slope * value + shift).clamp(0.0, 1.0)))
        }
        "Clip" => {
            let (low, high) = (single(need(1)?)?, single(need(2)?)?);
            Ok(input.into_owned().map(|value| value.max(low).min(high)))
        }
        "Cast" => Ok(input.into_owned()),
        "Shape" => {
            Tensor::new(vec![input.shape.len()], input.shape.iter().map(|&side| side as f32).collect())
        }
        "Reshape" => input.into_owned().reshape(&need(1)?.data),
        "Transpose" => input.transpose(node.ints("perm")),
        "Slice" => {
            let axis = get(3).map_or(Ok(0.0), single)?;
            input.slice(axis as usize, single(need(1)?)? as usize, single(need(2)?)? as usize)
        }
        "Squeeze" => {
            let mut shape = input.shape.clone();
            let axis = node.ints("axes").first().map_or(0, |&axis| axis.max(0) as usize);
            if shape.get(axis) != Some(&1) {
                return Err(unknown("axis to leave out"));
            }
            shape.remove(axis);
            Tensor::new(shape, input.data.clone())
        }
        "Concat" => {
            let rest = (1..node.inputs.len()).map(need).collect::<Result<Vec<_>, _>>()?;
            let parts: Vec<&Tensor> = std::iter::once(&*input).chain(rest).collect();
            Tensor::concat(&parts, node.ints("axis").first().map_or(0, |&axis| axis.max(0) as usize))
        }
        "ReduceMean" => input.rows(1, |row, out| out.push(row.iter().sum::<f32>() / row.len() as f32)),
        "Softmax" => input.rows(input.shape.last().copied().unwrap_or(0), softmax),
        "MatMul" => match &node.weights {
            Some(weights) => known_product(&input, weights),
            None => product(&input, need(1)?),
        },
        "GlobalAveragePool" => pool_all(&input),
        "AveragePool" => pool(&input, pair(node.ints("kernel_shape"), 1)?),
        "Resize" => repeat(&input, &need(2)?.data),
        _ => Err(unknown("operation")),
    }
}

/// The larger one keeps its place, the smaller one is repeated.
fn either_way(a: Cow<'_, Tensor>, b: &Tensor, with: impl Fn(f32, f32) -> f32) -> Result<Tensor, VisionError> {
    if a.data.len() < b.data.len() {
        return Tensor::combine(Cow::Borrowed(b), &a, with);
    }
    Tensor::combine(a, b, with)
}

fn single(tensor: &Tensor) -> Result<f32, VisionError> {
    tensor.data.first().copied().ok_or_else(|| unknown("empty number"))
}

fn normalise(node: &Node, mut input: Tensor, parts: [&Tensor; 4]) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    if parts.iter().any(|part| part.data.len() != channels) {
        return Err(unknown("normalisation"));
    }
    let [scale, shift, mean, variance] = parts.map(|part| &part.data);
    for (c, plane) in input.data.chunks_exact_mut((height * width).max(1)).enumerate() {
        let factor = scale[c] / (variance[c] + node.float("epsilon", 1e-5)).sqrt();
        let rest = shift[c] - mean[c] * factor;
        plane.iter_mut().for_each(|value| *value = *value * factor + rest);
    }
    Ok(input)
}

fn known_product(a: &Tensor, weights: &Shorts) -> Result<Tensor, VisionError> {
    let mut shape = a.shape.clone();
    let last = shape.last_mut().ok_or_else(|| unknown("product"))?;
    let length = std::mem::replace(last, weights.rows());
    Tensor::new(shape, multiply_rows(weights, &a.data, length)?)
}

/// The last two axes are matrices; axes before them are repeated or shared.
fn product(a: &Tensor, b: &Tensor) -> Result<Tensor, VisionError> {
    let ([.., m, k], [.., k2, n]) = (&a.shape[..], &b.shape[..]) else { return Err(unknown("product")) };
    let (m, k, n) = (*m, *k, *n);
    let batches = a.data.len() / (m * k).max(1);
    let shared = b.shape.len() == 2;
    if k != *k2 || (!shared && b.data.len() != batches * k * n) {
        return Err(unknown("product"));
    }
    let mut data = Vec::with_capacity(batches * m * n);
    for batch in 0..batches {
        let right = if shared { &b.data[..] } else { &b.data[batch * k * n..][..k * n] };
        for row in a.data[batch * m * k..][..m * k].chunks_exact(k.max(1)) {
            data.extend(weighted(row, right, n));
        }
    }
    let mut shape = a.shape.clone();
    let last = shape.len() - 1;
    shape[last] = n;
    Tensor::new(shape, data)
}

/// The rows of a matrix, each times its factor, added up.
fn weighted(factors: &[f32], rows: &[f32], length: usize) -> Vec<f32> {
    let mut sums = vec![0.0; length];
    for (factor, row) in factors.iter().zip(rows.chunks_exact(length.max(1))) {
        sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += factor * value);
    }
    sums
}

fn pool_all(input: &Tensor) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let area = (height * width).max(1);
    let means = input.data.chunks_exact(area).map(|plane| plane.iter().sum::<f32>() / area as f32);
    Tensor::new(vec![1, channels, 1, 1], means.collect())
}

/// Means of windows that do not overlap; what does not fill a window is left out.
fn pool(input: &Tensor, [high, wide]: [usize; 2]) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let (rows, columns) = (height / high, width / wide);
    let mut data = Vec::with_capacity(channels * rows * columns);
    for i in 0..channels * rows * columns {
        let (channel, y, x) = (i / (rows * columns), i / columns % rows, i % columns);
        let sum: f32 = (0..high)
            .flat_map(|dy| &input.data[(channel * height + y * high + dy) * width + x * wide..][..wide])
            .sum();
        data.push(sum / (high * wide) as f32);
    }
    Tensor::new(vec![1, channels, rows, columns], data)
}

/// Repeats pixels a whole number of times.
fn repeat(input: &Tensor, scales: &[f32]) -> Result<Tensor, VisionError> {
    let [channels, height, width] = input.planes()?;
    let [_, _, times, _] = *scales else { return Err(unknown("enlarging")) };
    let times = (times as usize).clamp(1, 16);
    let mut data = Vec::with_capacity(input.data.len() * times * times);
    let mut wide = vec![0.0; width * times];
    for row in input.data.chunks_exact(width.max(1)) {
        wide.chunks_exact_mut(times).zip(row).for_each(|(out, &value)| out.fill(value));
        (0..times).for_each(|_| data.extend_from_slice(&wide));
    }
    Tensor::new(vec![1, channels, height * times, width * times], data)
}

fn softmax(row: &[f32], out: &mut Vec<f32>) {
    let most = row.iter().copied().fold(f32::MIN, larger);
    let start = out.len();
    out.extend(row.iter().map(|&value| power(value - most)));
    let total: f32 = out[start..].iter().sum();
    out[start..].iter_mut().for_each(|value| *value /= total);
}

/// How much of the softmax of a row its largest number has.
pub(super) fn share_of_largest(row: &[f32]) -> f32 {
    let most = row.iter().copied().fold(f32::MIN, larger);
    1.0 / row.iter().map(|&value| power(value - most)).sum::<f32>()
}

/// Unlike `f32::max` no library call in the browser's module.
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + power(-value))
}

/// Through 64 bits, so that the last bit of 32 does not depend on the machine's library.
fn power(value: f32) -> f32 {
    f64::from(value).exp() as f32
}
