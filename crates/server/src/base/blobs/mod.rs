//! The one door to stored bytes: a folder by default, S3 by `S3_*`, memory in tests. Bytes go through in pieces, both
//! ways; keys are random; nothing else touches files of people.

mod signed;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{BoxStream, StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as Key;
use object_store::{ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, WriteMultipart};
use tokio::io::AsyncReadExt;

use crate::base::clock::Timestamp;
use crate::base::config::{Config, Storage};
use crate::base::random::Random;
use crate::base::whole_file::sync_folder;

pub use signed::PutAddress;
use signed::Signer;

/// What a store takes at once: the smallest part that every S3 accepts.
const PART_BYTES: usize = 5 << 20;
/// Parts sent at the same time; more would only cost memory.
const PARTS_AT_ONCE: usize = 2;
const CONNECT: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(30);

pub type BlobError = object_store::Error;

/// An open store.
#[derive(Clone, Debug)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    /// Where the bytes lie when they lie in a folder: a finished file then moves in instead of being copied.
    folder: Option<PathBuf>,
    /// Where browsers reach the store themselves.
    signer: Option<Signer>,
}

/// Bytes that were found.
pub struct Found {
    /// Of the whole object.
    pub size: u64,
    /// What of it follows.
    pub range: Range<u64>,
    pub bytes: BoxStream<'static, Result<Bytes, BlobError>>,
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Found({:?} of {})", self.range, self.size)
    }
}

impl Found {
    /// Writes everything somewhere, on a thread of the runtime that may block.
    pub fn copy_to(mut self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let runtime = tokio::runtime::Handle::current();
        while let Some(piece) = runtime.block_on(self.bytes.next()) {
            out.write_all(&piece.map_err(std::io::Error::other)?)?;
        }
        Ok(())
    }
}

impl Blobs {
    /// Opens what the settings name.
    pub fn open(config: &Config) -> Result<Self, BlobError> {
        let blobs = &config.blobs;
        if blobs.storage == Storage::Memory {
            return Ok(Self { store: Arc::new(InMemory::new()), folder: None, signer: None });
        }
        if blobs.s3_bucket.is_empty() {
            return in_folder(&config.data_dir.join("objects"));
        }
        crate::base::tls::install();
        let mut s3 = AmazonS3Builder::new()
            .with_bucket_name(&blobs.s3_bucket)
            .with_region(&blobs.s3_region)
            .with_access_key_id(&blobs.s3_access_key_id)
            .with_secret_access_key(blobs.s3_secret_access_key.expose())
            .with_client_options(patience());
        if !blobs.s3_endpoint.is_empty() {
            s3 = s3.with_endpoint(&blobs.s3_endpoint).with_allow_http(true);
        }
        Ok(Self { store: Arc::new(s3.build()?), folder: None, signer: Signer::of(blobs) })
    }

    /// Where browsers reach the store themselves: scheme, host and port.
    pub fn origin(&self) -> Option<&str> {
        self.signer.as_ref().map(|signer| signer.origin.as_str())
    }

    /// An address for sending exactly so many bytes with this SHA-256. None when they are to pass through the server.
    pub fn put_address(
        &self,
        key: &str,
        size: u64,
        sha256: &[u8],
        until: (Timestamp, i64),
    ) -> Option<PutAddress> {
        let (now, seconds) = until;
        self.signer.as_ref().map(|signer| signer.put(key, size, sha256, now, seconds))
    }

    /// An address for reading an object, which is saved as `disposition` says. None when bytes are to pass through the server.
    pub fn get_address(&self, key: &str, disposition: &str, until: (Timestamp, i64)) -> Option<String> {
        let (now, seconds) = until;
        self.signer.as_ref().map(|signer| signer.get(key, disposition, now, seconds))
    }

    /// Takes a finished file. It is gone from where it was or may be deleted afterwards. The bytes are on the disk when this
    /// returns, so that a row which is committed then never names a file that a power cut takes back.
    pub async fn take(&self, key: &str, file: &Path) -> Result<(), BlobError> {
        let Some(folder) = &self.folder else { return self.copy_in(key, file).await };
        let (source, root, key_in) = (file.to_owned(), folder.clone(), key.to_owned());
        let moved = tokio::task::spawn_blocking(move || move_in(&source, &root, &key_in));
        match moved.await.map_err(|error| generic(std::io::Error::other(error)))? {
            // Another disk: the copy is written beside its place and moved then, by the store itself.
            Err(error) if error.kind() == std::io::ErrorKind::CrossesDevices => self.copy_in(key, file).await,
            other => other.map_err(generic),
        }
    }

    async fn copy_in(&self, key: &str, file: &Path) -> Result<(), BlobError> {
        let mut file = tokio::fs::File::open(file).await.map_err(generic)?;
        let upload = self.store.put_multipart(&Key::from(key)).await?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        let mut piece = vec![0; 256 << 10];
        loop {
            let read = file.read(&mut piece).await.map_err(generic)?;
            if read == 0 {
                break;
            }
            if let Err(error) = parts.wait_for_capacity(PARTS_AT_ONCE).await {
                let _ = parts.abort().await;
                return Err(error);
            }
            parts.write(&piece[..read]);
        }
        parts.finish().await.map(drop)
    }

    /// The bytes of an object, or of a part of it. None when it is not there.
    pub async fn read(&self, key: &str, range: Option<Range<u64>>) -> Result<Option<Found>, BlobError> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        match self.store.get_opts(&Key::from(key), options).await {
            Ok(found) => {
                let (size, range) = (found.meta.size, found.range.clone());
                Ok(Some(Found { size, range, bytes: found.into_stream() }))
            }
            Err(BlobError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes objects together, and says which are gone; one that is not there is gone already.
    pub async fn remove_all(&self, keys: Vec<String>) -> Vec<String> {
        let locations: Vec<_> = keys.iter().map(|key| Ok(Key::from(key.as_str()))).collect();
        let outcomes = self.store.delete_stream(futures_util::stream::iter(locations).boxed());
        // Outcomes come in the order of the keys.
        let gone = outcomes.zip(futures_util::stream::iter(keys)).filter_map(|(outcome, key)| async move {
            match outcome {
                Ok(location) => Some(location.to_string()),
                Err(BlobError::NotFound { .. }) => Some(key),
                Err(error) => {
                    tracing::warn!(%error, "a stored file could not be removed");
                    None
                }
            }
        });
        gone.collect().await
    }

    /// Every key that was written before a moment.
    pub(crate) async fn written_before(&self, moment: Timestamp) -> Result<Vec<String>, BlobError> {
        let listed = self.store.list(None).try_filter_map(|one| async move {
            let old = one.last_modified.timestamp_millis() < moment.0;
            Ok(old.then(|| one.location.to_string()))
        });
        listed.boxed().try_collect().await
    }
}

/// Moves a file to its place and brings its bytes and every folder on the way to the disk.
fn move_in(file: &Path, root: &Path, key: &str) -> std::io::Result<()> {
    let place = root.join(key);
    std::fs::File::open(file)?.sync_all()?;
    if let Some(parent) = place.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::rename(file, &place)?;
    let mut inside = place.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    inside.try_for_each(|folder| sync_folder(Some(folder)))
}

/// A silent store is given up; a large object may take as long as it takes.
fn patience() -> ClientOptions {
    let options = ClientOptions::new().with_connect_timeout(CONNECT).with_read_timeout(SILENCE);
    options.with_timeout_disabled()
}

fn in_folder(folder: &Path) -> Result<Blobs, BlobError> {
    std::fs::create_dir_all(folder).map_err(generic)?;
    let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true).with_fsync(true);
    Ok(Blobs { store: Arc::new(store), folder: Some(folder.to_owned()), signer: None })
}

fn generic(error: std::io::Error) -> BlobError {
    BlobError::Generic { store: "file", source: Box::new(error) }
}

/// A random key.
pub fn new_key(random: &dyn Random, kind: &str) -> String {
    let mut bytes = [0u8; 16];
    random.fill(&mut bytes);
    let name = bytes.map(|byte| format!("{byte:02x}")).concat();
    format!("{kind}/{}/{name}.{}", &name[..2], kind.trim_end_matches('s'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_is_taken_from_where_it_was_and_found_under_its_key() {
        let data = std::env::temp_dir().join(format!("nomina-blobs-{}", std::process::id()));
        std::fs::create_dir_all(&data).unwrap();
        let mut config = Config::defaults();
        config.data_dir.clone_from(&data);
        let (blobs, file) = (Blobs::open(&config).unwrap(), data.join("upload"));
        std::fs::write(&file, "zip").unwrap();
        blobs.take("zips/ab/one.zip", &file).await.unwrap();
        assert!(!file.exists());
        assert_eq!(blobs.read("zips/ab/one.zip", None).await.unwrap().unwrap().size, 3);
        let missing = blobs.take("zips/ab/two.zip", &file).await.unwrap_err();
        assert!(missing.to_string().contains("No such file"), "{missing}");
        std::fs::remove_dir_all(data).unwrap();
    }
}
