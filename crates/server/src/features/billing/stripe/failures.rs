//! What the person reads when Stripe cannot be asked or refuses.

use super::client::StripeError;
use crate::base::error::ApiError;
use crate::features::billing::refusals::conflict;

pub(super) fn failed(title: &'static str, error: StripeError) -> ApiError {
    tracing::error!(%error, "{title}");
    let status = http::StatusCode::BAD_GATEWAY;
    ApiError::new(status, "stripe", title)
}

pub(super) fn not_asked(error: StripeError) -> ApiError {
    failed("Stripe could not be asked about your plan. Try again in a moment.", error)
}

pub(super) fn no_checkout(error: StripeError) -> ApiError {
    failed("Failed to create checkout session", error)
}

pub(super) fn no_portal(error: StripeError) -> ApiError {
    failed("Failed to create billing portal session", error)
}

/// A card that was refused is told to the person; the plan has not changed.
pub(super) fn not_updated(error: StripeError) -> ApiError {
    match error.refusal_of_card() {
        Some(sentence) => ApiError::new(
            http::StatusCode::PAYMENT_REQUIRED,
            "card_refused",
            format!("Failed to update subscription tier: {sentence}"),
        ),
        None => failed("Failed to update subscription", error),
    }
}

pub(super) fn portal_disabled() -> ApiError {
    conflict("portal_disabled", "Billing portal is currently disabled. Contact support for assistance.")
}
