//! The counts of a visitor without an account: by a cookie, with the plan's numbers, and by the network address, so that
//! clearing the browser does not give unlimited names. Only hashes are kept.

use std::net::IpAddr;

use nomina_rules::plans::{Limits, Tier};

use super::period::Period;
use super::refusal::{limit_reached, refusal};
use super::summary::Usage;
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::Result;
use crate::base::rate::subscriber;
use crate::base::secrets::digest;

/// A visitor as far as we can tell one from another.
#[derive(Clone, Debug)]
pub struct GuestId {
    /// The random value of the guest cookie.
    pub cookie: String,
    pub ip: IpAddr,
}

const MONTH_MS: i64 = 31 * DAY_MS;

/// One counter of a guest: which row, and how far it may go.
struct Counter {
    key: [u8; 32],
    start: i64,
    limit: i64,
    kept_ms: i64,
}

fn counters(state: &Context, guest: &GuestId, limits: Limits, period: &Period) -> [Counter; 3] {
    let counter = |name: &str, who: &str, window: &str, limit: Option<i64>, kept_ms: i64| Counter {
        key: digest(&format!("guest-{name}\0{who}\0{window}")),
        start: 0,
        limit: limit.unwrap_or(i64::MAX),
        kept_ms,
    };
    let per_address = i64::from(state.config.naming.ai_guest_daily_per_ip);
    [
        counter("day", &guest.cookie, &period.day, limits.daily_files.map(i64::from), DAY_MS),
        counter("month", &guest.cookie, &period.month, limits.monthly_files.map(i64::from), MONTH_MS),
        counter("address", &subscriber(guest.ip), &period.day, Some(per_address), DAY_MS),
    ]
}

async fn count(state: &Context, counter: &Counter) -> Result<i64> {
    let found = q!(
        "SELECT COALESCE(MAX(count), 0) FROM rate_counters WHERE key = $1 AND window_start = $2",
        counter.key,
        counter.start
    );
    Ok(found.number(&state.db).await?)
}

pub(super) async fn usage(state: &Context, guest: &GuestId) -> Result<Usage> {
    let limits = Tier::Guest.plan().limits;
    let [day, month, _] = counters(state, guest, limits, &Period::of(state.clock.now()));
    let (daily, monthly) = (count(state, &day).await?, count(state, &month).await?);
    Ok(Usage::new(Tier::Guest, (daily, monthly, monthly), state.clock.now()))
}

/// All three counters move together or not at all.
pub(super) async fn reserve(state: &Context, guest: &GuestId, limits: Limits, files: u32) -> Result<()> {
    let now = state.clock.now();
    let period = Period::of(now);
    let mut tx = state.db.begin().await?;
    let [day, month, address] = counters(state, guest, limits, &period);
    for counter in [&day, &month, &address] {
        let moved = q!(
            "INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ($1, $2, 0, $3)
             ON CONFLICT (key, window_start) DO NOTHING",
            counter.key,
            counter.start,
            now.plus_ms(counter.kept_ms + DAY_MS)
        );
        moved.execute(&mut tx).await?;
        let moved = q!(
            "UPDATE rate_counters SET count = count + $3 WHERE key = $1 AND window_start = $2 AND count + $3 <= $4",
            counter.key,
            counter.start,
            i64::from(files),
            counter.limit
        )
        .execute(&mut tx)
        .await?;
        if moved == 0 {
            drop(tx);
            return Err(refused(state, &day, &month, limits, files).await?);
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn refused(
    state: &Context,
    day: &Counter,
    month: &Counter,
    limits: Limits,
    files: u32,
) -> Result<crate::base::error::ApiError> {
    let (daily, monthly) = (count(state, day).await?, count(state, month).await?);
    let within = daily + i64::from(files) <= day.limit && monthly + i64::from(files) <= month.limit;
    Ok(if within {
        limit_reached("guest_limit", "Daily limit exceeded. You can process 0 more files today.".into())
            .with_detail(
                "Too many images were named from this network today without an account. Sign in to go on.",
            )
    } else {
        refusal(limits, daily, monthly, files)
    })
}

pub(super) async fn give_back(state: &Context, guest: &GuestId, files: u32, period: &Period) -> Result<()> {
    for counter in counters(state, guest, Tier::Guest.plan().limits, period) {
        q!(
            "UPDATE rate_counters SET count = count - $3 WHERE key = $1 AND window_start = $2 AND count >= $3",
            counter.key,
            counter.start,
            i64::from(files)
        )
        .execute(&state.db)
        .await?;
    }
    Ok(())
}
