//! Every way into an account: password, passkey and the second step. All of them end in `enter`.

pub mod enter;
mod feature;
pub mod login;
pub mod passkey;
pub mod step;
mod tries;

pub use feature::feature;
