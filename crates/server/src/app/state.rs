//! The program's state: the contexts of all features. Cheap to clone.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;

use crate::base::context::Context;
use crate::base::http::in_progress::InProgress;
use crate::features::assets::WebApp;
use crate::features::billing::BillingContext;
use crate::features::naming::NamingContext;
use crate::features::processing::ProcessingContext;

/// The contexts of all features. A handler takes the one that it needs.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub context: Context,
    pub web: WebApp,
    pub naming: NamingContext,
    pub processing: ProcessingContext,
    pub billing: BillingContext,
    /// Requests being served, each with a permit.
    pub requests: Arc<InProgress>,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

macro_rules! holds {
    ($($part:ident: $type:ty),*) => { $(
        impl FromRef<AppState> for $type {
            fn from_ref(state: &AppState) -> Self {
                state.$part.clone()
            }
        }
    )* };
}
holds!(
    context: Context,
    web: WebApp,
    naming: NamingContext,
    processing: ProcessingContext,
    billing: BillingContext
);

impl From<Parts> for AppState {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}
