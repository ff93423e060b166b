//! From a provider's profile to an account: the linked one, the one with the same address, or a new one. A sign-up that
//! waits for its link is no account, and an account whose address nobody has proven is claimed: a password chosen by a
//! stranger never opens the owner's.

use uuid::Uuid;

use super::profile::Profile;
use super::{Failure, Provider, Stop};
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::base::random;
use crate::features::accounts;
use crate::features::users::{self, NewUser, User};

/// The account of a profile.
pub(super) async fn account(
    state: &Context,
    tx: &mut Tx,
    provider: Provider,
    profile: &Profile,
    client: &Client,
) -> Result<User, Stop> {
    let id = find_or_add(state, tx, provider, profile, client).await?;
    users::by_id(tx, id).await?.ok_or_else(|| Failure::Provider.into())
}

async fn find_or_add(
    state: &Context,
    tx: &mut Tx,
    provider: Provider,
    profile: &Profile,
    client: &Client,
) -> Result<Uuid> {
    let linked = q!(
        "SELECT user_id FROM identities WHERE provider = $1 AND subject = $2",
        provider.id(),
        profile.subject.as_str()
    )
    .optional::<(Uuid,)>(&mut *tx)
    .await?;
    if let Some((id,)) = linked {
        return Ok(id);
    }
    let id = by_address(state, tx, profile, client).await?;
    q!(
        "INSERT INTO identities (provider, subject, user_id, email, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (provider, subject) DO NOTHING",
        provider.id(),
        profile.subject.as_str(),
        id,
        profile.email.as_str(),
        state.clock.now()
    )
    .execute(tx)
    .await?;
    Ok(id)
}

async fn by_address(state: &Context, tx: &mut Tx, profile: &Profile, client: &Client) -> Result<Uuid> {
    let now = state.clock.now();
    let new = NewUser {
        id: random::id(&*state.random, now),
        email: &profile.email,
        full_name: profile.full_name.as_deref(),
        avatar_url: profile.avatar_url.as_deref(),
        password_hash: None,
        email_confirmed_at: Some(now),
    };
    let new_id = new.id;
    if users::insert(tx, new, now).await? {
        return Ok(new_id);
    }
    let user = users::by_email(&mut *tx, &profile.email).await?.ok_or(sqlx::Error::RowNotFound)?;
    accounts::claim(state, tx, &user, client).await?;
    q!(
        "UPDATE users SET avatar_url = COALESCE(avatar_url, $2) WHERE id = $1",
        user.id,
        profile.avatar_url.as_deref()
    )
    .execute(tx)
    .await?;
    Ok(user.id)
}
