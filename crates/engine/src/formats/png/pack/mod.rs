//! Rows of samples to the image data of a PNG, many times quicker than zlib and about as small on photographs: each
//! row takes the best of the five filters, and the filtered bytes go through a quick deflate with codes of their own.
//! Compression: PNG 3, section 10.

mod bits;
mod code;
mod deflate;
mod filter;
mod search;

pub(super) use deflate::Deflate;
pub(super) use filter::Filter;
