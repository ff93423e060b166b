//! The rows of a JPEG on their way through the engine: scans that are read side by side give what they give one after the
//! other, and no more than a share of the image is ever held.

mod memory;
mod pass;
mod scans;
mod writer;
