//! Progressive scans: coefficients are collected over all scans, then reconstructed. At a reduced scale only the ones
//! that matter are kept, with one bit for each of the others, and scans that bring none of them are passed over.

use super::super::header::{Scan, Walker};
use super::bits::find_marker;
use super::layout::{Layout, Part, quant_by_slot};
use super::passes::{self, Reader};
use super::rebuild::Blocks;
use super::strips::Strips;
use crate::EngineError;
use crate::simd::{Simd, Task, dispatch};

/// The coefficients of one component.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) coefficients: Vec<i16>,
    /// One bit for each zigzag position that is not zero.
    pub(super) known: Vec<u64>,
    quant: Option<[u16; 64]>,
}

impl Store {
    pub(super) fn new(part: &Part) -> Self {
        let blocks = part.blocks_wide * part.blocks_high;
        Self { coefficients: vec![0; blocks * part.area()], known: vec![0; blocks], quant: None }
    }
}

/// Reads one scan into the stores; says whether anything was missing, and where the markers go on.
pub(super) fn decode_scan(
    walker: &Walker<'_>,
    scan: &Scan,
    layout: &Layout,
    stores: &mut [Store],
) -> Result<(bool, usize), EngineError> {
    let dc = scan.first == 0;
    if scan.first > scan.last || scan.last > 63 || dc != (scan.last == 0) || !dc && scan.components.len() > 1
    {
        return Err(EngineError::damaged("a scan's range of coefficients makes no sense"));
    }
    for &(component, ..) in &scan.components {
        let quant = walker.quant_of(component)?;
        stores[component].quant.get_or_insert(quant);
    }
    if scan.components.iter().all(|&(i, ..)| scan.first > layout.parts[i].last) {
        return Ok((false, find_scan_end(walker.input, scan.data)));
    }
    let mut reader = Reader::new(walker, scan);
    if dc {
        passes::read_means(&mut reader, walker, layout, stores);
    } else {
        let (component, _, ac) = scan.components[0];
        let table =
            walker.ac[ac].as_ref().ok_or_else(|| EngineError::damaged("a Huffman table is missing"))?;
        let (wide, high, _) = layout.grid(scan);
        passes::read_band(&mut reader, table, &layout.parts[component], &mut stores[component], wide, high);
    }
    Ok((reader.lost, reader.entropy.end()))
}

fn find_scan_end(input: &[u8], mut at: usize) -> usize {
    loop {
        at = find_marker(input, at);
        match input.get(at + 1) {
            Some(0xd0..=0xd7) => at += 2,
            _ => return at,
        }
    }
}

/// Reconstructs all components.
pub(super) fn rebuild(layout: &Layout, stores: Vec<Store>, strips: &mut dyn Strips) {
    for (component, (part, store)) in layout.parts.iter().zip(stores).enumerate() {
        let Some(quant) = store.quant else { continue };
        let quant = quant_by_slot(&quant, part);
        for row in 0..part.blocks_high {
            dispatch(RebuildRow { component, part, store: &store, quant: &quant, row, strips });
            strips.done(component, row, 1);
        }
    }
}

struct RebuildRow<'t> {
    component: usize,
    part: &'t Part,
    store: &'t Store,
    quant: &'t [i16; 64],
    row: usize,
    strips: &'t mut dyn Strips,
}

impl Task for RebuildRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let (wide, area) = (self.part.blocks_wide, self.part.area());
        let first = self.row * wide;
        let ends: Vec<u8> = self.store.known[first..first + wide]
            .iter()
            .map(|known| 64 - (known | 1).leading_zeros() as u8)
            .collect();
        let blocks = Blocks {
            side: self.part.side,
            coefficients: &self.store.coefficients[first * area..(first + wide) * area],
            ends: &ends,
            quant: self.quant,
        };
        let strip = self.strips.strip(self.component, self.row, 1);
        blocks.write::<S>(strip.samples, strip.stride);
    }
}
