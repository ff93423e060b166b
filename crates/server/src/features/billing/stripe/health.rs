//! Whether Stripe is set up as this program expects: the prices exist and cost what the plans say.

use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, for_sale, price};

use super::client::{Client, Form, StripeError};
use super::failures::not_asked;
use super::shapes::Price;
use crate::base::config::BillingConfig;
use crate::base::error::Result;

/// Everything that is wrong, one sentence each.
pub async fn faults(config: &BillingConfig, http: reqwest::Client) -> Vec<String> {
    let client = Client::new(config, http);
    let mut faults = settings(config);
    for (tier, interval) in for_sale() {
        if let Some(id) = config.stripe_price(tier, interval) {
            let setting = BillingConfig::price_setting(tier, interval);
            match fault_of(&client, tier, interval, id).await {
                Ok(fault) => faults.extend(fault.map(|what| format!("{setting} {id} {what}"))),
                Err(error @ StripeError::Unreachable(_)) => {
                    // It is patient about each price; one such answer is enough.
                    faults.push(error.to_string());
                    break;
                }
                Err(error) => faults.push(format!("{setting} {id}: {error}")),
            }
        }
    }
    faults
}

/// What is wrong with the price of a plan at Stripe.
pub(super) async fn fault_of(
    client: &Client,
    tier: Tier,
    interval: Interval,
    id: &str,
) -> Result<Option<String>, StripeError> {
    let found: Price = client.get(&format!("/v1/prices/{id}"), &Form::new()).await?;
    Ok(difference(tier, interval, &found))
}

/// Whether the key belongs to an account that has any of our prices.
pub(super) async fn sells_here(client: &Client, config: &BillingConfig) -> Result<bool> {
    for id in for_sale().filter_map(|(tier, interval)| config.stripe_price(tier, interval)) {
        match client.get::<Price>(&format!("/v1/prices/{id}"), &Form::new()).await {
            Ok(_) => return Ok(true),
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(not_asked(error)),
        }
    }
    Ok(false)
}

/// What can be seen without asking anybody.
pub fn settings(config: &BillingConfig) -> Vec<String> {
    let unset = for_sale()
        .filter(|&(tier, interval)| config.stripe_price(tier, interval).is_none())
        .map(|(tier, interval)| format!("{} is not set", BillingConfig::price_setting(tier, interval)));
    let secret = config.webhook_secrets().next().is_none().then(|| {
        "STRIPE_WEBHOOK_SECRET is not set: plans would change only when somebody comes back from the checkout".to_owned()
    });
    unset.chain(secret).collect()
}

fn difference(tier: Tier, interval: Interval, found: &Price) -> Option<String> {
    let ours = price(tier, interval)?;
    if !found.active {
        return Some("is archived at Stripe".into());
    }
    let every = found.recurring.as_ref().map_or("once", |recurring| recurring.interval.as_str());
    let amount = found.unit_amount.unwrap_or(0);
    let same =
        (amount, found.currency.as_str(), every) == (ours.amount, ours.currency.as_str(), interval.as_str());
    (!same).then(|| {
        format!(
            "costs {amount} {} per {every} at Stripe, but the plan says {} {} per {}",
            found.currency,
            ours.amount,
            ours.currency,
            interval.as_str()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    fn found(amount: i64, interval: &str, active: bool) -> Price {
        serde_json::from_value(serde_json::json!({
            "currency": "usd", "unit_amount": amount, "active": active, "recurring": { "interval": interval }
        }))
        .unwrap()
    }

    #[test]
    fn a_price_that_is_not_the_plans_is_told() {
        let look = |price: Price| difference(Tier::Essential, Interval::Month, &price);
        assert_eq!(look(found(999, "month", true)), None);
        assert_eq!(look(found(999, "month", false)).as_deref(), Some("is archived at Stripe"));
        assert!(look(found(1000, "month", true)).unwrap().contains("the plan says 999 usd per month"));
        assert!(look(found(999, "year", true)).unwrap().contains("costs 999 usd per year"));
    }

    #[test]
    fn every_missing_setting_is_named() {
        let faults = settings(&Config::defaults().billing).join("\n");
        for name in ["ESSENTIAL_MONTH", "ESSENTIAL_YEAR", "PROFESSIONAL_MONTH", "PROFESSIONAL_YEAR"] {
            assert!(faults.contains(&format!("STRIPE_PRICE_{name} is not set")), "{faults}");
        }
        assert!(faults.contains("STRIPE_WEBHOOK_SECRET is not set"));
    }
}
