//! The plans: prices, limits and features. The one table that the server, the screens and the command line share.

use serde::{Deserialize, Serialize};

/// Who is asking. `Guest` is a visitor without an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    Guest,
    #[default]
    Starter,
    Essential,
    Professional,
    Enterprise,
}

impl Tier {
    /// The name in the database and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Starter => "starter",
            Self::Essential => "essential",
            Self::Professional => "professional",
            Self::Enterprise => "enterprise",
        }
    }

    /// An unknown tier falls back to starter.
    pub fn from_name(name: &str) -> Self {
        match name {
            "guest" => Self::Guest,
            "essential" => Self::Essential,
            "professional" => Self::Professional,
            "enterprise" => Self::Enterprise,
            _ => Self::Starter,
        }
    }

    pub fn plan(self) -> &'static Plan {
        PLANS.iter().find(|p| p.tier == self).unwrap_or(&PLANS[1])
    }
}

/// Numbers that a tier may not pass. `None` means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    pub daily_files: Option<u32>,
    pub monthly_files: Option<u32>,
    pub max_file_mb: u32,
    pub max_batch: u32,
    pub concurrent: u32,
    pub history_days: u32,
    pub templates: Option<u32>,
    pub downloads_per_week: Option<u32>,
}

/// What a tier may do beyond the basics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// Prefix, suffix, removing metadata: any signed-in person.
    pub signed_in: bool,
    pub custom_naming: bool,
    pub custom_watermark_positioning: bool,
    pub custom_metadata_editing: bool,
    pub unlimited_templates: bool,
    pub priority_processing: bool,
    pub api_access: bool,
    pub dedicated_support: bool,
    pub white_label: bool,
}

/// One plan as it is sold and enforced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    pub tier: Tier,
    pub name: &'static str,
    /// A month, in cents. `prices` says what can be bought.
    pub price_cents: u32,
    /// A year at once: two months are free.
    pub year_price_cents: u32,
    pub limits: Limits,
    pub features: Features,
    /// Whether it can be bought in the plan dialog.
    pub for_sale: bool,
    /// The card that is marked 'Most Popular'.
    pub most_popular: bool,
}

const STARTER: Limits = Limits {
    daily_files: Some(50),
    monthly_files: Some(100),
    max_file_mb: 10,
    max_batch: 20,
    concurrent: 2,
    history_days: 7,
    templates: Some(2),
    downloads_per_week: Some(3),
};

const ESSENTIAL_FEATURES: Features = Features {
    signed_in: true,
    custom_naming: true,
    custom_watermark_positioning: true,
    custom_metadata_editing: true,
    unlimited_templates: true,
    priority_processing: true,
    api_access: false,
    dedicated_support: false,
    white_label: false,
};

const PROFESSIONAL_FEATURES: Features =
    Features { api_access: true, dedicated_support: true, ..ESSENTIAL_FEATURES };

const NONE: Features = Features {
    signed_in: false,
    custom_naming: false,
    custom_watermark_positioning: false,
    custom_metadata_editing: false,
    unlimited_templates: false,
    priority_processing: false,
    api_access: false,
    dedicated_support: false,
    white_label: false,
};

/// All plans, lowest first.
pub const PLANS: [Plan; 5] = [
    Plan {
        tier: Tier::Guest,
        name: "Guest",
        price_cents: 0,
        year_price_cents: 0,
        limits: Limits { templates: Some(0), downloads_per_week: None, history_days: 0, ..STARTER },
        features: NONE,
        for_sale: false,
        most_popular: false,
    },
    Plan {
        tier: Tier::Starter,
        name: "Starter",
        price_cents: 0,
        year_price_cents: 0,
        limits: STARTER,
        features: Features { signed_in: true, ..NONE },
        for_sale: true,
        most_popular: false,
    },
    Plan {
        tier: Tier::Essential,
        name: "Essential",
        price_cents: 999,
        year_price_cents: 9990,
        limits: Limits {
            daily_files: Some(500),
            monthly_files: Some(5_000),
            max_file_mb: 25,
            max_batch: 250,
            concurrent: 5,
            history_days: 30,
            templates: None,
            downloads_per_week: None,
        },
        features: ESSENTIAL_FEATURES,
        for_sale: true,
        most_popular: true,
    },
    Plan {
        tier: Tier::Professional,
        name: "Professional",
        price_cents: 1499,
        year_price_cents: 14990,
        limits: Limits {
            daily_files: Some(2_000),
            monthly_files: Some(20_000),
            max_file_mb: 50,
            max_batch: 250,
            concurrent: 10,
            history_days: 90,
            templates: None,
            downloads_per_week: None,
        },
        features: PROFESSIONAL_FEATURES,
        for_sale: true,
        most_popular: false,
    },
    Plan {
        tier: Tier::Enterprise,
        name: "Enterprise",
        price_cents: 9999,
        year_price_cents: 99990,
        limits: Limits {
            daily_files: None,
            monthly_files: None,
            max_file_mb: 50,
            max_batch: 250,
            concurrent: 10,
            history_days: 365,
            templates: None,
            downloads_per_week: None,
        },
        features: Features { white_label: true, ..PROFESSIONAL_FEATURES },
        for_sale: false,
        most_popular: false,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_has_its_plan_and_unknown_names_are_starter() {
        for tier in [Tier::Guest, Tier::Starter, Tier::Essential, Tier::Professional, Tier::Enterprise] {
            assert_eq!(tier.plan().tier, tier);
            assert_eq!(Tier::from_name(tier.as_str()), tier);
        }
        assert_eq!(Tier::from_name("gold"), Tier::Starter);
    }

    #[test]
    fn a_higher_plan_never_has_a_lower_limit() {
        for pair in PLANS[1..].windows(2) {
            let (low, high) = (pair[0].limits, pair[1].limits);
            let n = |v: Option<u32>| v.unwrap_or(u32::MAX);
            assert!(
                n(low.daily_files) <= n(high.daily_files) && n(low.monthly_files) <= n(high.monthly_files)
            );
            assert!(low.max_file_mb <= high.max_file_mb && low.concurrent <= high.concurrent);
        }
    }

    #[test]
    fn one_plan_is_the_most_popular_and_it_can_be_bought() {
        let marked: Vec<_> = PLANS.iter().filter(|plan| plan.most_popular).collect();
        assert_eq!(marked.len(), 1);
        assert!(marked[0].for_sale);
    }
}
