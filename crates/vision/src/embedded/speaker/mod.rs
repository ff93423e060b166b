//! Sentences: a small network reads the second eye's tokens and writes what an image shows, word by word. It was trained on
//! COCO's captions and on plain sentences for labelled sets (`scripts/eye`).
//!
//! Layout, little endian: width, heads, layers that read, layers that write, words, longest sentence; for the whole image and
//! for patches (four neighbours side by side) a norm and a layer; places of the patches; the reading layers, each a norm, `q`,
//! `k`, `v`, `o`, a norm, `f1`, `f2`; a norm; the writing layers, each as those, with a norm, `q`, `k`, `v`, `o` that ask what was
//! read between the two; a norm; the words as rows with their biases (a layer), places of words; the words, one on each line.
//! The first four are: nothing, start, end, unknown.

mod beams;
mod layer;
mod network;

pub(super) use beams::Sentence;
pub(super) use network::Speaker;

#[cfg(test)]
mod tests;
