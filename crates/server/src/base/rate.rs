//! Limits that hold across replicas: counters in the database, keyed by hashes. Fixed windows.

use std::net::IpAddr;

use crate::base::clock::{MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::secrets::digest;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "counters",
    tables: &["rate_counters"],
    run: |state| rows(state, q!("DELETE FROM rate_counters WHERE expires_at <= $1", state.clock.now())),
})];

/// A number of events per window of time.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub name: &'static str,
    pub count: i64,
    pub window_ms: i64,
}

pub const LOGIN_PER_IP: Limit = Limit { name: "login-ip", count: 20, window_ms: MINUTE_MS };
/// Failures from one place for one account: the owner, elsewhere, is not locked out.
pub const LOGIN_FAILURES: Limit = Limit { name: "login-account-ip", count: 10, window_ms: 15 * MINUTE_MS };
/// Failures for one account from everywhere: slows a botnet down.
pub const LOGIN_FAILURES_ANYWHERE: Limit =
    Limit { name: "login-account", count: 100, window_ms: 15 * MINUTE_MS };
/// Failures in one browser in which the person has signed in before.
pub const LOGIN_FAILURES_DEVICE: Limit = Limit { name: "login-device", count: 10, window_ms: 15 * MINUTE_MS };
/// Second steps from one place, or in one browser in which the person has signed in before; counted before they are checked.
pub const SECOND_STEPS: Limit = Limit { name: "second-step", count: 10, window_ms: 15 * MINUTE_MS };
/// Second steps for one account from everywhere: a million codes outlast it by far.
pub const SECOND_STEPS_ANYWHERE: Limit =
    Limit { name: "second-step-account", count: 100, window_ms: 24 * 60 * MINUTE_MS };
/// Wrong passwords for one confirmation link.
pub const CONFIRM_FAILURES: Limit = Limit { name: "confirm-signup", count: 10, window_ms: 15 * MINUTE_MS };
pub const SIGNUP_PER_IP: Limit = Limit { name: "signup-ip", count: 20, window_ms: 10 * MINUTE_MS };
/// Each sign-up sends an email: so many to one address from one place.
pub const SIGNUP_PER_ADDRESS: Limit =
    Limit { name: "signup-address-ip", count: 10, window_ms: 60 * MINUTE_MS };
pub const MAIL_PER_IP: Limit = Limit { name: "mail-ip", count: 20, window_ms: 10 * MINUTE_MS };
/// Guessing a link's token is hopeless; this keeps the attempts cheap for us.
pub const LINK_PER_IP: Limit = Limit { name: "link-ip", count: 30, window_ms: 5 * MINUTE_MS };
pub const REFRESH_PER_IP: Limit = Limit { name: "refresh-ip", count: 300, window_ms: 5 * MINUTE_MS };
pub const PASSWORD_PER_USER: Limit = Limit { name: "password-user", count: 10, window_ms: 15 * MINUTE_MS };
pub const EXPORT_PER_USER: Limit = Limit { name: "export-user", count: 5, window_ms: 60 * MINUTE_MS };
pub const OAUTH_PER_IP: Limit = Limit { name: "oauth-ip", count: 30, window_ms: 5 * MINUTE_MS };
/// Each may fill a part of the disk for a moment.
pub const UPLOADS_PER_USER: Limit = Limit { name: "upload-user", count: 120, window_ms: 10 * MINUTE_MS };
/// Nobody makes a template popular alone.
pub const TEMPLATE_USES_PER_IP: Limit =
    Limit { name: "template-use-ip", count: 60, window_ms: 10 * MINUTE_MS };
pub const NEWSLETTER_PER_IP: Limit = Limit { name: "newsletter-ip", count: 10, window_ms: 10 * MINUTE_MS };

pub const API_PER_KEY: Limit = Limit { name: "api-key", count: 1_200, window_ms: MINUTE_MS };

/// Counts one event and refuses it when the window is full.
pub async fn take(state: &Context, limit: Limit, who: &str) -> Result<()> {
    let now = state.clock.now();
    let start = window_start(limit, now);
    let count = q!(
        "INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ($1, $2, 1, $3)
         ON CONFLICT (key, window_start) DO UPDATE SET count = rate_counters.count + 1 RETURNING count",
        key(limit, who),
        start,
        start + limit.window_ms
    )
    .number(&state.db)
    .await?;
    refuse_above(state, limit, count, now)
}

/// Refuses when the window is full already, without counting.
pub async fn peek(state: &Context, limit: Limit, who: &str) -> Result<()> {
    let now = state.clock.now();
    let count = q!(
        "SELECT COALESCE(MAX(count), 0) FROM rate_counters WHERE key = $1 AND window_start = $2",
        key(limit, who),
        window_start(limit, now)
    )
    .number(&state.db)
    .await?;
    refuse_above(state, limit, count + 1, now)
}

/// The part of an address that one subscriber controls: a whole IPv4 address, a /64 of IPv6.
pub fn subscriber(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => {
            let s = ip.segments();
            format!("{:x}:{:x}:{:x}:{:x}::/64", s[0], s[1], s[2], s[3])
        }
    }
}

fn refuse_above(state: &Context, limit: Limit, count: i64, now: Timestamp) -> Result<()> {
    if count <= limit.count.saturating_mul(i64::from(state.config.rate_factor)) {
        return Ok(());
    }
    let left_ms = window_start(limit, now) + limit.window_ms - now.0;
    Err(ApiError::too_many(u64::try_from(left_ms / 1000 + 1).unwrap_or(1)))
}

fn window_start(limit: Limit, now: Timestamp) -> i64 {
    now.0 - now.0.rem_euclid(limit.window_ms)
}

fn key(limit: Limit, who: &str) -> [u8; 32] {
    digest(&format!("{}\0{who}", limit.name))
}
