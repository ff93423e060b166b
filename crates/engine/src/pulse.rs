//! How far an image is, told on the way, and whether anybody still wants it. Every step that can take long beats it.

use crate::EngineError;
use std::fmt::{Debug, Formatter};

/// Told the share of the work that is done, from 0 to 1 and never less than before; `true` ends the work with
/// [`EngineError::Cancelled`].
pub type Watch<'a> = &'a dyn Fn(f32) -> bool;

/// One step's part of the whole.
#[derive(Clone, Copy)]
pub struct Pulse<'a> {
    watch: Watch<'a>,
    from: f32,
    to: f32,
}

impl Debug for Pulse<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pulse({}..{})", self.from, self.to)
    }
}

impl<'a> Pulse<'a> {
    /// The whole work.
    pub fn new(watch: Watch<'a>) -> Self {
        Self { watch, from: 0.0, to: 1.0 }
    }

    /// For work that nobody waits for or ends.
    pub fn none() -> Self {
        Self::new(&|_| false)
    }

    /// The part of a step that begins and ends at these shares of this one.
    #[must_use]
    pub fn part(&self, from: f32, to: f32) -> Self {
        let at = |share: f32| self.from + (self.to - self.from) * share;
        Self { watch: self.watch, from: at(from), to: at(to) }
    }

    /// The part of one of `of` steps that take about the same time; `done` were done before.
    #[must_use]
    pub fn one_of(&self, done: usize, of: usize) -> Self {
        self.part(share(done, of), share(done + 1, of))
    }

    /// `done` of `of` rows, frames or whatever the step counts.
    pub fn beat(&self, done: usize, of: usize) -> Result<(), EngineError> {
        let at = self.from + (self.to - self.from) * share(done, of);
        if (self.watch)(at) { Err(EngineError::Cancelled) } else { Ok(()) }
    }
}

fn share(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn parts_of_parts_tell_shares_of_the_whole() {
        let told = RefCell::new(Vec::new());
        let watch = |share: f32| {
            told.borrow_mut().push(share);
            share > 0.7
        };
        let second = Pulse::new(&watch).part(0.5, 1.0);
        assert_eq!(second.one_of(0, 2).beat(2, 4), Ok(()));
        assert_eq!(second.one_of(1, 2).beat(0, 0), Err(EngineError::Cancelled));
        assert_eq!(second.beat(9, 3), Err(EngineError::Cancelled));
        assert_eq!(*told.borrow(), [0.625, 0.75, 1.0]);
    }
}
