//! Servers on one PostgreSQL that keep stored files in a folder must share that folder. Each folder has a mark, and the
//! database knows the mark of the last one: a server that finds another says so, because it serves files the other has.

use crate::base::config::{Config, Storage};
use crate::base::db::{Db, q};
use crate::base::random::{self, Random};
use crate::base::whole_file;

const NAME: &str = "stored files folder";
const MARK: &str = "folder-mark";

pub(crate) async fn check(config: &Config, db: &Db, random: &dyn Random) -> Result<(), sqlx::Error> {
    let in_folder = config.blobs.s3_bucket.is_empty() && config.blobs.storage != Storage::Memory;
    if !config.uses_postgres() || !in_folder {
        return Ok(());
    }
    let ours = mark(config, random)?;
    q!("INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING", NAME, ours.as_str())
        .execute(db)
        .await?;
    let (last,): (String,) = q!("SELECT value FROM settings WHERE key = $1", NAME).one(db).await?;
    if last != ours {
        tracing::warn!(
            "Another server on this database keeps stored files in another folder: each serves only its own ZIPs, and \
             people get errors for the others. Set S3_BUCKET on all of them, or give them one shared DATA_DIR."
        );
        q!("UPDATE settings SET value = $2 WHERE key = $1", NAME, ours.as_str()).execute(db).await?;
    }
    Ok(())
}

fn mark(config: &Config, random: &dyn Random) -> std::io::Result<String> {
    let path = config.data_dir.join(MARK);
    match std::fs::read_to_string(&path) {
        // A crash of an earlier version left an empty one.
        Ok(found) if found.is_empty() => {
            std::fs::remove_file(&path)?;
            mark(config, random)
        }
        Ok(found) => Ok(found),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::fs::create_dir_all(&config.data_dir)?;
            let made = random::token(random);
            whole_file::create(&path, made.as_bytes())?;
            std::fs::read_to_string(&path)
        }
        Err(error) => Err(error),
    }
}
