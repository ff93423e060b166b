//! A new batch in the history. With saving switched off in the settings nothing is kept.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use nomina_rules::options::ProcessingOptions;
use nomina_rules::plans::Limits;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Batch, BatchRow, PROCESSING, batch_columns, tell};
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, idempotency_key};
use crate::base::random;
use crate::base::recipe::{self, Recipe};
use crate::features::users::CurrentUser;
use crate::features::{jobs, preferences};

/// What a batch starts with.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewBatch {
    /// 'Batch Processing - {date and time}' when there is none.
    pub batch_name: Option<String>,
    pub job_id: Option<Uuid>,
    pub file_count: u32,
    pub processed_count: u32,
    pub processing_options: Option<ProcessingOptions>,
}

/// Starts to save a batch; its files and its ZIP follow.
#[utoipa::path(post, path = "/api/v1/batches", tag = "history", security(("bearer" = [])), request_body = NewBatch,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes sending it again harmless")),
    responses((status = 201, body = Batch), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn create(
    State(state): State<Context>,
    current: CurrentUser,
    headers: HeaderMap,
    Json(new): Json<NewBatch>,
) -> Result<(StatusCode, Json<Batch>)> {
    let user = current.user.id;
    let key = idempotency_key(&headers)?;
    let tier = current.user.subscription_tier;
    let limits = tier.plan().limits;
    check(&new, limits)?;
    recipe::within_plan(new.processing_options.as_ref(), tier)?;
    saving_is_on(&state.db, user).await?;
    if let Some(job) = new.job_id {
        jobs::belongs_to(&state.db, user, job).await?;
    }
    let mut tx = state.db.begin().await?;
    let batch = insert(&state, &mut tx, user, new, limits, key).await?;
    tell(&state, &mut tx, &batch).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(batch.view(&state, Vec::new(), None))))
}

fn check(new: &NewBatch, limits: Limits) -> Result<()> {
    if new.file_count == 0 || new.file_count > limits.max_batch {
        let sentence = format!("A batch has between 1 and {} images.", limits.max_batch);
        return Err(ApiError::invalid("fileCount", sentence));
    }
    if new.processed_count > new.file_count {
        return Err(ApiError::invalid("processedCount", "More images were processed than there are."));
    }
    Ok(())
}

/// Whether the person wants batches kept.
pub(super) async fn saving_is_on(target: impl Target, user: Uuid) -> Result<()> {
    if preferences::get(target, user).await?.auto_save {
        return Ok(());
    }
    let sentence = "Saving to the history is switched off in Settings.";
    Err(ApiError::new(StatusCode::CONFLICT, "auto_save_off", sentence))
}

/// The same key again finds the batch of the first time.
async fn insert(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    new: NewBatch,
    limits: Limits,
    key: Option<String>,
) -> Result<BatchRow> {
    let now = state.clock.now();
    let recipe = Recipe::of(new.processing_options, "processingOptions")?;
    let batch = q!(
        concat!(
            "INSERT INTO batch_results (id, user_id, job_id, batch_name, file_count, processed_count, status,
             expires_at, processing_options, watermark_image, idem_key, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
             ON CONFLICT (user_id, idem_key) DO UPDATE SET updated_at = $12 RETURNING ",
            batch_columns!()
        ),
        random::id(&*state.random, now),
        user,
        new.job_id,
        jobs::name(new.batch_name, now),
        new.file_count,
        new.processed_count,
        PROCESSING,
        now.plus_ms(i64::from(limits.history_days) * DAY_MS),
        recipe.options,
        recipe.watermark,
        key,
        now
    );
    Ok(batch.one(tx).await?)
}
