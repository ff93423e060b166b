//! The layers of the sentence network.

use crate::VisionError;
use crate::embedded::eye::{Bytes, Columns, Keys, Linear, Norm, add, attend};
use crate::embedded::simd::Isa;

/// Questions, keys, values, and what comes out.
#[derive(Debug)]
struct Attention {
    norm: Norm,
    q: Linear,
    k: Linear,
    v: Linear,
    o: Linear,
}

#[derive(Debug)]
struct Forward {
    norm: Norm,
    f1: Linear,
    f2: Linear,
}

#[derive(Debug)]
pub(super) struct Reading {
    own: Attention,
    forward: Forward,
}

#[derive(Debug)]
pub(super) struct Writing {
    own: Attention,
    asking: Attention,
    forward: Forward,
}

/// What one writing layer remembers of the words so far: their keys and values.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    keys: Vec<f32>,
    values: Vec<f32>,
}

impl Attention {
    fn load(bytes: &mut Bytes<'_>, width: usize) -> Result<Self, VisionError> {
        let norm = bytes.norm(width, 1e-5)?;
        let mut layer = || bytes.linear(width, width);
        Ok(Self { norm, q: layer()?, k: layer()?, v: layer()?, o: layer()? })
    }
}

impl Forward {
    fn load(bytes: &mut Bytes<'_>, width: usize) -> Result<Self, VisionError> {
        let norm = bytes.norm(width, 1e-5)?;
        Ok(Self { norm, f1: bytes.linear(4 * width, width)?, f2: bytes.linear(width, 4 * width)? })
    }

    fn run(&self, isa: Isa, rows: &mut [f32]) {
        let inner = self.f1.gelu_of(isa, &self.norm.run(isa, rows));
        add(rows, &self.f2.of(isa, &inner));
    }
}

impl Reading {
    pub(super) fn load(bytes: &mut Bytes<'_>, width: usize) -> Result<Self, VisionError> {
        Ok(Self { own: Attention::load(bytes, width)?, forward: Forward::load(bytes, width)? })
    }

    pub(super) fn run(&self, isa: Isa, rows: &mut [f32], width: usize, heads: usize) {
        let seen = self.own.norm.run(isa, rows);
        let [q, k, v] = [&self.own.q, &self.own.k, &self.own.v].map(|layer| layer.of(isa, &seen));
        let [q, k, v] = [&q, &k, &v].map(|rows| Columns::all(rows, width));
        let found = attend(isa, q, &Keys::new(isa, k, v, heads));
        add(rows, &self.own.o.of(isa, &found));
        self.forward.run(isa, rows);
    }
}

impl Writing {
    pub(super) fn load(bytes: &mut Bytes<'_>, width: usize) -> Result<Self, VisionError> {
        let (own, asking) = (Attention::load(bytes, width)?, Attention::load(bytes, width)?);
        Ok(Self { own, asking, forward: Forward::load(bytes, width)? })
    }

    /// What was read, ready to be asked by this layer.
    pub(super) fn memory(&self, isa: Isa, memory: &[f32], width: usize, heads: usize) -> Keys {
        let [k, v] = [&self.asking.k, &self.asking.v].map(|layer| layer.of(isa, memory));
        Keys::new(isa, Columns::all(&k, width), Columns::all(&v, width), heads)
    }

    /// One more word of each sentence, a row each.
    pub(super) fn run(&self, isa: Isa, rows: &mut [f32], pasts: &mut [Past], memory: &Keys, heads: usize) {
        let width = rows.len() / pasts.len();
        let seen = self.own.norm.run(isa, rows);
        let [q, k, v] = [&self.own.q, &self.own.k, &self.own.v].map(|layer| layer.of(isa, &seen));
        let mut found = Vec::with_capacity(rows.len());
        for (at, past) in pasts.iter_mut().enumerate() {
            let own = at * width..(at + 1) * width;
            past.keys.extend_from_slice(&k[own.clone()]);
            past.values.extend_from_slice(&v[own.clone()]);
            let [keys, values] = [&past.keys, &past.values].map(|rows| Columns::all(rows, width));
            found.extend(attend(isa, Columns::all(&q[own], width), &Keys::new(isa, keys, values, heads)));
        }
        add(rows, &self.own.o.of(isa, &found));
        let asked = self.asking.q.of(isa, &self.asking.norm.run(isa, rows));
        add(rows, &self.asking.o.of(isa, &attend(isa, Columns::all(&asked, width), memory)));
        self.forward.run(isa, rows);
    }
}
