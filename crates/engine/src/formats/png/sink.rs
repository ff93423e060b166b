//! Where the crate's writers put their bytes: they give nothing back at the end, so both sides hold them.

use std::cell::RefCell;
use std::io::{Result, Write};
use std::rc::Rc;

#[derive(Clone, Debug, Default)]
pub(super) struct Sink(Rc<RefCell<Vec<u8>>>);

impl Sink {
    /// All that was written.
    pub(super) fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
