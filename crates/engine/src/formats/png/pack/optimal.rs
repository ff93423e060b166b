//! The copies that make a block smallest: all likely ones are looked up once, then the cheapest way through the block is
//! found with the bits that its symbols cost (RFC 1951, section 3.2), twice, because the way changes the costs.

use super::code::Code;
use super::search::{LONGEST, SHORTEST_CODED, Sequence, WINDOW, common};
use super::symbols::{DISTANCE_LIMIT, LITERAL_LIMIT, count, distance_symbol, length_symbol};

const HASH_BITS: u32 = 15;
/// Positions of the buffer, less one; no position is told by this.
const NONE: u32 = u32::MAX;
/// A copy of this length is taken without looking at what else is there.
const LONG: usize = 96;
/// Times that the way is looked for with the costs of the way before.
const PASSES: usize = 2;
/// Bits of a symbol that the way before did not use.
const UNUSED: u8 = 13;

/// A copy that could begin at a position.
#[derive(Clone, Copy)]
struct Match {
    length: u16,
    distance: u16,
}

/// How one position was reached: by a literal, or by a copy.
#[derive(Clone, Copy)]
struct Step {
    cost: u32,
    length: u16,
    distance: u16,
}

/// Buffers of the search, reused from block to block.
pub(super) struct Optimal {
    /// Places that are compared for one position.
    depth: usize,
    heads: Vec<u32>,
    links: Vec<u32>,
    matches: Vec<Match>,
    /// Where the matches of a position begin.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// Bits of every length and distance; literals by their byte.
struct Costs {
    literals: [u8; 286],
    lengths: [u8; LONGEST + 1],
    distances: [u8; 30],
}

impl Optimal {
    pub(super) fn new(depth: usize) -> Self {
        Self {
            depth,
            heads: vec![NONE; 1 << HASH_BITS],
            links: Vec::new(),
            matches: Vec::new(),
            starts: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The sequences of `bytes[from..]`; what lies before may be copied from.
    pub(super) fn sequences(&mut self, bytes: &[u8], from: usize, out: &mut Vec<Sequence>) {
        self.find(bytes, from);
        let mut costs = Costs::guess();
        for pass in 0..PASSES {
            self.walk(&bytes[from..], &costs);
            self.read_back(bytes.len() - from, out);
            if pass + 1 < PASSES {
                costs = Costs::of(&bytes[from..], out);
            }
        }
    }

    /// Looks up the matches of every position, longer ones from farther away.
    fn find(&mut self, bytes: &[u8], from: usize) {
        self.heads.fill(NONE);
        self.links.clear();
        self.links.resize(bytes.len(), NONE);
        self.matches.clear();
        self.starts.clear();
        let mut skip = 0usize;
        for at in 0..bytes.len() {
            if at >= from {
                self.starts.push(self.matches.len() as u32);
            }
            let Some(&next) = bytes[at..].first_chunk::<SHORTEST_CODED>() else { continue };
            let head = &mut self.heads[hash(next)];
            let candidate = std::mem::replace(head, at as u32);
            self.links[at] = candidate;
            if at < from {
                continue;
            }
            // Inside a long copy nothing else is worth its time.
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let longest = self.candidates(bytes, at, candidate);
            skip = if longest >= LONG { longest - 1 } else { 0 };
        }
        self.starts.push(self.matches.len() as u32);
    }

    fn candidates(&mut self, bytes: &[u8], at: usize, mut candidate: u32) -> usize {
        let (mut longest, most) = (SHORTEST_CODED - 1, LONGEST.min(bytes.len() - at));
        for _ in 0..self.depth {
            let source = candidate as usize;
            if candidate == NONE || at - source > WINDOW || longest >= most {
                break;
            }
            if bytes[source + longest] == bytes[at + longest] {
                let length = common(bytes, source, at);
                if length > longest {
                    longest = length;
                    self.matches.push(Match { length: length as u16, distance: (at - source) as u16 });
                }
            }
            candidate = self.links[source];
        }
        longest
    }

    /// The cheapest step to every position.
    fn walk(&mut self, bytes: &[u8], costs: &Costs) {
        let unreached = Step { cost: u32::MAX, length: 0, distance: 0 };
        self.steps.clear();
        self.steps.resize(bytes.len() + 1, unreached);
        self.steps[0].cost = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let cost = self.steps[at].cost;
            let literal = cost.saturating_add(u32::from(costs.literals[usize::from(byte)]));
            if literal < self.steps[at + 1].cost {
                self.steps[at + 1] = Step { cost: literal, length: 0, distance: 0 };
            }
            let mut shortest = SHORTEST_CODED;
            let known = self.starts[at] as usize..self.starts[at + 1] as usize;
            for &Match { length, distance } in &self.matches[known] {
                let reach = cost.saturating_add(costs.distance(distance));
                // A shorter part of a long copy is hardly ever better.
                let first = if usize::from(length) >= LONG { usize::from(length) } else { shortest };
                for length in first..=usize::from(length) {
                    let cost = reach.saturating_add(u32::from(costs.lengths[length]));
                    let step = &mut self.steps[at + length];
                    if cost < step.cost {
                        *step = Step { cost, length: length as u16, distance };
                    }
                }
                shortest = usize::from(length) + 1;
            }
        }
    }

    /// The way from the end back to the beginning, turned round.
    fn read_back(&self, length: usize, out: &mut Vec<Sequence>) {
        out.clear();
        let (mut at, mut literals) = (length, 0);
        let mut copy = (0, 0);
        while at > 0 {
            let step = self.steps[at];
            if step.length == 0 {
                literals += 1;
                at -= 1;
                continue;
            }
            if copy.0 > 0 || literals > 0 {
                out.push(Sequence { literals, length: copy.0, distance: copy.1 });
            }
            (copy, literals) = ((step.length, step.distance), 0);
            at -= usize::from(step.length);
        }
        if copy.0 > 0 || literals > 0 {
            out.push(Sequence { literals, length: copy.0, distance: copy.1 });
        }
        out.reverse();
    }
}

impl Costs {
    /// Before anything is known about a block.
    fn guess() -> Self {
        let lengths = std::array::from_fn(|length| match length {
            ..SHORTEST_CODED => 0,
            _ => 7 + length_symbol(length as u16).2 as u8,
        });
        Self {
            literals: [7; 286],
            lengths,
            distances: std::array::from_fn(|at| 5 + (at as u8 / 2).saturating_sub(1)),
        }
    }

    /// By the codes that these sequences would get.
    fn of(bytes: &[u8], sequences: &[Sequence]) -> Self {
        let (literal_counts, distance_counts, _) = count(bytes, sequences);
        let used = |length: u8| if length == 0 { UNUSED } else { length };
        let literals = Code::new(&literal_counts, LITERAL_LIMIT).lengths.map(used);
        let symbols = Code::new(&distance_counts, DISTANCE_LIMIT).lengths.map(used);
        let lengths = std::array::from_fn(|length| match length {
            ..SHORTEST_CODED => 0,
            _ => {
                let (symbol, _, extra) = length_symbol(length as u16);
                literals[symbol] + extra as u8
            }
        });
        let extra = |at: usize| (at as u8 / 2).saturating_sub(1);
        Self { literals, lengths, distances: std::array::from_fn(|at| symbols[at] + extra(at)) }
    }

    fn distance(&self, distance: u16) -> u32 {
        u32::from(self.distances[distance_symbol(distance).0])
    }
}

fn hash(bytes: [u8; SHORTEST_CODED]) -> usize {
    let [a, b, c] = bytes;
    (u32::from_le_bytes([a, b, c, 0]).wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}
