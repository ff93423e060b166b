//! Stored objects that no row of any feature refers to: a restored backup or a lost database leaves such.

use serde_json::json;

use crate::base::blobs::Blobs;
use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::{Db, Query};
use crate::base::deletion::remove_all_marked;
use crate::base::error::{ApiError, Result};

const KEYS_AT_ONCE: usize = 1000;

/// A list of keys travels as one JSON parameter; each engine has a word of its own for its elements.
macro_rules! unknown {
    ($keys:literal) => {
        concat!(
            "INSERT INTO doomed_objects (path, doomed_at) SELECT listed.value, CAST($2 AS BIGINT) FROM ",
            $keys,
            " WHERE NOT EXISTS (SELECT 1 FROM batch_results WHERE zip_file_path = listed.value)
             AND listed.value NOT IN (SELECT zip_key FROM runs WHERE zip_key IS NOT NULL)
             AND listed.value NOT IN (SELECT input_key FROM run_pictures WHERE input_key IS NOT NULL)
             AND listed.value NOT IN (SELECT output_key FROM run_pictures WHERE output_key IS NOT NULL)
             ON CONFLICT (path) DO NOTHING"
        )
    };
}

/// Marks such objects of yesterday and before for deletion. One statement looks at a thousand of them.
pub async fn remove(state: &Context) -> Result<u64> {
    let yesterday = state.clock.now().plus_ms(-DAY_MS);
    let old = Blobs::written_before(&state.blobs, yesterday).await.map_err(ApiError::internal)?;
    let sql = match &state.db {
        Db::Sqlite { .. } => unknown!("json_each($1) AS listed"),
        Db::Postgres { .. } => unknown!("jsonb_array_elements_text($1) AS listed(value)"),
    };
    let mut orphans = 0;
    for some in old.chunks(KEYS_AT_ONCE) {
        let args = vec![json!(some).into(), state.clock.now().into()];
        orphans += Query::new(sql, args).execute(&state.db).await?;
    }
    state.metrics.orphaned(orphans);
    remove_all_marked(state).await?;
    Ok(orphans)
}
