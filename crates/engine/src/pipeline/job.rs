//! One image on its way through the steps.

use super::plan::Plan;
use crate::{Assets, Limits, Pulse, metadata};
use nomina_rules::options::ProcessingOptions;

/// The share of the work that comes before the encoder, about.
const READING: f32 = 0.3;

/// One image on its way: the file, the wish, and what was found out before any pixel was touched.
pub(crate) struct Job<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) recipe: &'a ProcessingOptions,
    pub(crate) assets: &'a Assets<'a>,
    pub(crate) limits: &'a Limits,
    pub(crate) pulse: Pulse<'a>,
    pub(crate) plan: Plan,
    pub(crate) metadata: metadata::Plan,
    /// From stored to upright, as the headers say.
    pub(crate) orientation: u8,
}

impl Job<'_> {
    /// Reading and changing the pixels.
    pub(crate) fn reading(&self) -> Pulse<'_> {
        self.pulse.part(0.0, READING)
    }

    /// Writing them.
    pub(crate) fn writing(&self) -> Pulse<'_> {
        self.pulse.part(READING, 1.0)
    }
}
