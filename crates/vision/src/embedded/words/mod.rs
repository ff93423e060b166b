//! From what was seen to the words of a name.
//!
//! The rules speak of kinds of things (animals, places, clothes), never of single images; the words themselves, their
//! lists and how sure they must be stand in `data/`.

mod beside;
mod certain;
mod classed;
mod clauses;
mod colour;
mod compose;
mod context;
mod decided;
mod draft;
mod evidence;
mod expertise;
mod facts;
mod goods;
mod grammar;
mod ground;
mod judge;
mod lead;
mod lexicon;
mod look;
mod named;
mod page;
mod photos;
mod phrase;
mod placed;
mod quote;
mod reading;
mod rival;
mod role;
mod sentence;
mod setting;
mod strokes;
mod subject;
mod support;
mod tagged;
mod told;
mod tongue;
mod trust;
mod weighing;
mod wider;

#[cfg(feature = "bench")]
pub(super) use certain::parts;
pub(super) use compose::describe;
#[cfg(feature = "bench")]
pub(super) use compose::{table, weighed};
pub(super) use context::Context;
pub(super) use evidence::Evidence;
pub(super) use expertise::sees_food;
pub(super) use look::Look;
pub(super) use reading::worth_reading;
pub(super) use tongue::spoken;

#[cfg(test)]
mod tests;
