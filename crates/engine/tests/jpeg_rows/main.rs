//! The rows of a JPEG on their way through the engine: scans that are read side by side give what they give one after the
//! other.

mod pass;
mod scans;
mod writer;
