//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{EMAILS, change, create, direct, files, list, remove, retention, upload};
use crate::base::context::Context;
use crate::base::expiry::{Expiry, Rule};
use crate::base::feature::{Feature, Host, TaskKind};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(list::list, create::create, remove::delete_all))
                .routes(routes!(list::show, change::change, remove::delete))
                .routes(routes!(remove::delete_many))
                .routes(routes!(direct::announce))
                .routes(routes!(direct::complete))
        },
        uploads: || {
            let files = OpenApiRouter::new().routes(routes!(files::save));
            let zips = OpenApiRouter::new().routes(routes!(upload::store_zip));
            // ZIPs count their bytes themselves: those never are in memory together.
            vec![(DefaultBodyLimit::max(FILES_LIMIT_BYTES), files), (DefaultBodyLimit::disable(), zips)]
        },
        // Reads whole ZIPs: left to `nomina worker` where batches of programs are.
        tasks: vec![TaskKind {
            name: direct::TASK,
            at_once: |state| if Context::from_ref(state).config.runs.works_here() { 2 } else { 0 },
            run: |state, payload| {
                let context = Context::from_ref(state);
                Box::pin(async move { direct::work(&context, payload).await })
            },
        }],
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("batches")
    }
}

/// Personal data of this feature. Stored ZIPs are queued for removal before their rows go.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["batch_results"],
        export: Some((
            "batches.json",
            sql!(
                ById,
                "SELECT id, job_id, batch_name, file_count, processed_count, status, zip_file_size, download_count,
                 processing_options AS processing_options_json, watermark_image, created_at, expires_at
                 FROM batch_results WHERE user_id = $1 ORDER BY created_at"
            ),
        )),
        forget: Some(sql!(
            ById,
            "INSERT INTO doomed_objects (path, doomed_at) SELECT zip_file_path, 0 FROM batch_results
             WHERE user_id = $1 AND zip_file_path IS NOT NULL ON CONFLICT (path) DO NOTHING"
        )),
    },
    Holding {
        tables: &["processed_files"],
        export: Some((
            "processed-files.json",
            sql!(
                ById,
                "SELECT f.batch_id, f.original_filename, f.processed_filename, f.original_size, f.processed_size,
                 f.mime_type, f.file_data, f.processing_metadata AS processing_metadata_json, f.status
                 FROM processed_files f JOIN batch_results b ON b.id = f.batch_id
                 WHERE b.user_id = $1 ORDER BY f.batch_id, f.position"
            ),
        )),
        forget: None,
    },
];

/// How long rows are kept. Who is told that a batch will go is told before it goes.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "unfinished batches",
        tables: &[],
        run: |state| Box::pin(retention::fail_stale(state)),
    }),
    Expiry::Rule(Rule {
        name: "notices of expiry",
        tables: &[],
        run: |state| Box::pin(retention::give_notice(state)),
    }),
    Expiry::Rule(Rule {
        name: "expired batches",
        tables: &[],
        run: |state| Box::pin(retention::expire(state)),
    }),
    Expiry::Rule(Rule {
        name: "forgotten batches",
        tables: &["batch_results", "processed_files"],
        run: |state| Box::pin(retention::forget(state)),
    }),
];

/// The files of the largest batch, each with its thumbnail.
const FILES_LIMIT_BYTES: usize = 250 * (20 << 10);
