//! How to get the former bytes of a file back from the new ones. New metadata leaves the compressed image as it is, so that a
//! few kilobytes in the journal are enough.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// A piece of the former bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Piece {
    /// So many bytes of the new file from this place on.
    Same(usize, usize),
    /// Bytes that the new file does not have, in base64.
    Bytes(String),
}

/// The shortest run of equal bytes that is looked for.
const BLOCK: usize = 64;
const BASE: u64 = 0x100_0000_01b3;

/// The pieces of which `old` is made when `new` is there.
pub(super) fn pieces(old: &[u8], new: &[u8]) -> Vec<Piece> {
    let blocks = Blocks::of(new);
    let mut found = Vec::new();
    let (mut told, mut at) = (0, 0);
    let mut hash = old.get(..BLOCK).map(hashed);
    while let Some(value) = hash {
        if let Some((from, length)) = blocks.run(value, old, at, told, new) {
            let start = at - from.back;
            literal(&old[told..start], &mut found);
            found.push(Piece::Same(from.place, length));
            told = start + length;
            at = told;
            hash = old.get(at..at + BLOCK).map(hashed);
            continue;
        }
        hash = old.get(at + BLOCK).map(|next| rolled(value, old[at], *next));
        at += 1;
    }
    literal(&old[told..], &mut found);
    found
}

/// The former bytes; `None` when the pieces do not belong to this file.
pub(super) fn joined(pieces: &[Piece], new: &[u8]) -> Option<Vec<u8>> {
    let mut old = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Same(from, length) => old.extend(new.get(*from..from.checked_add(*length)?)?),
            Piece::Bytes(text) => old.extend(STANDARD.decode(text).ok()?),
        }
    }
    Some(old)
}

fn literal(bytes: &[u8], into: &mut Vec<Piece>) {
    if !bytes.is_empty() {
        into.push(Piece::Bytes(STANDARD.encode(bytes)));
    }
}

/// Where a run of equal bytes begins in the new file, and how many of them stand before the block that was found.
struct From {
    place: usize,
    back: usize,
}

/// The places of a file's blocks by their hash.
struct Blocks(HashMap<u64, usize>);

impl Blocks {
    fn of(bytes: &[u8]) -> Self {
        let mut places = HashMap::with_capacity(bytes.len() / BLOCK);
        for (at, block) in bytes.chunks_exact(BLOCK).enumerate() {
            places.entry(hashed(block)).or_insert(at * BLOCK);
        }
        Self(places)
    }

    /// The longest run around the block at `at`; it does not reach back before `told`.
    fn run(&self, hash: u64, old: &[u8], at: usize, told: usize, new: &[u8]) -> Option<(From, usize)> {
        let place = *self.0.get(&hash)?;
        let equal = |(one, other): &(&u8, &u8)| one == other;
        let ahead = old[at..].iter().zip(&new[place..]).take_while(equal).count();
        if ahead < BLOCK {
            return None;
        }
        let back = old[told..at].iter().rev().zip(new[..place].iter().rev()).take_while(equal).count();
        Some((From { place: place - back, back }, back + ahead))
    }
}

fn hashed(block: &[u8]) -> u64 {
    block.iter().fold(0, |hash, byte| hash.wrapping_mul(BASE).wrapping_add(u64::from(*byte) + 1))
}

/// The hash of the block one byte further on.
fn rolled(hash: u64, first: u8, next: u8) -> u64 {
    const HIGHEST: u64 = BASE.wrapping_pow(BLOCK as u32 - 1);
    let rest = hash.wrapping_sub(HIGHEST.wrapping_mul(u64::from(first) + 1));
    rest.wrapping_mul(BASE).wrapping_add(u64::from(next) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes in which nothing repeats.
    fn noise(seed: u32, length: usize) -> Vec<u8> {
        let mix = |at: u32| (at.wrapping_mul(2_654_435_761) ^ seed).wrapping_mul(at | 1) >> 23;
        (0..length as u32).map(|at| mix(at + seed) as u8).collect()
    }

    fn text_bytes(pieces: &[Piece]) -> usize {
        let lengths = pieces.iter().map(|piece| match piece {
            Piece::Same(..) => 0,
            Piece::Bytes(text) => text.len(),
        });
        lengths.sum()
    }

    #[test]
    fn what_both_files_have_is_not_written_down_wherever_it_stands() {
        let (image, note) = (noise(1, 200_000), noise(2, 3_000));
        let old = [b"RIFF", &b"size"[..], &image, b"end"].concat();
        for new in [
            [&b"RIFF"[..], b"SIZE", &note, &image, b"end"].concat(),
            [&b"RIFF"[..], b"SIZE", &image, b"end", &note].concat(),
            [&note[..], &image, b"other end", &note].concat(),
        ] {
            let found = pieces(&old, &new);
            assert_eq!(joined(&found, &new).as_deref(), Some(&old[..]));
            assert!(text_bytes(&found) < 100, "{}", text_bytes(&found));
        }
    }

    #[test]
    fn files_that_share_nothing_and_files_of_any_length_come_back() {
        for (old, new) in [(0, 500), (500, 0), (63, 64), (64, 64), (65, 128), (1_000, 1_000)] {
            let (old, new) = (noise(3, old), noise(4, new));
            assert_eq!(joined(&pieces(&old, &new), &new), Some(old));
        }
        let zeros = vec![0; 10_000];
        let other = [&zeros[..5_000], b"x", &zeros[..200]].concat();
        assert_eq!(joined(&pieces(&zeros, &other), &other), Some(zeros));
        assert_eq!(joined(&[Piece::Same(5, usize::MAX)], b"short"), None);
        assert_eq!(joined(&[Piece::Bytes("not base64!".into())], b""), None);
    }
}
