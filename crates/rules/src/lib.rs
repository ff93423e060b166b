//! The rules of the business, written once: processing options, names, plans and limits.
//! Pure: no files, network, clock or randomness. Built natively and for the browser.

pub mod bounds;
pub mod colour;
pub mod coordinates;
pub mod gates;
pub mod language;
pub mod names;
mod option_error;
mod option_problems;
pub mod options;
pub mod plans;
pub mod prices;
pub mod sheet;
pub mod words;
