//! Repeats in the filtered bytes. Photographs have hardly any, so the search soon takes long steps there; drawings and
//! screenshots have long ones, which the first probe finds. Duplicated strings: RFC 1951, section 4.

/// Literals, then a copy of `length` bytes from `distance` back; no copy when `length` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) literals: u32,
    pub(super) length: u16,
    pub(super) distance: u16,
}

/// Deflate's window, less one so that a distance fits 16 bits.
pub(super) const WINDOW: usize = 32_767;
pub(super) const LONGEST: usize = 258;
/// The shortest copy that deflate can tell.
pub(super) const SHORTEST_CODED: usize = 3;

/// A shorter copy from afar costs about as many bits as the literals it stands for, and looking for it costs time.
const SHORTEST: usize = 10;

const HASH_BITS: u32 = 14;

/// After `1 << PATIENCE` fruitless probes the step grows by one, up to [`WIDEST`] more; what is found makes up for them.
const PATIENCE: u32 = 4;
const WIDEST: usize = 32;

/// Remembers where it saw what. Positions are those of a buffer whose front is cut off from time to time.
pub(super) struct Search {
    seen: Box<[u32]>,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { seen: vec![0; 1 << HASH_BITS].into_boxed_slice() }
    }

    /// The buffer lost its first `count` bytes.
    pub(super) fn shift(&mut self, count: usize) {
        for place in &mut self.seen {
            *place = place.saturating_sub(count as u32);
        }
    }

    /// The sequences of `bytes[from..]`; what lies before may be copied from.
    pub(super) fn sequences(&mut self, bytes: &[u8], from: usize, out: &mut Vec<Sequence>) {
        out.clear();
        let (mut at, mut done, mut misses) = (from, from, 0usize);
        while let Some(&next) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            let place = &mut self.seen[hash(next)];
            let candidate = *place as usize;
            *place = at as u32;
            // The byte before is the most likely source, and the cheapest: a run.
            let run = at > 0 && bytes[at - 1..].first_chunk() == Some(&next);
            let source = if run { at - 1 } else { candidate };
            let found = if source < at && at - source <= WINDOW { common(bytes, source, at) } else { 0 };
            if found < SHORTEST {
                misses += 1;
                at += 1 + (misses >> PATIENCE).min(WIDEST);
                continue;
            }
            let literals = (at - done) as u32;
            out.push(Sequence { literals, length: found as u16, distance: (at - source) as u16 });
            at += found;
            (done, misses) = (at, misses.saturating_sub(found));
        }
        if done < bytes.len() {
            out.push(Sequence { literals: (bytes.len() - done) as u32, length: 0, distance: 0 });
        }
    }
}

fn hash(bytes: [u8; 8]) -> usize {
    (u64::from_le_bytes(bytes).wrapping_mul(0x9e37_79b1_85eb_ca87) >> (64 - HASH_BITS)) as usize
}

/// How many bytes at `source` and `at` are equal.
pub(super) fn common(bytes: &[u8], source: usize, at: usize) -> usize {
    let (earlier, later) = (&bytes[source..], &bytes[at..bytes.len().min(at + LONGEST)]);
    let mut length = 0;
    for (a, b) in earlier.as_chunks::<8>().0.iter().zip(later.as_chunks::<8>().0) {
        let difference = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if difference != 0 {
            return length + (difference.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + earlier[length..].iter().zip(&later[length..]).take_while(|(a, b)| a == b).count()
}
