//! A network as `scripts/eye/expert.py` writes it: steps in order, each with its weights, then a mean over the image.
//!
//! Layout, little endian: side of the image, scale (float) and zero of its bytes, number of steps; for each step its code
//! (TensorFlow Lite's), stride, whether it ends at 6, the two activations it reads (0: the image, then the results of steps in
//! order), height, width and channels of its result, scale (float) and zero; unless it adds, the side of its window, and for the
//! channels scales, weights and biases.

use super::graph::{Activation, Graph, Kind, Op, Tensor, unknown};
use crate::VisionError;
use crate::embedded::eye::Bytes;

const CONV: usize = 3;
const DEPTHWISE: usize = 4;
const ADD: usize = 0;
const CHANNELS: usize = 3;
const MOST_STEPS: usize = 200;
const LONGEST_SIDE: usize = 1024;
const MOST_CHANNELS: usize = 8192;

impl<'a> Graph<'a> {
    pub(super) fn of_steps(bytes: &mut Bytes<'a>) -> Result<Self, VisionError> {
        let side = bytes.number()?;
        let source = activation(bytes, vec![1, side, side, CHANNELS])?;
        let mut graph = Self { tensors: vec![source], ops: Vec::new(), input: 0, outputs: Vec::new() };
        let mut flowing = vec![0];
        let steps = bytes.number()?;
        if steps == 0 || steps > MOST_STEPS {
            return Err(unknown("number of steps"));
        }
        for _ in 0..steps {
            let made = graph.step(bytes, &flowing)?;
            flowing.push(made);
        }
        let last = flowing[steps];
        let [.., channels] = graph.tensors[last].area()?;
        let mean = Tensor { shape: vec![1, channels], ..graph.tensors[last].clone() };
        let output = graph.add(mean);
        graph.ops.push(Op { kind: Kind::Mean, inputs: vec![last], output });
        graph.outputs.push(output);
        Ok(graph)
    }

    /// Reads one step; the number of the tensor that it makes.
    fn step(&mut self, bytes: &mut Bytes<'a>, flowing: &[usize]) -> Result<usize, VisionError> {
        let mut next = || bytes.number();
        let [code, stride, ends, first, second] = [next()?, next()?, next()?, next()?, next()?];
        let shape = vec![1, next()?, next()?, next()?];
        let result = activation(bytes, shape)?;
        let flows = |at: usize| flowing.get(at).copied().ok_or_else(|| unknown("order of steps"));
        let (first, second) = (flows(first)?, flows(second)?);
        let activation = if ends == 1 { Activation::Relu6 } else { Activation::None };
        let (kind, inputs) = match code {
            _ if !(1..=8).contains(&stride) => return Err(unknown("stride")),
            ADD => (Kind::Add { activation }, vec![first, second]),
            CONV => (Kind::Conv { stride, activation }, self.weights(bytes, first, &result, false)?),
            DEPTHWISE => (Kind::Depthwise { stride, activation }, self.weights(bytes, first, &result, true)?),
            _ => return Err(unknown("step")),
        };
        let output = self.add(result);
        self.ops.push(Op { kind, inputs, output });
        Ok(output)
    }

    /// The tensors that a convolution reads: what flows in, weights, biases.
    fn weights(
        &mut self,
        bytes: &mut Bytes<'a>,
        input: usize,
        result: &Tensor<'_>,
        depthwise: bool,
    ) -> Result<Vec<usize>, VisionError> {
        let size = bytes.number()?;
        let ([.., depth], [.., channels]) = (self.tensors[input].area()?, result.area()?);
        if !(1..=8).contains(&size) {
            return Err(unknown("window"));
        }
        let shape = if depthwise { vec![1, size, size, channels] } else { vec![channels, size, size, depth] };
        let scales = bytes.floats(channels)?;
        let data = bytes.take(shape.iter().product())?;
        let weights = self.add(Tensor { shape, scales, zero: 0, data });
        let data = bytes.take(4 * channels)?;
        let biases = self.add(Tensor { shape: vec![channels], scales: Vec::new(), zero: 0, data });
        Ok(vec![input, weights, biases])
    }

    fn add(&mut self, tensor: Tensor<'a>) -> usize {
        self.tensors.push(tensor);
        self.tensors.len() - 1
    }
}

fn activation<'a>(bytes: &mut Bytes<'_>, shape: Vec<usize>) -> Result<Tensor<'a>, VisionError> {
    let fits = matches!(shape[..], [1, 1..=LONGEST_SIDE, 1..=LONGEST_SIDE, 1..=MOST_CHANNELS]);
    let (scales, zero) = (bytes.floats(1)?, bytes.number()?);
    let zero = i32::try_from(zero).ok().filter(|zero| *zero < 256 && fits);
    Ok(Tensor { shape, scales, zero: zero.ok_or_else(|| unknown("shape of a step"))?, data: &[] })
}
