//! The skin that the browser calls: converts types, nothing else.
//!
//! One entry, [`calls::answer`], takes a JSON request with binary parts and gives a JSON reply with binary parts;
//! [`boundary`] carries them across as plain memory, so that no binding generator has to be installed.

pub mod boundary;
pub mod calls;
mod messages;
mod parts;

#[cfg(feature = "engine")]
mod images;
#[cfg(feature = "text")]
mod letters;
#[cfg(feature = "vision")]
mod naming;
#[cfg(feature = "places")]
mod places;
#[cfg(feature = "engine")]
mod progress;
#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "services")]
mod services;
