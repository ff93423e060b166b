//! Accounts: from sign-up to deactivation.

pub mod ask;
mod claim;
pub mod confirm;
pub mod deactivate;
mod email;
pub mod export;
pub(crate) mod letters;
pub mod links;
pub mod password;
pub mod password_rules;
mod passwords;
pub mod profile;
pub(crate) mod proof;
pub mod purge;
pub mod reset;
pub mod signup;
pub mod signups;
mod user;

pub use claim::claim;
pub use deactivate::{deactivated, restore};
pub use email::normalise as normalise_email;
pub(crate) use letters::LETTERS;
pub use passwords::{Fit, Passwords};
pub use signup::LONGEST_NAME;
pub(crate) use user::user_columns;
pub use user::{NewUser, User, UserView, by_email, by_id, insert, keep_rehashed};

use serde::Serialize;
use utoipa::ToSchema;

use crate::base::clock::DAY_MS;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::personal::{Holding, sql};

/// What we hold about a person here; links and hashes of passwords are secrets, not knowledge.
pub(crate) const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["users"],
        export: Some((
            "profile.json",
            sql!(
                ById,
                "SELECT id, email, full_name, avatar_url, subscription_tier, subscription_status, trial_ends_at,
                 email_confirmed_at, created_at, updated_at FROM users WHERE id = $1"
            ),
        )),
        forget: None,
    },
    Holding {
        tables: &["identities"],
        export: Some((
            "identities.json",
            sql!(ById, "SELECT provider, subject, email, created_at FROM identities WHERE user_id = $1"),
        )),
        forget: None,
    },
    Holding { tables: &["one_time_tokens"], export: None, forget: None },
    // An attempt is nobody's until its link is used; those for the address of an account that ends go with it.
    Holding {
        tables: &["signups"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM signups WHERE email = $1")),
    },
];

/// How long things stay here.
pub(crate) const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "accounts",
        tables: &["users", "signups"],
        run: |state| Box::pin(purge::purge(state)),
    }),
    Expiry::Rule(Rule {
        name: "links",
        tables: &["one_time_tokens"],
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM one_time_tokens WHERE expires_at <= $1", yesterday))
        },
    }),
    Expiry::Stays("identities", "a person's ways to sign in, until the account ends"),
];

/// A sentence to show.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Message {
    pub message: String,
}

impl Message {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}
