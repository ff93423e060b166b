//! What is said when a limit is reached.

use nomina_rules::plans::Limits;

use crate::base::error::ApiError;

/// The refusal: the day is looked at first, then the month.
pub(crate) fn refusal(limits: Limits, daily: i64, monthly: i64, files: u32) -> ApiError {
    let left = |limit: Option<u32>, used: i64| limit.map(|l| (i64::from(l) - used).max(0));
    match (left(limits.daily_files, daily), left(limits.monthly_files, monthly)) {
        (Some(n), _) if n < i64::from(files) => limit_reached(
            "daily_limit",
            format!("Daily limit exceeded. You can process {n} more files today."),
        ),
        (_, Some(n)) => limit_reached(
            "monthly_limit",
            format!("Monthly limit exceeded. You can process {n} more files this month."),
        ),
        _ => limit_reached("daily_limit", "Daily limit exceeded. You can process 0 more files today.".into()),
    }
}

pub(super) fn limit_reached(code: &'static str, title: String) -> ApiError {
    ApiError::new(http::StatusCode::TOO_MANY_REQUESTS, code, title)
}
