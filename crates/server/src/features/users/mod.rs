//! People: the users table, who is behind a request, and the proof that it is the owner who asks.

mod current;
mod deactivated;
mod email;
pub(crate) mod proof;
mod user;

pub use current::{CurrentUser, MaybeUser, Token};
pub(crate) use current::{bearer, signed_in};
pub use deactivated::{RESTORE_DAYS, deactivated, restore};
pub use email::normalise as normalise_email;
pub use user::{NewUser, User, UserView, by_email, by_id, insert, keep_rehashed};
pub(crate) use user::{set_password, user_columns};
