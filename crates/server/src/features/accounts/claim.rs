//! Claiming an account that was opened without a proof of its address (`AUTH_CONFIRM_EMAIL=off`). Whoever proves the
//! address owns the account from then on; nothing that opened it before opens it any longer.

use super::links;
use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::features::sessions::store;
use crate::features::users::User;
use crate::features::{audit, second_factor};

/// Removes every way in that a stranger may have set up: the password, sessions, links, API keys and factors. An account whose
/// address is proven already stays as it is.
pub async fn claim(state: &Context, tx: &mut Tx, user: &User, client: &Client) -> Result<bool> {
    let now = state.clock.now();
    if user.email_confirmed_at.is_some() || !mark_proven(tx, user, now).await? {
        return Ok(false);
    }
    store::revoke_others(&mut *tx, user.id, None, "address proven by its owner", now).await?;
    links::void(tx, user, now).await?;
    second_factor::remove_all(tx, user.id).await?;
    q!("UPDATE api_keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL", user.id, now)
        .execute(&mut *tx)
        .await?;
    audit::note(state, tx, Some(user.id), "address proven, earlier ways in removed", client).await?;
    Ok(true)
}

async fn mark_proven(tx: &mut Tx, user: &User, now: Timestamp) -> Result<bool> {
    let changed = q!(
        "UPDATE users SET email_confirmed_at = $2, password_hash = NULL, updated_at = $2
         WHERE id = $1 AND email_confirmed_at IS NULL",
        user.id,
        now
    )
    .execute(tx)
    .await?;
    Ok(changed == 1)
}
