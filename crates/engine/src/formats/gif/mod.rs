//! GIF over the crate `gif`: frames composed with their disposal, written as what changed.

mod decode;
mod encode;
mod scan;

pub use decode::{Frames, decode};
pub use encode::{Writer, encode};
pub use scan::{Header, header};
