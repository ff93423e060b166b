//! The tables of the base: how long their rows are kept, and what of them is personal.

use crate::base::expiry::Expiry;
use crate::base::feature::{Feature, Host};
use crate::base::personal::Holding;
use crate::base::{deletion, events, idempotency, rate, spool, tasks};

/// One `Feature` per module that has tables.
pub(crate) fn features<S: Host>() -> Vec<Feature<S>> {
    let of = |name, expires: &'static [Expiry], personal: &'static [Holding]| Feature {
        expires,
        personal,
        ..Feature::new(name)
    };
    vec![
        of("deletion", deletion::EXPIRES, &[]),
        of("spool", spool::EXPIRES, &[]),
        of("idempotency", idempotency::EXPIRES, idempotency::PERSONAL),
        of("events", events::EXPIRES, events::PERSONAL),
        of("rate", rate::EXPIRES, &[]),
        of("tasks", tasks::EXPIRES, &[]),
        of("database", DATABASE, &[]),
    ]
}

const DATABASE: &[Expiry] = &[
    Expiry::Stays("schema_migrations", "a row for each step"),
    Expiry::Stays("settings", "a row for each thing that all servers must agree on"),
];
