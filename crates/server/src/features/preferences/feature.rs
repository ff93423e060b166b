//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::routes;
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
                .routes(routes!(routes::read, routes::save, routes::reset))
                .routes(routes!(routes::export))
        },
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("preferences")
    }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[Holding {
    tables: &["user_preferences"],
    export: Some((
        "preferences.json",
        sql!(
            ById,
            "SELECT language, timezone, dark_mode, auto_save, email_notifications, processing_notifications,
             default_output_format, default_quality, default_prefix, default_suffix, default_language,
             default_preferred_words, default_forbidden_words, default_added_keywords, default_max_keywords,
             default_max_words, default_name_pattern, default_separator
             FROM user_preferences WHERE user_id = $1"
        ),
    )),
    forget: None,
}];

/// How long rows are kept.
const EXPIRES: &[Expiry] =
    &[Expiry::Stays("user_preferences", "a row for each person, until the account ends")];
