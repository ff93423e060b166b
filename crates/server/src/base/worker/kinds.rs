//! Every kind of task: what does it, and how many of it run at once in one process. A new kind is one more row.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::Outcome;
use crate::app::state::AppState;
use crate::base::error::Result;
use crate::base::mail;
use crate::features::billing::{leaving, stripe};
use crate::features::runs;

pub(super) type Running<'a> = Pin<Box<dyn Future<Output = Result<Outcome>> + Send + 'a>>;

/// One kind of task.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    /// Each kind has its own hands, so that mail never waits for something slow.
    pub at_once: fn(&AppState) -> usize,
    pub(super) run: for<'a> fn(&'a AppState, Value) -> Running<'a>,
}

pub const KINDS: &[Kind] = &[
    Kind { name: "mail", at_once: |_| 2, run: |state, payload| Box::pin(mail::deliver(state, payload)) },
    Kind { name: stripe::TASK, at_once: |_| 2, run: |state, payload| Box::pin(stripe::work(state, payload)) },
    Kind {
        name: stripe::doubles::TASK,
        at_once: |_| 1,
        run: |state, payload| Box::pin(stripe::doubles::work(state, payload)),
    },
    Kind {
        name: leaving::TASK,
        at_once: |_| 1,
        run: |state, payload| Box::pin(leaving::work(state, payload)),
    },
    // One picture for every place of the pool: more would only wait there with their bytes in memory.
    Kind {
        name: runs::picture::TASK,
        at_once: |state| if state.config.runs.works_here() { state.pool.places() } else { 0 },
        run: |state, payload| Box::pin(runs::picture::work(state, payload)),
    },
    Kind {
        name: runs::pack::TASK,
        at_once: |state| usize::from(state.config.runs.works_here()),
        run: |state, payload| Box::pin(runs::pack::work(state, payload)),
    },
    Kind {
        name: runs::webhook::TASK,
        at_once: |_| 2,
        run: |state, payload| Box::pin(runs::webhook::work(state, payload)),
    },
];
