//! The history as a list with thumbnails, and one batch with its files.

use std::collections::HashMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::files::{self, ProcessedFile};
use super::{Batch, BatchRow, batch_columns, find, retention};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Path, Query};
use crate::base::paging::{bounds, containing};
use crate::features::users::CurrentUser;

const SHOWN_IMAGES: i64 = 4;

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BatchSort {
    #[default]
    Newest,
    Oldest,
    Name,
    Largest,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BatchQuery {
    /// 50 when nothing is said, 200 at most.
    limit: Option<i64>,
    offset: Option<i64>,
    /// Words of the name.
    q: Option<String>,
    #[serde(default)]
    #[param(inline)]
    sort: BatchSort,
}

/// A page of the history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchPage {
    pub items: Vec<Batch>,
    pub total: i64,
}

/// A batch with everything about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchDetail {
    #[serde(flatten)]
    pub batch: Batch,
    pub files: Vec<ProcessedFile>,
}

/// Which batches, in which order: $1 person, $2 words, $3 order, $4 how many, $5 from where.
macro_rules! page {
    ($columns:expr) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\\'
             ORDER BY CASE WHEN $3 = 'name' THEN LOWER(batch_name) END,
             CASE WHEN $3 = 'largest' THEN -COALESCE(zip_file_size, 0) END,
             CASE WHEN $3 = 'oldest' THEN created_at ELSE -created_at END, id DESC LIMIT $4 OFFSET $5"
        )
    };
}

/// What was processed, with thumbnails.
#[utoipa::path(get, path = "/api/v1/batches", tag = "history", security(("bearer" = [])), params(BatchQuery),
    responses((status = 200, body = BatchPage), (status = 401, body = Problem)))]
pub async fn list(
    State(state): State<Context>,
    current: CurrentUser,
    Query(query): Query<BatchQuery>,
) -> Result<Json<BatchPage>> {
    let user = current.user.id;
    retention::fail_stale_of(&state, user).await?;
    let (limit, offset) = bounds(query.limit, query.offset);
    let words = containing(query.q.as_deref().unwrap_or_default());
    let order = match query.sort {
        BatchSort::Newest => "newest",
        BatchSort::Oldest => "oldest",
        BatchSort::Name => "name",
        BatchSort::Largest => "largest",
    };
    let rows: Vec<BatchRow> =
        q!(page!(batch_columns!()), user, &words, order, limit, offset).all(&state.db).await?;
    let total = q!(
        "SELECT COUNT(*) FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\\'",
        user,
        &words
    )
    .number(&state.db)
    .await?;
    let mut thumbnails = thumbnails(&state, user, &words, order, (limit, offset)).await?;
    let view = |row: BatchRow| {
        let shown = thumbnails.remove(&row.id).unwrap_or_default();
        row.view(&state, shown, None)
    };
    Ok(Json(BatchPage { items: rows.into_iter().map(view).collect(), total }))
}

/// The first thumbnails of every batch on a page, in one statement.
async fn thumbnails(
    state: &Context,
    user: Uuid,
    words: &str,
    order: &str,
    (limit, offset): (i64, i64),
) -> Result<HashMap<Uuid, Vec<String>>> {
    let shown: Vec<(Uuid, String)> = q!(
        concat!(
            "SELECT f.batch_id, f.file_data FROM processed_files f WHERE f.batch_id IN (SELECT id FROM (",
            page!("id"),
            ") AS shown) AND f.position < $6 AND f.file_data IS NOT NULL ORDER BY f.batch_id, f.position"
        ),
        user,
        words,
        order,
        limit,
        offset,
        SHOWN_IMAGES
    )
    .all(&state.db)
    .await?;
    let mut found: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (batch, thumbnail) in shown {
        found.entry(batch).or_default().push(thumbnail);
    }
    Ok(found)
}

/// One batch with its files and the whole recipe, to be used again.
#[utoipa::path(get, path = "/api/v1/batches/{id}", tag = "history", security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    responses((status = 200, body = BatchDetail), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<Context>,
    current: CurrentUser,
    Path(id): Path<Uuid>,
) -> Result<Json<BatchDetail>> {
    let row = find(&state.db, current.user.id, id).await?;
    let (watermark,): (Option<String>,) =
        q!("SELECT watermark_image FROM batch_results WHERE id = $1", id).one(&state.db).await?;
    let files = files::of(&state.db, id).await?;
    let shown = files.iter().filter_map(|file| file.thumbnail.clone()).take(4).collect();
    Ok(Json(BatchDetail { batch: row.view(&state, shown, watermark), files }))
}
