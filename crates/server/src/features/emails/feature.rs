//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::Router;
use axum::extract::FromRef;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::mailbox;
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Feature, Host};
use crate::base::personal::{Holding, sql};
use crate::features::assets::WebApp;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    WebApp: FromRef<S>,
{
    Feature {
        routes: || OpenApiRouter::new().routes(routes!(mailbox::emails)),
        pages: || {
            Router::new()
                .route("/dev/mailbox", get(mailbox::page))
                .route("/dev/mailbox/{id}/html", get(mailbox::mail_html))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("emails")
    }
}

/// Emails that wait or were given up, and the development mailbox, name their reader.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["tasks"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM tasks WHERE kind = 'mail' AND payload ->> 'to' = $1")),
    },
    Holding {
        tables: &["dev_emails"],
        export: None,
        forget: Some(sql!(ByAddress, "DELETE FROM dev_emails WHERE recipient = $1")),
    },
];

/// How long rows are kept; emails that were given up are deleted with the other tasks.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "pauses between mails",
        tables: &["mail_pacing"],
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM mail_pacing WHERE last_sent_at <= $1", yesterday))
        },
    }),
    Expiry::Stays("dev_emails", "the last 200: the oldest goes when one comes in"),
];
