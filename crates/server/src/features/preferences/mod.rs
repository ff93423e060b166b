//! A person's settings: what the tool starts with, and which mails they want.

pub mod routes;
mod store;
mod time_zone;

pub use store::{Preferences, get};

use crate::base::expiry::Expiry;
use crate::base::personal::{Holding, sql};

/// What we hold about a person here.
pub(crate) const PERSONAL: &[Holding] = &[Holding {
    tables: &["user_preferences"],
    export: Some((
        "preferences.json",
        sql!(
            ById,
            "SELECT language, timezone, dark_mode, auto_save, email_notifications, processing_notifications,
             default_output_format, default_quality, default_prefix, default_suffix
             FROM user_preferences WHERE user_id = $1"
        ),
    )),
    forget: None,
}];

/// How long things stay here.
pub(crate) const EXPIRES: &[Expiry] =
    &[Expiry::Stays("user_preferences", "a row for each person, until the account ends")];
