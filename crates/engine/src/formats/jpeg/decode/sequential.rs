//! Sequential scans: entropy decoding and reconstruction, a few MCUs at a time, straight into the strips of the target.
//! Sequential DCT-based mode: ITU-T T.81, F.2.

use super::bits::{Bits, Entropy, Restart};
use super::block::BlockReader;
use super::layout::{Grid, Layout, quant_by_slot};
use super::rebuild::Blocks;
use super::scans::{Prepared, Scans};
use super::strips::Strips;
use crate::simd::{Simd, Task, dispatch};

/// Coefficients that are decoded before they are transformed: small enough to stay in the first-level cache.
const BATCH_COEFFICIENTS: usize = 6 << 10;

/// Position within the restart intervals of a scan.
#[derive(Debug)]
pub(super) struct Interval {
    length: usize,
    left: usize,
    next: u8,
    /// The rest of the interval has no data.
    pub(super) blank: bool,
    over: bool,
}

impl Interval {
    pub(super) fn new(length: usize) -> Self {
        let left = if length == 0 { usize::MAX } else { length };
        Self { length, left, next: 0, blank: false, over: false }
    }

    /// Nothing comes after this interval.
    pub(super) fn is_last(&self) -> bool {
        self.over || self.length == 0
    }

    /// Counts one MCU; `true` when a new interval has begun and predictions start again.
    #[inline(always)]
    pub(super) fn step(&mut self, entropy: &mut Entropy<'_>, bits: &mut Bits) -> bool {
        let restarts = self.left == 0;
        if restarts {
            self.begin(entropy);
            *bits = Bits::default();
        }
        self.left -= 1;
        restarts
    }

    /// Counts up to `count` more MCUs of this interval at once; says how many.
    #[inline(always)]
    pub(super) fn skip(&mut self, count: usize) -> usize {
        let count = count.min(self.left);
        self.left -= count;
        count
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self, entropy: &mut Entropy<'_>) {
        self.left = self.length;
        let found = if self.over { Restart::End } else { entropy.restart(self.next) };
        self.next = (self.next + 1) & 7;
        self.over = found == Restart::End;
        self.blank = found != Restart::Ready;
    }
}

/// One component of the scan.
struct Lane<'a> {
    component: usize,
    reader: BlockReader<'a>,
    /// Blocks across and down in an MCU.
    across: usize,
    down: usize,
    side: usize,
    area: usize,
    quant: [i16; 64],
    mean: i32,
    /// One batch: `down` rows of blocks, each followed by room for the slot that is written beyond the last.
    coefficients: Vec<i16>,
    ends: Vec<u8>,
}

/// The scans of a sequential file, read side by side: most files have one for all components.
pub(super) struct SequentialRows<'a> {
    scans: Vec<State<'a>>,
}

impl<'a> SequentialRows<'a> {
    pub(super) fn new(input: &'a [u8], scans: &'a Scans, layout: &'a Layout) -> Self {
        Self { scans: scans.list.iter().map(|scan| State::new(input, scan, scans, layout)).collect() }
    }

    /// One row of the image's MCUs.
    pub(super) fn read(&mut self, row: usize, strips: &mut dyn Strips) {
        for state in &mut self.scans {
            for row in state.grid.rows_in(row) {
                dispatch(Row { state, row, strips });
            }
        }
    }

    /// Whether anything was missing.
    pub(super) fn lost(&self) -> bool {
        self.scans.iter().any(|scan| scan.lost)
    }
}

struct State<'a> {
    grid: Grid,
    entropy: Entropy<'a>,
    bits: Bits,
    interval: Interval,
    lanes: Vec<Lane<'a>>,
    batch: usize,
    lost: bool,
}

impl<'a> State<'a> {
    fn new(input: &'a [u8], prepared: &'a Prepared, scans: &Scans, layout: &'a Layout) -> Self {
        let scan = &prepared.scan;
        let grid = layout.grid(scan);
        let per_mcu: usize = scan
            .components
            .iter()
            .zip(&grid.blocks)
            .map(|(&(i, ..), &(h, v))| h * v * layout.parts[i].area())
            .sum();
        let batch = (BATCH_COEFFICIENTS / per_mcu).clamp(1, grid.wide);
        let mut lanes = Vec::new();
        for (i, &(component, ..)) in scan.components.iter().enumerate() {
            let part = &layout.parts[component];
            let (across, down) = grid.blocks[i];
            let (dc, ac) = &prepared.tables[i];
            lanes.push(Lane {
                component,
                reader: BlockReader { dc, ac, runs: &prepared.runs[i], slots: &part.slots, last: part.last },
                across,
                down,
                side: part.side,
                area: part.area(),
                quant: quant_by_slot(&scans.quants[component].unwrap_or([1; 64]), part),
                mean: 0,
                coefficients: vec![0; (batch * across * part.area() + 128) * down],
                ends: vec![0; batch * across * down],
            });
        }
        Self {
            grid,
            entropy: Entropy::new(input, scan.data),
            bits: Bits::default(),
            interval: Interval::new(prepared.restart_interval),
            lanes,
            batch,
            lost: false,
        }
    }
}

/// One row of MCUs.
struct Row<'t, 'a> {
    state: &'t mut State<'a>,
    row: usize,
    strips: &'t mut dyn Strips,
}

impl Task for Row<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let state = self.state;
        let (mut start, wide) = (0, state.grid.wide);
        while start < wide {
            let count = state.batch.min(wide - start);
            state.decode(count);
            for lane in &state.lanes {
                let strip = self.strips.strip(lane.component, self.row * lane.down, lane.down);
                let stride = strip.stride;
                let first = start * lane.across * lane.side;
                for v in 0..lane.down {
                    let width = count * lane.across;
                    let blocks = Blocks {
                        side: lane.side,
                        coefficients: &lane.coefficients[lane.coefficient_row(state.batch, v)..]
                            [..width * lane.area],
                        ends: &lane.ends[v * state.batch * lane.across..][..width],
                        quant: &lane.quant,
                    };
                    blocks.write::<S>(&mut strip.samples[v * lane.side * stride + first..], stride);
                }
            }
            start += count;
        }
        for lane in &state.lanes {
            self.strips.done(lane.component, self.row * lane.down, lane.down);
        }
    }
}

impl Lane<'_> {
    #[inline(always)]
    fn coefficient_row(&self, batch: usize, v: usize) -> usize {
        v * (batch * self.across * self.area + 128)
    }
}

impl State<'_> {
    /// The entropy-coded part of `count` MCUs.
    #[inline(always)]
    fn decode(&mut self, count: usize) {
        for lane in &mut self.lanes {
            lane.coefficients.fill(0);
        }
        let mut bits = self.bits;
        for mcu in 0..count {
            if self.interval.step(&mut self.entropy, &mut bits) {
                self.lanes.iter_mut().for_each(|lane| lane.mean = 0);
            }
            for lane in &mut self.lanes {
                for v in 0..lane.down {
                    let row = lane.coefficient_row(self.batch, v);
                    for h in 0..lane.across {
                        let index = mcu * lane.across + h;
                        let block = &mut lane.coefficients[row + index * lane.area..];
                        let block: &mut [i16; 128] =
                            block.first_chunk_mut().expect("room after the last block");
                        if !self.interval.blank && !self.entropy.ensure(&mut bits) {
                            self.interval.blank = true;
                        }
                        lane.ends[v * self.batch * lane.across + index] = if self.interval.blank {
                            self.lost = true;
                            block[0] = 0;
                            1
                        } else {
                            lane.reader.read(&mut bits, &self.entropy.chunk, &mut lane.mean, block)
                        };
                    }
                }
            }
        }
        self.bits = bits;
    }
}
