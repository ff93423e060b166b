//! The history as a list with thumbnails, and one batch with its files.

use std::collections::HashMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::files::{self, ProcessedFile};
use super::{Batch, BatchRow, PROCESSING, batch_columns, find, retention};
use crate::base::context::Context;
use crate::base::db::{Query as Statement, q};
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

/// A page of somebody's batches: $1 person, $2 words, $3 how many, $4 from where.
macro_rules! page {
    ($columns:expr, $order:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM batch_results WHERE user_id = $1 AND LOWER(batch_name) LIKE $2 ESCAPE '\\' ORDER BY ",
            $order,
            " LIMIT $3 OFFSET $4"
        )
    };
}

/// The first thumbnails of every batch on the same page, in one statement; $5 how many of each.
macro_rules! thumbnails {
    ($order:literal) => {
        concat!(
            "SELECT f.batch_id, f.file_data FROM processed_files f WHERE f.batch_id IN (SELECT id FROM (",
            page!("id", $order),
            ") AS shown) AND f.position < $5 AND f.file_data IS NOT NULL ORDER BY f.batch_id, f.position"
        )
    };
}

/// The two statements of a page. Each order has its own text: one with the order as a parameter sorts everything that a
/// person ever saved, while the newest are simply read from the index.
macro_rules! statements {
    ($order:literal, $request:expr) => {{
        let PageRequest { user, words, limit, offset } = $request;
        let rows = q!(page!(batch_columns!(), $order), *user, words, *limit, *offset);
        let thumbnails = q!(thumbnails!($order), *user, words, *limit, *offset, SHOWN_IMAGES);
        (rows, thumbnails)
    }};
}

struct PageRequest {
    user: Uuid,
    words: String,
    limit: i64,
    offset: i64,
}

impl PageRequest {
    fn statements(&self, sort: BatchSort) -> (Statement, Statement) {
        match sort {
            BatchSort::Newest => statements!("created_at DESC, id DESC", self),
            BatchSort::Oldest => statements!("created_at, id DESC", self),
            BatchSort::Name => statements!("LOWER(batch_name), created_at DESC, id DESC", self),
            BatchSort::Largest => {
                statements!("COALESCE(zip_file_size, 0) DESC, created_at DESC, id DESC", self)
            }
        }
    }
}

/// What was processed, with thumbnails.
#[utoipa::path(get, path = "/api/v1/batches", tag = "history", security(("bearer" = [])), params(BatchQuery),
    responses((status = 200, body = BatchPage), (status = 401, body = Problem)))]
pub async fn list(
    State(state): State<Context>,
    current: CurrentUser,
    Query(query): Query<BatchQuery>,
) -> Result<Json<BatchPage>> {
    let (limit, offset) = bounds(query.limit, query.offset);
    let words = containing(query.q.as_deref().unwrap_or_default());
    let request = PageRequest { user: current.user.id, words, limit, offset };
    let total = count(&state, &request).await?;
    let (rows, shown) = request.statements(query.sort);
    let rows: Vec<BatchRow> = rows.all(&state.db).await?;
    let mut thumbnails = by_batch(shown.all(&state.db).await?);
    let view = |row: BatchRow| {
        let shown = thumbnails.remove(&row.id).unwrap_or_default();
        row.view(&state, shown, None)
    };
    Ok(Json(BatchPage { items: rows.into_iter().map(view).collect(), total }))
}

/// How many batches the words find. The same look at the person's rows finds those that were never finished, and they fail.
async fn count(state: &Context, request: &PageRequest) -> Result<i64> {
    let (total, unfinished): (i64, i64) = q!(
        "SELECT COUNT(CASE WHEN LOWER(batch_name) LIKE $2 ESCAPE '\\' THEN 1 END),
         COUNT(CASE WHEN status = $3 AND created_at <= $4 THEN 1 END) FROM batch_results WHERE user_id = $1",
        request.user,
        &request.words,
        PROCESSING,
        retention::unfinished_before(state)
    )
    .one(&state.db)
    .await?;
    if unfinished > 0 {
        retention::fail_stale_of(state, request.user).await?;
    }
    Ok(total)
}

fn by_batch(shown: Vec<(Uuid, String)>) -> HashMap<Uuid, Vec<String>> {
    let mut found: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (batch, thumbnail) in shown {
        found.entry(batch).or_default().push(thumbnail);
    }
    found
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
