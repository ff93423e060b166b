//! Where money is taken: at Stripe when its key is set, otherwise nowhere. `provider::Mode` says what is sold then.

use clap::Args;
use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, for_sale};

use crate::base::config::Switch;
use crate::base::secret::Secret;

#[derive(Args, Clone, Debug)]
pub struct BillingConfig {
    /// Turns real payments on; without it nothing is sold, except by the built-in test checkout on this machine
    #[arg(long, env = "STRIPE_SECRET_KEY", default_value = "", hide_env_values = true)]
    pub stripe_secret_key: Secret,
    /// Signing secrets of the webhook endpoint, separated by commas: during a rotation the old and the new one
    #[arg(long, env = "STRIPE_WEBHOOK_SECRET", default_value = "", hide_env_values = true)]
    pub stripe_webhook_secret: Secret,
    /// Where Stripe's API is
    #[arg(long, env = "STRIPE_API_BASE", default_value = "https://api.stripe.com")]
    pub stripe_api_base: String,
    /// Stripe's price ids, one per plan and interval
    #[arg(long, env = "STRIPE_PRICE_ESSENTIAL_MONTH", default_value = "")]
    pub stripe_price_essential_month: String,
    #[arg(long, env = "STRIPE_PRICE_ESSENTIAL_YEAR", default_value = "")]
    pub stripe_price_essential_year: String,
    #[arg(long, env = "STRIPE_PRICE_PROFESSIONAL_MONTH", default_value = "")]
    pub stripe_price_professional_month: String,
    #[arg(long, env = "STRIPE_PRICE_PROFESSIONAL_YEAR", default_value = "")]
    pub stripe_price_professional_year: String,
    /// Stripe's own pages for cards and invoices; off where the customer portal is not set up
    #[arg(long, env = "STRIPE_PORTAL", value_enum, default_value = "on")]
    pub stripe_portal: Switch,
    /// Lets everybody who reaches this server use the test checkout, which gives plans away without a payment
    #[arg(long, env = "BILLING_TEST", value_enum, default_value = "off")]
    pub billing_test: Switch,
    /// Days that a first subscription is free
    #[arg(long, env = "BILLING_TRIAL_DAYS", default_value_t = 0)]
    pub billing_trial_days: u32,
}

impl BillingConfig {
    /// Stripe's id for a price, when it is set.
    pub fn stripe_price(&self, tier: Tier, interval: Interval) -> Option<&str> {
        let id = match (tier, interval) {
            (Tier::Essential, Interval::Month) => &self.stripe_price_essential_month,
            (Tier::Essential, Interval::Year) => &self.stripe_price_essential_year,
            (Tier::Professional, Interval::Month) => &self.stripe_price_professional_month,
            (Tier::Professional, Interval::Year) => &self.stripe_price_professional_year,
            _ => return None,
        };
        Some(id.trim()).filter(|id| !id.is_empty())
    }

    /// The plan that one of Stripe's price ids stands for.
    pub fn plan_of(&self, price_id: &str) -> Option<(Tier, Interval)> {
        for_sale().find(|&(tier, interval)| self.stripe_price(tier, interval) == Some(price_id))
    }

    /// The name of the setting that holds a price id.
    pub fn price_setting(tier: Tier, interval: Interval) -> String {
        format!("STRIPE_PRICE_{}_{}", tier.as_str().to_uppercase(), interval.as_str().to_uppercase())
    }

    pub fn webhook_secrets(&self) -> impl Iterator<Item = &str> {
        self.stripe_webhook_secret.expose().split(',').map(str::trim).filter(|secret| !secret.is_empty())
    }

    pub fn uses_stripe(&self) -> bool {
        !self.stripe_secret_key.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    #[test]
    fn a_price_id_and_its_plan_find_each_other() {
        let mut config = Config::defaults().billing;
        assert_eq!(config.stripe_price(Tier::Essential, Interval::Year), None);
        assert_eq!(config.plan_of(""), None);
        config.stripe_price_essential_year = " price_1 ".into();
        assert_eq!(config.stripe_price(Tier::Essential, Interval::Year), Some("price_1"));
        assert_eq!(config.plan_of("price_1"), Some((Tier::Essential, Interval::Year)));
        assert_eq!(
            BillingConfig::price_setting(Tier::Essential, Interval::Year),
            "STRIPE_PRICE_ESSENTIAL_YEAR"
        );
    }

    #[test]
    fn several_webhook_secrets_can_hold_at_once() {
        let mut config = Config::defaults().billing;
        config.stripe_webhook_secret = Secret::new("whsec_old, whsec_new,");
        assert_eq!(config.webhook_secrets().collect::<Vec<_>>(), ["whsec_old", "whsec_new"]);
    }
}
