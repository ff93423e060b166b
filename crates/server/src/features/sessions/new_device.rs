//! An email when an account is used in a browser in which its owner has not signed in before (SET-03: only to those who want
//! such emails). Who cleared their cookies is known by program and place together: one of the two is too easy to meet.

use super::emails::NewDevice;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::features::users::User;
use crate::features::{emails, preferences};

/// Call it before the new session exists. The first session of an account sends no email.
pub async fn tell(state: &Context, tx: &mut Tx, user: &User, client: &Client) -> Result<()> {
    if client.device.as_deref().is_some_and(|token| state.keys.is_device_of(token, user.id)) {
        return Ok(());
    }
    let network = client.ip_prefix();
    let (all, known): (i64, i64) = q!(
        "SELECT COUNT(*), COUNT(CASE WHEN user_agent = $2 AND ip_prefix = $3 THEN 1 END)
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
    emails::send(state, tx, &user.email, &NewDevice { network }).await?;
    Ok(())
}
