//! The queue of letters: enqueued with the change that causes them, written and sent by the worker, one a minute per address.

use serde::{Deserialize, Serialize};

use super::letters::{self, Letter, Mail};
use crate::accounts::links::{self, Claim, Purpose};
use crate::accounts::{User, by_email};
use crate::clock::{MINUTE_MS, Timestamp};
use crate::db::{Tx, q};
use crate::error::{ApiError, Result};
use crate::preferences;
use crate::secrets::digest;
use crate::state::AppState;
use crate::worker::{self, NewTask, Outcome};

pub(super) const TASK: &str = "mail";

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    to: String,
    letter: Letter,
}

/// Puts a letter in the queue. It exists if and only if the transaction does.
pub async fn send(state: &AppState, tx: &mut Tx, to: &str, letter: &Letter) -> Result<()> {
    let about = letter.subject().map(|id| id.to_string()).unwrap_or_default();
    let purpose = format!("mail\0{}\0{to}\0{about}", letter.kind());
    let dedupe = digest(&purpose).map(|byte| format!("{byte:02x}")).concat();
    // A resend must not push away a sign-up that waits with its password.
    let replace = *letter != Letter::Resend;
    let payload = serde_json::to_value(Payload { to: to.to_owned(), letter: letter.clone() })?;
    let new = NewTask { kind: TASK, payload, dedupe, replace, priority: letter.priority() };
    worker::enqueue(state, tx, new).await
}

/// Writes and sends one letter, or says when to try again.
pub async fn deliver(state: &AppState, payload: serde_json::Value) -> Result<Outcome> {
    let Payload { to, letter } = serde_json::from_value(payload)?;
    let Some(user) = by_email(&state.db, &to).await? else { return Ok(Outcome::Done) };
    if !letter.wanted_by(&preferences::get(&state.db, user.id).await?) {
        return Ok(Outcome::Done);
    }
    if let Some(later) = wait_until(state, &to).await? {
        return Ok(Outcome::Later(later));
    }
    let Some(mail) = write(state, &user, letter).await? else { return Ok(Outcome::Done) };
    state.mailer.send(state, &mail).await.map_err(ApiError::internal)?;
    Ok(Outcome::Done)
}

/// Takes this minute's mail of an address, or says when the next may go.
async fn wait_until(state: &AppState, to: &str) -> Result<Option<Timestamp>> {
    let now = state.clock.now();
    let pause_ms = MINUTE_MS / i64::from(state.config.rate_factor.max(1));
    let address = digest(to);
    let taken = q!(
        "INSERT INTO mail_pacing (address_hash, last_sent_at) VALUES ($1, $2)
         ON CONFLICT (address_hash) DO UPDATE SET last_sent_at = $2 WHERE mail_pacing.last_sent_at <= $3",
        address,
        now,
        now.plus_ms(-pause_ms)
    )
    .execute(&state.db)
    .await?;
    if taken == 1 {
        return Ok(None);
    }
    let last =
        q!("SELECT last_sent_at FROM mail_pacing WHERE address_hash = $1", address).number(&state.db).await?;
    Ok(Some(Timestamp(last + pause_ms)))
}

/// The mail for this person now. Nothing when there is no longer a reason to write.
async fn write(state: &AppState, user: &User, letter: Letter) -> Result<Option<Mail>> {
    let (to, name) = (user.email.as_str(), user.full_name.as_deref());
    let base = state.config.public_url();
    let confirmed = user.email_confirmed_at.is_some();
    Ok(match letter {
        Letter::SignUp { .. } if confirmed => {
            Some(letters::already_registered(to, name, &format!("{base}/auth?mode=login")))
        }
        Letter::SignUp { password_hash, full_name } => {
            let claim = Claim { password_hash: Some(password_hash), full_name: Some(full_name.clone()) };
            let link = links::make(state, Purpose::Confirm, user.id, claim).await?;
            Some(letters::confirm(to, Some(&full_name), &link))
        }
        Letter::Resend if confirmed => None,
        Letter::Resend => {
            let claim =
                Claim { password_hash: user.password_hash.clone(), full_name: user.full_name.clone() };
            let link = links::make(state, Purpose::Confirm, user.id, claim).await?;
            Some(letters::confirm(to, name, &link))
        }
        Letter::Recover => {
            let link = links::make(state, Purpose::Recover, user.id, Claim::default()).await?;
            Some(letters::recover(to, name, &link))
        }
        Letter::PasswordChanged => {
            Some(letters::password_changed(to, name, &format!("{base}/auth?mode=forgot")))
        }
        Letter::NewDevice { network } => {
            Some(letters::new_device(to, name, &network, &format!("{base}/dashboard/profile")))
        }
        Letter::BatchReady(news) => {
            Some(letters::batch_ready(to, name, &news, &format!("{base}/dashboard/jobs")))
        }
        Letter::BatchExpires(news) => {
            Some(letters::batch_expires(to, name, &news, &format!("{base}/dashboard/jobs")))
        }
        Letter::Deactivated => Some(letters::deactivated(to, name, &format!("{base}/auth?mode=login"))),
    })
}
