//! Which way a plan may change: an upgrade goes up, a downgrade goes down, the same plan is neither.

use std::cmp::Ordering;

use nomina_rules::plans::Tier;
use nomina_rules::prices::Interval;

use crate::base::error::{ApiError, Result};

/// What somebody asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub direction: Direction,
    pub to: Tier,
    pub interval: Interval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

impl Change {
    /// Refuses what goes the wrong way, with the sentence that says which way is right.
    pub fn check(&self, from: Tier) -> Result<()> {
        let (a, b) = (from.as_str(), self.to.as_str());
        if !self.to.plan().for_sale {
            return Err(no_price(b, self.interval.as_str()));
        }
        let sentence = match (self.direction, self.to.cmp(&from)) {
            (_, Ordering::Equal) => format!("User is already on {b} plan"),
            (Direction::Up, Ordering::Less) => {
                format!("Cannot upgrade from {a} to {b}. Use downgrade instead.")
            }
            (Direction::Down, Ordering::Greater) => {
                format!("Cannot downgrade from {a} to {b}. Use upgrade instead.")
            }
            (Direction::Up, Ordering::Greater) | (Direction::Down, Ordering::Less) => return Ok(()),
        };
        Err(ApiError::new(http::StatusCode::CONFLICT, "wrong_direction", sentence))
    }
}

/// There is nothing to buy under this name.
pub fn no_price(tier: &str, interval: &str) -> ApiError {
    ApiError::new(
        http::StatusCode::UNPROCESSABLE_ENTITY,
        "no_price",
        format!("No price ID found for tier: {tier}, interval: {interval}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(direction: Direction, from: Tier, to: Tier) -> String {
        let change = Change { direction, to, interval: Interval::Month };
        change.check(from).map_or_else(|error| error.title().to_owned(), |()| "allowed".into())
    }

    #[test]
    fn an_upgrade_only_goes_up() {
        use Tier::{Essential, Professional, Starter};
        assert_eq!(asked(Direction::Up, Starter, Essential), "allowed");
        assert_eq!(asked(Direction::Up, Essential, Professional), "allowed");
        assert_eq!(asked(Direction::Up, Essential, Essential), "User is already on essential plan");
        assert_eq!(
            asked(Direction::Up, Professional, Essential),
            "Cannot upgrade from professional to essential. Use downgrade instead."
        );
    }

    #[test]
    fn a_downgrade_only_goes_down() {
        use Tier::{Essential, Professional, Starter};
        assert_eq!(asked(Direction::Down, Professional, Essential), "allowed");
        assert_eq!(asked(Direction::Down, Essential, Starter), "allowed");
        assert_eq!(asked(Direction::Down, Starter, Starter), "User is already on starter plan");
        assert_eq!(
            asked(Direction::Down, Essential, Professional),
            "Cannot downgrade from essential to professional. Use upgrade instead."
        );
    }

    #[test]
    fn enterprise_and_guest_cannot_be_asked_for() {
        assert_eq!(
            asked(Direction::Up, Tier::Starter, Tier::Enterprise),
            "No price ID found for tier: enterprise, interval: month"
        );
        assert!(asked(Direction::Down, Tier::Starter, Tier::Guest).starts_with("No price ID found"));
    }
}
