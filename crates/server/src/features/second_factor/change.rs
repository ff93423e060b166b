//! What follows from adding or removing a factor, in the transaction that does it. The person's row is held, so that two
//! changes at once do not both see the first or the last factor.

use super::emails::{Change, SecondFactorChanged};
use super::{is_on, pending, recovery};
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::features::audit;
use crate::features::sessions::store;
use crate::features::users::CurrentUser;

/// A factor was added. With the first one two-step sign-in is on: recovery codes are made, and every other session ends,
/// because it was opened without a second step.
pub(super) async fn added(
    state: &Context,
    tx: &mut Tx,
    current: &CurrentUser,
    was_on: bool,
    change: Change,
    client: &Client,
) -> Result<Option<Vec<String>>> {
    let user = &current.user;
    if was_on {
        tell(state, tx, current, change, client).await?;
        return Ok(None);
    }
    let codes = recovery::renew(state, tx, user.id).await?;
    let now = state.clock.now();
    store::revoke_others(&mut *tx, user.id, Some(current.session_id), "two-step sign-in turned on", now)
        .await?;
    audit::note(state, tx, Some(user.id), change.note(), client).await?;
    tell(state, tx, current, Change::On, client).await?;
    Ok(Some(codes))
}

/// A factor was removed. With the last one two-step sign-in is off and recovery codes go.
pub(super) async fn removed(
    state: &Context,
    tx: &mut Tx,
    current: &CurrentUser,
    change: Change,
    client: &Client,
) -> Result<()> {
    let user = &current.user;
    if is_on(&mut *tx, user.id).await? {
        return tell(state, tx, current, change, client).await;
    }
    recovery::remove(tx, user.id).await?;
    pending::forget(&mut *tx, user.id).await?;
    audit::note(state, tx, Some(user.id), change.note(), client).await?;
    tell(state, tx, current, Change::Off, client).await
}

/// Records a change and writes to the person.
pub(super) async fn tell(
    state: &Context,
    tx: &mut Tx,
    current: &CurrentUser,
    change: Change,
    client: &Client,
) -> Result<()> {
    audit::note(state, tx, Some(current.user.id), change.note(), client).await?;
    SecondFactorChanged::send(state, tx, &current.user, change).await
}
