//! Reading, saving, resetting and exporting the settings.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_DISPOSITION;

use super::store::{self, Preferences};
use crate::base::context::Context;
use crate::base::error::{Problem, Result};
use crate::base::extract::Json;
use crate::features::users::CurrentUser;

/// The settings, with defaults where nothing was saved.
#[utoipa::path(get, path = "/api/v1/preferences", tag = "preferences", security(("bearer" = [])),
    responses((status = 200, body = Preferences), (status = 401, body = Problem)))]
pub async fn read(State(state): State<Context>, current: CurrentUser) -> Result<Json<Preferences>> {
    Ok(Json(store::get(&state.db, current.user.id).await?))
}

/// Saves the settings.
#[utoipa::path(put, path = "/api/v1/preferences", tag = "preferences", security(("bearer" = [])),
    request_body = Preferences,
    responses((status = 200, body = Preferences), (status = 401, body = Problem), (status = 422, body = Problem)))]
pub async fn save(
    State(state): State<Context>,
    current: CurrentUser,
    Json(wanted): Json<Preferences>,
) -> Result<Json<Preferences>> {
    let wanted = wanted.checked()?;
    store::put(&state.db, current.user.id, &wanted, state.clock.now()).await?;
    Ok(Json(wanted))
}

/// Back to the defaults.
#[utoipa::path(delete, path = "/api/v1/preferences", tag = "preferences", security(("bearer" = [])),
    responses((status = 200, body = Preferences), (status = 401, body = Problem)))]
pub async fn reset(State(state): State<Context>, current: CurrentUser) -> Result<Json<Preferences>> {
    store::delete(&state.db, current.user.id).await?;
    Ok(Json(Preferences::default()))
}

/// The settings as a file.
#[utoipa::path(get, path = "/api/v1/preferences/export", tag = "preferences", security(("bearer" = [])),
    responses((status = 200, body = Preferences), (status = 401, body = Problem)))]
pub async fn export(State(state): State<Context>, current: CurrentUser) -> Result<Response> {
    let preferences = store::get(&state.db, current.user.id).await?;
    let disposition = [(CONTENT_DISPOSITION, "attachment; filename=\"nomina-preferences.json\"")];
    Ok((disposition, Json(preferences)).into_response())
}
