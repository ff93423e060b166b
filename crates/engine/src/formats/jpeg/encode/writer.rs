//! Bits into entropy-coded bytes, and the segments around them. Byte stuffing and markers: ITU-T T.81, F.1.2.3 and B.1.1.

/// Writes bits, most significant first, with the stuffing that JPEG asks for.
#[derive(Debug)]
pub(super) struct BitWriter {
    /// Zeros follow the written bytes, so that writing is a plain store.
    out: Vec<u8>,
    at: usize,
    acc: u64,
    count: u32,
}

impl BitWriter {
    /// Goes on behind `out` with about so many bytes, not counting the stuffing, at most `puts` calls at a time: room for
    /// all of it, so that nothing is moved later.
    pub(super) fn new(mut out: Vec<u8>, bytes: usize, puts: usize) -> Self {
        let at = out.len();
        out.resize(at + Self::room(bytes, puts), 0);
        Self { at, out, acc: 0, count: 0 }
    }

    /// What [`Self::new`] adds to the file for the time being.
    pub(super) fn room(bytes: usize, puts: usize) -> usize {
        bytes + bytes / 64 + room(puts)
    }

    /// Makes room for so many calls of [`Self::put`].
    #[inline(always)]
    pub(super) fn reserve(&mut self, puts: usize) {
        let needed = self.at + room(puts);
        if self.out.len() < needed {
            self.out.resize(needed + self.at / 16, 0);
        }
    }

    /// Up to 32 bits.
    #[inline(always)]
    pub(super) fn put(&mut self, bits: u64, count: u32) {
        self.acc = self.acc << count | bits;
        self.count += count;
        if self.count >= 32 {
            self.count -= 32;
            self.flush((self.acc >> self.count) as u32);
        }
    }

    #[inline(always)]
    fn flush(&mut self, word: u32) {
        let has_ff = word & 0x8080_8080 & !word.wrapping_add(0x0101_0101) != 0;
        if has_ff {
            word.to_be_bytes().into_iter().for_each(|byte| self.stuffed(byte));
        } else {
            self.out[self.at..self.at + 4].copy_from_slice(&word.to_be_bytes());
            self.at += 4;
        }
    }

    fn stuffed(&mut self, byte: u8) {
        // The byte that follows is already zero.
        self.out[self.at] = byte;
        self.at += 1 + usize::from(byte == 0xff);
    }

    /// Fills the last byte with ones.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.reserve(2);
        let padding = (8 - self.count % 8) % 8;
        self.acc = self.acc << padding | ((1 << padding) - 1);
        self.count += padding;
        while self.count > 0 {
            self.count -= 8;
            self.stuffed((self.acc >> self.count) as u8);
        }
        self.out.truncate(self.at);
        self.out
    }
}

/// Four bytes a call at most, and as many stuffed ones.
fn room(puts: usize) -> usize {
    puts * 8 + 16
}

/// One marker segment with its length.
pub(super) fn segment(out: &mut Vec<u8>, marker: u8, payload: &[u8]) {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&(payload.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(payload);
}
