//! A graph made ready to run: steps joined with the convolution before them, weights as 16-bit numbers.

use super::fuse::Then;
use super::onnx::{Graph, Node};
use super::short::Shorts;
use super::tensor::Tensor;

/// The graph as it is run.
pub(super) fn prepared(mut graph: Graph) -> Graph {
    join_steps(&mut graph);
    shorten(&mut graph);
    graph.mark_last_uses();
    graph
}

/// Hands steps that follow a convolution, and nothing else does, over to it.
fn join_steps(graph: &mut Graph) {
    let mut at = 0;
    while at < graph.nodes.len() {
        match follower(graph, at).filter(|_| graph.nodes[at].op == "Conv") {
            Some((next, step)) => {
                let output = graph.nodes.remove(next).output;
                graph.nodes[at].then.push(step);
                graph.nodes[at].output = output;
            }
            None => at += 1,
        }
    }
}

/// The only node that reads the result of node `at`, when it is a step.
fn follower(graph: &Graph, at: usize) -> Option<(usize, Then)> {
    let output = graph.nodes[at].output;
    let mut readers = (at + 1..graph.nodes.len()).filter(|&i| graph.nodes[i].inputs.contains(&output));
    let next = readers.next()?;
    if readers.next().is_some() || output == graph.output {
        return None;
    }
    Some((next, step(graph, &graph.nodes[next], output)?))
}

fn step(graph: &Graph, node: &Node, input: usize) -> Option<Then> {
    let other = || {
        let [a, b] = node.inputs[..] else { return None };
        let constant = graph.constants[if a == input { b } else { a }].as_ref()?;
        // A constant of higher rank would change the shape.
        (constant.data.len() == 1 && constant.shape.len() <= 4).then(|| constant.data[0])
    };
    match node.op.as_str() {
        "Add" => other().map(Then::Plus),
        "Mul" => other().map(Then::Times),
        "Relu" => Some(Then::Relu),
        "HardSwish" => Some(Then::HardSwish),
        _ => None,
    }
}

/// Gives every product with known weights its 16-bit ones, instead of the floats.
fn shorten(graph: &mut Graph) {
    for at in 0..graph.nodes.len() {
        let Some(&number) = graph.nodes[at].inputs.get(1) else { continue };
        let readers = graph.nodes.iter().filter(|node| node.inputs.contains(&number)).count();
        let Some(weights) = graph.constants[number].as_mut() else { continue };
        let Some(shorts) = rows_of(&graph.nodes[at], weights) else { continue };
        graph.nodes[at].weights = Some(shorts);
        if readers == 1 {
            // The shape is still asked for.
            weights.data = Vec::new();
        }
    }
}

fn rows_of(node: &Node, weights: &Tensor) -> Option<Shorts> {
    let turned = |rows: usize, columns: usize| -> Vec<f32> {
        (0..columns)
            .flat_map(|column| (0..rows).map(move |row| weights.data[row * columns + column]))
            .collect()
    };
    match (node.op.as_str(), &weights.shape[..]) {
        // A depth of one is a convolution that keeps channels apart.
        ("Conv", &[_, depth, high, wide]) if depth > 1 => {
            Some(Shorts::new(&weights.data, depth * high * wide))
        }
        ("ConvTranspose", &[depth, outputs, 2, 2]) => Some(Shorts::new(&turned(depth, outputs * 4), depth)),
        ("MatMul", &[depth, columns]) => Some(Shorts::new(&turned(depth, columns), depth)),
        _ => None,
    }
}
