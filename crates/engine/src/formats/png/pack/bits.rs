//! Bits in deflate's order: the first one goes into the lowest place. Packing into bytes: RFC 1951, section 3.1.1.

/// Written bytes, and the bits of the next one.
#[derive(Default)]
pub(super) struct Bits {
    /// Longer than what is written: eight bytes are always set at once.
    room: Vec<u8>,
    end: usize,
    waiting: u64,
    /// Under 8 between calls.
    count: u32,
}

impl Bits {
    /// At most 56 bits.
    #[inline(always)]
    pub(super) fn put(&mut self, value: u64, count: u32) {
        debug_assert!(count <= 56 && value >> count == 0);
        self.waiting |= value << self.count;
        self.count += count;
        if self.end + 8 > self.room.len() {
            self.reserve(8);
        }
        self.room[self.end..self.end + 8].copy_from_slice(&self.waiting.to_le_bytes());
        let whole = self.count / 8;
        self.end += whole as usize;
        self.waiting >>= 8 * whole;
        self.count %= 8;
    }

    /// Fills the last byte with zeros.
    pub(super) fn align(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }

    /// Whole bytes behind an aligned place.
    pub(super) fn append(&mut self, bytes: &[u8]) {
        debug_assert_eq!(self.count, 0);
        self.reserve(bytes.len());
        self.room[self.end..self.end + bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    /// The bytes that are whole.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.room[..self.end]
    }

    /// Forgets the bytes that are whole.
    pub(super) fn clear(&mut self) {
        self.end = 0;
    }

    #[cold]
    fn reserve(&mut self, more: usize) {
        if self.end + more > self.room.len() {
            self.room.resize(2 * (self.end + more) + 4096, 0);
        }
    }
}
