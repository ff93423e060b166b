//! Before a factor is added, removed or renewed: that it is the owner who asks, by the password or by a code. Who has
//! neither at hand signs in anew.

use serde::Deserialize;
use utoipa::ToSchema;

use super::codes;
use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::base::rate;
use crate::base::secret::Secret;
use crate::features::users::{self, CurrentUser};

/// One of the two; neither for people without a password who have signed in within the last ten minutes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub password: Option<Secret>,
    /// Of the authenticator app, or a recovery code.
    #[schema(value_type = Option<String>)]
    #[serde(default)]
    pub code: Option<Secret>,
}

pub(super) async fn check(
    state: &Context,
    current: &CurrentUser,
    proof: &Proof,
    client: &Client,
) -> Result<()> {
    let Some(code) = proof.code.as_ref().filter(|code| !code.is_empty()) else {
        return users::proof::check(state, current, proof.password.as_ref()).await;
    };
    // Counted before it is looked at: tries sent at once are counted too.
    rate::take(state, rate::PASSWORD_PER_USER, &current.user.id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    codes::accept(state, &mut tx, &current.user, code.expose(), client).await?;
    tx.commit().await?;
    Ok(())
}
