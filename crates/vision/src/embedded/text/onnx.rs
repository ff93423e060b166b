//! An ONNX file as a list of operations; constants are read, names become numbers.

use super::fuse::Then;
use super::proto::{Message, Value};
use super::short::Shorts;
use super::tensor::{Tensor, unknown};
use crate::VisionError;
use std::collections::HashMap;

#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Values known before the run.
    pub(super) constants: Vec<Option<Tensor>>,
    pub(super) input: usize,
    pub(super) output: usize,
    /// Notes the file carries; the recogniser's alphabet is one.
    pub(super) notes: HashMap<String, String>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) op: String,
    pub(super) inputs: Vec<usize>,
    pub(super) output: usize,
    attributes: HashMap<String, Attribute>,
    /// Values no later node reads.
    pub(super) done: Vec<usize>,
    /// What happens to every number of a convolution afterwards.
    pub(super) then: Vec<Then>,
    /// The weights of a product, when they are known.
    pub(super) weights: Option<Shorts>,
}

#[derive(Debug, Default)]
struct Attribute {
    float: Option<f32>,
    ints: Vec<i64>,
    tensor: Option<Tensor>,
}

impl Node {
    pub(super) fn ints(&self, name: &str) -> &[i64] {
        self.attributes.get(name).map_or(&[], |attribute| &attribute.ints)
    }

    pub(super) fn float(&self, name: &str, otherwise: f32) -> f32 {
        self.attributes.get(name).and_then(|attribute| attribute.float).unwrap_or(otherwise)
    }
}

impl Graph {
    pub(super) fn read(file: &[u8]) -> Result<Self, VisionError> {
        let (mut body, mut notes) = (None, HashMap::new());
        for (field, value) in Message(file).fields()? {
            match field {
                7 => body = Some(value.bytes()),
                14 => {
                    let entry = Message(value.bytes()).fields()?;
                    let part = |wanted| {
                        entry.iter().find(|(field, _)| *field == wanted).map_or("", |(_, v)| v.text())
                    };
                    notes.insert(part(1).to_owned(), part(2).to_owned());
                }
                _ => {}
            }
        }
        let body = body.ok_or_else(|| unknown("no graph"))?;
        let mut names = Names::default();
        let (mut nodes, mut constants, mut input, mut output) = (Vec::new(), Vec::new(), None, None);
        for (field, value) in Message(body).fields()? {
            match field {
                1 => {
                    let mut node = read_node(value.bytes(), &mut names)?;
                    if node.op == "Constant" {
                        let tensor = node.attributes.remove("value").and_then(|attribute| attribute.tensor);
                        constants.push((node.output, tensor.ok_or_else(|| unknown("constant"))?));
                    } else {
                        nodes.push(node);
                    }
                }
                5 => {
                    let (name, tensor) = read_tensor(value.bytes())?;
                    constants.push((names.number(&name), tensor));
                }
                11 => input = Some(names.number(first_text(value.bytes())?)),
                12 => output = Some(names.number(first_text(value.bytes())?)),
                _ => {}
            }
        }
        let mut known = vec![None; names.0.len()];
        constants.into_iter().for_each(|(number, tensor)| known[number] = Some(tensor));
        let (input, output) =
            (input.ok_or_else(|| unknown("no input"))?, output.ok_or_else(|| unknown("no output"))?);
        let mut graph = Self { nodes, constants: known, input, output, notes };
        graph.leave_out_last_softmax();
        graph.join_swishes();
        Ok(graph)
    }

    /// What follows asks only for the best of each row, and how sure it is of few of them.
    fn leave_out_last_softmax(&mut self) {
        if let Some(last) = self.nodes.pop_if(|last| last.op == "Softmax" && last.output == self.output) {
            self.output = last.inputs.first().copied().unwrap_or(self.output);
        }
    }

    /// Four passes over an image, `x * clip(x + 3, 0, 6) / 6`, become one.
    fn join_swishes(&mut self) {
        let is = |number: usize, value: f32| {
            self.constants[number].as_ref().is_some_and(|constant| constant.data == [value])
        };
        let swish = |nodes: &[Node]| {
            let [add, clip, mul, div] = nodes else { return false };
            [&add.op, &clip.op, &mul.op, &div.op].map(String::as_str) == ["Add", "Clip", "Mul", "Div"]
                && matches!(add.inputs[..], [_, three] if is(three, 3.0))
                && matches!(clip.inputs[..], [sum, low, high] if sum == add.output && is(low, 0.0) && is(high, 6.0))
                && mul.inputs == [add.inputs[0], clip.output]
                && matches!(div.inputs[..], [product, six] if product == mul.output && is(six, 6.0))
        };
        let starts: Vec<usize> =
            (0..self.nodes.len().saturating_sub(3)).filter(|&i| swish(&self.nodes[i..i + 4])).collect();
        for start in starts.into_iter().rev() {
            let output = self.nodes[start + 3].output;
            self.nodes.drain(start + 1..start + 4);
            let node = &mut self.nodes[start];
            node.op = "HardSwish".to_owned();
            node.inputs.truncate(1);
            node.output = output;
        }
    }

    pub(super) fn mark_last_uses(&mut self) {
        let mut needed = vec![false; self.constants.len()];
        needed[self.output] = true;
        for node in self.nodes.iter_mut().rev() {
            for &input in &node.inputs {
                if !std::mem::replace(&mut needed[input], true) {
                    node.done.push(input);
                }
            }
        }
    }
}

/// Every value's name with its number.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    fn number(&mut self, name: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(name.to_owned()).or_insert(next)
    }
}

fn first_text(message: &[u8]) -> Result<&str, VisionError> {
    let fields = Message(message).fields()?;
    Ok(fields.iter().find(|(field, _)| *field == 1).map_or("", |(_, value)| value.text()))
}

fn read_node(message: &[u8], names: &mut Names) -> Result<Node, VisionError> {
    let (mut op, mut inputs, mut outputs, mut attributes) =
        (String::new(), Vec::new(), Vec::new(), HashMap::new());
    for (field, value) in Message(message).fields()? {
        match field {
            1 => inputs.push(names.number(value.text())),
            2 => outputs.push(names.number(value.text())),
            4 => op = value.text().to_owned(),
            5 => {
                let (name, attribute) = read_attribute(value.bytes())?;
                attributes.insert(name, attribute);
            }
            _ => {}
        }
    }
    let output = *outputs.first().ok_or_else(|| unknown("operation without result"))?;
    Ok(Node { op, inputs, output, attributes, done: Vec::new(), then: Vec::new(), weights: None })
}

fn read_attribute(message: &[u8]) -> Result<(String, Attribute), VisionError> {
    let (mut name, mut attribute) = (String::new(), Attribute::default());
    for (field, value) in Message(message).fields()? {
        match (field, value) {
            (1, _) => name = value.text().to_owned(),
            (2, Value::Float(float)) => attribute.float = Some(float),
            (3, _) => attribute.ints.push(value.number()),
            (5, _) => attribute.tensor = Some(read_tensor(value.bytes())?.1),
            (8, _) => attribute.ints.extend(value.numbers()?),
            _ => {}
        }
    }
    Ok((name, attribute))
}

/// Whole numbers are kept as floats: all of them are small.
fn read_tensor(message: &[u8]) -> Result<(String, Tensor), VisionError> {
    let (mut shape, mut kind, mut name, mut data) = (Vec::new(), 0, String::new(), Vec::new());
    for (field, value) in Message(message).fields()? {
        match field {
            1 => shape.extend(value.numbers()?),
            2 => kind = value.number(),
            8 => name = value.text().to_owned(),
            9 => data = value.bytes().to_vec(),
            _ => {}
        }
    }
    let shape = shape.into_iter().map(|side| usize::try_from(side).map_err(|_| unknown("negative size")));
    let values: Vec<f32> = match kind {
        1 => data.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        6 => data.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes) as f32).collect(),
        7 => data.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes) as f32).collect(),
        _ => return Err(unknown("kind of numbers")),
    };
    Ok((name, Tensor::new(shape.collect::<Result<_, _>>()?, values)?))
}
