//! What somebody has used, as it is answered.

use nomina_rules::plans::Tier;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::clock::Timestamp;

/// What has been used, and of how much. `null` limits mean unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "tier": "professional", "dailyFiles": 12, "monthlyFiles": 340, "totalFiles": 2041, "dailyLimit": 2000,
    "monthlyLimit": 20000, "dailyResetsAt": "2026-11-17T00:00:00.000Z", "monthlyResetsAt": "2026-12-01T00:00:00.000Z",
    "warning": null
}))]
pub struct Usage {
    pub tier: Tier,
    pub daily_files: i64,
    pub monthly_files: i64,
    pub total_files: i64,
    pub daily_limit: Option<u32>,
    pub monthly_limit: Option<u32>,
    /// The next midnight, in UTC.
    pub daily_resets_at: Timestamp,
    /// The first of the next month, in UTC.
    pub monthly_resets_at: Timestamp,
    /// How close the nearer limit is.
    pub warning: Option<UsageWarning>,
}

/// From 80 % on a limit approaches, from 90 % on it is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UsageWarning {
    Approaching,
    Near,
}

impl Usage {
    pub(super) fn new(tier: Tier, (daily, monthly, total): (i64, i64, i64), now: Timestamp) -> Self {
        let limits = tier.plan().limits;
        let percent = |used: i64, limit: Option<u32>| limit.map_or(0, |l| used * 100 / i64::from(l.max(1)));
        let used = percent(daily, limits.daily_files).max(percent(monthly, limits.monthly_files));
        Self {
            tier,
            daily_files: daily,
            monthly_files: monthly,
            total_files: total,
            daily_limit: limits.daily_files,
            monthly_limit: limits.monthly_files,
            daily_resets_at: now.next_day(),
            monthly_resets_at: now.next_month(),
            warning: match used {
                90.. => Some(UsageWarning::Near),
                80.. => Some(UsageWarning::Approaching),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_approaches_at_eighty_percent_and_is_near_at_ninety() {
        use UsageWarning::{Approaching, Near};
        // 2,000 a day, 20,000 a month.
        for (daily, monthly, expected) in [
            (0, 0, None),
            (1_599, 0, None),
            (1_600, 0, Some(Approaching)),
            (1_799, 0, Some(Approaching)),
            (1_800, 0, Some(Near)),
            (0, 15_999, None),
            (0, 16_000, Some(Approaching)),
            (1_600, 18_000, Some(Near)),
        ] {
            let usage = Usage::new(Tier::Professional, (daily, monthly, 7), Timestamp(0));
            assert_eq!(usage.warning, expected, "{daily}, {monthly}");
            assert_eq!((usage.daily_files, usage.monthly_files, usage.total_files), (daily, monthly, 7));
            assert_eq!((usage.daily_limit, usage.monthly_limit), (Some(2_000), Some(20_000)));
        }
        let unlimited = Usage::new(Tier::Enterprise, (1 << 40, 1 << 40, 1 << 40), Timestamp(0));
        assert_eq!(unlimited.warning, None);
    }
}
