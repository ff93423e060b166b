//! What symbols cost, in 1/256 bits, under given probabilities.
//! Trees and token probabilities: RFC 6386, sections 8.1 and 13.

use super::tables::{BANDS, CATEGORIES, MODES, ZIGZAG};

/// Block types of the format: luma without its DC, the DCs of a macroblock's luma, chroma, and luma with its DC.
pub(super) const LUMA_AC: usize = 0;
pub(super) const LUMA_DC: usize = 1;
pub(super) const CHROMA: usize = 2;
pub(super) const LUMA: usize = 3;

pub(super) type Probabilities = [[[[u8; 11]; 3]; 8]; 4];

/// From this level on only the extra bits differ.
const LARGE: usize = 67;

/// The cost of an event with a probability of `index` / 256.
static BITS: [u16; 257] = {
    let mut table = [0; 257];
    let mut i = 1;
    while i < 257 {
        table[i] = 2048 - log2(i as u64);
        i += 1;
    }
    table[0] = 2048;
    table
};

/// 256 times the binary logarithm of 1..=256, rounded down.
const fn log2(value: u64) -> u16 {
    let whole = value.ilog2();
    let mut mantissa = value << (32 - whole);
    let mut fraction = 0;
    let mut step = 0;
    while step < 8 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        let over = mantissa >> 33;
        fraction = fraction << 1 | over;
        mantissa >>= over;
        step += 1;
    }
    (whole as u16) << 8 | fraction as u16
}

#[inline(always)]
pub(super) fn bit(bit: bool, zero: u8) -> u32 {
    u32::from(BITS[if bit { 256 - usize::from(zero) } else { usize::from(zero) }])
}

/// Costs of levels by place in the scan and context.
#[derive(Debug)]
pub(super) struct Levels {
    /// With the sign, the extra bits and, in contexts 1 and 2, the bit that says that the block goes on.
    level: Box<[[[[u16; LARGE + 1]; 3]; 16]; 4]>,
    /// That the block goes on, in context 0 at its start.
    more: [u16; 4],
    /// That the block ends before this place.
    end: [[[u16; 3]; 17]; 4],
}

impl Levels {
    pub(super) fn new(probabilities: &Probabilities) -> Self {
        let mut costs =
            Self { level: Box::new([[[[0; LARGE + 1]; 3]; 16]; 4]), more: [0; 4], end: [[[0; 3]; 17]; 4] };
        costs.update(probabilities);
        costs
    }

    pub(super) fn update(&mut self, probabilities: &Probabilities) {
        for (kind, bands) in probabilities.iter().enumerate() {
            let start = usize::from(kind == LUMA_AC);
            self.more[kind] = bit(true, bands[start][0][0]) as u16;
            for (place, &band) in BANDS[..16].iter().enumerate() {
                for (context, nodes) in bands[usize::from(band)].iter().enumerate() {
                    self.end[kind][place][context] = bit(false, nodes[0]) as u16;
                    let first = BANDS[..place].iter().position(|&earlier| earlier == band);
                    self.level[kind][place][context] = match first {
                        Some(first) => self.level[kind][first][context],
                        None => row(context, nodes),
                    };
                }
            }
        }
    }

    /// The cost of a block. `present` has a bit for each place of the scan that is not zero.
    #[inline(never)]
    pub(super) fn block(&self, kind: usize, context: usize, levels: &[i16; 16], present: u32) -> u32 {
        let mut place = usize::from(kind == LUMA_AC);
        if present == 0 {
            return u32::from(self.end[kind][place][context]);
        }
        let mut cost = if context == 0 { u32::from(self.more[kind]) } else { 0 };
        let last = present.ilog2() as usize;
        let mut context = context;
        let costs = &self.level[kind];
        while place <= last {
            let level = usize::from(levels[usize::from(ZIGZAG[place & 15])].unsigned_abs());
            cost += u32::from(costs[place & 15][context][level.min(LARGE)]);
            if level >= LARGE {
                cost += large(level);
            }
            context = level.min(2);
            place += 1;
        }
        cost + u32::from(self.end[kind][place][context])
    }
}

/// The costs of all levels in one context.
fn row(context: usize, nodes: &[u8; 11]) -> [u16; LARGE + 1] {
    let more = if context == 0 { 0 } else { bit(true, nodes[0]) };
    std::array::from_fn(|level| (more + variable(level, nodes) + fixed(level)) as u16)
}

/// The part that depends on the probabilities of the context.
fn variable(level: usize, nodes: &[u8; 11]) -> u32 {
    let path: &[(usize, bool)] = match level {
        0 => &[(1, false)],
        1 => &[(1, true), (2, false)],
        2 => &[(1, true), (2, true), (3, false), (4, false)],
        3 => &[(1, true), (2, true), (3, false), (4, true), (5, false)],
        4 => &[(1, true), (2, true), (3, false), (4, true), (5, true)],
        5..=6 => &[(1, true), (2, true), (3, true), (6, false), (7, false)],
        7..=10 => &[(1, true), (2, true), (3, true), (6, false), (7, true)],
        11..=18 => &[(1, true), (2, true), (3, true), (6, true), (8, false), (9, false)],
        19..=34 => &[(1, true), (2, true), (3, true), (6, true), (8, false), (9, true)],
        35..=66 => &[(1, true), (2, true), (3, true), (6, true), (8, true), (10, false)],
        _ => &[(1, true), (2, true), (3, true), (6, true), (8, true), (10, true)],
    };
    path.iter().map(|&(node, one)| bit(one, nodes[node])).sum()
}

/// The sign and the extra bits of levels below [`LARGE`].
fn fixed(level: usize) -> u32 {
    let sign = if level == 0 { 0 } else { 256 };
    match CATEGORIES[..5].iter().rfind(|(lowest, _)| level >= usize::from(*lowest)) {
        Some((lowest, bits)) if level < LARGE => sign + extra(level - usize::from(*lowest), bits),
        _ => sign,
    }
}

#[cold]
fn large(level: usize) -> u32 {
    extra(level - LARGE, CATEGORIES[5].1)
}

fn extra(value: usize, probabilities: &[u8]) -> u32 {
    let bits = probabilities.iter().rev().enumerate();
    bits.map(|(position, &zero)| bit(value >> position & 1 == 1, zero)).sum()
}

/// The branches that lead to each 4x4 mode, as (node, bit).
pub(super) const MODE_PATHS: [&[(usize, bool)]; 10] = [
    &[(0, false)],
    &[(0, true), (1, false)],
    &[(0, true), (1, true), (2, false)],
    &[(0, true), (1, true), (2, true), (3, false), (4, false)],
    &[(0, true), (1, true), (2, true), (3, false), (4, true), (5, false)],
    &[(0, true), (1, true), (2, true), (3, false), (4, true), (5, true)],
    &[(0, true), (1, true), (2, true), (3, true), (6, false)],
    &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, false)],
    &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, true), (8, false)],
    &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, true), (8, true)],
];

/// Costs of 4x4 modes by the modes above and to the left.
pub(super) type Modes = [[[u16; 10]; 10]; 10];

pub(super) fn modes() -> Box<Modes> {
    let cost = |nodes: &[u8; 9], path: &[(usize, bool)]| {
        path.iter().map(|&(n, one)| bit(one, nodes[n])).sum::<u32>()
    };
    let mut costs = Box::new([[[0; 10]; 10]; 10]);
    for (above, out) in MODES.iter().zip(costs.iter_mut()) {
        for (nodes, out) in above.iter().zip(out.iter_mut()) {
            *out = MODE_PATHS.map(|path| cost(nodes, path) as u16);
        }
    }
    costs
}
