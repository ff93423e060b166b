//! Where the blocks of each component lie, in the file and in the planes.
//! Interleaving and partial MCUs: ITU-T T.81, A.2.2 to A.2.4.

use super::super::header::{Header, Scan};
use super::super::scale::{Scale, block_sides};
use super::super::zigzag::ZIGZAG;
use std::ops::Range;

/// Where coefficients go: slot of each zigzag position. Positions that a scaled image does not need, and the ones
/// beyond the block, go to the slot after the block's last, which the next block overwrites.
pub(super) type Slots = [u8; 256];

/// One component's grid.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) h: usize,
    pub(super) v: usize,
    /// Blocks of the plane, padded to whole MCUs.
    pub(super) blocks_wide: usize,
    pub(super) blocks_high: usize,
    /// Blocks that hold samples of the image: what a scan of this component alone covers.
    own_wide: usize,
    own_high: usize,
    /// Samples per block side: 8, 4, 2 or 1.
    pub(super) side: usize,
    /// Size of the plane.
    pub(super) width: usize,
    pub(super) height: usize,
    /// How much of that the image covers: the last column and row may be covered in part.
    pub(super) covered: (f64, f64),
    pub(super) slots: Box<Slots>,
    /// The last zigzag position that matters at this scale.
    pub(super) last: usize,
}

impl Part {
    /// Coefficients kept of a block.
    pub(super) fn area(&self) -> usize {
        self.side * self.side
    }

    /// The zigzag positions that matter at this scale, as a set.
    pub(super) fn kept(&self) -> u64 {
        (0..64).filter(|&k| usize::from(self.slots[k]) < self.area()).fold(0, |set, k| set | 1 << k)
    }

    pub(super) fn stride(&self) -> usize {
        self.blocks_wide * self.side
    }
}

/// All components.
#[derive(Debug)]
pub(super) struct Layout {
    mcus_wide: usize,
    pub(super) mcus_high: usize,
    pub(super) parts: Vec<Part>,
}

impl Layout {
    pub(super) fn new(header: &Header, scale: Scale) -> Self {
        let (h_max, v_max) = (header.h_max(), header.v_max());
        let mcus_wide = header.width.div_ceil(8 * h_max);
        let mcus_high = header.height.div_ceil(8 * v_max);
        let sides = block_sides(header, scale);
        let part = |(component, side): (&super::super::header::Component, usize)| {
            let width = (header.width * component.h).div_ceil(h_max);
            let height = (header.height * component.v).div_ceil(v_max);
            Part {
                h: component.h,
                v: component.v,
                blocks_wide: mcus_wide * component.h,
                blocks_high: mcus_high * component.v,
                own_wide: width.div_ceil(8),
                own_high: height.div_ceil(8),
                side,
                width: (width * side).div_ceil(8),
                height: (height * side).div_ceil(8),
                covered: (
                    (header.width * component.h * side) as f64 / (8 * h_max) as f64,
                    (header.height * component.v * side) as f64 / (8 * v_max) as f64,
                ),
                slots: Box::new(slots(side)),
                last: if side == 4 {
                    63
                } else {
                    (0..64).rev().find(|&k| place(k, side).is_some()).unwrap_or(0)
                },
            }
        };
        Self { mcus_wide, mcus_high, parts: header.components.iter().zip(sides).map(part).collect() }
    }

    /// Samples per block side of each component.
    pub(super) fn sides(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.side).collect()
    }

    /// How a scan goes over the blocks. A scan of one component has MCUs of one block, and no padding.
    pub(super) fn grid(&self, scan: &Scan) -> Grid {
        match scan.components[..] {
            [(only, ..)] => {
                let part = &self.parts[only];
                Grid { wide: part.own_wide, high: part.own_high, rows: part.v, blocks: vec![(1, 1)] }
            }
            _ => {
                let blocks = scan.components.iter().map(|&(i, ..)| (self.parts[i].h, self.parts[i].v));
                Grid { wide: self.mcus_wide, high: self.mcus_high, rows: 1, blocks: blocks.collect() }
            }
        }
    }
}

/// The MCUs of one scan.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// MCUs across.
    pub(super) wide: usize,
    high: usize,
    /// Rows of its MCUs in a row of the image's MCUs.
    rows: usize,
    /// Blocks across and down in an MCU, for each of its components.
    pub(super) blocks: Vec<(usize, usize)>,
}

impl Grid {
    /// The scan's rows of MCUs that lie in a row of the image's: none where only padding is left.
    pub(super) fn rows_in(&self, row: usize) -> Range<usize> {
        let first = row * self.rows;
        first.min(self.high)..(first + self.rows).min(self.high)
    }
}

/// Slot of a zigzag position in a block of `side` x `side` coefficients, column by column.
fn place(k: usize, side: usize) -> Option<usize> {
    let (row, column) = (usize::from(ZIGZAG[k]) / 8, usize::from(ZIGZAG[k]) % 8);
    (row < side && column < side).then_some(column * side + row)
}

fn slots(side: usize) -> Slots {
    let outside = side * side;
    std::array::from_fn(|k| if k < 64 { place(k, side).unwrap_or(outside) as u8 } else { outside as u8 })
}

/// A quantisation table (zigzag order) in the order of the slots.
pub(super) fn quant_by_slot(table: &[u16; 64], part: &Part) -> [i16; 64] {
    let mut quant = [0; 64];
    for (k, &value) in table.iter().enumerate() {
        let slot = usize::from(part.slots[k]);
        if slot < part.area() {
            quant[slot] = value as i16;
        }
    }
    quant
}
