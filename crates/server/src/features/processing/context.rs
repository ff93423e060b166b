//! What processing reaches: naming, and the pool for whole images.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;

use super::{Admission, Pool};
use crate::base::error::{ApiError, Result};
use crate::features::naming::NamingContext;

/// What processing an image needs.
#[derive(Clone, Debug)]
pub struct ProcessingContext {
    naming: NamingContext,
    /// Where whole images are worked on.
    pub pool: Arc<Pool>,
}

impl ProcessingContext {
    pub fn new(naming: NamingContext, pool: Pool) -> Self {
        Self { naming, pool: Arc::new(pool) }
    }
}

impl Deref for ProcessingContext {
    type Target = NamingContext;

    fn deref(&self) -> &NamingContext {
        &self.naming
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admission
where
    ProcessingContext: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self> {
        ProcessingContext::from_ref(state).pool.admit()
    }
}
