//! What the mail knows of a letter: what it is called in the queue, when it goes, and that it has words. Whose letter it is
//! and what it says belongs to its feature; each lists its own, and here they come together.

use std::future::{Future, ready};
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::queue;
use super::words::Words;
use crate::app::state::AppState;
use crate::base::error::Result;
use crate::base::worker::Outcome;
use crate::features::accounts::User;
use crate::features::preferences::Preferences;
use crate::features::{accounts, batches, billing, second_factor, sessions};

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

/// Why somebody gets mail. What its fields hold waits in the queue: neither a token nor a password's hash.
pub trait Letter: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the queue, where letters wait while one release takes the place of another: it stays as it is.
    const KIND: &'static str;
    /// One pending letter per address and place: a newer one takes the place of an older one.
    const PLACE: &'static str = Self::KIND;
    /// Somebody waits for a link; news of what happened can wait for the next minute.
    const PRIORITY: i64 = 0;
    const PACE: Pace = Pace::AtOnce;

    /// What the letter is about, when there may be several of its kind at a time.
    fn about(&self) -> Option<Uuid> {
        None
    }

    /// Whether somebody with these settings wants it. Mails about the account itself always go out.
    fn is_wanted(_: &Preferences) -> bool {
        true
    }

    /// Whether there is still a reason to write to this person when its turn comes.
    fn is_due(&self, _: &AppState, _reader: Uuid) -> impl Future<Output = Result<bool>> + Send {
        ready(Ok(true))
    }

    /// What it says to somebody who has an account. Links are made here, so that no token waits anywhere.
    fn words(&self, state: &AppState, reader: &User) -> impl Future<Output = Result<Words>> + Send;

    /// Whom it greets and what it says at an address without an account: nothing, but for a sign-up.
    fn words_to_newcomer(
        &self,
        _: &AppState,
    ) -> impl Future<Output = Result<Option<(String, Words)>>> + Send {
        ready(Ok(None))
    }
}

pub(super) type Delivering<'a> = Pin<Box<dyn Future<Output = Result<Outcome>> + Send + 'a>>;

/// A kind of letter as the queue finds it.
#[derive(Debug)]
pub struct Kind {
    pub name: &'static str,
    pub(super) deliver: for<'a> fn(&'a AppState, String, Value) -> Delivering<'a>,
}

impl Kind {
    pub(crate) const fn of<L: Letter>() -> Self {
        Self {
            name: L::KIND,
            deliver: |state, to, letter| Box::pin(queue::deliver_as::<L>(state, to, letter)),
        }
    }
}

/// Every feature's letters.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [accounts::LETTERS, second_factor::LETTERS, sessions::LETTERS, billing::LETTERS, batches::LETTERS]
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::*;
    use crate::base::clock::Timestamp;
    use crate::base::mail::queue::in_queue;
    use crate::features::accounts::letters::{Deactivated, PasswordChanged, Recover, SignUp};
    use crate::features::batches::letters::{BatchExpires, BatchNews, BatchReady};
    use crate::features::billing::letters::PaymentFailed;
    use crate::features::second_factor::letters::{Change, SecondFactorChanged};
    use crate::features::sessions::letters::NewDevice;

    fn is_kept_as<L: Letter>(letter: &L, stored: &Value) {
        let kept = in_queue("a@x.org", letter).unwrap();
        assert_eq!(kept, json!({ "to": "a@x.org", "letter": stored }));
        let read: L = serde_json::from_value(kept["letter"].clone()).unwrap();
        assert_eq!(in_queue("a@x.org", &read).unwrap(), kept);
        assert!(kinds().any(|kind| kind.name == L::KIND), "{} is in no feature's list", L::KIND);
    }

    #[test]
    fn letters_wait_in_the_queue_as_earlier_releases_wrote_them() {
        let id = Uuid::from_u128(7);
        let news = || BatchNews { id, name: "Trip".into(), files: 2, expires_at: Timestamp(0) };
        let batch = |kind: &str| json!({ "kind": kind, "id": id, "name": "Trip", "files": 2, "expires_at": Timestamp(0) });
        is_kept_as(&SignUp { signup: id }, &json!({ "kind": "sign_up", "signup": id }));
        is_kept_as(&Recover {}, &json!({ "kind": "recover" }));
        is_kept_as(&PasswordChanged {}, &json!({ "kind": "password_changed" }));
        is_kept_as(&Deactivated {}, &json!({ "kind": "deactivated" }));
        let changed = SecondFactorChanged { id, change: Change::AppAdded };
        is_kept_as(&changed, &json!({ "kind": "second_factor", "id": id, "change": "app_added" }));
        is_kept_as(&NewDevice { network: "n".into() }, &json!({ "kind": "new_device", "network": "n" }));
        is_kept_as(&PaymentFailed { until: "u".into() }, &json!({ "kind": "payment_failed", "until": "u" }));
        is_kept_as(&BatchReady(news()), &batch("batch_ready"));
        is_kept_as(&BatchExpires(news()), &batch("batch_expires"));
    }

    #[test]
    fn alarms_are_never_held_back() {
        assert_eq!(PasswordChanged::PACE, Pace::AtOnce);
        assert_eq!(Deactivated::PACE, Pace::AtOnce);
        assert_eq!(NewDevice::PACE, Pace::AtOnce);
        assert_eq!(PaymentFailed::PACE, Pace::AtOnce);
    }

    #[test]
    fn no_two_kinds_share_a_name() {
        let names: Vec<_> = kinds().map(|kind| kind.name).collect();
        assert_eq!(names.len(), names.iter().collect::<HashSet<_>>().len(), "{names:?}");
    }
}
