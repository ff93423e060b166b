//! The second eye: DINOv2 ViT-S/14, a network that learnt to see without labels. It gives a token for the whole image and
//! one for each of 16 by 16 patches; words are read from them by what was trained here.
//!
//! Weights have eight bits. What flows through is brought to eight bits row by row, sums are whole numbers, and everything
//! else is done in a fixed order, so that every processor and the browser see the same.
//!
//! Layout, little endian, made by `scripts/eye/convert.py`: the layer of patches (384 rows of 14 x 14 x 3), what is added
//! for each place (257 x 384); twelve times a norm, the layers `qkv` (1152 rows) and `proj` (384), a norm, the layers
//! `fc1` (1536) and `fc2` (384); a norm. A norm is 384 factors and 384 shifts, a layer a scale for each row, the weights
//! row by row, and a bias for each row.

mod attend;
mod dense;
mod maths;
mod read;
mod rows;

pub(super) use attend::{Columns, Keys, attend};
pub(super) use dense::Linear;
pub(super) use maths::log_shares;
pub(super) use read::{Bytes, Norm};
use rows::Rows;

use super::image::Rgb;
use super::simd::Isa;
use crate::VisionError;

/// Numbers of a token.
pub(super) const WIDTH: usize = 384;
/// Patches along each side, and pixels along each side of a patch.
pub(super) const SIDE: usize = 16;
const PATCH: usize = 14;
/// The token of the whole image, then one for each patch.
pub(super) const TOKENS: usize = 1 + SIDE * SIDE;
const HEADS: usize = 6;
const BLOCKS: usize = 12;

#[derive(Debug)]
pub(super) struct Eye {
    isa: Isa,
    patches: Linear,
    places: Vec<f32>,
    blocks: Vec<Block>,
    norm: Norm,
}

#[derive(Debug)]
struct Block {
    before: Norm,
    qkv: Linear,
    proj: Linear,
    between: Norm,
    fc1: Linear,
    fc2: Linear,
}

impl Eye {
    pub(super) fn load(file: &[u8], isa: Isa) -> Result<Self, VisionError> {
        let mut bytes = Bytes::new(file, isa);
        let patches = bytes.linear(WIDTH, PATCH * PATCH * 3)?;
        let places = bytes.floats(TOKENS * WIDTH)?;
        let blocks = (0..BLOCKS).map(|_| Block::read(&mut bytes)).collect::<Result<_, _>>()?;
        let norm = bytes.norm(WIDTH, 1e-6)?;
        bytes.end()?;
        Ok(Self { isa, patches, places, blocks, norm })
    }

    /// The tokens of an image: [`TOKENS`] times [`WIDTH`] numbers.
    pub(super) fn look(&self, image: &Rgb) -> Vec<f32> {
        let square = image.squash(SIDE * PATCH, SIDE * PATCH);
        let mut tokens = vec![0.0; WIDTH];
        tokens.extend(self.patches.run(&Rows::bytes(self.isa, &patches(&square), PATCH * PATCH * 3), |_| ()));
        add(&mut tokens, &self.places);
        for block in &self.blocks {
            block.run(self.isa, &mut tokens);
        }
        self.norm.run(self.isa, &tokens)
    }
}

impl Block {
    fn read(bytes: &mut Bytes<'_>) -> Result<Self, VisionError> {
        Ok(Self {
            before: bytes.norm(WIDTH, 1e-6)?,
            qkv: bytes.linear(3 * WIDTH, WIDTH)?,
            proj: bytes.linear(WIDTH, WIDTH)?,
            between: bytes.norm(WIDTH, 1e-6)?,
            fc1: bytes.linear(4 * WIDTH, WIDTH)?,
            fc2: bytes.linear(WIDTH, 4 * WIDTH)?,
        })
    }

    fn run(&self, isa: Isa, tokens: &mut [f32]) {
        let seen = self.qkv.of(isa, &self.before.run(isa, tokens));
        let [q, k, v] =
            [0, 1, 2].map(|part| Columns::new(&seen, 3 * WIDTH, part * WIDTH..(part + 1) * WIDTH));
        let found = attend(isa, q, &Keys::new(isa, k, v, HEADS));
        add(tokens, &self.proj.of(isa, &found));
        let inner = self.fc1.gelu_of(isa, &self.between.run(isa, tokens));
        add(tokens, &self.fc2.of(isa, &inner));
    }
}

/// The bytes of each patch, row by row.
fn patches(square: &Rgb) -> Vec<u8> {
    let (line, wide) = (SIDE * PATCH * 3, PATCH * 3);
    let mut out = Vec::with_capacity(square.data().len());
    for band in square.data().chunks_exact(line * PATCH) {
        for left in (0..line).step_by(wide) {
            band.chunks_exact(line).for_each(|row| out.extend_from_slice(&row[left..left + wide]));
        }
    }
    out
}

pub(super) fn add(to: &mut [f32], more: &[f32]) {
    to.iter_mut().zip(more).for_each(|(sum, &value)| *sum += value);
}

#[cfg(test)]
mod tests;
