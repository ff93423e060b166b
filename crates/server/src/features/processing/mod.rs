//! Images processed and reduced on the server, for programs: a bounded number at once, a bounded line before them, and a
//! bounded time and size for each. Who does not fit is told to come back; memory never grows with the crowd.

mod beside;
pub(crate) mod form;
mod pool;
pub mod routes;

pub use beside::Beside;
pub use pool::{Admission, Pool};

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use nomina_engine::Limits;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::context::Context;
use crate::base::feature::{Feature, Host};
use crate::features::naming::NamingContext;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    ProcessingContext: FromRef<S>,
{
    Feature {
        uploads: || {
            let images = OpenApiRouter::new().routes(routes!(routes::name)).routes(routes!(routes::process));
            vec![(DefaultBodyLimit::max(LIMIT_BYTES), images)]
        },
        ..Feature::new("processing")
    }
}

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

/// A whole image with a recipe that holds a watermark of its own.
const LIMIT_BYTES: usize = MAX_INPUT_BYTES + (10 << 20);

/// Largest file of one request, whatever the plan says.
pub const MAX_INPUT_BYTES: usize = 50 << 20;

/// What one image may ask for.
pub(crate) const IMAGE_LIMITS: Limits = Limits {
    input_bytes: MAX_INPUT_BYTES,
    pixels: 80_000_000,
    lossless_webp_pixels: 40_000_000,
    wide_pixels: 40_000_000,
    side: 30_000,
    frames: 400,
    animation_pixels: 200_000_000,
    icc_bytes: 2 << 20,
    metadata_bytes: 4 << 20,
    segments: 10_000,
    scans: 100,
};
