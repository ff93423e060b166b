//! The emails about an account: its confirmation, the link for a new password, and what was done to it.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::links::Recover;
use super::signups;
use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::feature::Email;
use crate::base::mail::{Words, said};
use crate::features::emails::{AWAITED, EmailTemplate, Pace, email};
use crate::features::users::User;

pub(crate) const EMAILS: &[Email] =
    &[email::<SignUp>(), email::<Recover>(), email::<PasswordChanged>(), email::<Deactivated>()];

/// A sign-up: the link for a new address, a hint for one that has an account.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignUp {
    pub(crate) signup: Uuid,
}

impl EmailTemplate for SignUp {
    const KIND: &'static str = "sign_up";
    const PLACE: &'static str = "confirm";
    const PRIORITY: i64 = AWAITED;
    const PACE: Pace = Pace::PerMatter;

    /// Each sign-up has an email of its own: a stranger's with the same address neither replaces nor delays it.
    fn about(&self) -> Option<Uuid> {
        Some(self.signup)
    }

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        Ok(Words {
            subject: said!("You already have an account"),
            before: said!(
                "Someone, probably you, tried to sign up with this email address. You already have a Nomina account, so you can just sign in."
            ),
            button: (said!("Sign in"), format!("{}/auth?mode=login", state.config.public_url())),
            after: said!(
                "If you do not remember your password, choose \"Forgot password\" there. If it was not you, you can ignore this email: nothing was changed."
            ),
        })
    }

    async fn words_to_newcomer(&self, state: &Context) -> Result<Option<(String, Words)>> {
        let Some(signup) = signups::by_id(&state.db, self.signup, state.clock.now()).await? else {
            return Ok(None);
        };
        let token = state.keys.signup_token(signup.id);
        let words = Words {
            subject: said!("Confirm your email address"),
            before: said!("Please confirm your email address to finish creating your Nomina account."),
            button: (
                said!("Confirm email address"),
                format!("{}/confirm?token={token}", state.config.public_url()),
            ),
            after: said!(
                "The link works once, within 24 hours. If you did not sign up, you can ignore this email."
            ),
        };
        Ok(Some((signup.full_name, words)))
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PasswordChanged {}

impl EmailTemplate for PasswordChanged {
    const KIND: &'static str = "password_changed";

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        Ok(Words {
            subject: said!("Your password was changed"),
            before: said!(
                "The password of your Nomina account was just changed, and all other devices were signed out."
            ),
            button: (
                said!("This wasn't me: reset my password"),
                format!("{}/auth?mode=forgot", state.config.public_url()),
            ),
            after: said!("If this was you, there is nothing to do."),
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Deactivated {}

impl EmailTemplate for Deactivated {
    const KIND: &'static str = "deactivated";

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        Ok(Words {
            subject: said!("Your account was deactivated"),
            before: said!(
                "Your Nomina account was deactivated. You can restore it by signing in within 30 days; after that, everything in it is deleted."
            ),
            button: (said!("Sign in and restore"), format!("{}/auth?mode=login", state.config.public_url())),
            after: said!("If this was not you, sign in now, restore the account and change your password."),
        })
    }
}
