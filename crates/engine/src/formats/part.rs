//! A decoder or encoder that a program can leave out. Natively each that is compiled in is there. A module of the browser adds its
//! own before the first call, and the linker drops the others: all modules share one build of this crate.

use crate::EngineError;
use crate::format::Format;
#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

/// `T` holds the functions.
#[derive(Debug)]
pub(crate) struct Part<T: 'static> {
    #[cfg(not(target_arch = "wasm32"))]
    there: &'static T,
    #[cfg(target_arch = "wasm32")]
    added: OnceLock<&'static T>,
}

#[cfg(not(target_arch = "wasm32"))]
impl<T> Part<T> {
    pub(crate) const fn new(there: &'static T) -> Self {
        Self { there }
    }

    pub(crate) fn get(&self) -> Option<&'static T> {
        Some(self.there)
    }
}

#[cfg(target_arch = "wasm32")]
impl<T> Part<T> {
    /// What could be added is not kept, or the linker would keep it too.
    pub(crate) const fn new(_: &'static T) -> Self {
        Self { added: OnceLock::new() }
    }

    /// A second time changes nothing.
    pub(crate) fn add(&self, part: &'static T) {
        self.added.get_or_init(|| part);
    }

    pub(crate) fn get(&self) -> Option<&'static T> {
        self.added.get().copied()
    }
}

impl<T> Part<T> {
    pub(crate) fn is_there(&self) -> bool {
        self.get().is_some()
    }

    /// The part, or the error that names the format which it reads.
    pub(crate) fn reading(&self, format: Format) -> Result<&'static T, EngineError> {
        self.get().ok_or(EngineError::NotBuiltIn { format })
    }
}
