//! Challenges of WebAuthn: a random value that a passkey signs, five minutes, used once.

use uuid::Uuid;

use crate::base::clock::MINUTE_MS;
use crate::base::context::Context;
use crate::base::db::{Target, q};
use crate::base::error::Result;
use crate::base::random;
use crate::base::secrets::digest;

pub(crate) const LIVES_MS: i64 = 5 * MINUTE_MS;

/// What a challenge was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A new passkey of somebody who is signed in.
    Add,
    /// The second step of a sign-in.
    Step,
    /// Signing in with a passkey alone.
    SignIn,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Step => "step",
            Self::SignIn => "sign_in",
        }
    }
}

pub(crate) async fn make(state: &Context, user: Option<Uuid>, purpose: Purpose) -> Result<String> {
    let challenge = random::token(&*state.random);
    q!(
        "INSERT INTO passkey_challenges (challenge_hash, user_id, purpose, expires_at) VALUES ($1, $2, $3, $4)",
        digest(&challenge),
        user,
        purpose.as_str(),
        state.clock.now().plus_ms(LIVES_MS)
    )
    .execute(&state.db)
    .await?;
    Ok(challenge)
}

/// Uses a challenge up; of two who send it at once, one wins. False when it is not one of this person and purpose.
pub(crate) async fn take(
    state: &Context,
    target: impl Target,
    challenge: &str,
    user: Option<Uuid>,
    purpose: Purpose,
) -> Result<bool> {
    let made_for = q!(
        "DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING user_id",
        digest(challenge),
        purpose.as_str(),
        state.clock.now()
    )
    .optional::<(Option<Uuid>,)>(target)
    .await?;
    Ok(made_for.is_some_and(|(owner,)| owner == user))
}
