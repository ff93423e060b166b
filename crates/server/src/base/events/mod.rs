//! What open tabs are told. An event is a row written with the change itself (an outbox), so that it exists if and only
//! if the change does; streams read rows in order and are woken by a hint, in this process or from another replica.

mod listen;

use serde_json::Value;
use uuid::Uuid;

pub use listen::listen;

use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::personal::Holding;

/// Copies of what other features export, deleted after a day.
pub(crate) const PERSONAL: &[Holding] = &[Holding { tables: &["events"], export: None, forget: None }];

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "events",
    tables: &["events"],
    run: |state| {
        let before = state.clock.now().plus_ms(-KEPT_MS);
        rows(state, q!("DELETE FROM events WHERE created_at <= $1", before))
    },
})];

/// The channel on which replicas wake each other.
const CHANNEL: &str = "nomina_events";
/// How long events are kept for tabs that were away.
const KEPT_MS: i64 = DAY_MS;

/// What changed. The name is the `event:` of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Job,
    Batch,
    Usage,
    Template,
    Subscription,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Batch => "batch",
            Self::Usage => "usage",
            Self::Template => "template",
            Self::Subscription => "subscription",
        }
    }
}

/// Tells the person's open tabs, once the transaction is committed. Call it last in a transaction: on PostgreSQL it
/// holds a lock per person until the commit, so that numbers become visible in their order and no stream skips one.
pub async fn emit(state: &Context, tx: &mut Tx, user: Uuid, kind: Kind, payload: Value) -> Result<()> {
    tx.lock_name(user.as_u128()).await?;
    q!(
        "INSERT INTO events (user_id, kind, payload, created_at) VALUES ($1, $2, $3, $4)",
        user,
        kind.as_str(),
        payload,
        state.clock.now()
    )
    .execute(&mut *tx)
    .await?;
    tx.notify(CHANNEL, &user.to_string()).await?;
    let hub = state.events.clone();
    tx.after_commit(move || hub.wake(user));
    Ok(())
}
