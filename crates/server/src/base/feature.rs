//! What a feature offers to the program, in one value. `app::features` puts the values together. `S` is the program's state; a
//! feature asks only that it holds the contexts which the feature needs.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::expiry::Expiry;
use crate::base::personal::Holding;
use crate::base::tasks::Outcome;

/// What the program's state must be for axum.
pub trait Host: Clone + Send + Sync + 'static {}
impl<S: Clone + Send + Sync + 'static> Host for S {}

pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

pub struct Feature<S: Host> {
    pub name: &'static str,
    /// Routes whose bodies, if any, are JSON.
    pub routes: fn() -> OpenApiRouter<S>,
    /// Routes that take more than JSON, with the most they take. Each of them may take minutes.
    pub uploads: fn() -> Vec<(DefaultBodyLimit, OpenApiRouter<S>)>,
    /// Pages and files outside the API document.
    pub pages: fn() -> Router<S>,
    /// How long the rows of its tables stay.
    pub expires: &'static [Expiry],
    /// What it holds about a person.
    pub personal: &'static [Holding],
    /// The emails it sends.
    pub emails: &'static [Email],
    /// The kinds of tasks it puts into the queue.
    pub tasks: Vec<TaskKind<S>>,
    /// What it does from time to time without anybody asking.
    pub duties: Vec<Duty<S>>,
}

impl<S: Host> Feature<S> {
    /// A feature that offers nothing yet.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            routes: OpenApiRouter::new,
            uploads: Vec::new,
            pages: Router::new,
            expires: &[],
            personal: &[],
            emails: &[],
            tasks: Vec::new(),
            duties: Vec::new(),
        }
    }
}

impl<S: Host> fmt::Debug for Feature<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Feature({})", self.name)
    }
}

/// One kind of email, as the queue finds it.
#[derive(Debug)]
pub struct Email {
    pub name: &'static str,
    /// Writes and sends one to an address, from what waits in the queue.
    pub deliver: for<'a> fn(&'a Context, String, Value) -> Doing<'a, Outcome>,
}

/// One kind of task.
#[derive(Debug)]
pub struct TaskKind<S> {
    pub name: &'static str,
    /// How many of it run at once in one process: each kind has its own worker slots, so that emails never wait for something
    /// slow.
    pub at_once: fn(&S) -> usize,
    pub run: for<'a> fn(&'a S, Value) -> Doing<'a, Outcome>,
}

/// Something that one replica does for all, once in a period.
#[derive(Debug)]
pub struct Duty<S> {
    pub name: &'static str,
    pub period_ms: i64,
    pub run: for<'a> fn(&'a S) -> Doing<'a, ()>,
}
