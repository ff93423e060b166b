//! The stream of one tab or program: what it missed, then what happens, until the server stops or the session or key ends.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRef, State};
use axum::response::sse::{Event, Sse};
use futures_util::stream::{self, Stream};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use sqlx::types::Json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::base::context::Context;
use crate::base::db::{q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Query;
use crate::base::feature::{Feature, Host};
use crate::base::hub::Seat;
use crate::features::keys::{Caller, Reading};
use crate::features::users::MaybeUser;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature { routes: || OpenApiRouter::new().routes(routes!(stream)), ..Feature::new("live") }
}

/// A sign of life, a look whether the session still lives, and a look for events whose hint got lost.
const HEARTBEAT: Duration = Duration::from_secs(15);
const AT_ONCE: i64 = 100;

#[derive(Debug)]
struct Happened {
    seq: i64,
    kind: String,
    payload: Json<Value>,
}
row!(Happened { seq, kind, payload });

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The last event that is known; the header `Last-Event-ID` says the same.
    after: Option<i64>,
}

/// Changes of one's jobs, batches, templates, usage and subscription as they happen (server-sent events).
#[utoipa::path(get, path = "/api/v1/events", tag = "events", security(("bearer" = []), ("key" = ["read"])),
    params(After),
    responses((status = 200, description = "A stream", content_type = "text/event-stream", body = String),
        (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 429, body = Problem)))]
pub async fn stream(
    State(state): State<Context>,
    program: Option<Caller<Reading>>,
    MaybeUser(current): MaybeUser,
    Query(query): Query<After>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let named = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let by_key = program.and_then(|program| Some((program.user, While::Key(program.key?))));
    let by_session = current.map(|current| (current.user.id, While::Session(current.session_id)));
    let who = by_key.or(by_session).ok_or_else(ApiError::unauthorized)?;
    let tail = Tail::open(state, who, named.or(query.after)).await?;
    Ok(Sse::new(stream::unfold(tail, Tail::next)))
}

/// What a stream lives as long as.
#[derive(Clone, Copy)]
enum While {
    Session(Uuid),
    Key(Uuid),
}

/// Where a stream stands.
struct Tail {
    state: Context,
    user: Uuid,
    lives: While,
    last: i64,
    ready: VecDeque<Event>,
    woken: Receiver<Uuid>,
    _seat: Seat,
}

impl Tail {
    /// Subscribes first and reads then, so that nothing falls between.
    async fn open(state: Context, (user, lives): (Uuid, While), after: Option<i64>) -> Result<Self> {
        let seat = state.events.seat(user, state.config.event_streams).ok_or_else(too_many)?;
        let woken = state.events.subscribe();
        let newest =
            q!("SELECT COALESCE(MAX(seq), 0) FROM events WHERE user_id = $1", user).number(&state.db).await?;
        let known = match after {
            Some(seq) => knows(&state, user, seq, newest).await?,
            None => true,
        };
        let last = after.filter(|_| known).unwrap_or(newest);
        let first = if known { "open" } else { "resync" };
        let ready = VecDeque::from([event(last, first, &Value::Object(serde_json::Map::new()))]);
        Ok(Self { user, lives, last, ready, woken, state, _seat: seat })
    }

    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some((Ok(event), self));
            }
            if let Err(error) = self.read().await {
                tracing::warn!(?error, "a stream of events ended early");
                return None;
            }
            if self.ready.is_empty() && !self.wait().await {
                return None;
            }
        }
    }

    async fn read(&mut self) -> Result<()> {
        let happened: Vec<Happened> = q!(
            "SELECT seq, kind, payload FROM events WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            self.user,
            self.last,
            AT_ONCE
        )
        .all(&self.state.db)
        .await?;
        for one in happened {
            self.last = one.seq;
            self.ready.push_back(event(one.seq, &one.kind, &one.payload.0));
        }
        Ok(())
    }

    /// Waits for events. False when the stream is over.
    async fn wait(&mut self) -> bool {
        let heartbeat = tokio::time::sleep(HEARTBEAT);
        tokio::pin!(heartbeat);
        loop {
            tokio::select! {
                () = self.state.shutdown.cancelled() => return false,
                woken = self.woken.recv() => match woken {
                    Ok(user) if user != self.user => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => return true,
                    Err(RecvError::Closed) => return false,
                },
                () = &mut heartbeat => {
                    self.ready.push_back(Event::default().comment(""));
                    return self.still_lives().await;
                }
            }
        }
    }

    async fn still_lives(&self) -> bool {
        let now = self.state.clock.now();
        let alive = match self.lives {
            While::Session(id) => q!(
                "SELECT COUNT(*) FROM sessions WHERE id = $1 AND revoked_at IS NULL AND absolute_expires_at > $2",
                id,
                now
            ),
            While::Key(id) => q!(
                "SELECT COUNT(*) FROM api_keys WHERE id = $1 AND revoked_at IS NULL
                 AND (expires_at IS NULL OR expires_at > $2)",
                id,
                now
            ),
        };
        alive.number(&self.state.db).await.is_ok_and(|count| count == 1)
    }
}

/// Whether everything after this event can still be told: it is the person's newest or one that is kept, or nothing
/// behind it has been forgotten yet.
async fn knows(state: &Context, user: Uuid, seq: i64, newest: i64) -> Result<bool> {
    let (kept, oldest, last): (i64, i64, i64) = q!(
        "SELECT (SELECT COUNT(*) FROM events WHERE user_id = $1 AND seq = $2),
         (SELECT COALESCE(MIN(seq), 0) FROM events), (SELECT COALESCE(MAX(seq), 0) FROM events)",
        user,
        seq
    )
    .one(&state.db)
    .await?;
    Ok(seq == newest || kept == 1 || (oldest - 1..=last).contains(&seq))
}

/// A browser opens one for all its tabs: whoever comes here has a program that forgets to close them.
fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "too_many_streams",
        "Too many live connections are open for this account. Close some and try again.",
    )
    .with_retry_after(15)
}

fn event(seq: i64, kind: &str, payload: &Value) -> Event {
    Event::default().id(seq.to_string()).event(kind).data(payload.to_string())
}
