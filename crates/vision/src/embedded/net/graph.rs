//! The parts of a TensorFlow Lite file that our two networks use: tensors, operators, quantisation.
//!
//! All arithmetic is on bytes: activations are stored as `value + 128`, so that a zero point is 0..=255.

use super::flat::Table;
use crate::VisionError;

/// A network as its file describes it.
#[derive(Debug)]
pub(super) struct Graph<'a> {
    pub(super) tensors: Vec<Tensor<'a>>,
    pub(super) ops: Vec<Op>,
    pub(super) input: usize,
    pub(super) outputs: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Tensor<'a> {
    pub(super) shape: Vec<usize>,
    /// One scale, or one per output channel.
    pub(super) scales: Vec<f32>,
    /// The byte that stands for zero.
    pub(super) zero: i32,
    /// Weights and biases; empty for activations.
    pub(super) data: &'a [u8],
}

#[derive(Debug)]
pub(super) struct Op {
    pub(super) kind: Kind,
    pub(super) inputs: Vec<usize>,
    pub(super) output: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Conv {
        stride: usize,
        activation: Activation,
    },
    Depthwise {
        stride: usize,
        activation: Activation,
    },
    FullyConnected,
    Add {
        activation: Activation,
    },
    MaxPool {
        size: usize,
        stride: usize,
    },
    Mean,
    ResizeNearest,
    Concat,
    /// The same bytes under another shape, or a last step (sigmoid, softmax) that the reader of the output does itself.
    Same,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    None,
    Relu6,
}

const MAX_TENSOR_BYTES: usize = 1 << 26;

impl<'a> Graph<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, VisionError> {
        let model = Table::root(bytes)?;
        let codes = model.tables(1)?.iter().map(operator_code).collect::<Result<Vec<_>, _>>()?;
        let buffers = model.tables(4)?;
        let graph = model.tables(2)?.into_iter().next().ok_or_else(|| unknown("no graph"))?;
        let tensors = graph
            .tables(0)?
            .iter()
            .map(|tensor| read_tensor(tensor, &buffers))
            .collect::<Result<Vec<_>, _>>()?;
        let ops = graph
            .tables(3)?
            .iter()
            .map(|op| read_op(op, &codes, tensors.len()))
            .collect::<Result<Vec<_>, _>>()?;
        let index = |list: Vec<i32>| indices(&list, tensors.len());
        let input = *index(graph.ints(1)?)?.first().ok_or_else(|| unknown("no input"))?;
        let outputs = index(graph.ints(2)?)?;
        Ok(Self { tensors, ops, input, outputs })
    }
}

impl Tensor<'_> {
    /// The one scale of an activation.
    pub(super) fn scale(&self) -> Result<f32, VisionError> {
        match self.scales[..] {
            [scale] if scale.is_finite() && scale > 0.0 => Ok(scale),
            _ => Err(unknown("activation without one scale")),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Height, width and channels of an activation with batch 1.
    pub(super) fn area(&self) -> Result<[usize; 3], VisionError> {
        match self.shape[..] {
            [1, h, w, c] => Ok([h, w, c]),
            [1, c] => Ok([1, 1, c]),
            _ => Err(unknown("shape of an activation")),
        }
    }
}

fn read_tensor<'a>(tensor: &Table<'a>, buffers: &[Table<'a>]) -> Result<Tensor<'a>, VisionError> {
    let shape = tensor
        .ints(0)?
        .into_iter()
        .map(|side| usize::try_from(side).map_err(|_| unknown("negative size")))
        .collect::<Result<Vec<_>, _>>()?;
    let length = shape.iter().try_fold(1usize, |all, &side| all.checked_mul(side));
    if length.is_none_or(|length| length > MAX_TENSOR_BYTES) {
        return Err(unknown("tensor too large"));
    }
    let buffer = usize::try_from(tensor.int(2)?).ok().and_then(|index| buffers.get(index));
    let data = buffer.ok_or_else(|| unknown("tensor without buffer"))?.bytes(0)?;
    let quantisation = tensor.table(4)?;
    let (scales, zeros) = match quantisation {
        Some(table) => (table.floats(2)?, table.longs(3)?),
        None => (Vec::new(), Vec::new()),
    };
    const INT8: u8 = 9;
    let shift = if tensor.byte(1)? == INT8 { 128 } else { 0 };
    let zero = zeros.first().copied().unwrap_or(0).clamp(-128, 255) as i32 + shift;
    Ok(Tensor { shape, scales, zero, data })
}

fn read_op(op: &Table<'_>, codes: &[i32], tensors: usize) -> Result<Op, VisionError> {
    let code = usize::try_from(op.int(0)?).ok().and_then(|index| codes.get(index));
    let code = *code.ok_or_else(|| unknown("operator without code"))?;
    let options = op.table(4)?;
    let byte = |field| options.map_or(Ok(0), |table| table.byte(field));
    let int = |field| options.map_or(Ok(0), |table| table.int(field));
    let size = |field| match usize::try_from(int(field)?) {
        Ok(size @ 1..=8) => Ok(size),
        _ => Err(unknown("stride or window")),
    };
    let kind = match code {
        0 => Kind::Add { activation: activation(byte(0)?)? },
        1 => Kind::Mean,
        2 => Kind::Concat,
        3 => Kind::Conv { stride: size(2)?, activation: activation(byte(3)?)? },
        4 => Kind::Depthwise { stride: size(2)?, activation: activation(byte(4)?)? },
        9 => Kind::FullyConnected,
        17 => Kind::MaxPool { size: size(4)?, stride: size(2)? },
        97 => Kind::ResizeNearest,
        6 | 14 | 22 | 25 | 114 => Kind::Same,
        _ => return Err(unknown("operator")),
    };
    let output =
        *indices(&op.ints(2)?, tensors)?.first().ok_or_else(|| unknown("operator without output"))?;
    Ok(Op { kind, inputs: indices(&op.ints(1)?, tensors)?, output })
}

/// Old files keep the code in one byte, newer ones in four; the larger is the true one.
fn operator_code(code: &Table<'_>) -> Result<i32, VisionError> {
    Ok(code.int(3)?.max(i32::from(code.byte(0)?)))
}

fn activation(code: u8) -> Result<Activation, VisionError> {
    match code {
        0 => Ok(Activation::None),
        3 => Ok(Activation::Relu6),
        _ => Err(unknown("activation")),
    }
}

fn indices(list: &[i32], tensors: usize) -> Result<Vec<usize>, VisionError> {
    list.iter()
        .map(|&i| usize::try_from(i).ok().filter(|&i| i < tensors).ok_or_else(|| unknown("tensor index")))
        .collect()
}

/// The file is readable, yet holds something these networks do not have.
pub(super) fn unknown(what: &str) -> VisionError {
    VisionError::model(format!("the network holds something unknown ({what})"))
}
