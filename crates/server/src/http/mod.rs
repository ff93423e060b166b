//! What every request passes through, whatever it asks for.

pub mod client;
pub mod edge;
pub mod guard;
pub mod headers;
pub mod origin;
pub mod outbound;
