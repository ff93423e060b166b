//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{KEPT_DAYS, grant, serve};
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
                .routes(routes!(grant::permission))
                .routes(routes!(grant::grant))
                .routes(routes!(serve::file))
                .routes(routes!(super::count))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("downloads")
    }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["file_downloads"],
    export: Some((
        "downloads.json",
        sql!(
            ById,
            "SELECT batch_id, download_type, download_size, created_at FROM file_downloads WHERE user_id = $1
             ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long things stay here: long after the last limit looks at them.
const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "downloads",
    tables: &["file_downloads"],
    run: |state| {
        let before = state.clock.now().plus_ms(-KEPT_DAYS * DAY_MS);
        rows(state, q!("DELETE FROM file_downloads WHERE created_at <= $1", before))
    },
})];
