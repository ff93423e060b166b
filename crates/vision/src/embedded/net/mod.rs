//! Runs a quantised network: the steps of its file in order, each on bytes.
//!
//! Made for EfficientNet-lite, EfficientDet-lite and MobileNets; a file with anything else in it is refused when it
//! is loaded, so that running cannot fail.

mod dense;
mod depthwise;
mod flat;
mod graph;
mod pixelwise;
mod requant;
mod steps;

use super::eye::Bytes;
use super::image::Rgb;
use super::simd::Isa;
use crate::VisionError;
use dense::Dense;
pub(super) use dense::pack;
use depthwise::Depthwise;
use graph::{Graph, Kind, Op, unknown};
use pixelwise::{Add, Enlarge, MaxPool};

/// A network ready to run.
#[derive(Debug)]
pub(super) struct Net {
    steps: Vec<Step>,
    /// Bytes of each activation; zero for what no step writes.
    lengths: Vec<usize>,
    input: usize,
    heads: Vec<Head>,
    /// What the network averages over the image before its last layer, where it does so.
    pooled: Option<Head>,
    input_area: [usize; 3],
    input_scale: (f32, i32),
}

/// What a run gives.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) outputs: Vec<Output>,
    /// Means of the last map over the image, exact where the network itself rounds to bytes; empty without such a map.
    pub(super) features: Vec<f32>,
}

/// One result: bytes, and what they stand for.
#[derive(Clone, Copy, Debug)]
struct Head {
    tensor: usize,
    scale: f32,
    zero: i32,
}

/// A result of a run.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    scale: f32,
    zero: i32,
}

#[derive(Debug)]
struct Step {
    work: Work,
    inputs: Vec<usize>,
    output: usize,
    /// Activations that no later step reads.
    done: Vec<usize>,
}

#[derive(Debug)]
enum Work {
    Dense(Dense),
    Depthwise(Depthwise),
    Add(Add),
    MaxPool(MaxPool),
    Enlarge(Enlarge),
    Mean,
    Concat,
}

impl Output {
    /// What a byte of this result stands for.
    pub(super) fn value(&self, byte: u8) -> f32 {
        (i32::from(byte) - self.zero) as f32 * self.scale
    }
}

impl Net {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        Self::new(&Graph::read(file)?, isa)
    }

    /// A network of plain steps, at the start of what is left of a file.
    pub(super) fn of_steps(bytes: &mut Bytes<'_>, isa: Isa) -> Result<Self, VisionError> {
        Self::new(&Graph::of_steps(bytes)?, isa)
    }

    fn new(graph: &Graph<'_>, isa: Isa) -> Result<Self, VisionError> {
        let mut same: Vec<usize> = (0..graph.tensors.len()).collect();
        let mut lengths = vec![0; graph.tensors.len()];
        let mut steps = Vec::new();
        let source = &graph.tensors[graph.input];
        lengths[graph.input] = source.len();
        for op in &graph.ops {
            let Some(&first) = op.inputs.first() else { return Err(unknown("operator without input")) };
            if op.kind == Kind::Same {
                same[op.output] = same[first];
                continue;
            }
            let step = plan(graph, op, &same, isa)?;
            if step.inputs.iter().any(|&input| lengths[input] == 0) || lengths[step.output] != 0 {
                return Err(unknown("order of operators"));
            }
            lengths[step.output] = graph.tensors[step.output].len();
            steps.push(step);
        }
        let heads = graph
            .outputs
            .iter()
            .map(|&tensor| {
                let tensor = same[tensor];
                let Some(step) = steps.iter().find(|step| step.output == tensor) else {
                    return Err(unknown("output that nothing computes"));
                };
                let result = &graph.tensors[step.output];
                Ok(Head { tensor, scale: result.scale()?, zero: result.zero })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let averaged = steps.iter().find(|step| matches!(step.work, Work::Mean)).map(|step| step.inputs[0]);
        let pooled = averaged
            .map(|tensor| {
                let map = &graph.tensors[tensor];
                Ok::<_, VisionError>(Head { tensor, scale: map.scale()?, zero: map.zero })
            })
            .transpose()?;
        mark_last_uses(&mut steps, &heads);
        let (input_area, input_scale) = (source.area()?, (source.scale()?, source.zero));
        Ok(Self { steps, lengths, input: graph.input, heads, pooled, input_area, input_scale })
    }

    /// Height, width and channels of the image the network looks at.
    pub(super) fn input_area(&self) -> [usize; 3] {
        self.input_area
    }

    /// Lengths of the results, in the order of the file.
    pub(super) fn output_lengths(&self) -> Vec<usize> {
        self.heads.iter().map(|head| self.lengths[head.tensor]).collect()
    }

    /// How many features a run gives.
    pub(super) fn features_len(&self) -> usize {
        let mean = self.steps.iter().find(|step| matches!(step.work, Work::Mean));
        mean.map_or(0, |step| self.lengths[step.output])
    }

    /// The byte that stands for each of the 256 levels of a pixel, given how the network wants its pixels.
    pub(super) fn levels(&self, normalise: impl Fn(f32) -> f32) -> [u8; 256] {
        let (scale, zero) = self.input_scale;
        std::array::from_fn(|level| {
            let value = (normalise(level as f32) / scale).round() + zero as f32;
            value.clamp(0.0, 255.0) as u8
        })
    }

    /// Looks at an image of any size.
    pub(super) fn look(&self, image: &Rgb, levels: &[u8; 256]) -> Seen {
        let [height, width, _] = self.input_area;
        let square = image.squash(width, height);
        self.run(square.data().iter().map(|&level| levels[usize::from(level)]).collect())
    }

    /// Looks at one image of exactly the input's size.
    fn run(&self, image: Vec<u8>) -> Seen {
        assert_eq!(image.len(), self.lengths[self.input], "the image has the network's size");
        let mut values: Vec<Vec<u8>> = vec![Vec::new(); self.lengths.len()];
        values[self.input] = image;
        let mut scratch = Vec::new();
        let mut spare = Vec::new();
        let mut features = Vec::new();
        for step in &self.steps {
            let mut output: Vec<u8> = spare.pop().unwrap_or_default();
            output.resize(self.lengths[step.output], 0);
            let input = |i: usize| values[step.inputs[i]].as_slice();
            match &step.work {
                Work::Dense(dense) => dense.run(input(0), &mut output, &mut scratch),
                Work::Depthwise(depthwise) => depthwise.run(input(0), &mut output, &mut scratch),
                Work::Add(add) => add.run(input(0), input(1), &mut output),
                Work::MaxPool(pool) => pool.run(input(0), &mut output),
                Work::Enlarge(enlarge) => enlarge.run(input(0), &mut output),
                Work::Mean => {
                    pixelwise::mean(input(0), &mut output);
                    features = self.features(input(0), output.len());
                }
                Work::Concat => {
                    output.clear();
                    (0..step.inputs.len()).for_each(|i| output.extend_from_slice(input(i)));
                }
            }
            values[step.output] = output;
            spare.extend(step.done.iter().map(|&tensor| std::mem::take(&mut values[tensor])));
        }
        let take =
            |head: &Head| Output { bytes: values[head.tensor].clone(), scale: head.scale, zero: head.zero };
        Seen { outputs: self.heads.iter().map(take).collect(), features }
    }

    fn features(&self, map: &[u8], channels: usize) -> Vec<f32> {
        let Some(pooled) = &self.pooled else { return Vec::new() };
        let mut sums = vec![0u32; channels];
        for pixel in map.chunks_exact(channels) {
            sums.iter_mut().zip(pixel).for_each(|(sum, &byte)| *sum += u32::from(byte));
        }
        let places = (map.len() / channels) as f32;
        sums.iter().map(|&sum| (sum as f32 / places - pooled.zero as f32) * pooled.scale).collect()
    }
}

fn plan(graph: &Graph<'_>, op: &Op, same: &[usize], isa: Isa) -> Result<Step, VisionError> {
    let tensor = |i: usize| {
        let index = op.inputs.get(i).ok_or_else(|| unknown("operator without enough inputs"))?;
        Ok::<_, VisionError>(&graph.tensors[same[*index]])
    };
    let output = &graph.tensors[op.output];
    let mut activations = 1;
    let work = match op.kind {
        Kind::Conv { stride, activation } => {
            Work::Dense(Dense::new(isa, [tensor(0)?, tensor(1)?, tensor(2)?, output], stride, activation)?)
        }
        Kind::FullyConnected => {
            let none = graph::Activation::None;
            Work::Dense(Dense::new(isa, [tensor(0)?, tensor(1)?, tensor(2)?, output], 1, none)?)
        }
        Kind::Depthwise { stride, activation } => {
            let tensors = [tensor(0)?, tensor(1)?, tensor(2)?, output];
            Work::Depthwise(Depthwise::new(isa, tensors, stride, activation)?)
        }
        Kind::Add { activation } => {
            activations = 2;
            Work::Add(Add::new([tensor(0)?, tensor(1)?, output], activation)?)
        }
        Kind::MaxPool { size, stride } => Work::MaxPool(MaxPool::new([tensor(0)?, output], size, stride)?),
        Kind::ResizeNearest => Work::Enlarge(Enlarge::new([tensor(0)?, output])?),
        Kind::Mean => {
            if output.len() == 0 || tensor(0)?.len() == 0 || tensor(0)?.area()?[2] != output.len() {
                return Err(unknown("mean"));
            }
            Work::Mean
        }
        Kind::Concat => {
            activations = op.inputs.len();
            for i in 0..activations {
                if tensor(i)?.scales != output.scales || tensor(i)?.zero != output.zero {
                    return Err(unknown("joining of different scales"));
                }
            }
            Work::Concat
        }
        Kind::Same => return Err(unknown("step without work")),
    };
    let inputs = op.inputs[..activations].iter().map(|&input| same[input]).collect();
    Ok(Step { work, inputs, output: op.output, done: Vec::new() })
}

/// Notes at each step which activations are not needed after it, so that their memory is used again.
fn mark_last_uses(steps: &mut [Step], heads: &[Head]) {
    let mut needed: Vec<usize> = heads.iter().map(|head| head.tensor).collect();
    for step in steps.iter_mut().rev() {
        for &input in &step.inputs {
            if !needed.contains(&input) {
                needed.push(input);
                step.done.push(input);
            }
        }
    }
}

#[cfg(test)]
mod tests;
