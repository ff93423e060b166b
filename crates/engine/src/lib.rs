//! Pixels and metadata: bytes and a recipe in, bytes and facts out.
//!
//! Pure: no files, network, environment, clock or randomness. The same source is built natively and for the browser and
//! gives the same bytes on both. The caller runs images in parallel; inside, one image is the work of one thread (natively
//! AVIF is encoded on a thread of its own, while the caller's waits, so that it can be stopped).

mod assets;
pub mod colour;
pub mod decode;
pub mod error;
pub mod facts;
mod foreign;
mod format;
pub mod formats;
mod huffman;
mod inspect;
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

pub use assets::Assets;
pub use error::EngineError;
pub use facts::{Facts, Inspection, Output, Shot};
pub use foreign::Foreign;
pub use format::Format;
pub use inspect::inspect;
pub use limits::Limits;
pub use pipeline::{measure_shot, model_input, process, rgb, target_format, thumbnail, watermark_preview};
pub use pulse::{Pulse, Watch};
