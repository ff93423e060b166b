//! The network that weighs: one hidden layer. `data/judge.bin` has the number of inputs and of hidden numbers, then for each hidden
//! number its weights and its bias, the last layer's weights and its bias, 32-bit floats, little endian.

use super::weigh::PARTS;
use std::sync::LazyLock;

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::read(include_bytes!("../../../../data/judge.bin")).expect("a test reads the file")
});

#[derive(Debug)]
struct Network {
    hidden: Vec<[f32; PARTS + 1]>,
    last: Vec<f32>,
}

/// How likely a subject is right.
pub(super) fn share(parts: &[f32; PARTS]) -> f32 {
    NETWORK.share(parts)
}

impl Network {
    fn read(file: &[u8]) -> Option<Self> {
        let (wide, rest) = number(file)?;
        let (count, rest) = number(rest)?;
        let (values, end) = rest.as_chunks::<4>();
        if wide != PARTS || !end.is_empty() || values.len() != (PARTS + 2) * count + 1 {
            return None;
        }
        let values: Vec<f32> = values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let (hidden, last) = values.split_at((PARTS + 1) * count);
        Some(Self { hidden: hidden.as_chunks().0.to_vec(), last: last.to_vec() })
    }

    fn share(&self, parts: &[f32; PARTS]) -> f32 {
        let sum =
            |weights: &[f32]| -> f32 { parts.iter().zip(weights).map(|(part, weight)| part * weight).sum() };
        let hidden = self.hidden.iter().map(|weights| (sum(weights) + weights[PARTS]).max(0.0));
        let odds: f32 = hidden.zip(&self.last).map(|(value, weight)| value * weight).sum();
        let bias = self.last.last().copied().unwrap_or_default();
        (1.0 / (1.0 + (-f64::from(odds + bias)).exp())) as f32
    }
}

fn number(file: &[u8]) -> Option<(usize, &[u8])> {
    let (bytes, rest) = file.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*bytes) as usize, rest))
}
