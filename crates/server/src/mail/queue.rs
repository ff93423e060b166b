//! The queue of letters: enqueued with the change that causes them, written and sent by the worker, one a minute per address.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::letters::{self, Letter, Mail};
use crate::accounts::signups::{self, Signup};
use crate::accounts::{User, by_email, links};
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
    let dedupe = waiting_place(to, letter.kind(), letter.subject());
    let payload = serde_json::to_value(Payload { to: to.to_owned(), letter: letter.clone() })?;
    let new = NewTask { kind: TASK, payload, dedupe, replace: true, priority: letter.priority() };
    worker::enqueue(state, tx, new).await
}

/// Takes a link for a new password out of the queue before it is made.
pub async fn forget_recovery(tx: &mut Tx, to: &str) -> Result<(), sqlx::Error> {
    forget(tx, waiting_place(to, Letter::Recover.kind(), None)).await
}

/// Takes the letters about a batch out of the queue when it is deleted.
pub async fn forget_batch(tx: &mut Tx, to: &str, batch: Uuid) -> Result<(), sqlx::Error> {
    for kind in letters::ABOUT_A_BATCH {
        forget(tx, waiting_place(to, kind, Some(batch))).await?;
    }
    Ok(())
}

async fn forget(tx: &mut Tx, place: String) -> Result<(), sqlx::Error> {
    q!("DELETE FROM tasks WHERE dedupe_key = $1", place).execute(tx).await?;
    Ok(())
}

/// One letter of a kind, and about one thing, waits for an address; it is found by a hash.
fn waiting_place(to: &str, kind: &str, about: Option<Uuid>) -> String {
    let about = about.map(|id| id.to_string()).unwrap_or_default();
    digest(&format!("mail\0{kind}\0{to}\0{about}")).map(|byte| format!("{byte:02x}")).concat()
}

/// Writes and sends one letter, or says when to try again.
pub async fn deliver(state: &AppState, payload: serde_json::Value) -> Result<Outcome> {
    let Payload { to, letter } = serde_json::from_value(payload)?;
    let Some(reason) = reason(state, &to, letter).await? else { return Ok(Outcome::Done) };
    if let Some(later) = wait_until(state, &to).await? {
        return Ok(Outcome::Later(later));
    }
    let mail = match reason {
        Reason::NewAddress(signup) => confirmation(state, &signup),
        Reason::Account(user, letter) => write(state, &user, letter).await?,
    };
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

/// Why to write now.
enum Reason {
    /// A sign-up with an address that has no account.
    NewAddress(Signup),
    Account(User, Letter),
}

/// Nothing when there is no longer a reason.
async fn reason(state: &AppState, to: &str, letter: Letter) -> Result<Option<Reason>> {
    if let Some(user) = by_email(&state.db, to).await? {
        let wanted = letter.wanted_by(&preferences::get(&state.db, user.id).await?);
        let still = wanted && is_there(state, user.id, letter.subject()).await?;
        return Ok(still.then_some(Reason::Account(user, letter)));
    }
    let Letter::SignUp { signup } = letter else { return Ok(None) };
    Ok(signups::by_id(&state.db, signup, state.clock.now()).await?.map(Reason::NewAddress))
}

/// Whether the batch that a letter is about has not been deleted meanwhile.
async fn is_there(state: &AppState, user: Uuid, batch: Option<Uuid>) -> Result<bool> {
    let Some(batch) = batch else { return Ok(true) };
    let found = q!("SELECT COUNT(*) FROM batch_results WHERE id = $1 AND user_id = $2", batch, user);
    Ok(found.number(&state.db).await? > 0)
}

fn confirmation(state: &AppState, signup: &Signup) -> Mail {
    let token = state.keys.signup_token(signup.id);
    let link = format!("{}/confirm?token={token}", state.config.public_url());
    letters::confirm(&signup.email, Some(&signup.full_name), &link)
}

/// The mail to somebody who has an account.
async fn write(state: &AppState, user: &User, letter: Letter) -> Result<Mail> {
    let (to, name) = (user.email.as_str(), user.full_name.as_deref());
    let base = state.config.public_url();
    Ok(match letter {
        Letter::SignUp { .. } => letters::already_registered(to, name, &format!("{base}/auth?mode=login")),
        Letter::Recover => letters::recover(to, name, &links::make(state, user.id).await?),
        Letter::PasswordChanged => letters::password_changed(to, name, &format!("{base}/auth?mode=forgot")),
        Letter::NewDevice { network } => {
            letters::new_device(to, name, &network, &format!("{base}/dashboard/profile"))
        }
        Letter::PaymentFailed { until } => {
            letters::payment_failed(to, name, &until, &format!("{base}/dashboard/billing"))
        }
        Letter::BatchReady(news) => letters::batch_ready(to, name, &news, &format!("{base}/dashboard/jobs")),
        Letter::BatchExpires(news) => {
            letters::batch_expires(to, name, &news, &format!("{base}/dashboard/jobs"))
        }
        Letter::Deactivated => letters::deactivated(to, name, &format!("{base}/auth?mode=login")),
    })
}
