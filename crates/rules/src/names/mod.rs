//! Names: how a model's words or an old file name become a clean, safe, unique new one.

mod agree;
mod alike;
mod candidate;
mod chatter;
mod clean;
mod compose;
mod fill;
mod letters;
pub mod orders;
pub mod own;
mod own_lists;
mod parts;
mod phrases;
mod scene;
mod series;
#[cfg(test)]
mod tests;
mod tokens;
mod unique;

pub use alike::{LIKENESS, Likeness, is_burst};
pub use candidate::Candidate;
pub use clean::{
    clean, clean_as, clean_original, clean_original_as, is_refusal, is_reserved, typed_words, with_context,
};
pub use compose::compose;
pub use fill::is_date;
pub use letters::latin_words;
pub use own_lists::preferred_problem;
pub use parts::{Cell, NameParts};
pub use scene::Scene;
pub use series::settle;
pub use tokens::{TOKENS, folder_problem, unknown_tokens};
pub use unique::{unique, with_extension, zip_entry};

/// The name of an image for which nothing better is known.
pub const UNNAMED: &str = "unnamed-image";

/// The longest suggested name, in characters.
pub const MAX_NAME: usize = 50;

/// The longest file name, in bytes of UTF-8, that a ZIP entry gets.
pub const MAX_ENTRY: usize = 255;

/// What is said when a model's answer leaves nothing after cleaning.
pub const INVALID_NAME: &str = "AI generated invalid filename";

/// The extensions that count as an image's when they end a name.
pub const IMAGE_EXTENSIONS: [&str; 20] = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "heic", "heif", "avif", "tiff", "tif", "jxl", "dng", "cr2",
    "cr3", "nef", "arw", "raf", "orf", "rw2",
];
