//! How many images somebody may have named: counted in one conditional statement that also does the daily and
//! monthly reset, so that no race passes a limit. What fails is given back.

mod account;
mod asker;
pub(crate) mod days;
mod feature;
mod guest;
pub(crate) mod headers;
mod period;
mod refusal;
mod reservation;
mod summary;
mod user;

pub use account::Account;
pub use asker::Asker;
pub use feature::feature;
pub use guest::GuestId;
pub(crate) use period::Period;
pub(crate) use refusal::refusal;
pub use reservation::Reservation;
pub use summary::{Usage, UsageWarning};
pub(crate) use user::{count, give_back, hold};
