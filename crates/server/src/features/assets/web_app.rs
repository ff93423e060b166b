//! What answering with files reaches: the base, and the compressed forms of the files.

use std::ops::Deref;
use std::sync::Arc;

use super::Encoded;
use crate::base::context::Context;

/// What answering with files needs.
#[derive(Clone, Debug)]
pub struct WebApp {
    context: Context,
    /// Compressed forms of the embedded files.
    pub(super) encoded: Arc<Encoded>,
}

impl WebApp {
    pub fn new(context: Context) -> Self {
        Self { context, encoded: Arc::default() }
    }
}

impl Deref for WebApp {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}
