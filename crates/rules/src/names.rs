//! Names: how a model's words or an old file name become a clean, safe, unique new one.

/// The name of a picture for which nothing better is known.
pub const UNNAMED: &str = "unnamed-image";

/// The longest suggested name, in characters.
pub const MAX_NAME: usize = 50;
