//! The start of a run. Images are stored first; then one transaction holds the person's row, checks every limit, counts,
//! makes the job and queues a task for each image.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{HeaderName, LOCATION};
use http::{HeaderMap, StatusCode};
use nomina_rules::gates;
use nomina_rules::plans::Limits;
use serde_json::{Value, json};
use uuid::Uuid;

use super::form::{Batch, BatchForm};
use super::incoming::Source;
use super::{KEPT_MS, Run, image, view};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Multipart, idempotency_key};
use crate::base::idempotency::Ticket;
use crate::base::recipe::Recipe;
use crate::base::tasks::{self, NewTask};
use crate::base::{deletion, random, rate};
use crate::features::batches::upload::{quota, stored_by};
use crate::features::batches::zip_form::no_room;
use crate::features::jobs::create::{NewJob, check, made_before, start};
use crate::features::keys::{Caller, Processing, Scope};
use crate::features::processing::routes::escaped;
use crate::features::usage::{self, Asker};

/// Many images and one recipe. The answer comes before the work: its `id` is that of a job, whose progress can be asked
/// for or followed in the events, and whose result is one ZIP. The key also needs the scope `name` unless the recipe says
/// `keepNames`.
#[utoipa::path(post, path = "/api/v1/batches/process", tag = "api",
    security(("bearer" = []), ("key" = ["process"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes sending it again harmless, for a day")),
    request_body(content = BatchForm, content_type = "multipart/form-data"),
    responses((status = 202, body = Run, headers(("nomina-warnings" = String,
            description = "Rows of the sheet without an image and images without a row, as a JSON list of sentences"))), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem), (status = 413, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub async fn create(
    State(state): State<Context>,
    caller: Caller<Processing>,
    headers: HeaderMap,
    form: Multipart,
) -> Result<Response> {
    rate::take(&state, rate::UPLOADS_PER_USER, &caller.user.to_string()).await?;
    let limits = caller.tier.plan().limits;
    let batch = Batch::read(&state, form, limits).await?;
    if !batch.recipe.keep_names {
        caller.also(Scope::Name)?;
    }
    let warnings = warnings(&batch.warnings)?;
    let ticket = Ticket::take(&state, caller.user, &headers, batch.fingerprint.clone()).await?;
    let replayed = ticket.headers();
    let id = match ticket.before {
        Some(Value::String(id)) => id.parse().map_err(ApiError::internal)?,
        _ => {
            let key = idempotency_key(&headers)?.map(|key| format!("runs:{key}"));
            let made = begin(&state, &caller, batch, limits, key).await;
            ticket.settle(made, |id| json!(id)).await?
        }
    };
    let run = view(&state, caller.user, id).await?;
    let place = [(LOCATION, format!("/api/v1/batches/process/{id}"))];
    Ok((StatusCode::ACCEPTED, replayed, place, warnings, Json(run)).into_response())
}

/// What a person should know about the sheet, as a header with a JSON list.
fn warnings(sentences: &[String]) -> Result<Option<[(HeaderName, String); 1]>> {
    if sentences.is_empty() {
        return Ok(None);
    }
    let list = serde_json::to_string(sentences)?.chars().map(escaped).collect();
    Ok(Some([(HeaderName::from_static("nomina-warnings"), list)]))
}

async fn begin(
    state: &Context,
    caller: &Caller<Processing>,
    batch: Batch,
    limits: Limits,
    key: Option<String>,
) -> Result<Uuid> {
    let recipe = gates::coerce(&batch.recipe, caller.tier).options;
    let files = u32::try_from(batch.images.len()).unwrap_or(u32::MAX);
    let watermark = Recipe::of(Some(recipe.clone()), "recipe")?.watermark;
    let new = NewJob {
        job_name: batch.job_name.clone(),
        file_count: files,
        new_files: if recipe.keep_names { 0 } else { files },
        processing_options: Some(recipe),
        start: true,
    };
    check(&new, limits)?;
    let mut tx = state.db.begin().await?;
    usage::hold(state, &mut tx, caller.user).await?;
    if let Some(same) = made_before(&mut tx, caller.user, key.as_deref()).await? {
        return Ok(same.id);
    }
    let size = i64::try_from(batch.size()).unwrap_or(i64::MAX);
    if stored_by(&mut tx, caller.user).await?.saturating_add(size) > quota(caller.tier) {
        return Err(no_room());
    }
    let job = start(state, &mut tx, caller.user, limits, (new, key)).await?;
    q!(
        "INSERT INTO runs (job_id, user_id, watermark_image, webhook_url, stored_bytes, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        job.id,
        caller.user,
        watermark,
        batch.webhook_url.clone(),
        size,
        state.clock.now().plus_ms(KEPT_MS)
    )
    .execute(&mut tx)
    .await?;
    let priority = i64::from(Asker::known(caller.account()).priority());
    let mut rows = batch.rows.into_iter();
    for (position, (name, source)) in (0i64..).zip(batch.images) {
        let row = rows.next().map(serde_json::to_value).transpose()?;
        add(state, &mut tx, (job.id, caller.user), (position, &name, source, row), priority).await?;
    }
    tx.commit().await?;
    Ok(job.id)
}

async fn add(
    state: &Context,
    tx: &mut Tx,
    (job, user): (Uuid, Uuid),
    (position, name, source, row): (i64, &str, Source, Option<Value>),
    priority: i64,
) -> Result<()> {
    let (key, address) = match source {
        Source::Sent { key, .. } => (Some(key), None),
        Source::Address(address) => (None, Some(address)),
    };
    if let Some(key) = &key
        && !deletion::unmark(tx, key).await?
    {
        return Err(ApiError::overloaded());
    }
    let id = random::id(&*state.random, state.clock.now());
    q!(
        "INSERT INTO run_pictures (id, job_id, user_id, position, original_name, source_url, status, input_key,
                                   found)
         VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)",
        id,
        job,
        user,
        position,
        name,
        address,
        key,
        row
    )
    .execute(&mut *tx)
    .await?;
    let task = NewTask {
        kind: image::TASK,
        payload: json!({ "picture": id }),
        dedupe: format!("{}:{id}", image::TASK),
        replace: false,
        priority,
    };
    tasks::enqueue(state, tx, task).await
}
