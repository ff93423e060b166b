//! Rows of samples to the image data of a PNG: each row takes the best of the five filters by some measure, and the
//! filtered bytes go through a deflate with codes of their own. The quick one is many times quicker than zlib and about
//! as small on photographs; the thorough one is smaller than zlib's best.
//! Compression: PNG 3, section 10.

mod bits;
mod code;
mod deflate;
mod filter;
mod optimal;
mod search;
mod symbols;

pub(super) use deflate::Deflate;
pub(super) use filter::{Choice, Filter};
