//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use super::days;
use crate::base::expiry::{Expiry, Rule};
use crate::base::feature::{Feature, Host};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S> {
    Feature { expires: EXPIRES, personal: PERSONAL, ..Feature::new("usage") }
}

/// Personal data of this feature.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["user_usage"],
        export: Some((
            "usage.json",
            sql!(
                ById,
                "SELECT daily_files_processed, monthly_files_processed, total_files_processed, last_daily_reset,
                 last_monthly_reset FROM user_usage WHERE user_id = $1"
            ),
        )),
        forget: None,
    },
    Holding {
        tables: &["usage_days"],
        export: Some((
            "usage-days.json",
            sql!(ById, "SELECT day, files FROM usage_days WHERE user_id = $1 ORDER BY day"),
        )),
        forget: None,
    },
];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "days of usage",
        tables: &["usage_days"],
        run: |state| Box::pin(days::sweep(state)),
    }),
    Expiry::Stays("user_usage", "a row for each person, until the account ends"),
];
