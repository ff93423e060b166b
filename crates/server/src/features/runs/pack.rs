//! The end of a run: names for the whole batch, in the order in which it was sent, and one ZIP of what succeeded.

use std::fs::File;
use std::path::Path;

use nomina_rules::names::{self, Candidate, NameParts, compose, unique, with_extension};
use nomina_rules::options::ProcessingOptions;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::making::Seen;
use super::{KEPT_MS, MOST_TRIES, webhook};
use crate::base::blobs::{self, Blobs};
use crate::base::clock::HOUR_MS;
use crate::base::context::Context;
use crate::base::db::{Tx, q, row};
use crate::base::error::{ApiError, Result};
use crate::base::spool::Spool;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::base::{deletion, recipe};
use crate::features::jobs::end::{Ending, end};
use crate::features::jobs::{JobResults, JobStatus};
use crate::features::naming::scene_at;
use crate::features::usage;

pub(crate) const TASK: &str = "pack";
const NONE_DONE: &str = "No image of this batch could be processed.";
const NOT_PACKED: &str = "The result could not be packed. Please send the batch again.";

#[derive(Debug)]
struct Row {
    id: Uuid,
    position: i64,
    original_name: String,
    status: String,
    output_key: Option<String>,
    found: Option<Json<Value>>,
}
row!(Row { id, position, original_name, status, output_key, found });

/// An image that goes into the ZIP.
#[derive(Debug)]
struct Done {
    id: Uuid,
    position: i64,
    original_name: String,
    key: String,
    seen: Seen,
}

/// The task.
pub(crate) async fn work(state: &Context, payload: Value) -> Result<Outcome> {
    let job: Uuid = serde_json::from_value(payload["job"].clone())?;
    let Some((user, tries, recipe)) = begin(state, job).await? else { return Ok(Outcome::Done) };
    let (done, results, total) = images(state, job).await?;
    if done.is_empty() || tries > MOST_TRIES {
        let error = if done.is_empty() { NONE_DONE } else { NOT_PACKED };
        let ending = Ending { status: JobStatus::Failed, error: Some(error), results: Some(results) };
        finish(state, (user, job), ending, None).await?;
        return Ok(Outcome::Done);
    }
    let named = name_all(&done, &recipe, total);
    let entries = done.iter().zip(&named).map(|(one, name)| (name.clone(), one.key.clone())).collect();
    let spool = Spool::open(state).await?;
    let (path, store) = (spool.path().to_owned(), state.blobs.clone());
    let packed = tokio::task::spawn_blocking(move || zip(&store, &path, entries)).await;
    let size = packed.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    let key = blobs::new_key(&*state.random, "zips");
    deletion::mark(&state.db, &key, state.clock.now().plus_ms(HOUR_MS)).await?;
    state.blobs.take(&key, spool.path()).await.map_err(ApiError::unavailable)?;
    let ending = Ending { status: JobStatus::Completed, error: None, results: Some(results) };
    finish(state, (user, job), ending, Some(Packed { key, size, done, named })).await?;
    // The parts need not wait for the next cleanup.
    deletion::remove_marked(state).await?;
    Ok(Outcome::Done)
}

/// Counts the try. None when the batch was ended meanwhile.
async fn begin(state: &Context, job: Uuid) -> Result<Option<(Uuid, i64, ProcessingOptions)>> {
    let begun: Option<(Uuid, i64)> =
        q!("UPDATE runs SET tries = tries + 1 WHERE job_id = $1 RETURNING user_id, tries", job)
            .optional(&state.db)
            .await?;
    let Some((user, tries)) = begun else { return Ok(None) };
    let options: Option<(Option<Json<Value>>,)> =
        q!("SELECT processing_options FROM processing_jobs WHERE id = $1 AND status = 'processing'", job)
            .optional(&state.db)
            .await?;
    Ok(options
        .map(|(options,)| (user, tries, recipe::kept(options.map(|kept| kept.0), None).unwrap_or_default())))
}

async fn images(state: &Context, job: Uuid) -> Result<(Vec<Done>, Value, u32)> {
    let rows: Vec<Row> = q!(
        "SELECT id, position, original_name, status, output_key, found FROM run_pictures WHERE job_id = $1
         ORDER BY position",
        job
    )
    .all(&state.db)
    .await?;
    let total = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    let mut done = Vec::new();
    for row in rows {
        if let (true, Some(key), Some(found)) = (row.status == "done", row.output_key, row.found) {
            let seen = serde_json::from_value(found.0)?;
            done.push(Done {
                id: row.id,
                position: row.position,
                original_name: row.original_name,
                key,
                seen,
            });
        }
    }
    let is_named = |one: &&Done| one.seen.suggestion.as_ref().is_some_and(|answer| answer.success);
    let asked = done.iter().filter(|one| one.seen.asked).count() as u32;
    let named = done.iter().filter(is_named).count() as u32;
    let results =
        JobResults { named: asked, cached: named - asked.min(named), failed: total - done.len() as u32 };
    Ok((done, serde_json::to_value(results)?, total))
}

/// The names in the ZIP: settled as one batch, in the recipe's pattern, no two alike.
fn name_all(done: &[Done], recipe: &ProcessingOptions, total: u32) -> Vec<String> {
    let batch: Vec<Candidate> = done.iter().map(candidate).collect();
    let words = names::settle(&batch, recipe.spelling());
    let name = |(one, words): (&Done, String)| {
        let parts = NameParts {
            words,
            original: one.original_name.clone(),
            index: u32::try_from(one.position + 1).unwrap_or(u32::MAX),
            total,
            taken_at: one.seen.taken_at.clone(),
            camera: one.seen.camera.clone(),
            latitude: one.seen.latitude,
            longitude: one.seen.longitude,
            scene: scene_at(one.seen.latitude.zip(one.seen.longitude), one.seen.people.clone()),
            subject: one.seen.suggestion.as_ref().and_then(|answer| answer.keywords.first().cloned()),
            columns: one.seen.columns.clone(),
            ..NameParts::default()
        };
        with_extension(&compose(&parts, recipe), &one.seen.extension)
    };
    unique(&done.iter().zip(words).map(name).collect::<Vec<_>>())
}

fn candidate(one: &Done) -> Candidate {
    let taken = Candidate {
        taken_at: one.seen.taken_at.clone(),
        latitude: one.seen.latitude,
        longitude: one.seen.longitude,
        ..Candidate::default()
    };
    match &one.seen.suggestion {
        Some(answer) => Candidate {
            name: answer.suggested_name.clone(),
            alternatives: answer.alternatives.clone(),
            keywords: answer.keywords.clone(),
            confidence: answer.confidence.unwrap_or_default(),
            fingerprint: answer.fingerprint.clone(),
            ..taken
        },
        None => Candidate { name: names::clean_original(&one.original_name), ..taken },
    }
}

/// Images are packed already. Entries carry no time, so that the same batch is the same ZIP.
fn zip(blobs: &Blobs, path: &Path, entries: Vec<(String, String)>) -> std::io::Result<u64> {
    let mut zip = ZipWriter::new(File::options().write(true).open(path)?);
    let as_is = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let runtime = tokio::runtime::Handle::current();
    for (name, key) in entries {
        let found = runtime.block_on(blobs.read(&key, None)).map_err(std::io::Error::other)?;
        let found = found.ok_or_else(|| std::io::Error::other("a processed image is gone"))?;
        zip.start_file(name, as_is)?;
        found.copy_to(&mut zip)?;
    }
    Ok(zip.finish()?.metadata()?.len())
}

#[derive(Debug)]
struct Packed {
    key: String,
    size: u64,
    done: Vec<Done>,
    named: Vec<String>,
}

/// The last step, in one transaction: the ZIP is stored, its parts are marked for deletion, tabs and webhook are told.
async fn finish(
    state: &Context,
    (user, job): (Uuid, Uuid),
    ending: Ending<'_>,
    packed: Option<Packed>,
) -> Result<()> {
    let mut tx = state.db.begin().await?;
    usage::hold(state, &mut tx, user).await?;
    if let Some(packed) = &packed {
        bind(state, &mut tx, job, packed).await?;
    }
    if end(state, &mut tx, user, job, ending).await?.is_none() {
        return Ok(());
    }
    let waits = q!("SELECT COUNT(*) FROM runs WHERE job_id = $1 AND webhook_url IS NOT NULL", job);
    if waits.number(&mut tx).await? == 1 {
        let dedupe = format!("{}:{job}", webhook::TASK);
        let payload = json!({ "job": job });
        let task = NewTask { kind: webhook::TASK, payload, dedupe, replace: false, priority: 0 };
        tasks::enqueue(state, &mut tx, task).await?;
    }
    Ok(tx.commit().await?)
}

async fn bind(state: &Context, tx: &mut Tx, job: Uuid, packed: &Packed) -> Result<()> {
    let now = state.clock.now();
    if !deletion::unmark(tx, &packed.key).await? {
        return Err(ApiError::overloaded());
    }
    q!(
        "UPDATE runs SET zip_key = $2, stored_bytes = $3, expires_at = $4 WHERE job_id = $1",
        job,
        packed.key.as_str(),
        i64::try_from(packed.size).unwrap_or(i64::MAX),
        now.plus_ms(KEPT_MS)
    )
    .execute(&mut *tx)
    .await?;
    for (one, name) in packed.done.iter().zip(&packed.named) {
        deletion::mark(&mut *tx, &one.key, now).await?;
        q!("UPDATE run_pictures SET name = $2, output_key = NULL WHERE id = $1", one.id, name.as_str())
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}
