//! Accounts that their owners have left: for some days signing in can restore them.

use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::db::{Tx, q};
use crate::base::error::ApiError;

/// How long a deactivated account can be restored.
pub const RESTORE_DAYS: i64 = 30;

/// Brings a deactivated account back.
pub async fn restore(tx: &mut Tx, id: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    q!("UPDATE users SET deactivated_at = NULL, updated_at = $2 WHERE id = $1", id, now).execute(tx).await?;
    Ok(())
}

/// The answer to a right password of a deactivated account: the screen offers to restore it.
pub fn deactivated() -> ApiError {
    ApiError::forbidden("account_deactivated", "This account is deactivated.")
        .with_detail("Sign in again with \"restore\" to bring it back; after 30 days it is deleted.")
}
