//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{EMAILS, list, logout, refresh};
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
                .routes(routes!(refresh::refresh))
                .routes(routes!(refresh::session))
                .routes(routes!(logout::logout))
                .routes(routes!(list::list))
                .routes(routes!(list::end))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("sessions")
    }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["sessions"],
    export: Some((
        "sessions.json",
        sql!(
            ById,
            "SELECT user_agent, ip_prefix, created_at, last_used_at, revoked_at FROM sessions WHERE user_id = $1
             ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "access tokens",
        tables: &["access_tokens"],
        run: |state| rows(state, q!("DELETE FROM access_tokens WHERE expires_at <= $1", state.clock.now())),
    }),
    Expiry::Rule(Rule {
        name: "sessions",
        tables: &["sessions"],
        run: |state| {
            let ended = state.clock.now().plus_ms(-ENDED_SESSION_DAYS * DAY_MS);
            rows(
                state,
                q!(
                    "DELETE FROM sessions WHERE idle_expires_at <= $1 OR absolute_expires_at <= $1 OR revoked_at <= $1",
                    ended
                ),
            )
        },
    }),
];

/// How long ended sessions are kept, to tell a known device from a new one.
const ENDED_SESSION_DAYS: i64 = 30;
