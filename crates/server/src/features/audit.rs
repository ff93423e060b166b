//! What happened to accounts: ids and networks only, nothing personal, so that it may outlive the account.

use uuid::Uuid;

use crate::base::clock::DAY_MS;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Feature, Host};
use crate::base::http::client::Client;
use crate::base::personal::{Holding, sql};
use crate::base::random;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S> {
    Feature { expires: EXPIRES, personal: PERSONAL, ..Feature::new("audit") }
}

/// What happened stays on record; to whom does not.
pub(crate) const PERSONAL: &[Holding] = &[Holding {
    tables: &["audit_log"],
    export: Some((
        "account-events.json",
        sql!(
            ById,
            "SELECT action, ip_prefix, created_at FROM audit_log WHERE user_id = $1 ORDER BY created_at"
        ),
    )),
    forget: Some(sql!(ById, "UPDATE audit_log SET user_id = NULL WHERE user_id = $1")),
}];

const KEPT_DAYS: i64 = 365;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[Expiry::Rule(Rule {
    name: "record of accounts",
    tables: &["audit_log"],
    run: |state| {
        let before = state.clock.now().plus_ms(-KEPT_DAYS * DAY_MS);
        rows(state, q!("DELETE FROM audit_log WHERE created_at <= $1", before))
    },
})];

/// Notes what the program or its operator did to an account: there is no network address.
pub async fn note_by_system(
    state: &Context,
    tx: &mut Tx,
    user: Uuid,
    action: &str,
) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    q!(
        "INSERT INTO audit_log (id, user_id, action, ip_prefix, created_at) VALUES ($1, $2, $3, '', $4)",
        random::id(&*state.random, now),
        user,
        action,
        now
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes an action inside the transaction that does it.
pub async fn note(
    state: &Context,
    tx: &mut Tx,
    user: Option<Uuid>,
    action: &str,
    client: &Client,
) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    q!(
        "INSERT INTO audit_log (id, user_id, action, ip_prefix, created_at) VALUES ($1, $2, $3, $4, $5)",
        random::id(&*state.random, now),
        user,
        action,
        client.ip_prefix(),
        now
    )
    .execute(tx)
    .await?;
    Ok(())
}
