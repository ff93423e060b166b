//! Pixels and metadata: bytes and a recipe in, bytes and facts out.
//!
//! Pure: no files, network, environment, clock, randomness or threads. The same source is built natively and for the
//! browser and gives the same bytes on both. The caller runs pictures in parallel; inside, one picture is one thread.

pub mod colour;
pub mod decode;
pub mod error;
pub mod facts;
pub mod formats;
mod huffman;
pub mod limits;
pub mod metadata;
pub mod orient;
pub mod pipeline;
pub mod planes;
pub mod probe;
pub mod pulse;
pub mod resize;
pub mod simd;
pub mod watermark;

pub use error::EngineError;
pub use facts::{Facts, Inspection, Output};
pub use limits::Limits;
pub use pipeline::{Assets, model_input, process, rgb, target_format, thumbnail, watermark_preview};
pub use probe::{Format, inspect};
pub use pulse::{Pulse, Watch};
