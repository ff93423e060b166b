//! The letter about a sign-in from somewhere new.

use serde::{Deserialize, Serialize};

use crate::app::state::AppState;
use crate::base::error::Result;
use crate::base::mail::{Kind, Letter, Words};
use crate::features::accounts::User;
use crate::features::preferences::Preferences;

pub(crate) const LETTERS: &[Kind] = &[Kind::of::<NewDevice>()];

/// `network` is the shortened address. The program's name for itself is left out: it is the one thing here that a stranger
/// writes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NewDevice {
    pub(crate) network: String,
}

impl Letter for NewDevice {
    const KIND: &'static str = "new_device";

    fn is_wanted(preferences: &Preferences) -> bool {
        preferences.email_notifications
    }

    async fn words(&self, state: &AppState, _: &User) -> Result<Words> {
        let before = format!(
            "Someone just signed in to your Nomina account on a new device, from the network {}.",
            self.network
        );
        Ok(Words {
            subject: "New sign-in to your account",
            before: before.into(),
            button: ("Review your devices", format!("{}/dashboard/profile", state.config.public_url())),
            after: "If this was you, there is nothing to do. If not, sign that device out and change your password. You can turn these emails off in Settings.".into(),
        })
    }
}
