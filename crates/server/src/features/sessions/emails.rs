//! The email about a sign-in from somewhere new.

use serde::{Deserialize, Serialize};

use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::feature::Email;
use crate::base::mail::{Words, said};
use crate::features::emails::{EmailTemplate, email};
use crate::features::preferences::Preferences;
use crate::features::users::User;

pub(crate) const EMAILS: &[Email] = &[email::<NewDevice>()];

/// `network` is the shortened address. The program's name for itself is left out: it is the one thing here that a stranger
/// writes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NewDevice {
    pub(crate) network: String,
}

impl EmailTemplate for NewDevice {
    const KIND: &'static str = "new_device";

    fn is_wanted(preferences: &Preferences) -> bool {
        preferences.email_notifications
    }

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        let before = said!(
            "Someone just signed in to your Nomina account on a new device, from the network {0}.",
            self.network
        );
        Ok(Words {
            subject: said!("New sign-in to your account"),
            before,
            button: (
                said!("Review your devices"),
                format!("{}/dashboard/profile", state.config.public_url()),
            ),
            after: said!(
                "If this was you, there is nothing to do. If not, sign that device out and change your password. You can turn these emails off in Settings."
            ),
        })
    }
}
