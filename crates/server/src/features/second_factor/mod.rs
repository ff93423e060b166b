//! Two-step sign-in: after the password (or Google, or GitHub) a code of an authenticator app, a recovery code or a
//! passkey. It is on for a person who has a confirmed app or a passkey; recovery codes come with the first of them. A
//! passkey on a device that checks its owner also signs in alone.

pub(crate) mod app;
pub(crate) mod challenges;
mod change;
pub(crate) mod codes;
pub(crate) mod emails;
mod feature;
pub(crate) mod passkeys;
pub mod pending;
mod proof;
mod qr;
mod recovery;
pub mod routes;
mod sealed;
pub mod totp;
pub mod webauthn;

use uuid::Uuid;

pub(crate) use emails::EMAILS;
pub use feature::feature;

use crate::base::db::{Target, Tx, q};

/// Whether this person's sign-in has a second step.
pub async fn is_on(target: impl Target, user: Uuid) -> Result<bool, sqlx::Error> {
    let factors = q!(
        "SELECT (SELECT COUNT(*) FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL)
         + (SELECT COUNT(*) FROM passkeys WHERE user_id = $1)",
        user
    )
    .number(target)
    .await?;
    Ok(factors > 0)
}

/// Removes every factor of a person, with sign-ins that wait for one.
pub async fn remove_all(tx: &mut Tx, user: Uuid) -> Result<(), sqlx::Error> {
    q!("DELETE FROM authenticator_apps WHERE user_id = $1", user).execute(&mut *tx).await?;
    q!("DELETE FROM passkeys WHERE user_id = $1", user).execute(&mut *tx).await?;
    recovery::remove(tx, user).await?;
    pending::forget(tx, user).await
}
