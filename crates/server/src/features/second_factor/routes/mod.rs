//! The endpoints of two-step sign-in: one's own factors.

pub mod app;
pub mod passkeys;
pub mod settings;
