//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{change, create, fail_stale, list, resume};
use crate::base::context::Context;
use crate::base::expiry::{Expiry, Rule};
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
                .routes(routes!(list::list, create::create))
                .routes(routes!(list::show, change::change, list::delete))
                .routes(routes!(change::cancel))
                .routes(routes!(resume::resume))
                .routes(routes!(list::delete_many))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("jobs")
    }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["processing_jobs"],
    export: Some((
        "jobs.json",
        sql!(
            ById,
            "SELECT id, job_name, status, file_count, processed_count, reserved_files, ai_used,
             processing_options AS processing_options_json, results AS results_json, error_message, started_at,
             completed_at, created_at FROM processing_jobs WHERE user_id = $1 ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule { name: "silent jobs", tables: &[], run: |state| Box::pin(fail_stale(state)) }),
    Expiry::Stays("processing_jobs", "what a person did, until they delete it or the account ends"),
];
