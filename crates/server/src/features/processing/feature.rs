//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{MAX_INPUT_BYTES, ProcessingContext, routes};
use crate::base::context::Context;
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    ProcessingContext: FromRef<S>,
{
    Feature {
        uploads: || {
            let images = OpenApiRouter::new().routes(routes!(routes::name)).routes(routes!(routes::process));
            vec![(DefaultBodyLimit::max(LIMIT_BYTES), images)]
        },
        ..Feature::new("processing")
    }
}

/// A whole image with a recipe that holds a watermark of its own.
const LIMIT_BYTES: usize = MAX_INPUT_BYTES + (10 << 20);
