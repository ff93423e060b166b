//! A page of the history in one statement, which also finds out who asks and answers with one row: the person, the counts,
//! and the batches as one JSON text. Rows pass one by one between SQLite's thread and the request and each value is copied
//! on the way; fifty rows of fifteen values took most of a page's time, and every statement is an exchange of threads.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{BatchRow, PROCESSING, retention};
use crate::base::context::Context;
use crate::base::db::{Arg, Db, Query, row};
use crate::base::error::{ApiError, Result};
use crate::features::users::{Token, signed_in};

const SHOWN_IMAGES: i64 = 4;

/// What comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum BatchSort {
    #[default]
    Newest,
    Oldest,
    Name,
    Largest,
}

/// Which batches of whom.
pub(super) struct PageRequest {
    pub(super) token: Token,
    /// A LIKE pattern.
    pub(super) words: String,
    pub(super) limit: i64,
    pub(super) offset: i64,
    pub(super) sort: BatchSort,
}

/// A batch and its first thumbnails.
type Shown = (BatchRow, Vec<String>);

#[derive(Debug)]
struct PageRow {
    user_id: Uuid,
    total: i64,
    unfinished: i64,
    items: String,
}
row!(PageRow { user_id, total, unfinished, items });

/// $1 and $2 the token and the time, $3 words, $4 how many, $5 from where, $6 thumbnails of each, $7 status of unfinished ones,
/// $8 made before. No row when the token does not hold.
/// Each order has its own text: one with the order as a parameter sorts everything that a person ever saved, while the
/// newest are simply read from the index. The rows that were found are put together in the same order. The two engines
/// have different names for the functions that make JSON. The columns are those of `BatchRow`, in its order.
macro_rules! page {
    ($array:literal, $uuid:literal, $json:literal, $text:literal, $order:literal) => {
        concat!(
            "SELECT user_id, total, unfinished, items FROM (WITH asker AS (SELECT u.id", signed_in!(), ")
             SELECT asker.id AS user_id, counted.total, counted.unfinished,
             (SELECT '[' || COALESCE(string_agg(item, ',' ORDER BY ", $order, "), '') || ']'
             FROM (SELECT b.id, b.batch_name, b.zip_file_size, b.created_at, '[' || CAST(",
            $array, "(", $uuid, "(b.id), ", $uuid, "(b.user_id),
             CASE WHEN b.job_id IS NOT NULL THEN ", $uuid, "(b.job_id) END, b.batch_name, b.file_count,
             b.processed_count, b.status, b.expires_at, b.zip_file_path, b.zip_file_size, b.download_url,
             b.download_count, ", $json, "(b.processing_options), b.created_at, b.updated_at) AS TEXT) || ',[' ||
             COALESCE((SELECT string_agg(CAST(", $text, "(f.file_data) AS TEXT), ',' ORDER BY f.position)
                FROM processed_files f WHERE f.batch_id = b.id AND f.position < $6 AND f.file_data IS NOT NULL), '') || ']]' AS item
             FROM batch_results b WHERE b.user_id = (SELECT id FROM asker) AND ($3 = '%%' OR LOWER(b.batch_name) LIKE $3 ESCAPE '\\')
             ORDER BY ", $order, " LIMIT $4 OFFSET $5) AS shown) AS items
             FROM asker CROSS JOIN (SELECT COUNT(CASE WHEN $3 = '%%' OR LOWER(batch_name) LIKE $3 ESCAPE '\\' THEN 1 END) AS total,
                COUNT(CASE WHEN status = $7 AND created_at <= $8 THEN 1 END) AS unfinished
                FROM batch_results WHERE user_id = (SELECT id FROM asker)) AS counted) AS page"
        )
    };
}

macro_rules! page_of {
    ($db:expr, $order:literal) => {
        match $db {
            Db::Sqlite { .. } => page!("json_array", "hex", "json", "json_quote", $order),
            Db::Postgres { .. } => page!("json_build_array", "", "", "to_json", $order),
        }
    };
}

fn statement(db: &Db, sort: BatchSort) -> &'static str {
    match sort {
        BatchSort::Newest => page_of!(db, "created_at DESC, id DESC"),
        BatchSort::Oldest => page_of!(db, "created_at, id DESC"),
        BatchSort::Name => page_of!(db, "LOWER(batch_name), created_at DESC, id DESC"),
        BatchSort::Largest => page_of!(db, "COALESCE(zip_file_size, 0) DESC, created_at DESC, id DESC"),
    }
}

impl PageRequest {
    /// The batches of the page, and how many the words find in all. Batches that were never finished fail first.
    pub(super) async fn read(&self, state: &Context) -> Result<(Vec<Shown>, i64)> {
        let mut page = self.row(state).await?;
        if page.unfinished > 0 {
            retention::fail_stale_of(state, page.user_id).await?;
            page = self.row(state).await?;
        }
        Ok((serde_json::from_str(&page.items)?, page.total))
    }

    async fn row(&self, state: &Context) -> Result<PageRow> {
        let args = vec![
            Arg::from(self.token.0),
            state.clock.now().into(),
            self.words.as_str().into(),
            self.limit.into(),
            self.offset.into(),
            SHOWN_IMAGES.into(),
            PROCESSING.into(),
            retention::unfinished_before(state).into(),
        ];
        let found = Query::new(statement(&state.db, self.sort), args).optional(&state.db).await?;
        found.ok_or_else(ApiError::unauthorized)
    }
}
