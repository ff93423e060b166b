//! What every request passes through, whatever it asks for.

mod body;
pub mod client;
pub mod cookie;
pub mod edge;
pub mod guard;
pub mod headers;
pub mod in_progress;
pub mod lingering;
pub mod origin;
pub mod outbound;
