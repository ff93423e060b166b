//! The colours of an image with their counts. Too many of them lose their low bits until few enough are left.

use super::space::{Point, point};
use crate::planes::Rgba;

/// Most colours that are kept apart. The table has twice as many places, so that looking one up stays quick.
const MOST: usize = 1 << 15;

#[derive(Clone, Copy)]
pub(super) struct Bin {
    pub(super) point: Point,
    pub(super) weight: f32,
}

/// One bin for each colour that is not fully transparent.
pub(super) fn bins(image: &Rgba) -> Vec<Bin> {
    let mut counts = Counts { places: vec![(0, 0); 2 * MOST], used: 0, shift: 0 };
    for run in image.data.as_chunks::<4>().0.chunk_by(|a, b| a == b) {
        if run[0][3] != 0 {
            counts.add(run[0], run.len() as u32);
        }
    }
    counts.bins()
}

/// A hash table with open places; a count of 0 is a free one.
struct Counts {
    places: Vec<(u32, u32)>,
    used: usize,
    /// Low bits that are left out of every channel.
    shift: u32,
}

impl Counts {
    fn add(&mut self, pixel: [u8; 4], count: u32) {
        // Alpha keeps all its bits: 255 has to stay 255.
        let [r, g, b, a] = pixel;
        let cut = |value: u8| value >> self.shift << self.shift;
        let key = u32::from_le_bytes([cut(r), cut(g), cut(b), if a == 255 { a } else { cut(a) }]);
        let mask = self.places.len() - 1;
        let mut at = key.wrapping_mul(0x9e37_79b1) as usize >> 8 & mask;
        while self.places[at].1 != 0 && self.places[at].0 != key {
            at = (at + 1) & mask;
        }
        self.used += usize::from(self.places[at].1 == 0);
        self.places[at] = (key, self.places[at].1.saturating_add(count));
        if self.used > MOST {
            self.coarsen();
        }
    }

    fn coarsen(&mut self) {
        let places = std::mem::replace(&mut self.places, vec![(0, 0); 2 * MOST]);
        (self.used, self.shift) = (0, self.shift + 1);
        for (key, count) in places.into_iter().filter(|place| place.1 != 0) {
            self.add(key.to_le_bytes(), count);
        }
    }

    /// Rare colours count for more than their share: a thin line is seen although it has few pixels.
    fn bins(&self) -> Vec<Bin> {
        let middle = if self.shift == 0 { 0 } else { 1u8 << (self.shift - 1) };
        let used = self.places.iter().filter(|place| place.1 != 0);
        used.map(|&(key, count)| {
            let [r, g, b, a] = key.to_le_bytes();
            let a = if a == 255 { a } else { a | middle };
            Bin { point: point([r | middle, g | middle, b | middle, a]), weight: (count as f32).sqrt() }
        })
        .collect()
    }
}
