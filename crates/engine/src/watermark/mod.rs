//! Text and image watermarks.
