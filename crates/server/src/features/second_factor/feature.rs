//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{EMAILS, routes};
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
                .routes(routes!(routes::settings::show))
                .routes(routes!(routes::settings::renew_codes))
                .routes(routes!(routes::settings::turn_off))
                .routes(routes!(routes::app::begin))
                .routes(routes!(routes::app::confirm))
                .routes(routes!(routes::app::remove))
                .routes(routes!(routes::passkeys::options))
                .routes(routes!(routes::passkeys::add))
                .routes(routes!(routes::passkeys::rename))
                .routes(routes!(routes::passkeys::remove))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("second_factor")
    }
}

/// Personal data of this feature; secrets, hashes and keys are no knowledge.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["authenticator_apps"],
        export: Some((
            "authenticator-app.json",
            sql!(ById, "SELECT created_at, confirmed_at FROM authenticator_apps WHERE user_id = $1"),
        )),
        forget: None,
    },
    Holding {
        tables: &["passkeys"],
        export: Some((
            "passkeys.json",
            sql!(
                ById,
                "SELECT name, is_synced, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at"
            ),
        )),
        forget: None,
    },
    Holding {
        tables: &["recovery_codes"],
        export: Some((
            "recovery-codes.json",
            sql!(ById, "SELECT used_at FROM recovery_codes WHERE user_id = $1 ORDER BY used_at"),
        )),
        forget: None,
    },
    Holding { tables: &["passkey_challenges", "pending_sign_ins"], export: None, forget: None },
];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "challenges of passkeys",
        tables: &["passkey_challenges"],
        run: |state| {
            rows(state, q!("DELETE FROM passkey_challenges WHERE expires_at <= $1", state.clock.now()))
        },
    }),
    Expiry::Rule(Rule {
        name: "sign-ins without their second step",
        tables: &["pending_sign_ins"],
        run: |state| {
            rows(state, q!("DELETE FROM pending_sign_ins WHERE expires_at <= $1", state.clock.now()))
        },
    }),
    Expiry::Rule(Rule {
        name: "authenticator apps that were never confirmed",
        tables: &["authenticator_apps"],
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(
                state,
                q!(
                    "DELETE FROM authenticator_apps WHERE confirmed_at IS NULL AND created_at <= $1",
                    yesterday
                ),
            )
        },
    }),
    Expiry::Stays("passkeys", "ways to sign in, until they are removed or the account ends"),
    Expiry::Stays("recovery_codes", "until two-step sign-in is turned off or the account ends"),
];
