//! A progressive file (ITU-T T.81, Annex G), a row of MCUs at a time: every scan adds its part of the row in the file's order, then the row is
//! reconstructed and forgotten. A scan depends on earlier scans of the same blocks only, so this gives what whole scans one
//! after the other would give. At a reduced scale only the coefficients that matter are kept, with one bit for each of
//! the others, and scans that nothing depends on are passed over.

use super::layout::{Layout, Part};
use super::pass::Pass;
use super::rebuild::Blocks;
use super::scans::{Prepared, Scans};
use super::store::{Store, range};
use super::strips::Strips;
use crate::simd::{Simd, Task, dispatch};

/// The scans of a progressive file, read side by side.
pub(super) struct ProgressiveRows<'a> {
    layout: &'a Layout,
    passes: Vec<Pass<'a>>,
    stores: Vec<Store>,
}

impl<'a> ProgressiveRows<'a> {
    pub(super) fn new(input: &'a [u8], scans: &'a Scans, layout: &'a Layout) -> Self {
        let passes = needed(scans, layout).map(|scan| Pass::new(input, scan, layout)).collect();
        let stores = layout.parts.iter().zip(&scans.quants).map(|(part, quant)| Store::new(part, *quant));
        Self { layout, passes, stores: stores.collect() }
    }

    /// One row of the image's MCUs.
    pub(super) fn read(&mut self, row: usize, strips: &mut dyn Strips) {
        self.stores.iter_mut().for_each(Store::clear);
        for pass in &mut self.passes {
            pass.read(row, self.layout, &mut self.stores);
        }
        for (component, (part, store)) in self.layout.parts.iter().zip(&mut self.stores).enumerate() {
            for v in 0..part.v {
                dispatch(RebuildRow { component, part, store, row, v, strips });
            }
            if store.quant.is_some() {
                strips.done(component, row * part.v, part.v);
            }
        }
    }

    /// Whether anything was missing.
    pub(super) fn lost(&self) -> bool {
        self.passes.iter().any(|pass| pass.lost)
    }
}

/// The scans that bring something that matters at this scale. To read a refinement one has to know all coefficients of its
/// band that are not zero, also where only some of them matter.
fn needed<'a>(scans: &'a Scans, layout: &Layout) -> impl Iterator<Item = &'a Prepared> {
    let mut wanted: Vec<u64> = layout.parts.iter().map(Part::kept).collect();
    let mut matters = vec![false; scans.list.len()];
    for (matters, Prepared { scan, .. }) in matters.iter_mut().zip(&scans.list).rev() {
        let band = range(scan.first, scan.last);
        for &(component, ..) in &scan.components {
            if band & wanted[component] != 0 {
                *matters = true;
                wanted[component] |= if scan.high > 0 { band } else { 0 };
            }
        }
    }
    scans.list.iter().zip(matters).filter_map(|(scan, matters)| matters.then_some(scan))
}

/// Row `v` of a component's blocks in a row of MCUs.
struct RebuildRow<'t> {
    component: usize,
    part: &'t Part,
    store: &'t mut Store,
    row: usize,
    v: usize,
    strips: &'t mut dyn Strips,
}

impl Task for RebuildRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let Store { coefficients, known, ends, quant: Some(quant) } = self.store else { return };
        let (wide, area, side) = (self.part.blocks_wide, self.part.area(), self.part.side);
        let first = self.v * wide;
        for (end, known) in ends.iter_mut().zip(&known[first..first + wide]) {
            *end = 64 - (known | 1).leading_zeros() as u8;
        }
        let coefficients = &coefficients[first * area..(first + wide) * area];
        let blocks = Blocks { side, coefficients, ends, quant };
        let strip = self.strips.strip(self.component, self.row * self.part.v, self.part.v);
        blocks.write::<S>(&mut strip.samples[self.v * side * strip.stride..], strip.stride);
    }
}
