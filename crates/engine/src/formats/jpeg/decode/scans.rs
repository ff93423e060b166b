//! Which scans a file has, found before any of them is decoded: they are then read side by side, a row of the image at
//! a time, so that no more than that row is held. Scan headers: ITU-T T.81, B.2.3.

use super::super::header::{Scan, Walker};
use super::super::pixels::Process;
use super::bits::find_scan_end;
use super::huffman::{Runs, Table};
use super::layout::Layout;
use crate::{EngineError, Limits};
use std::rc::Rc;

/// A scan with all that is in force where it stands in the file.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) scan: Scan,
    /// DC and AC table of each of its components.
    pub(super) tables: Vec<(Rc<Table>, Rc<Table>)>,
    /// For each of its components when the file is sequential.
    pub(super) runs: Vec<Runs>,
    pub(super) restart_interval: usize,
}

/// The scans in the file's order.
#[derive(Debug)]
pub(super) struct Scans {
    pub(super) list: Vec<Prepared>,
    /// For each component that has a scan the quantisation table at its first one.
    pub(super) quants: Vec<Option<[u16; 64]>>,
    /// The file goes on, but not with anything that can be read.
    pub(super) broken: bool,
    /// All components are there, and what follows was not looked at.
    complete: bool,
}

impl Scans {
    pub(super) fn find(
        walker: &mut Walker<'_>,
        first: Scan,
        layout: &Layout,
        limits: &Limits,
    ) -> Result<Self, EngineError> {
        let progressive = walker.frame.as_ref().is_some_and(|frame| frame.process == Process::Progressive);
        let quants = vec![None; layout.parts.len()];
        let mut scans = Self { list: Vec::new(), quants, broken: false, complete: false };
        let mut next = Some(first);
        let mut count = 0;
        while let Some(scan) = next {
            count += 1;
            if count > limits.scans {
                scans.broken = true;
                break;
            }
            let data = scan.data;
            match scans.enter(walker, scan, layout, progressive) {
                Ok(()) => {}
                Err(_) if count > 1 => {
                    scans.broken = true;
                    break;
                }
                Err(error) => return Err(error),
            }
            scans.complete = !progressive && scans.quants.iter().all(Option::is_some);
            if scans.complete {
                break;
            }
            walker.at = find_scan_end(walker.input, data);
            next = walker.next_scan().unwrap_or_else(|_| {
                scans.broken = true;
                None
            });
        }
        Ok(scans)
    }

    fn enter(
        &mut self,
        walker: &mut Walker<'_>,
        scan: Scan,
        layout: &Layout,
        progressive: bool,
    ) -> Result<(), EngineError> {
        let tables = walker.tables_of(&scan);
        if progressive {
            check_band(&scan)?;
        } else if scan.components.iter().any(|&(i, ..)| self.quants[i].is_some()) {
            return Err(EngineError::damaged("a component comes twice"));
        }
        let quants = scan.components.iter().map(|&(i, ..)| walker.quant_of(i));
        let quants = quants.collect::<Result<Vec<_>, _>>()?;
        for (&(component, ..), quant) in scan.components.iter().zip(quants) {
            self.quants[component].get_or_insert(quant);
        }
        let mut runs = Vec::new();
        if !progressive {
            let components = scan.components.iter().zip(&tables);
            runs.extend(components.map(|(&(i, ..), (_, ac))| Runs::new(ac, layout.parts[i].last)));
        }
        self.list.push(Prepared { scan, tables, runs, restart_interval: walker.restart_interval });
        Ok(())
    }

    /// Whether the last scan has no end.
    pub(super) fn break_off(&self, input: &[u8]) -> bool {
        self.list.last().is_none_or(|last| find_scan_end(input, last.scan.data) >= input.len())
    }

    /// Whether the file's end was reached, when something was found to be missing.
    pub(super) fn reach_the_end(&self, walker: &Walker<'_>) -> bool {
        let at = if self.complete { find_scan_end(walker.input, walker.at) } else { walker.at };
        at >= walker.input.len()
    }
}

fn check_band(scan: &Scan) -> Result<(), EngineError> {
    let dc = scan.first == 0;
    if scan.first > scan.last || scan.last > 63 || dc != (scan.last == 0) || !dc && scan.components.len() > 1
    {
        return Err(EngineError::damaged("a scan's range of coefficients makes no sense"));
    }
    Ok(())
}
