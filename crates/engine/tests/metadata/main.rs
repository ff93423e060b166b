//! Metadata as other programs see it: written fields, removal, carrying over, hostile files.

mod avif;
mod carry;
mod corpus;
mod exiftool;
mod fields;
mod gain_map;
mod hostile;
mod images;
mod lost;
mod multi_picture;
mod mutants;
mod pillow;
mod pipeline;
mod removal;
mod survives;
mod tight;
