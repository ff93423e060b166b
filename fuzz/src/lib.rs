//! Fuzz targets: everything that reads bytes from outside, as plain functions. A target must end for any input, without a
//! panic and within its limits; what else must hold is asserted. libFuzzer's entries are in `fuzz_targets`.

mod archives;
pub mod corpus;
mod mutate;
mod pixels;
mod seeds;
mod words;

pub use archives::archive;
pub use mutate::Mutator;
pub use pixels::{avif, colour, decode, heic, jxl, metadata, process, raw, tiff};
pub use seeds::{RECIPES, seeds};
pub use words::{letters, names, options};

/// A target's name and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by the name of its file in `fuzz_targets`.
pub const TARGETS: &[Target] = &[
    ("decode", decode),
    ("heic", heic),
    ("avif", avif),
    ("tiff", tiff),
    ("jxl", jxl),
    ("raw", raw),
    ("process", process),
    ("metadata", metadata),
    ("colour", colour),
    ("letters", letters),
    ("names", names),
    ("options", options),
    ("archive", archive),
];
