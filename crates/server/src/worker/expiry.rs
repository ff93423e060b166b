//! Everything that expires, in one list: what is deleted when, so that no table is forgotten. A new table that grows
//! is one more row.

use std::future::Future;
use std::pin::Pin;

use crate::accounts::purge::purge;
use crate::clock::DAY_MS;
use crate::db::{Query, q};
use crate::error::Result;
use crate::naming::memory;
use crate::state::AppState;
use crate::{batches, blobs, downloads, events, jobs, runs, usage};

type Sweeping<'a> = Pin<Box<dyn Future<Output = Result<u64>> + Send + 'a>>;

/// One thing that is cleaned up, and says how much of it there was.
pub(super) struct Rule {
    pub(super) name: &'static str,
    pub(super) run: for<'a> fn(&'a AppState) -> Sweeping<'a>,
}

const AUDIT_DAYS: i64 = 365;
/// So long an ended session tells a known device from a new one.
const ENDED_SESSION_DAYS: i64 = 30;
/// So long somebody can look at a task that was given up; its letter names a person.
const DEAD_TASK_DAYS: i64 = 30;

/// Stripe repeats an event for three days at most; what is kept longer is for looking at.
const STRIPE_EVENT_DAYS: i64 = 90;

/// In this order: what people are told first, bytes after the rows that name them.
pub(super) const RULES: &[Rule] = &[
    Rule { name: "accounts", run: |state| Box::pin(purge(state)) },
    Rule { name: "silent jobs", run: |state| Box::pin(jobs::fail_stale(state)) },
    Rule { name: "unfinished batches", run: |state| Box::pin(batches::retention::fail_stale(state)) },
    Rule { name: "notices of expiry", run: |state| Box::pin(batches::retention::give_notice(state)) },
    Rule { name: "expired batches", run: |state| Box::pin(batches::retention::expire(state)) },
    Rule { name: "forgotten batches", run: |state| Box::pin(batches::retention::forget(state)) },
    Rule { name: "results for programs", run: |state| Box::pin(runs::expire(state)) },
    Rule { name: "stored files", run: |state| Box::pin(blobs::remove_doomed(state)) },
    Rule { name: "cut uploads", run: |state| Box::pin(blobs::sweep_spools(state)) },
    Rule { name: "events", run: |state| Box::pin(events::sweep(state)) },
    Rule { name: "days of usage", run: |state| Box::pin(usage::sweep(state)) },
    Rule { name: "downloads", run: |state| Box::pin(downloads::sweep(state)) },
    Rule { name: "names", run: |state| Box::pin(memory::sweep(state)) },
    Rule {
        name: "access tokens",
        run: |state| rows(state, q!("DELETE FROM access_tokens WHERE expires_at <= $1", state.clock.now())),
    },
    Rule {
        name: "sessions",
        run: |state| {
            let ended = state.clock.now().plus_ms(-ENDED_SESSION_DAYS * DAY_MS);
            rows(
                state,
                q!(
                    "DELETE FROM sessions WHERE idle_expires_at <= $1 OR absolute_expires_at <= $1 OR revoked_at <= $1",
                    ended
                ),
            )
        },
    },
    Rule {
        name: "answers to requests sent again",
        run: |state| {
            rows(state, q!("DELETE FROM idempotent_answers WHERE expires_at <= $1", state.clock.now()))
        },
    },
    Rule {
        name: "links",
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM one_time_tokens WHERE expires_at <= $1", yesterday))
        },
    },
    Rule {
        name: "sign-ins with others",
        run: |state| rows(state, q!("DELETE FROM oauth_flows WHERE expires_at <= $1", state.clock.now())),
    },
    Rule {
        name: "counters",
        run: |state| rows(state, q!("DELETE FROM rate_counters WHERE expires_at <= $1", state.clock.now())),
    },
    Rule {
        name: "pauses between mails",
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM mail_pacing WHERE last_sent_at <= $1", yesterday))
        },
    },
    Rule {
        name: "tasks that were given up",
        run: |state| {
            let before = state.clock.now().plus_ms(-DEAD_TASK_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM tasks WHERE dead_at <= $1", before))
        },
    },
    Rule {
        name: "events of Stripe",
        run: |state| {
            let before = state.clock.now().plus_ms(-STRIPE_EVENT_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM stripe_events WHERE received_at <= $1", before))
        },
    },
    Rule {
        name: "test checkouts",
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM test_checkouts WHERE expires_at <= $1", yesterday))
        },
    },
    Rule {
        name: "record of accounts",
        run: |state| {
            let before = state.clock.now().plus_ms(-AUDIT_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM audit_log WHERE created_at <= $1", before))
        },
    },
];

fn rows(state: &AppState, statement: Query) -> Sweeping<'_> {
    Box::pin(async move { Ok(statement.execute(&state.db).await?) })
}
