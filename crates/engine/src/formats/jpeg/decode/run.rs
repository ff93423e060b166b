//! All rows of a file, whatever its kind of scans. Control procedures of a decoder: ITU-T T.81, Annexes E to G.

use super::super::header::{Header, Scan, Walker};
use super::super::pixels::Process;
use super::layout::Layout;
use super::progressive::ProgressiveRows;
use super::scans::Scans;
use super::sequential::SequentialRows;
use super::strips::Strips;
use crate::{EngineError, Limits};

/// What the scans gave.
pub(super) struct Outcome {
    pub(super) warnings: Vec<String>,
    /// Components that had a scan.
    pub(super) seen: Vec<bool>,
}

/// The first scan and the header in front of it.
pub(super) fn start(walker: &mut Walker<'_>) -> Result<(Scan, Header), EngineError> {
    let scan = walker.next_scan()?.ok_or_else(|| EngineError::damaged("it holds no image data"))?;
    let header = walker.frame.clone().ok_or_else(|| EngineError::damaged("it has no frame header"))?;
    Ok((scan, header))
}

/// All rows, into the strips.
pub(super) fn run(
    walker: &mut Walker<'_>,
    first: Scan,
    layout: &Layout,
    strips: &mut dyn Strips,
    limits: &Limits,
) -> Result<Outcome, EngineError> {
    let scans = Scans::find(walker, first, layout, limits)?;
    let seen: Vec<bool> = scans.quants.iter().map(Option::is_some).collect();
    let mut rows = Rows::new(walker, &scans, layout);
    for row in 0..layout.mcus_high {
        rows.read(row, strips);
        strips.row_done(row, &seen)?;
    }
    let lost = rows.lost() || seen.iter().any(|&seen| !seen);
    let mut warnings = Vec::new();
    if lost && scans.reach_the_end(walker) {
        warnings.push("The end of the file is missing; the image was read as far as it goes.".to_owned());
    } else if lost || scans.broken {
        warnings.push("Part of the image is damaged; the rest was read.".to_owned());
    }
    Ok(Outcome { warnings, seen })
}

/// Where the rows of MCUs come from.
enum Rows<'a> {
    Sequential(SequentialRows<'a>),
    Progressive(ProgressiveRows<'a>),
}

impl<'a> Rows<'a> {
    fn new(walker: &Walker<'a>, scans: &'a Scans, layout: &'a Layout) -> Self {
        match walker.frame.as_ref().map(|frame| frame.process) {
            Some(Process::Progressive) => {
                Self::Progressive(ProgressiveRows::new(walker.input, scans, layout))
            }
            _ => Self::Sequential(SequentialRows::new(walker.input, scans, layout)),
        }
    }

    fn read(&mut self, row: usize, strips: &mut dyn Strips) {
        match self {
            Self::Sequential(rows) => rows.read(row, strips),
            Self::Progressive(rows) => rows.read(row, strips),
        }
    }

    /// Whether anything was missing.
    fn lost(&self) -> bool {
        match self {
            Self::Sequential(rows) => rows.lost(),
            Self::Progressive(rows) => rows.lost(),
        }
    }
}
