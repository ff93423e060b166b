//! Seeded damage to real inputs, in the manner of libFuzzer: the same inputs on every machine.

/// Makes variants of inputs. Random by its seed alone (xorshift64*).
#[derive(Clone, Debug)]
pub struct Mutator(u64);

impl Mutator {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end.max(1)
    }

    /// Mostly the beginning, where headers are.
    fn place(&mut self, length: usize) -> usize {
        if self.below(3) == 0 { self.below(length) } else { self.below(length.min(1024)) }
    }

    /// A damaged copy; `other` is another input to take pieces from.
    pub fn mutate(&mut self, input: &[u8], other: &[u8]) -> Vec<u8> {
        let mut out = input.to_vec();
        for _ in 0..=self.below(6) {
            if out.is_empty() {
                out.push(0);
            }
            let at = self.place(out.len());
            self.change(&mut out, at, other);
        }
        out
    }

    fn change(&mut self, out: &mut Vec<u8>, at: usize, other: &[u8]) {
        let span = 1 + self.below(48);
        let end = (at + span).min(out.len());
        match self.below(8) {
            0 => out[at] ^= 1 << self.below(8),
            1 => out[at] = [0, 1, 0x7f, 0x80, 0xfe, 0xff][self.below(6)],
            2 => out[at] = out[at].wrapping_add(self.below(70) as u8).wrapping_sub(35),
            3 => drop(out.drain(at..end)),
            4 => {
                let piece = out[at..end].to_vec();
                let to = self.place(out.len());
                drop(out.splice(to..to, piece));
            }
            5 => {
                let from = self.place(other.len()).min(other.len());
                let piece = &other[from..(from + span).min(other.len())];
                drop(out.splice(at..end, piece.iter().copied()));
            }
            6 => self.number(&mut out[at..end]),
            _ if self.below(4) == 0 => out.truncate(at),
            _ => out[at..end].fill(self.below(256) as u8),
        }
    }

    /// A length or offset that is at the edge of what fits, in either byte order.
    fn number(&mut self, place: &mut [u8]) {
        let value = [0u32, 1, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX][self.below(8)];
        let bytes = if self.below(2) == 0 { value.to_be_bytes() } else { value.to_le_bytes() };
        for (to, from) in place.iter_mut().zip(bytes) {
            *to = from;
        }
    }
}
