//! What has been used, for whoever asks.

use axum::extract::{FromRef, State};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::context::Context;
use crate::base::error::{Problem, Result};
use crate::base::extract::Json;
use crate::base::feature::{Feature, Host};
use crate::features::keys::{Caller, Reading};
use crate::features::usage::days::{self, UsageDay};
use crate::features::usage::{Asker, Usage, refusal};
use crate::features::users::CurrentUser;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || OpenApiRouter::new().routes(routes!(chart)).routes(routes!(show)).routes(routes!(check)),
        ..Feature::new("allowance")
    }
}

/// How many images were named today and this month, and how many may be.
#[utoipa::path(get, path = "/api/v1/usage", tag = "usage",
    security((), ("bearer" = []), ("key" = ["read"])), responses((status = 200, body = Usage)))]
pub async fn show(
    State(state): State<Context>,
    program: Option<Caller<Reading>>,
    asker: Asker,
) -> Result<Response> {
    if let Some(program) = program {
        return Ok(Json(program.account().usage(&state).await?).into_response());
    }
    let usage = asker.account.usage(&state).await?;
    // A guest gets the cookie now: first names that are asked for side by side are then one visitor's.
    Ok(asker.with_cookie(&state, Json(usage)))
}

/// The last thirty days, the oldest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageChart {
    pub days: Vec<UsageDay>,
}

/// Images per day over the last thirty days.
#[utoipa::path(get, path = "/api/v1/usage/days", tag = "usage", security(("bearer" = [])),
    responses((status = 200, body = UsageChart), (status = 401, body = Problem)))]
pub async fn chart(State(state): State<Context>, current: CurrentUser) -> Result<Json<UsageChart>> {
    Ok(Json(UsageChart { days: days::chart(&state, current.user.id).await? }))
}

/// Images that somebody would like to have named.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wanted {
    pub file_count: u32,
}

/// Whether they are within the limits now. Only making a job or asking for a name counts them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Allowed {
    pub allowed: bool,
    pub message: Option<String>,
}

/// Looks whether so many images may be named, without counting them.
#[utoipa::path(post, path = "/api/v1/usage/check", tag = "usage", request_body = Wanted,
    responses((status = 200, body = Allowed), (status = 422, body = Problem)))]
pub async fn check(
    State(state): State<Context>,
    asker: Asker,
    Json(wanted): Json<Wanted>,
) -> Result<Json<Allowed>> {
    let usage = asker.account.usage(&state).await?;
    let within = |used: i64, limit: Option<u32>| {
        limit.is_none_or(|limit| used + i64::from(wanted.file_count) <= i64::from(limit))
    };
    let allowed =
        within(usage.daily_files, usage.daily_limit) && within(usage.monthly_files, usage.monthly_limit);
    let refused =
        || refusal(asker.account.limits(), usage.daily_files, usage.monthly_files, wanted.file_count);
    let message = (!allowed).then(|| refused().title().to_owned());
    Ok(Json(Allowed { allowed, message }))
}
