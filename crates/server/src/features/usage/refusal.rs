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

#[cfg(test)]
mod tests {
    use super::*;
    use nomina_rules::plans::Tier;

    #[test]
    fn the_sentence_names_the_nearer_limit_and_what_is_left_of_it() {
        // 50 a day, 100 a month.
        let limits = Tier::Starter.plan().limits;
        for (daily, monthly, files, expected) in [
            (50, 60, 1, "0 more files today"),
            (48, 60, 3, "2 more files today"),
            (60, 60, 1, "0 more files today"),
            (48, 98, 3, "2 more files today"),
            (48, 99, 2, "1 more files this month"),
            (0, 120, 1, "0 more files this month"),
        ] {
            let said = format!("{:?}", refusal(limits, daily, monthly, files));
            assert!(said.contains(expected), "{daily}, {monthly}, {files}: {said}");
            let code = if expected.ends_with("today") { "daily_limit" } else { "monthly_limit" };
            assert!(said.contains(code) && said.contains("429"), "{said}");
        }
    }
}
