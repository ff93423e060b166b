//! Time as a parameter: the program asks `state.clock`, tests move it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, Months, NaiveTime, SecondsFormat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Milliseconds since 1970 in UTC: the one form of time in the database. RFC 3339 in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

pub const SECOND_MS: i64 = 1_000;
pub const MINUTE_MS: i64 = 60 * SECOND_MS;
pub const HOUR_MS: i64 = 60 * MINUTE_MS;
pub const DAY_MS: i64 = 24 * HOUR_MS;

impl Timestamp {
    /// This moment plus so many milliseconds.
    #[must_use]
    pub fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// How many milliseconds have passed since `earlier`.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Reads the number of the database instead of RFC 3339, where a row comes as JSON.
    pub(crate) fn from_ms<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i64::deserialize(deserializer).map(Self)
    }

    /// The next midnight in UTC.
    #[must_use]
    pub fn next_day(self) -> Self {
        Self((self.0.div_euclid(DAY_MS) + 1) * DAY_MS)
    }

    /// The first of the next month, at midnight in UTC.
    #[must_use]
    pub fn next_month(self) -> Self {
        let month = DateTime::from_timestamp_millis(self.0)
            .and_then(|moment| moment.date_naive().with_day(1)?.checked_add_months(Months::new(1)));
        month.map_or(self, |first| Self(first.and_time(NaiveTime::MIN).and_utc().timestamp_millis()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DateTime::from_timestamp_millis(self.0) {
            Some(moment) => f.write_str(&moment.to_rfc3339_opts(SecondsFormat::Millis, true)),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let moment = DateTime::parse_from_rfc3339(&text).map_err(de::Error::custom)?;
        Ok(Self(moment.timestamp_millis()))
    }
}

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .into()
    }
}

impl ToSchema for Timestamp {}

/// Where the program reads the time.
pub trait Clock: Send + Sync + fmt::Debug {
    fn now(&self) -> Timestamp;
}

/// The system's clock.
#[derive(Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// A clock that stands still until a test moves it.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    pub fn at(start: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(start.0)))
    }

    pub fn advance_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_rfc_3339_in_json_and_comes_back_the_same() {
        let moment = Timestamp(1_700_000_000_123);
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(json, "\"2023-11-14T22:13:20.123Z\"");
        assert_eq!(serde_json::from_str::<Timestamp>(&json).unwrap(), moment);
    }

    #[test]
    fn days_and_months_end_at_midnight_also_in_leap_years() {
        let at = |text: &str| serde_json::from_str::<Timestamp>(&format!("\"{text}\"")).unwrap();
        let cases = [
            ("2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00Z", "2024-03-01T00:00:00Z"),
            ("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z", "2027-01-01T00:00:00Z"),
            ("2026-01-31T12:00:00Z", "2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z"),
        ];
        for (now, day, month) in cases {
            assert_eq!((at(now).next_day(), at(now).next_month()), (at(day), at(month)), "{now}");
        }
    }
}
