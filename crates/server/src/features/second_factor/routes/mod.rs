//! The endpoints of two-step sign-in: one's own factors, the second step, and signing in with a passkey alone.

pub mod app;
pub mod passkey_sign_in;
pub mod passkeys;
pub mod settings;
pub mod step;
