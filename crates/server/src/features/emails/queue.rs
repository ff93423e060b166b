//! The queue of letters: enqueued with the change that causes them, written and sent by the worker. What anybody can ask for
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
struct Payload<L> {
    to: String,
    letter: L,
}

#[derive(Serialize)]
struct Named<'a, L> {
    kind: &'static str,
    #[serde(flatten)]
    letter: &'a L,
}

/// Puts a letter in the queue. It exists if and only if the transaction does.
pub async fn send<L: EmailTemplate>(state: &Context, tx: &mut Tx, to: &str, letter: &L) -> Result<()> {
    let dedupe = waiting_place(to, L::PLACE, letter.about());
    let payload = in_queue(to, letter)?;
    let new = NewTask { kind: TASK, payload, dedupe, replace: true, priority: L::PRIORITY };
    tasks::enqueue(state, tx, new).await
}

/// A letter as it waits.
pub(crate) fn in_queue<L: EmailTemplate>(to: &str, letter: &L) -> Result<Value, serde_json::Error> {
    serde_json::to_value(Payload { to: to.to_owned(), letter: Named { kind: L::KIND, letter } })
}

/// Takes a letter out of the queue before it is written.
pub async fn forget<L: EmailTemplate>(tx: &mut Tx, to: &str, about: Option<Uuid>) -> Result<(), sqlx::Error> {
    forget_at(tx, waiting_place(to, L::PLACE, about)).await
}

async fn forget_at(tx: &mut Tx, place: String) -> Result<(), sqlx::Error> {
    q!("DELETE FROM tasks WHERE dedupe_key = $1", place).execute(tx).await?;
    Ok(())
}

/// One letter of a kind, and about one thing, waits for an address; it is found by a hash.
fn waiting_place(to: &str, kind: &str, about: Option<Uuid>) -> String {
    let about = about.map(|id| id.to_string()).unwrap_or_default();
    digest(&format!("mail\0{kind}\0{to}\0{about}")).map(|byte| format!("{byte:02x}")).concat()
}

/// A kind of email for a feature's list.
pub(crate) const fn email<T: EmailTemplate>() -> Email {
    Email { name: T::KIND, deliver: |state, to, stored| Box::pin(deliver_as::<T>(state, to, stored)) }
}

/// Writes and sends one letter, or says when to try again.
pub async fn deliver(state: &Context, kinds: &[&Email], payload: Value) -> Result<Outcome> {
    let Payload::<Value> { to, letter } = serde_json::from_value(payload)?;
    let Some(kind) = kinds.iter().find(|kind| letter["kind"] == kind.name) else {
        return Err(ApiError::internal(format!("no letter is of the kind {}", letter["kind"])));
    };
    (kind.deliver)(state, to, letter).await
}

async fn deliver_as<L: EmailTemplate>(state: &Context, to: String, letter: Value) -> Result<Outcome> {
    let letter: L = serde_json::from_value(letter)?;
    let Some(reader) = reader(state, &to, &letter).await? else { return Ok(Outcome::Done) };
    if let Some(matter) = paced_as(&to, &letter)
        && let Some(later) = wait_until(state, matter).await?
    {
        return Ok(Outcome::Later(later));
    }
    let mail = match reader {
        Reader::Newcomer(name, words) => words.to(&to, Some(&name)),
        Reader::Account(user) => letter.words(state, &user).await?.to(&to, user.full_name.as_deref()),
    };
    match &state.mailer {
        Mailer::Mailbox => mailbox::keep(state, &mail).await?,
        mailer => mailer.send(&mail).await.map_err(ApiError::internal)?,
    }
    Ok(Outcome::Done)
}

/// What shares the one email of a minute; none when it goes at once.
fn paced_as<L: EmailTemplate>(to: &str, letter: &L) -> Option<[u8; 32]> {
    match L::PACE {
        Pace::AtOnce => None,
        Pace::PerMatter => Some(digest(&waiting_place(to, L::PLACE, letter.about()))),
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
async fn reader<L: EmailTemplate>(state: &Context, to: &str, letter: &L) -> Result<Option<Reader>> {
    if let Some(user) = by_email(&state.db, to).await? {
        let wanted = L::is_wanted(&preferences::get(&state.db, user.id).await?);
        let due = wanted && letter.is_due(state, user.id).await?;
        return Ok(due.then_some(Reader::Account(user)));
    }
    let words = letter.words_to_newcomer(state).await?;
    Ok(words.map(|(name, words)| Reader::Newcomer(name, words)))
}
