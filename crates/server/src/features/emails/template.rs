//! An email template: its name in the queue, when it is sent, and its words. Each feature has its own and lists them in its
//! `EMAILS`.

use std::future::{Future, ready};

use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::mail::Words;
use crate::features::preferences::Preferences;
use crate::features::users::User;

/// Somebody waits for it, as for a link.
pub const AWAITED: i64 = 10;
/// It can wait for what happened to accounts.
pub const AT_LEISURE: i64 = -10;

/// What holds an email back. Nobody can delay somebody else's email by asking for many of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Goes at once: alarms, and what happened to an account.
    AtOnce,
    /// One a minute for the same address and matter: what anybody can ask for. Other matters do not wait for it.
    PerMatter,
    /// One a minute for the same address, of all news together.
    News,
}

/// A reason to write to somebody. Its fields wait in the queue, so they hold neither a token nor a hash of a password.
pub trait EmailTemplate: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue, where emails wait during an upgrade: it never changes.
    const KIND: &'static str;
    /// One pending email per address and place: a newer one takes the place of an older one.
    const PLACE: &'static str = Self::KIND;
    /// Somebody waits for a link; news of what happened can wait for the next minute.
    const PRIORITY: i64 = 0;
    const PACE: Pace = Pace::AtOnce;

    /// What the email is about, when there may be several of its kind at a time.
    fn about(&self) -> Option<Uuid> {
        None
    }

    /// Whether somebody with these settings wants it. Emails about the account itself are always sent.
    fn is_wanted(_: &Preferences) -> bool {
        true
    }

    /// Whether there is still a reason to write to this person when its turn comes.
    fn is_due(&self, _: &Context, _reader: Uuid) -> impl Future<Output = Result<bool>> + Send {
        ready(Ok(true))
    }

    /// What it says to somebody who has an account. Links are made here, so that no token waits anywhere.
    fn words(&self, state: &Context, reader: &User) -> impl Future<Output = Result<Words>> + Send;

    /// Whom it greets and what it says at an address without an account: nothing, but for a sign-up.
    fn words_to_newcomer(&self, _: &Context) -> impl Future<Output = Result<Option<(String, Words)>>> + Send {
        ready(Ok(None))
    }
}
