//! One's own profile.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::signup::check_name;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::Json;
use crate::features::users::{self, CurrentUser, UserView};

/// The account of the person who asks.
#[utoipa::path(get, path = "/api/v1/me", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = UserView), (status = 401, body = Problem)))]
pub async fn me(current: CurrentUser) -> Json<UserView> {
    Json(current.user.into())
}

/// What a person may change. The address is read-only; tier and status are the server's.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfilePatch {
    pub full_name: String,
}

/// Changes the profile.
#[utoipa::path(patch, path = "/api/v1/me", tag = "accounts", security(("bearer" = [])), request_body = ProfilePatch,
    responses((status = 200, body = UserView), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub async fn update(
    State(state): State<Context>,
    current: CurrentUser,
    Json(patch): Json<ProfilePatch>,
) -> Result<Json<UserView>> {
    let full_name = check_name(&patch.full_name)?;
    q!(
        "UPDATE users SET full_name = $2, updated_at = $3 WHERE id = $1",
        current.user.id,
        full_name,
        state.clock.now()
    )
    .execute(&state.db)
    .await?;
    let user = users::by_id(&state.db, current.user.id).await?.ok_or_else(ApiError::unauthorized)?;
    Ok(Json(user.into()))
}
