//! Uploaded files: written to the data folder first, so that they can be checked before anything is stored.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::expiry::{Expiry, Rule};
use crate::base::random;

/// What a crash left lies so long.
const LEFT: Duration = Duration::from_secs(24 * 60 * 60);

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] =
    &[Expiry::Rule(Rule { name: "cut uploads", tables: &[], run: |state| Box::pin(sweep(state)) })];

/// A file that disappears with this value, unless a store has taken it.
#[derive(Debug)]
pub struct Spool {
    path: PathBuf,
    file: File,
    size: u64,
    hash: Sha256,
}

impl Spool {
    pub async fn open(state: &Context) -> Result<Self> {
        let folder = state.config.data_dir.join("tmp");
        tokio::fs::create_dir_all(&folder).await.map_err(ApiError::internal)?;
        let name = random::id(&*state.random, state.clock.now()).simple().to_string();
        let path = folder.join(format!("{name}.upload"));
        let file = File::create_new(&path).await.map_err(ApiError::internal)?;
        Ok(Self { path, file, size: 0, hash: Sha256::new() })
    }

    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.size += bytes.len() as u64;
        self.hash.update(bytes);
        self.file.write_all(bytes).await.map_err(full)
    }

    /// Everything is written to the disk: its size, and its SHA-256 in hexadecimal.
    pub async fn finish(&mut self) -> Result<(u64, String)> {
        self.file.flush().await.map_err(full)?;
        self.file.sync_all().await.map_err(full)?;
        let hash = self.hash.clone().finalize();
        Ok((self.size, hash.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        // A store that moved it away leaves nothing to remove.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn full(error: std::io::Error) -> ApiError {
    if error.kind() == std::io::ErrorKind::StorageFull {
        tracing::error!("the disk of the data folder is full");
        let sentence = "The server has no room left. Please try again later.";
        return ApiError::new(http::StatusCode::INSUFFICIENT_STORAGE, "storage_full", sentence);
    }
    ApiError::internal(error)
}

/// Removes what a crash left behind.
async fn sweep(state: &Context) -> Result<u64> {
    let Ok(mut entries) = tokio::fs::read_dir(state.config.data_dir.join("tmp")).await else { return Ok(0) };
    let mut removed = 0;
    while let Ok(Some(entry)) = entries.next_entry().await {
        let age = entry.metadata().await.ok().and_then(|data| data.modified().ok()?.elapsed().ok());
        if age.is_some_and(|age| age > LEFT) && tokio::fs::remove_file(entry.path()).await.is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}
