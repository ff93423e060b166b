//! `nomina backup` and `nomina restore`: the database at one moment, every stored file and the key, in one ZIP with a
//! checksum for each part. The server may go on while a backup is made. A file that is not whole is never restored.

mod archive;
mod error;
mod postgres;
mod schema;
mod sqlite;

use std::path::Path;

use futures_util::TryStreamExt;

use self::archive::{About, Passing, Reader, Writer, put};
pub use self::error::BackupError;
use self::error::Result;
use crate::base::blobs::Blobs;
use crate::base::clock::{Clock, Timestamp};
use crate::base::config::Config;
use crate::base::db::{MIGRATIONS_KNOWN, make_writable};

/// Where stored files lie inside a backup, and the key of this server.
const OBJECTS: &str = "objects/";
const KEY: &str = crate::base::secrets::KEY_FILE;

/// What went into a backup or came out of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Summary {
    pub files: usize,
    pub bytes: u64,
}

/// Writes a backup. The database first: a stored file is written before its row and never changes, so that what the
/// rows name is there, unless somebody deletes it in these very seconds.
pub async fn backup(config: &Config, clock: &dyn Clock, file: &Path) -> Result<Summary> {
    let mut out = Writer::create(file)?;
    let schema = if config.uses_postgres() {
        postgres::copy_out(config, &mut out).await?
    } else {
        sqlite::copy_out(config, &mut out).await?
    };
    let files = objects_out(config, &mut out).await?;
    let key = config.data_dir.join(KEY);
    if key.exists() {
        out.add_file(KEY, &key)?;
    }
    let bytes = out.finish(About {
        program: env!("CARGO_PKG_VERSION").into(),
        engine: engine(config).into(),
        schema,
        made_at: clock.now(),
    })?;
    Ok(Summary { files, bytes })
}

/// Puts a backup in place. Every checksum is compared before anything is touched. Stored files come first and the database last,
/// in one step: whatever fails before leaves the old data in use, and the same command can be repeated.
pub async fn restore(config: &Config, clock: &dyn Clock, file: &Path, replace: bool) -> Result<Summary> {
    let mut reader = Reader::open(file)?;
    let about = reader.about();
    if about.engine != engine(config) {
        return Err(BackupError::OtherEngine { theirs: about.engine.clone(), ours: engine(config) });
    }
    if about.schema > MIGRATIONS_KNOWN {
        return Err(BackupError::TooNew { theirs: about.schema, ours: MIGRATIONS_KNOWN });
    }
    make_writable(&config.data_dir)?;
    if config.uses_postgres() {
        postgres::refuse_data(config, replace).await?;
    } else {
        sqlite::refuse_data(config, replace).await?;
    }
    let files = objects_in(config, &mut reader).await?;
    let key = key_beside(config, &mut reader)?;
    if config.uses_postgres() {
        postgres::copy_in(config, clock.now(), &mut reader).await?;
    } else {
        sqlite::copy_in(config, &mut reader, replace).await?;
    }
    if let Some(key) = key {
        put(&key.0, &config.data_dir.join(KEY))?;
    }
    Ok(Summary { files, bytes: reader.bytes() })
}

/// The key of the backup, beside its place: it gets its name when the database that needs it is in place.
fn key_beside(config: &Config, reader: &mut Reader) -> Result<Option<Passing>> {
    if !reader.has(KEY) || !config.auth.auth_secret.is_empty() {
        return Ok(None);
    }
    let beside = Passing(config.data_dir.join(format!("{KEY}.restoring")));
    reader.extract(KEY, &beside.0)?;
    Ok(Some(beside))
}

fn engine(config: &Config) -> &'static str {
    if config.uses_postgres() { "PostgreSQL" } else { "SQLite" }
}

async fn objects_out(config: &Config, out: &mut Writer) -> Result<usize> {
    let blobs = Blobs::open(config)?;
    let mut count = 0;
    for key in blobs.written_before(Timestamp(i64::MAX)).await? {
        // Deleted since it was listed: its row is going too.
        let Some(found) = blobs.read(&key, None).await? else { continue };
        out.begin(&format!("{OBJECTS}{key}"), false)?;
        let mut bytes = found.bytes;
        while let Some(piece) = bytes.try_next().await? {
            out.write(&piece)?;
        }
        out.end();
        count += 1;
    }
    Ok(count)
}

async fn objects_in(config: &Config, reader: &mut Reader) -> Result<usize> {
    let blobs = Blobs::open(config)?;
    let part = Passing(config.data_dir.join("restoring.part"));
    let names: Vec<String> = reader.names().filter(|name| name.starts_with(OBJECTS)).cloned().collect();
    for name in &names {
        reader.extract(name, &part.0)?;
        blobs.take(&name[OBJECTS.len()..], &part.0).await?;
    }
    Ok(names.len())
}
