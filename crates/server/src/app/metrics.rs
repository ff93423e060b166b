//! What is read at the moment of asking: queues, pools, open streams, memory.

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::app::state::AppState;
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::features::billing::reports;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Task {
    kind: String,
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Due {
    state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Place {
    pool: &'static str,
}

/// The media type that Prometheus asks for.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Everything in Prometheus' text form. The second half is read now, into a registry that lives as long as this answer.
pub async fn text(state: &AppState) -> Result<String> {
    let mut now = Registry::with_prefix("nomina");
    read(state, &mut now).await?;
    let mut page = String::new();
    text::encode_registry(&mut page, &state.metrics.registry).map_err(ApiError::internal)?;
    text::encode_registry(&mut page, &now).map_err(ApiError::internal)?;
    text::encode_eof(&mut page).map_err(ApiError::internal)?;
    Ok(page)
}

async fn read(state: &AppState, registry: &mut Registry) -> Result<()> {
    registry.register("build", "What runs", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    tasks(state, registry).await?;
    objects(state, registry).await?;
    billing_reports(state, registry).await?;
    connections(state, registry);
    places(state, registry);
    let streams = i64::try_from(state.events.open_streams()).unwrap_or(i64::MAX);
    one(registry, "event_streams", "Open streams of events", streams);
    one(registry, "ready", "1 while the server takes requests, 0 while it stops", state.is_taking().into());
    let memory = Gauge::<i64>::default();
    memory.set(resident_bytes().unwrap_or(0));
    registry.register_with_unit("resident_memory", "Memory of this process", Unit::Bytes, memory);
    Ok(())
}

/// The queue of work after the answer: of all replicas, because it is one table.
async fn tasks(state: &AppState, registry: &mut Registry) -> Result<()> {
    let rows: Vec<(String, i64, i64, i64)> = q!(
        "SELECT kind, COUNT(*), SUM(CASE WHEN dead_at IS NOT NULL THEN 1 ELSE 0 END),
         SUM(CASE WHEN dead_at IS NULL AND locked_until > $1 THEN 1 ELSE 0 END) FROM tasks GROUP BY kind",
        state.clock.now()
    )
    .all(&state.db)
    .await?;
    let family = Family::<Task, Gauge>::default();
    for (kind, all, given_up, running) in rows {
        for (state, count) in
            [("waiting", all - given_up - running), ("running", running), ("given up", given_up)]
        {
            family.get_or_create(&Task { kind: kind.clone(), state }).set(count);
        }
    }
    registry.register("tasks", "Background work by kind and state, of all replicas", family);
    Ok(())
}

/// Stored objects marked for deletion, of all replicas. Objects that stay due cannot be removed from the store.
async fn objects(state: &AppState, registry: &mut Registry) -> Result<()> {
    let (all, due): (i64, i64) = q!(
        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN doomed_at <= $1 THEN 1 ELSE 0 END), 0) FROM doomed_objects",
        state.clock.now()
    )
    .one(&state.db)
    .await?;
    let family = Family::<Due, Gauge>::default();
    for (state, count) in [("due", due), ("later", all - due)] {
        family.get_or_create(&Due { state }).set(count);
    }
    registry.register("objects_marked_for_deletion", "Stored objects that are to be deleted", family);
    Ok(())
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Report {
    kind: String,
}

/// Reports about somebody's money that are not settled, of all replicas.
async fn billing_reports(state: &AppState, registry: &mut Registry) -> Result<()> {
    let family = Family::<Report, Gauge>::default();
    for (kind, count) in reports::count_open(&state.db).await? {
        family.get_or_create(&Report { kind }).set(count);
    }
    registry.register("billing_reports_open", "Billing reports that are not settled, by kind", family);
    Ok(())
}

fn connections(state: &AppState, registry: &mut Registry) {
    let (open, idle) = (Family::<Place, Gauge>::default(), Family::<Place, Gauge>::default());
    for (pool, opened, unused) in state.db.connections() {
        open.get_or_create(&Place { pool }).set(opened.into());
        idle.get_or_create(&Place { pool }).set(unused);
    }
    registry.register("database_connections_open", "Connections to the database", open);
    registry.register("database_connections_idle", "Connections that nobody uses", idle);
}

/// Lines in front of what cannot be had without limit.
fn places(state: &AppState, registry: &mut Registry) {
    let (free, waiting) = (Family::<Place, Gauge>::default(), Family::<Place, Gauge>::default());
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let lines = [("naming", state.naming.namer.turns.length()), ("pictures", state.processing.pool.length())];
    for (pool, (unused, line)) in lines {
        free.get_or_create(&Place { pool }).set(count(unused));
        waiting.get_or_create(&Place { pool }).set(count(line));
    }
    free.get_or_create(&Place { pool: "requests" }).set(count(state.requests.free()));
    registry.register("places_free", "Places that are free", free);
    registry.register("places_waiting", "Requests that wait for a place", waiting);
}

fn one(registry: &mut Registry, name: &str, help: &str, value: i64) {
    let gauge = Gauge::<i64>::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

/// Where the system tells it (Linux); elsewhere zero.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<i64>().ok()? * 1024)
}
