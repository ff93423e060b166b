//! What the plans cost. The plan cards, the checkout, the receipts and the check of Stripe's price ids all read this.
//! Money is a whole number of minor units with a currency, never a fraction.

use serde::{Deserialize, Serialize};

use crate::plans::Tier;

/// How often somebody pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Interval {
    #[default]
    Month,
    Year,
}

impl Interval {
    pub const ALL: [Self; 2] = [Self::Month, Self::Year];

    /// The name in the database, in JSON and at Stripe.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|interval| interval.as_str() == name)
    }

    /// As in "Essential plan, monthly".
    pub fn adverb(self) -> &'static str {
        match self {
            Self::Month => "monthly",
            Self::Year => "yearly",
        }
    }
}

/// An amount of money in minor units (cents).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Money {
    pub amount: i64,
    /// ISO 4217 in small letters, as Stripe writes it.
    pub currency: String,
}

/// Everything is sold in one currency.
pub const CURRENCY: &str = "usd";

/// What a plan costs per interval; nothing for plans that are free or not sold.
pub fn price(tier: Tier, interval: Interval) -> Option<Money> {
    let plan = tier.plan();
    let cents = match interval {
        Interval::Month => plan.price_cents,
        Interval::Year => plan.year_price_cents,
    };
    (plan.for_sale && cents > 0).then(|| Money { amount: i64::from(cents), currency: CURRENCY.into() })
}

/// Every tier and interval that can be bought, cheapest tier first.
pub fn for_sale() -> impl Iterator<Item = (Tier, Interval)> {
    let tiers = crate::plans::PLANS.iter().map(|plan| plan.tier);
    tiers
        .flat_map(|tier| Interval::ALL.map(|interval| (tier, interval)))
        .filter(|&(tier, interval)| price(tier, interval).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_plans_are_sold_monthly_and_yearly() {
        let sold: Vec<_> = for_sale().map(|(tier, interval)| (tier.as_str(), interval.as_str())).collect();
        assert_eq!(
            sold,
            [
                ("essential", "month"),
                ("essential", "year"),
                ("professional", "month"),
                ("professional", "year")
            ]
        );
        assert_eq!(price(Tier::Starter, Interval::Month), None);
        assert_eq!(price(Tier::Enterprise, Interval::Month), None);
    }

    #[test]
    fn a_year_costs_less_than_twelve_months_and_a_higher_tier_more() {
        let amount = |tier, interval| price(tier, interval).map_or(0, |money| money.amount);
        for (tier, _) in for_sale() {
            assert!(amount(tier, Interval::Year) < 12 * amount(tier, Interval::Month));
        }
        for interval in Interval::ALL {
            assert!(amount(Tier::Essential, interval) < amount(Tier::Professional, interval));
        }
    }

    #[test]
    fn an_interval_is_read_as_it_is_written_and_said_as_an_adverb() {
        for (name, interval, adverb) in
            [("month", Interval::Month, "monthly"), ("year", Interval::Year, "yearly")]
        {
            assert_eq!((Interval::from_name(name), interval.adverb()), (Some(interval), adverb));
        }
        assert_eq!(Interval::from_name("week"), None);
    }
}
