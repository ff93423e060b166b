//! The email about a payment that failed.

use serde::{Deserialize, Serialize};

use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::feature::Email;
use crate::base::mail::{Words, said};
use crate::features::emails::{EmailTemplate, email};
use crate::features::users::User;

pub(crate) const EMAILS: &[Email] = &[email::<PaymentFailed>()];

/// The plan stays until the given day.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PaymentFailed {
    pub(crate) until: String,
}

impl EmailTemplate for PaymentFailed {
    const KIND: &'static str = "payment_failed";

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        let before = said!(
            "The last payment for your Nomina plan did not go through. You keep your plan until {0}; after that, the limits of the Starter plan apply until the payment is made. Nothing you have made is deleted.",
            self.until
        );
        Ok(Words {
            subject: said!("Your payment did not go through"),
            before,
            button: (said!("Open billing"), format!("{}/dashboard/billing", state.config.public_url())),
            after: said!(
                "Often a card has expired. Add another one under Manage Billing, and the payment will be tried again."
            ),
        })
    }
}
