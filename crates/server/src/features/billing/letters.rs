//! The letter about a payment that failed.

use serde::{Deserialize, Serialize};

use crate::app::state::AppState;
use crate::base::error::Result;
use crate::base::mail::{Kind, Letter, Words};
use crate::features::accounts::User;

pub(crate) const LETTERS: &[Kind] = &[Kind::of::<PaymentFailed>()];

/// The plan stays until the given day.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PaymentFailed {
    pub(crate) until: String,
}

impl Letter for PaymentFailed {
    const KIND: &'static str = "payment_failed";

    async fn words(&self, state: &AppState, _: &User) -> Result<Words> {
        let before = format!(
            "The last payment for your Nomina plan did not go through. You keep your plan until {}; after that, the limits of the Starter plan apply until the payment is made. Nothing you have made is deleted.",
            self.until
        );
        Ok(Words {
            subject: "Your payment did not go through",
            before: before.into(),
            button: ("Open billing", format!("{}/dashboard/billing", state.config.public_url())),
            after: "Often a card has expired. Add another one under Manage Billing, and the payment will be tried again.".into(),
        })
    }
}
