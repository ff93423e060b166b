//! What an operator watches: requests, naming and streams are counted as they happen, pools and queues are read when
//! somebody asks. No label holds anything about a person, and none has more values than the program has routes.

use std::time::Duration;

use http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// From one millisecond to the longest answer that `guard` allows.
const SECONDS: [f64; 14] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Named {
    provider: String,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reported {
    kind: &'static str,
}

/// The counters of this process.
#[derive(Debug)]
pub struct Metrics {
    pub(crate) registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    named: Family<Named, Counter>,
    naming_seconds: Histogram,
    orphans: Counter,
    billing_reports: Family<Reported, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("nomina");
        let requests = Family::default();
        registry.register("http_requests", "Requests by method, route and status", requests.clone());
        let seconds = Family::new_with_constructor(histogram as fn() -> Histogram);
        let help = "Time until an answer begins, by route";
        registry.register_with_unit("http_request_duration", help, Unit::Seconds, seconds.clone());
        let named = Family::default();
        registry.register("naming_calls", "Images shown to the model, by outcome", named.clone());
        let naming_seconds = histogram();
        let help = "Time that the model takes for an image";
        registry.register_with_unit("naming_call_duration", help, Unit::Seconds, naming_seconds.clone());
        let orphans = Counter::default();
        let help = "Stored objects that belonged to nothing and were marked for deletion";
        registry.register("orphaned_objects", help, orphans.clone());
        let billing_reports = Family::default();
        let help = "Billing reports for the operator, by kind";
        registry.register("billing_reports_opened", help, billing_reports.clone());
        Self { registry, requests, seconds, named, naming_seconds, orphans, billing_reports }
    }
}

impl Metrics {
    /// A request got its answer. `route` is the pattern of the table, never the address that was asked for.
    pub fn answered(&self, method: &Method, route: Option<&str>, status: StatusCode, took: Duration) {
        let route = route.unwrap_or("web app").to_owned();
        self.seconds.get_or_create(&Route { route: route.clone() }).observe(took.as_secs_f64());
        let answered = Answered { method: known(method), route, status: status.as_u16() };
        self.requests.get_or_create(&answered).inc();
    }

    /// The daily look found stored objects that no row knows.
    pub fn orphaned(&self, objects: u64) {
        self.orphans.inc_by(objects);
    }

    /// Something about somebody's money needs the operator.
    pub fn billing_reported(&self, kind: &'static str) {
        self.billing_reports.get_or_create(&Reported { kind }).inc();
    }

    /// The model looked at an image.
    pub fn named(&self, provider: &str, well: bool, took: Duration) {
        let outcome = if well { "named" } else { "failed" };
        self.named.get_or_create(&Named { provider: provider.to_owned(), outcome }).inc();
        self.naming_seconds.observe(took.as_secs_f64());
    }
}

fn histogram() -> Histogram {
    Histogram::new(SECONDS)
}

/// A visitor may invent methods; each would be a row of its own.
fn known(method: &Method) -> String {
    let usual = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];
    if usual.contains(method) { method.to_string() } else { "other".to_owned() }
}
