//! Where somebody is signed in, and ending one of those sessions.

use axum::extract::State;
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store;
use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::features::users::CurrentUser;

/// One place where the account is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceView {
    pub id: Uuid,
    pub user_agent: String,
    /// The network, not the address.
    pub ip_prefix: String,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    pub is_current: bool,
}
row!(DeviceView { id, user_agent, ip_prefix, created_at, last_used_at, is_current });

/// The living sessions, the latest first.
#[utoipa::path(get, path = "/api/v1/auth/sessions", tag = "sessions", security(("bearer" = [])),
    responses((status = 200, body = Vec<DeviceView>), (status = 401, body = Problem)))]
pub async fn list(State(state): State<Context>, current: CurrentUser) -> Result<Json<Vec<DeviceView>>> {
    let devices: Vec<DeviceView> = q!(
        "SELECT id, user_agent, ip_prefix, created_at, last_used_at, id = $3 AS is_current FROM sessions
         WHERE user_id = $1 AND revoked_at IS NULL AND idle_expires_at > $2 AND absolute_expires_at > $2
         ORDER BY last_used_at DESC, id DESC LIMIT 200",
        current.user.id,
        state.clock.now(),
        current.session_id
    )
    .all(&state.db)
    .await?;
    Ok(Json(devices))
}

/// Ends one session of one's own.
#[utoipa::path(delete, path = "/api/v1/auth/sessions/{id}", tag = "sessions", security(("bearer" = [])),
    params(("id" = Uuid, Path,)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn end(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    let owned = q!("SELECT COUNT(*) FROM sessions WHERE id = $1 AND user_id = $2", id, current.user.id)
        .number(&state.db)
        .await?;
    if owned == 0 {
        return Err(ApiError::not_found("There is no such session."));
    }
    store::revoke(&state.db, id, "ended by its owner", state.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
