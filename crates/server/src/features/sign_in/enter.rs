//! Where every way into an account ends: a session, or the question for the second step.

use crate::base::clock::SECOND_MS;
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::base::http::cookie::{self, SetCookie};
use crate::features::second_factor::{self, pending};
use crate::features::sessions::{Issued, new_device, store};
use crate::features::users::{self, User};
use crate::features::{audit, usage};

/// The ways besides those of providers.
pub const PASSWORD: &str = "password";
pub const PASSKEY: &str = "passkey";

/// What a right first step leads to.
#[derive(Debug)]
pub enum Entry {
    Session(Box<Issued>),
    /// The token of the sign-in that waits for its second step.
    SecondStep(String),
}

/// The first step was right. A deactivated account is restored only when that is asked for, and after the second step.
pub async fn enter(
    state: &Context,
    tx: &mut Tx,
    user: User,
    way: &str,
    restore: bool,
    client: &Client,
) -> Result<Entry> {
    if user.deactivated_at.is_some() && !restore {
        return Err(users::deactivated());
    }
    // Held, so that a sign-in does not slip through while two-step sign-in is being turned on.
    usage::hold(state, tx, user.id).await?;
    if second_factor::is_on(&mut *tx, user.id).await? {
        return Ok(Entry::SecondStep(pending::begin(state, tx, user.id, way, restore).await?));
    }
    Ok(Entry::Session(Box::new(admit(state, tx, user, way, restore, client).await?)))
}

/// Every step was right: the session.
pub async fn admit(
    state: &Context,
    tx: &mut Tx,
    user: User,
    way: &str,
    restore: bool,
    client: &Client,
) -> Result<Issued> {
    if user.deactivated_at.is_some() {
        if !restore {
            return Err(users::deactivated());
        }
        users::restore(tx, user.id, state.clock.now()).await?;
        audit::note(state, tx, Some(user.id), "account restored", client).await?;
    }
    let action = if way == PASSWORD { "signed in".to_owned() } else { format!("signed in with {way}") };
    audit::note(state, tx, Some(user.id), &action, client).await?;
    new_device::tell(state, tx, &user, client).await?;
    store::start(state, tx, user, client).await
}

pub fn step_cookie(state: &Context, token: &str) -> SetCookie {
    cookie::step(&state.config, token, pending::LIVES_MS / SECOND_MS)
}
