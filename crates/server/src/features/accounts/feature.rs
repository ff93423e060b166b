//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{
    EMAILS, ask, confirm, deactivate, export, password, password_rules, profile, purge, reset, signup,
};
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Feature, Host};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(signup::signup))
                .routes(routes!(confirm::confirm))
                .routes(routes!(ask::resend))
                .routes(routes!(ask::forgot))
                .routes(routes!(reset::reset))
                .routes(routes!(reset::check_link))
                .routes(routes!(profile::me, profile::update))
                .routes(routes!(password::change))
                .routes(routes!(password_rules::rules))
                .routes(routes!(export::export))
                .routes(routes!(deactivate::deactivate))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("accounts")
    }
}

/// Personal data of this feature; links and hashes of passwords are secrets, not knowledge.
const PERSONAL: &[Holding] = &[
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
    // A sign-up belongs to no account until its link is used; those for the address of a deleted account are deleted too.
    Holding {
        tables: &["signups"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM signups WHERE email = $1")),
    },
];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
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
