//! One image on its way into a batch: its name, and its place in the store.

use http::StatusCode;
use nomina_rules::plans::Limits;

use crate::base::clock::HOUR_MS;
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::plain_text::plain;
use crate::base::spool::Spool;
use crate::base::{blobs, deletion};

const LONGEST_NAME: usize = 255;

/// Where an image of the batch comes from.
#[derive(Debug)]
pub(super) enum Source {
    Sent { key: String, size: u64 },
    Address(String),
}

/// Puts an image into the store. Its key is marked for deletion until the batch is made: what is refused leaves nothing behind.
pub(super) async fn keep(state: &Context, mut spool: Spool) -> Result<(Source, String)> {
    let (size, hash) = spool.finish().await?;
    let key = blobs::new_key(&*state.random, "pictures");
    deletion::mark(&state.db, &key, state.clock.now().plus_ms(HOUR_MS)).await?;
    state.blobs.take(&key, spool.path()).await.map_err(ApiError::unavailable)?;
    Ok((Source::Sent { key, size }, hash))
}

pub(super) fn too_many(limits: Limits) -> ApiError {
    ApiError::invalid("image", format!("Cannot exceed {} images per batch.", limits.max_batch))
}

pub(super) fn too_large(most: u64) -> ApiError {
    let sentence = format!("An image is larger than {} MB.", most >> 20);
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", sentence)
}

/// The last part of a path, as a name that says something.
pub(super) fn name_in(path: &str) -> String {
    let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or_default();
    let plain = plain(last);
    match plain.trim() {
        "" => "image".to_owned(),
        name => short(name),
    }
}

/// Short enough for every row; names are made legal when the ZIP is.
fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}
