//! What naming reaches: the base, and the model.

use std::ops::Deref;
use std::sync::Arc;

use super::Namer;
use crate::base::context::Context;

/// What naming an image needs.
#[derive(Clone, Debug)]
pub struct NamingContext {
    context: Context,
    pub namer: Arc<Namer>,
}

impl NamingContext {
    pub fn new(context: Context, namer: Namer) -> Self {
        Self { context, namer: Arc::new(namer) }
    }
}

impl Deref for NamingContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}
