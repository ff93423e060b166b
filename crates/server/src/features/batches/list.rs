//! The history as a list with thumbnails, and one batch with its files.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::files::{self, ProcessedFile};
use super::page::{BatchSort, PageRequest};
use super::{Batch, find};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{Problem, Result};
use crate::base::extract::{Json, Path, Query};
use crate::base::paging::{bounds, containing};
use crate::features::users::{CurrentUser, Token};

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

/// What was processed, with thumbnails.
#[utoipa::path(get, path = "/api/v1/batches", tag = "history", security(("bearer" = [])), params(BatchQuery),
    responses((status = 200, body = BatchPage), (status = 401, body = Problem)))]
pub async fn list(
    State(state): State<Context>,
    token: Token,
    Query(query): Query<BatchQuery>,
) -> Result<Json<BatchPage>> {
    let (limit, offset) = bounds(query.limit, query.offset);
    let words = containing(query.q.as_deref().unwrap_or_default());
    let request = PageRequest { token, words, limit, offset, sort: query.sort };
    let (shown, total) = request.read(&state).await?;
    let items = shown.into_iter().map(|(row, thumbnails)| row.view(&state, thumbnails, None)).collect();
    Ok(Json(BatchPage { items, total }))
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
