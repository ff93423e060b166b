//! Servers on one PostgreSQL must compute refresh tokens with one key. The first leaves the fingerprint of its key in the
//! database; one that made a key of its own and finds another fingerprint does not start.

use crate::base::config::Config;
use crate::base::db::{Db, q};
use crate::base::secrets::Keys;

const NAME: &str = "auth key fingerprint";

/// Whether this server's key is the one of the others.
pub(crate) async fn is_shared(config: &Config, db: &Db, keys: &Keys) -> Result<bool, sqlx::Error> {
    // A SQLite file belongs to one machine, and to its key file.
    if !config.uses_postgres() {
        return Ok(true);
    }
    let ours = keys.fingerprint();
    q!("INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING", NAME, ours.as_str())
        .execute(db)
        .await?;
    let (kept,): (String,) = q!("SELECT value FROM settings WHERE key = $1", NAME).one(db).await?;
    if kept == ours {
        return Ok(true);
    }
    if config.auth.auth_secret.is_empty() {
        return Ok(false);
    }
    // Somebody set a new secret on purpose: it counts from now on, and everybody signs in again.
    tracing::warn!("AUTH_SECRET is not the one this database was used with: every session ends");
    q!("UPDATE settings SET value = $2 WHERE key = $1", NAME, ours.as_str()).execute(db).await?;
    Ok(true)
}
