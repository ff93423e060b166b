//! Customers that are no longer at Stripe. Deleting a customer there ends their subscriptions, so the plan ends here too,
//! and the next checkout makes a new customer.

use uuid::Uuid;

use super::client::Client;
use super::health;
use crate::base::clock::Timestamp;
use crate::base::db::q;
use crate::base::error::Result;
use crate::features::audit;
use crate::features::billing::BillingContext;
use crate::features::billing::reports::{self, Kind};
use crate::features::billing::standing::{self, Source};

/// How Stripe said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// "This customer was deleted."
    Deleted,
    /// "There is no such customer", which the account of another key says about everybody.
    Unknown,
}

/// Ends the plan of a customer that is gone; says whether it differed. With a key that does not know our prices either
/// nothing is taken away: it is told to the operator.
pub(super) async fn take_back(
    state: &BillingContext,
    client: &Client,
    user: Uuid,
    customer: &str,
    gone: Gone,
    asked_at: Timestamp,
) -> Result<bool> {
    let sure = gone == Gone::Deleted || health::sells_here(client, &state.config.billing).await?;
    let mut tx = state.db.begin().await?;
    if !sure {
        let detail = "Stripe knows neither this customer nor our prices: is STRIPE_SECRET_KEY that of another account?";
        reports::open(state, &mut tx, user, Kind::UnknownCustomer, customer, detail).await?;
        tx.commit().await?;
        return Ok(false);
    }
    let before = standing::lock(&mut tx, user).await?;
    if before.synced_at.is_some_and(|synced| synced > asked_at) {
        return Ok(false);
    }
    tracing::warn!(%user, customer, "a customer is no longer at Stripe");
    q!(
        "UPDATE users SET stripe_customer_id = NULL WHERE id = $1 AND stripe_customer_id = $2",
        user,
        customer
    )
    .execute(&mut tx)
    .await?;
    audit::note_by_system(state, &mut tx, user, "customer is no longer at Stripe").await?;
    for kind in [Kind::UnknownCustomer, Kind::UnknownPrice] {
        reports::settle_others(state, &mut tx, user, kind, &[], "The customer is no longer at Stripe")
            .await?;
    }
    let next = match before.standing.source {
        Some(Source::Stripe) => before.standing.ended(asked_at),
        _ => before.standing.clone(),
    };
    let differed = standing::write(state, &mut tx, user, &before, &next, asked_at).await?;
    tx.commit().await?;
    Ok(differed)
}
