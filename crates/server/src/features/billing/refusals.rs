//! Why a plan is not changed.

use super::standing::{Source, Standing};
use crate::base::error::{ApiError, Result};

/// What Stripe bills cannot be changed without asking it: saying that it ended would be wrong.
pub(super) fn refuse_billed_elsewhere(held: &Standing) -> Result<()> {
    let billed = held.source == Some(Source::Stripe) && held.is_live() && held.subscription_id.is_some();
    if billed { Err(not_set_up()) } else { Ok(()) }
}

pub(super) fn conflict(code: &'static str, title: &'static str) -> ApiError {
    ApiError::new(http::StatusCode::CONFLICT, code, title)
}

pub(super) fn checkout_first() -> ApiError {
    conflict("checkout_required", "This plan starts at the checkout: there is no subscription to change yet.")
}

pub(super) fn already_subscribed() -> ApiError {
    conflict(
        "already_subscribed",
        "You already have a subscription. Change its plan instead of buying a second one.",
    )
}

pub(super) fn not_set_up() -> ApiError {
    conflict(
        "payments_not_set_up",
        "Payments are not set up here. Nothing can be bought or changed until whoever runs this site sets them up.",
    )
}

pub(super) fn nothing_to_change() -> ApiError {
    conflict("no_subscription", "There is no subscription to change.")
}

#[cfg(test)]
mod tests {
    use super::super::standing::tests::paying;
    use super::super::standing::{Source, Status};
    use super::*;

    #[test]
    fn only_what_stripe_bills_is_left_to_it() {
        let refused = |change: fn(&mut Standing)| {
            let mut held = paying();
            change(&mut held);
            refuse_billed_elsewhere(&held).is_err()
        };
        assert!(refused(|_| ()));
        assert!(!refused(|held| held.source = Some(Source::Test)));
        assert!(!refused(|held| held.status = Status::Canceled));
        assert!(!refused(|held| held.subscription_id = None));
    }
}
