//! The calendar of billing: when a period ends, and what the unused part of one is worth. Whole numbers only.

use chrono::{DateTime, Months};
use nomina_rules::prices::Interval;

use crate::base::clock::Timestamp;

/// One month or one year later; the 31st becomes the last day of a shorter month.
pub fn period_end(start: Timestamp, interval: Interval) -> Timestamp {
    let months = match interval {
        Interval::Month => 1,
        Interval::Year => 12,
    };
    let later = DateTime::from_timestamp_millis(start.0)
        .and_then(|date| date.checked_add_months(Months::new(months)));
    later.map_or(start, |date| Timestamp(date.timestamp_millis()))
}

/// A stretch of time that was paid for.
#[derive(Clone, Copy, Debug)]
pub struct Paid {
    pub cents: i64,
    pub start: Timestamp,
    pub end: Timestamp,
}

impl Paid {
    /// What the rest of it is worth now, rounded down.
    pub fn unused_cents(&self, now: Timestamp) -> i64 {
        let (whole, rest) = (self.end.since(self.start), self.end.since(now));
        if whole <= 0 {
            return 0;
        }
        let cents = i128::from(self.cents) * i128::from(rest.clamp(0, whole)) / i128::from(whole);
        i64::try_from(cents).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::DAY_MS;

    fn at(text: &str) -> Timestamp {
        serde_json::from_str(&format!("\"{text}T00:00:00Z\"")).unwrap()
    }

    #[test]
    fn a_period_ends_on_the_same_day_of_the_next_month_or_year() {
        assert_eq!(period_end(at("2026-11-15"), Interval::Month), at("2026-12-15"));
        assert_eq!(period_end(at("2027-01-31"), Interval::Month), at("2027-02-28"));
        assert_eq!(period_end(at("2028-02-29"), Interval::Year), at("2029-02-28"));
    }

    #[test]
    fn the_unused_part_is_never_more_than_was_paid_and_never_less_than_nothing() {
        let start = at("2026-11-01");
        let paid = Paid { cents: 999, start, end: start.plus_ms(30 * DAY_MS) };
        assert_eq!(paid.unused_cents(start), 999);
        assert_eq!(paid.unused_cents(start.plus_ms(15 * DAY_MS)), 499);
        assert_eq!(paid.unused_cents(start.plus_ms(31 * DAY_MS)), 0);
        assert_eq!(paid.unused_cents(start.plus_ms(-DAY_MS)), 999);
        assert_eq!(Paid { end: start, ..paid }.unused_cents(start), 0);
    }
}
