//! A mail when an account is used from a place and by a program that it was not used with lately (SET-03: only to those
//! who want such mails). One of the two is enough to be known: people travel, and browsers change their names.

use crate::accounts::User;
use crate::db::{Tx, q};
use crate::error::Result;
use crate::http::client::Client;
use crate::mail::{self, Letter};
use crate::preferences;
use crate::state::AppState;

/// To be called before the new session exists. The first session of an account is no news.
pub async fn tell(state: &AppState, tx: &mut Tx, user: &User, client: &Client) -> Result<()> {
    let network = client.ip_prefix();
    let (all, known): (i64, i64) = q!(
        "SELECT COUNT(*), COUNT(CASE WHEN user_agent = $2 OR ip_prefix = $3 THEN 1 END)
         FROM sessions WHERE user_id = $1",
        user.id,
        client.user_agent.as_str(),
        network.as_str()
    )
    .one(&mut *tx)
    .await?;
    if all == 0 || known > 0 || !preferences::get(&mut *tx, user.id).await?.email_notifications {
        return Ok(());
    }
    mail::send(state, tx, &user.email, &Letter::NewDevice { network }).await?;
    Ok(())
}
