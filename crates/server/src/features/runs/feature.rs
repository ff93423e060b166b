//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{create, expire, image, pack, result, show, webhook};
use crate::base::context::Context;
use crate::base::expiry::{Expiry, Rule};
use crate::base::feature::{Feature, Host, TaskKind};
use crate::base::personal::{Holding, sql};
use crate::features::processing::ProcessingContext;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    ProcessingContext: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(show::show, show::delete))
                .routes(routes!(show::cancel))
                .routes(routes!(result::result))
        },
        // They count their bytes themselves: those never are in memory together.
        uploads: || vec![(DefaultBodyLimit::disable(), OpenApiRouter::new().routes(routes!(create::create)))],
        tasks: vec![
            // One image for every worker slot of the pool: more would only wait there with their bytes in memory.
            TaskKind {
                name: image::TASK,
                at_once: |state| {
                    let processing = ProcessingContext::from_ref(state);
                    if processing.config.runs.works_here() { processing.pool.slots() } else { 0 }
                },
                run: |state, payload| {
                    let processing = ProcessingContext::from_ref(state);
                    Box::pin(async move { image::work(&processing, payload).await })
                },
            },
            TaskKind {
                name: pack::TASK,
                at_once: |state| usize::from(Context::from_ref(state).config.runs.works_here()),
                run: |state, payload| {
                    let context = Context::from_ref(state);
                    Box::pin(async move { pack::work(&context, payload).await })
                },
            },
            TaskKind {
                name: webhook::TASK,
                at_once: |_| 2,
                run: |state, payload| {
                    let context = Context::from_ref(state);
                    Box::pin(async move { webhook::work(&context, payload).await })
                },
            },
        ],
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("runs")
    }
}

/// Personal data of this feature. Stored bytes are queued for removal before their rows go.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["runs"],
        export: Some((
            "runs.json",
            sql!(
                ById,
                "SELECT job_id, watermark_image, webhook_url, stored_bytes, expires_at FROM runs WHERE user_id = $1
                 ORDER BY expires_at"
            ),
        )),
        forget: Some(sql!(
            ById,
            "INSERT INTO doomed_objects (path, doomed_at) SELECT path, 0 FROM
             (SELECT zip_key AS path FROM runs WHERE user_id = $1
              UNION ALL SELECT input_key FROM run_pictures WHERE user_id = $1
              UNION ALL SELECT output_key FROM run_pictures WHERE user_id = $1) AS bytes
             WHERE path IS NOT NULL ON CONFLICT (path) DO NOTHING"
        )),
    },
    Holding {
        tables: &["run_pictures"],
        export: Some((
            "run-pictures.json",
            sql!(
                ById,
                "SELECT job_id, position, original_name, source_url, status, name, found AS found_json, error
                 FROM run_pictures WHERE user_id = $1 ORDER BY job_id, position"
            ),
        )),
        forget: None,
    },
];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "results for programs",
    tables: &["runs", "run_pictures"],
    run: |state| Box::pin(expire(state)),
})];
