//! What is decided here, without asking Stripe.

use nomina_rules::plans::Tier;
use uuid::Uuid;

use super::provider::{BillingContext, Mode};
use super::refusals::{not_set_up, nothing_to_change, refuse_billed_elsewhere};
use super::standing::{self, Standing};
use crate::base::config::Switch;
use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::http::client::Client;

/// Free days for somebody who never had a plan.
pub(super) fn trial_days(state: &Context, before: &Standing) -> u32 {
    if before.never_had_a_plan() { state.config.billing.billing_trial_days } else { 0 }
}

/// Ends a plan that Stripe does not manage: back to starter, at once.
pub(super) async fn end_locally(state: &Context, user: Uuid) -> Result<()> {
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    refuse_billed_elsewhere(&before.standing)?;
    if before.standing.tier <= Tier::Starter && !before.standing.is_live() {
        return Err(nothing_to_change());
    }
    standing::write(state, &mut tx, user, &before, &before.standing.ended(now), now).await?;
    tx.commit().await?;
    Ok(())
}

/// Nothing is sold here, or not to this visitor: the test checkout gives plans away, and only to people at this machine
/// (behind a proxy on it everybody would look local) unless the operator has opened it with BILLING_TEST.
pub(super) fn check_sells(state: &BillingContext, client: &Client) -> Result<()> {
    let open_to_all = state.config.billing.billing_test == Switch::On;
    match state.provider.mode() {
        Mode::Stripe => Ok(()),
        Mode::Test if open_to_all || client.is_local => Ok(()),
        Mode::Test | Mode::Off => Err(not_set_up()),
    }
}
