//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{list, save, share};
use crate::base::context::Context;
use crate::base::expiry::Expiry;
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
                .routes(routes!(list::list, save::create))
                .routes(routes!(list::show, save::replace, save::change, save::delete))
                .routes(routes!(share::apply))
                .routes(routes!(share::duplicate))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("templates")
    }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["processing_templates"],
    export: Some((
        "templates.json",
        sql!(
            ById,
            "SELECT id, name, description, template_data AS template_data_json, watermark_image, is_public,
             usage_count, created_at, updated_at FROM processing_templates WHERE user_id = $1 ORDER BY created_at"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
const EXPIRES: &[Expiry] =
    &[Expiry::Stays("processing_templates", "what a person made, until they delete it or the account ends")];
