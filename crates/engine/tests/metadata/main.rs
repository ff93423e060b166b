//! Metadata as other programs see it: written fields, removal, carrying over, hostile files.

mod carry;
mod corpus;
mod exiftool;
mod fields;
mod hostile;
mod lost;
mod multi_picture;
mod mutants;
mod pictures;
mod pillow;
mod pipeline;
mod removal;
mod survives;
mod tight;
