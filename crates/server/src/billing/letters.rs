//! The letter about a payment that failed.

use serde::{Deserialize, Serialize};

use crate::accounts::User;
use crate::error::Result;
use crate::mail::{Kind, Letter, Words};
use crate::state::AppState;

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
            "The last payment for your Nomina plan did not go through. Your plan stays as it is until {}; after that the limits of the Starter plan apply until it is paid. Nothing you have made is deleted.",
            self.until
        );
        Ok(Words {
            subject: "Your payment did not go through",
            before: before.into(),
            button: ("Look at your billing", format!("{}/dashboard/billing", state.config.public_url())),
            after: "Often a card has expired. You can put in another one under Manage Billing; the payment is then tried again.".into(),
        })
    }
}
