//! Symbols of a scan and their extra bits, kept until codes are known, and bits that wait for their symbol.

/// Bytes of a piece: lists grow piece by piece, so that nothing is ever moved.
pub(super) const PIECE: usize = 32 << 10;

/// Symbols and their extra bits, in pieces.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Pieces of [`PIECE`] bytes, and how many of them count.
    full: Vec<(Vec<u8>, usize)>,
    /// What follows the last symbol does not count, so that a symbol and two bytes behind it are always there.
    piece: Vec<u8>,
    used: usize,
}

impl List {
    #[inline(always)]
    pub(super) fn push(&mut self, symbol: u8, extra: u32, bits: u32) {
        if self.used + 3 > self.piece.len() {
            self.begin();
        }
        let room = &mut self.piece[self.used..self.used + 3];
        room.copy_from_slice(&[symbol, extra as u8, (extra >> 8) as u8]);
        self.used += length(bits);
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        let piece = std::mem::replace(&mut self.piece, vec![0; PIECE]);
        self.full.push((piece, self.used));
        self.used = 0;
    }

    pub(super) fn pieces(self) -> impl Iterator<Item = (Vec<u8>, usize)> {
        self.full.into_iter().chain([(self.piece, self.used)])
    }
}

/// Bytes of a symbol with so many extra bits.
#[inline(always)]
pub(super) fn length(bits: u32) -> usize {
    1 + usize::from(bits > 0) + usize::from(bits > 8)
}

/// Bits that wait.
#[derive(Debug, Default)]
pub(super) struct Bits {
    pub(super) words: Vec<u16>,
    /// The rest, fewer than sixteen.
    pub(super) rest: u32,
    pub(super) count: u32,
}

impl Bits {
    pub(super) fn len(&self) -> usize {
        self.words.len() * 16 + self.count as usize
    }

    /// The lowest `count` of `bits`; the highest of them comes first.
    #[inline(always)]
    pub(super) fn push(&mut self, bits: u64, mut count: u32) {
        while count > 0 {
            let some = count.min(16 - self.count);
            count -= some;
            self.rest = self.rest << some | (bits >> count) as u32 & ((1 << some) - 1);
            self.count += some;
            if self.count == 16 {
                self.words.push(self.rest as u16);
                (self.rest, self.count) = (0, 0);
            }
        }
    }
}
