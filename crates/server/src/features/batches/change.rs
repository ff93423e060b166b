//! Renaming a batch, and setting its state by hand.

use axum::extract::State;
use nomina_rules::bounds::BOUNDS;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Batch, batch_columns, not_found, tell};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::plain_text::plain;
use crate::features::users::CurrentUser;

const LONGEST_NAME: usize = BOUNDS.batch_name;
const LONGEST_STATUS: usize = 40;

/// What is new about a batch. What is missing stays as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BatchChange {
    pub batch_name: Option<String>,
    pub status: Option<String>,
}

/// Renames a batch or sets its state. A batch without a stored ZIP is never downloadable, whatever its state says.
#[utoipa::path(patch, path = "/api/v1/batches/{id}", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)), request_body = BatchChange,
    responses((status = 200, body = Batch), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem)))]
pub async fn change(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
    Json(change): Json<BatchChange>,
) -> Result<Json<Batch>> {
    let name = change.batch_name.as_deref().map(checked_name).transpose()?;
    let status = change.status.as_deref().map(checked_status).transpose()?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let changed: Option<super::BatchRow> = q!(
        concat!(
            "UPDATE batch_results SET batch_name = COALESCE($3, batch_name), status = COALESCE($4, status),
             updated_at = $5 WHERE id = $1 AND user_id = $2 RETURNING ",
            batch_columns!()
        ),
        id,
        current.user.id,
        name,
        status,
        now
    )
    .optional(&mut tx)
    .await?;
    let batch = changed.ok_or_else(not_found)?;
    tell(&state, &mut tx, &batch).await?;
    tx.commit().await?;
    Ok(Json(batch.view(&state, Vec::new(), None)))
}

fn checked_name(name: &str) -> Result<String> {
    let name = plain(name);
    let name = name.trim();
    match name.chars().count() {
        0 => Err(ApiError::invalid("batchName", "Batch name cannot be empty")),
        1..=LONGEST_NAME => Ok(name.to_owned()),
        _ => {
            Err(ApiError::invalid("batchName", format!("Batch name cannot exceed {LONGEST_NAME} characters")))
        }
    }
}

fn checked_status(status: &str) -> Result<&str> {
    let plain = status.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if !status.is_empty() && status.len() <= LONGEST_STATUS && plain {
        return Ok(status);
    }
    Err(ApiError::invalid("status", "The status is a word in small letters, such as completed"))
}
