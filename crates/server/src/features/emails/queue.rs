//! The queue of emails: enqueued with the change that causes them, written and sent by the worker. What anybody can ask for
//! and news go once a minute, see `Pace`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::mailbox;
use super::template::{EmailTemplate, Pace};
use crate::base::clock::{MINUTE_MS, Timestamp};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::{ApiError, Result};
use crate::base::feature::Email;
use crate::base::mail::{Mailer, Words};
use crate::base::secrets::digest;
use crate::base::tasks::{self, NewTask, Outcome};
use crate::features::preferences;
use crate::features::users::{User, by_email};

pub const TASK: &str = "mail";

#[derive(Serialize, Deserialize)]
struct Payload<T> {
    to: String,
    letter: T,
}

#[derive(Serialize)]
struct Named<'a, T> {
    kind: &'static str,
    #[serde(flatten)]
    email: &'a T,
}

/// Puts an email in the queue. It exists if and only if the transaction does.
pub async fn send<T: EmailTemplate>(state: &Context, tx: &mut Tx, to: &str, email: &T) -> Result<()> {
    let dedupe = waiting_place(to, T::PLACE, email.about());
    let payload = in_queue(to, email)?;
    let new = NewTask { kind: TASK, payload, dedupe, replace: true, priority: T::PRIORITY };
    tasks::enqueue(state, tx, new).await
}

/// An email as it waits. Stored tasks call it `letter`.
pub(crate) fn in_queue<T: EmailTemplate>(to: &str, email: &T) -> Result<Value, serde_json::Error> {
    serde_json::to_value(Payload { to: to.to_owned(), letter: Named { kind: T::KIND, email } })
}

/// Takes an email out of the queue before it is written.
pub async fn forget<T: EmailTemplate>(tx: &mut Tx, to: &str, about: Option<Uuid>) -> Result<(), sqlx::Error> {
    forget_at(tx, waiting_place(to, T::PLACE, about)).await
}

async fn forget_at(tx: &mut Tx, place: String) -> Result<(), sqlx::Error> {
    q!("DELETE FROM tasks WHERE dedupe_key = $1", place).execute(tx).await?;
    Ok(())
}

/// One email of a kind, and about one thing, waits for an address; it is found by a hash.
fn waiting_place(to: &str, kind: &str, about: Option<Uuid>) -> String {
    let about = about.map(|id| id.to_string()).unwrap_or_default();
    digest(&format!("mail\0{kind}\0{to}\0{about}")).map(|byte| format!("{byte:02x}")).concat()
}

/// A kind of email for a feature's list.
pub(crate) const fn email<T: EmailTemplate>() -> Email {
    Email { name: T::KIND, deliver: |state, to, stored| Box::pin(deliver_as::<T>(state, to, stored)) }
}

/// Writes and sends one email, or says when to try again.
pub async fn deliver(state: &Context, kinds: &[&Email], payload: Value) -> Result<Outcome> {
    let Payload::<Value> { to, letter: stored } = serde_json::from_value(payload)?;
    let Some(kind) = kinds.iter().find(|kind| stored["kind"] == kind.name) else {
        return Err(ApiError::internal(format!("no email is of the kind {}", stored["kind"])));
    };
    (kind.deliver)(state, to, stored).await
}

async fn deliver_as<T: EmailTemplate>(state: &Context, to: String, stored: Value) -> Result<Outcome> {
    let email: T = serde_json::from_value(stored)?;
    let Some(reader) = reader(state, &to, &email).await? else { return Ok(Outcome::Done) };
    if let Some(matter) = paced_as(&to, &email)
        && let Some(later) = wait_until(state, matter).await?
    {
        return Ok(Outcome::Later(later));
    }
    let mail = match reader {
        Reader::Newcomer(name, words) => words.to(&to, Some(&name)),
        Reader::Account(user) => email.words(state, &user).await?.to(&to, user.full_name.as_deref()),
    };
    match &state.mailer {
        Mailer::Mailbox => mailbox::keep(state, &mail).await?,
        mailer => mailer.send(&mail).await.map_err(ApiError::internal)?,
    }
    Ok(Outcome::Done)
}

/// What shares the one email of a minute; none when it goes at once.
fn paced_as<T: EmailTemplate>(to: &str, email: &T) -> Option<[u8; 32]> {
    match T::PACE {
        Pace::AtOnce => None,
        Pace::PerMatter => Some(digest(&waiting_place(to, T::PLACE, email.about()))),
        Pace::News => Some(digest(to)),
    }
}

/// Takes this minute's email of a matter, or says when the next may go.
async fn wait_until(state: &Context, matter: [u8; 32]) -> Result<Option<Timestamp>> {
    let now = state.clock.now();
    let pause_ms = MINUTE_MS / i64::from(state.config.rate_factor.max(1));
    let taken = q!(
        "INSERT INTO mail_pacing (address_hash, last_sent_at) VALUES ($1, $2)
         ON CONFLICT (address_hash) DO UPDATE SET last_sent_at = $2 WHERE mail_pacing.last_sent_at <= $3",
        matter,
        now,
        now.plus_ms(-pause_ms)
    )
    .execute(&state.db)
    .await?;
    if taken == 1 {
        return Ok(None);
    }
    let last =
        q!("SELECT last_sent_at FROM mail_pacing WHERE address_hash = $1", matter).number(&state.db).await?;
    Ok(Some(Timestamp(last + pause_ms)))
}

/// Who is written to.
enum Reader {
    /// Somebody whose address has no account.
    Newcomer(String, Words),
    Account(User),
}

/// Nobody when there is no longer a reason to write.
async fn reader<T: EmailTemplate>(state: &Context, to: &str, email: &T) -> Result<Option<Reader>> {
    if let Some(user) = by_email(&state.db, to).await? {
        let wanted = T::is_wanted(&preferences::get(&state.db, user.id).await?);
        let due = wanted && email.is_due(state, user.id).await?;
        return Ok(due.then_some(Reader::Account(user)));
    }
    let words = email.words_to_newcomer(state).await?;
    Ok(words.map(|(name, words)| Reader::Newcomer(name, words)))
}
