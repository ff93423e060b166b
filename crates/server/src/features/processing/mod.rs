//! Images processed and reduced on the server, for programs: a bounded number at once, a bounded line before them, and a
//! bounded time and size for each. Who does not fit is told to come back; memory never grows with the crowd.

mod beside;
mod context;
mod feature;
pub(crate) mod form;
mod pool;
pub mod routes;

use nomina_engine::Limits;

pub use beside::Beside;
pub use context::ProcessingContext;
pub use feature::feature;
pub use pool::{Admission, Pool};

/// Largest file of one request, whatever the plan says.
pub const MAX_INPUT_BYTES: usize = 50 << 20;

/// What one image may ask for.
pub(crate) const IMAGE_LIMITS: Limits = Limits {
    input_bytes: MAX_INPUT_BYTES,
    pixels: 80_000_000,
    lossless_webp_pixels: 40_000_000,
    avif_pixels: 40_000_000,
    wide_pixels: 40_000_000,
    side: 30_000,
    frames: 400,
    animation_pixels: 200_000_000,
    icc_bytes: 2 << 20,
    metadata_bytes: 4 << 20,
    segments: 10_000,
    scans: 100,
};
