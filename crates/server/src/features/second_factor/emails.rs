//! The email about every change of two-step sign-in: whoever did not make it must hear of it.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::Result;
use crate::base::feature::Email;
use crate::base::mail::{Words, said};
use crate::base::random;
use crate::features::emails::{self, EmailTemplate, email};
use crate::features::users::User;

pub(crate) const EMAILS: &[Email] = &[email::<SecondFactorChanged>()];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    On,
    Off,
    AppAdded,
    AppRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    CodesRenewed,
    CodeUsed,
}

impl Change {
    /// The line of the record of accounts.
    pub(super) fn note(self) -> &'static str {
        match self {
            Self::On => "two-step sign-in turned on",
            Self::Off => "two-step sign-in turned off",
            Self::AppAdded => "authenticator app added",
            Self::AppRemoved => "authenticator app removed",
            Self::PasskeyAdded => "passkey added",
            Self::PasskeyRemoved => "passkey removed",
            Self::CodesRenewed => "recovery codes renewed",
            Self::CodeUsed => "recovery code used",
        }
    }

    fn subject(self) -> String {
        match self {
            Self::On => said!("Two-step sign-in was turned on"),
            Self::Off => said!("Two-step sign-in was turned off"),
            Self::AppAdded => said!("An authenticator app was added"),
            Self::AppRemoved => said!("Your authenticator app was removed"),
            Self::PasskeyAdded => said!("A passkey was added"),
            Self::PasskeyRemoved => said!("A passkey was removed"),
            Self::CodesRenewed => said!("Your recovery codes were renewed"),
            Self::CodeUsed => said!("A recovery code was used"),
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::On => {
                said!(
                    "Two-step sign-in was just turned on for your Nomina account, and all other devices were signed out. \
                 From now on signing in asks for a code or a passkey."
                )
            }
            Self::Off => {
                said!(
                    "Two-step sign-in was just turned off for your Nomina account. From now on the password alone, or your \
                 Google or GitHub account alone, opens it."
                )
            }
            Self::AppAdded => said!("An authenticator app was just added to your Nomina account."),
            Self::AppRemoved => said!("The authenticator app was just removed from your Nomina account."),
            Self::PasskeyAdded => said!("A passkey was just added to your Nomina account."),
            Self::PasskeyRemoved => said!("A passkey was just removed from your Nomina account."),
            Self::CodesRenewed => {
                said!(
                    "New recovery codes were just made for your Nomina account. The earlier ones no longer work."
                )
            }
            Self::CodeUsed => said!("A recovery code of your Nomina account was just used."),
        }
    }
}

/// Each waits for itself: none takes the place of another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SecondFactorChanged {
    pub(crate) id: Uuid,
    pub(crate) change: Change,
}

impl SecondFactorChanged {
    pub(super) async fn send(state: &Context, tx: &mut Tx, user: &User, change: Change) -> Result<()> {
        let id = random::id(&*state.random, state.clock.now());
        emails::send(state, tx, &user.email, &Self { id, change }).await?;
        Ok(())
    }
}

impl EmailTemplate for SecondFactorChanged {
    const KIND: &'static str = "second_factor";

    fn about(&self) -> Option<Uuid> {
        Some(self.id)
    }

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        Ok(Words {
            subject: self.change.subject(),
            before: self.change.sentence(),
            button: (
                said!("Look at your account"),
                format!("{}/dashboard/profile", state.config.public_url()),
            ),
            after: said!(
                "If it was you, there is nothing to do. If not, change your password at once and sign out all other devices there."
            ),
        })
    }
}
