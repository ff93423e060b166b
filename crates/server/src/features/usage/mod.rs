//! How many images somebody may have named: counted in one conditional statement that also does the daily and
//! monthly reset, so that no race passes a limit. What fails is given back.

mod asker;
pub(crate) mod days;
mod feature;
mod guest;
pub(crate) mod headers;
mod reservation;
mod user;

use nomina_rules::plans::{Limits, Tier};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub use asker::Asker;
pub use feature::feature;
pub use guest::GuestId;
pub use reservation::Reservation;
pub(crate) use user::{count, give_back, hold};

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};

/// Whom an image is counted for.
#[derive(Clone, Debug)]
pub enum Account {
    User { id: Uuid, tier: Tier },
    Guest(GuestId),
}

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
    fn new(tier: Tier, (daily, monthly, total): (i64, i64, i64), now: Timestamp) -> Self {
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

impl Account {
    pub fn tier(&self) -> Tier {
        match self {
            Self::User { tier, .. } => *tier,
            Self::Guest(_) => Tier::Guest,
        }
    }

    pub fn limits(&self) -> Limits {
        self.tier().plan().limits
    }

    pub async fn usage(&self, state: &Context) -> Result<Usage> {
        match self {
            Self::User { id, tier } => user::usage(state, *id, *tier).await,
            Self::Guest(guest) => guest::usage(state, guest).await,
        }
    }

    /// Counts `files` now, or says which limit is in the way. Nothing is counted when it is refused.
    pub async fn reserve(&self, state: &Context, files: u32) -> Result<Reservation> {
        let period = Period::of(state.clock.now());
        match self {
            Self::User { id, .. } => {
                let mut tx = state.db.begin().await?;
                user::count(state, &mut tx, *id, self.limits(), files).await?;
                tx.commit().await?;
            }
            Self::Guest(guest) => guest::reserve(state, guest, self.limits(), files).await?,
        }
        Ok(Reservation::new(give_back_to(state.clone(), self.clone(), files, period)))
    }
}

async fn give_back_to(state: Context, account: Account, files: u32, period: Period) -> Result<()> {
    match &account {
        Account::User { id, .. } => {
            let mut tx = state.db.begin().await?;
            user::give_back(&mut tx, *id, i64::from(files), &period).await?;
            Ok(tx.commit().await?)
        }
        Account::Guest(guest) => guest::give_back(&state, guest, files, &period).await,
    }
}

/// The calendar day and month of a count, in UTC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) at: Timestamp,
    /// `YYYY-MM-DD`
    pub(crate) day: String,
    /// `YYYY-MM`
    pub(crate) month: String,
}

impl Period {
    pub(crate) fn of(at: Timestamp) -> Self {
        let text = at.to_string();
        Self { at, day: text.get(..10).unwrap_or("").into(), month: text.get(..7).unwrap_or("").into() }
    }
}

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

pub(crate) fn limit_reached(code: &'static str, title: String) -> ApiError {
    ApiError::new(http::StatusCode::TOO_MANY_REQUESTS, code, title)
}
