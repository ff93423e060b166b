//! What an operator does at the terminal: compare one person with Stripe, or give a plan by hand.

use nomina_rules::plans::Tier;
use uuid::Uuid;

use super::standing::{self, Source, Standing, Status};
use crate::base::error::{ApiError, Result};
use crate::features::audit;
use crate::features::billing::BillingContext;
use crate::features::users::{by_email, normalise_email};

/// The account with this id or address.
pub async fn find(state: &BillingContext, who: &str) -> Result<Uuid> {
    let missing =
        || ApiError::not_found(format!("There is no account \"{who}\". Use its e-mail address or its id."));
    if let Ok(id) = who.parse::<Uuid>() {
        return standing::read(&state.db, id).await.map(|_| id).map_err(|_| missing());
    }
    let email = normalise_email(who).map_err(|_| missing())?;
    by_email(&state.db, &email).await?.map(|user| user.id).ok_or_else(missing)
}

/// Asks Stripe about one person and mends what differs. A sentence says what came of it.
pub async fn sync(state: &BillingContext, who: &str) -> Result<String> {
    let user = find(state, who).await?;
    let differed = state.provider.sync(state, user).await?;
    let held = standing::read(&state.db, user).await?;
    let verdict = match (state.config.billing.uses_stripe(), held.customer_id.is_some(), differed) {
        (false, ..) => "there is no Stripe key, so there is nothing to compare with",
        (true, false, _) => "is not a customer at Stripe",
        (true, true, true) => "differed from Stripe and was mended",
        (true, true, false) => "was the same as at Stripe",
    };
    Ok(format!(
        "{}: {verdict}. Now {}, {}.",
        held.email,
        held.standing.tier.as_str(),
        held.standing.status.as_str()
    ))
}

/// Gives a plan without a payment. Who pays at Stripe is left alone: the next comparison would undo it.
pub async fn set_tier(state: &BillingContext, who: &str, tier: Tier) -> Result<String> {
    let user = find(state, who).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    if before.standing.source == Some(Source::Stripe) && before.standing.is_live() {
        return Err(ApiError::forbidden(
            "pays_at_stripe",
            format!(
                "{} pays at Stripe. Change the subscription there, then run: nomina billing sync {0}",
                before.email
            ),
        ));
    }
    let next = Standing {
        tier,
        status: Status::Active,
        source: Some(Source::Operator),
        interval: None,
        period_end: None,
        cancel_at_period_end: false,
        past_due_since: None,
        subscription_id: None,
        ..before.standing.clone()
    };
    // On record like everything else that happens to an account.
    audit::note_by_system(state, &mut tx, user, &format!("operator set the plan to {}", tier.as_str()))
        .await?;
    standing::write(state, &mut tx, user, &before, &next, now).await?;
    tx.commit().await?;
    Ok(format!("{} is now on the {} plan.", before.email, tier.as_str()))
}
