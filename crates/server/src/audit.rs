//! What happened to accounts: ids and networks only, nothing personal, so that it may outlive the account.

use uuid::Uuid;

use crate::db::{Tx, q};
use crate::http::client::Client;
use crate::random;
use crate::state::AppState;

/// Notes an action inside the transaction that does it.
pub async fn note(
    state: &AppState,
    tx: &mut Tx,
    user: Option<Uuid>,
    action: &str,
    client: &Client,
) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    q!(
        "INSERT INTO audit_log (id, user_id, action, ip_prefix, created_at) VALUES ($1, $2, $3, $4, $5)",
        random::id(&*state.random, now),
        user,
        action,
        client.ip_prefix(),
        now
    )
    .execute(tx)
    .await?;
    Ok(())
}
