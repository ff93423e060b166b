//! Which version of the tables a backup holds.

use crate::base::db::{Db, q};

/// The schema that an open database has.
pub(super) async fn schema(db: &Db) -> Result<i64, sqlx::Error> {
    q!("SELECT COALESCE(MAX(version), 0) FROM schema_migrations").number(db).await
}
