//! The text of a watermark: which font files it needs, and its letters as curves.
//!
//! Pure. A text is shaped once for a whole batch, by [`outline`] behind the feature `shape`; the engine draws the
//! [`Outline`] at any size and knows no font.

mod catalogue;
mod letters;
mod outline;

#[cfg(feature = "shape")]
mod font;
#[cfg(feature = "shape")]
mod order;
#[cfg(feature = "shape")]
mod shape;

pub use catalogue::{FontCatalogue, FontFile};
pub use outline::{Line, Outline, Point, Segment};
#[cfg(feature = "shape")]
pub use shape::outline;
