//! Before something that cannot be taken back: that it is the owner who asks, not whoever sits at an open session.

use super::CurrentUser;
use crate::base::clock::MINUTE_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::base::passwords::Fit;
use crate::base::rate;
use crate::base::secret::Secret;

/// Who has no password proves it with a sign-in as young as this.
const YOUNG_MS: i64 = 10 * MINUTE_MS;

/// The password of the account or, for people who come by Google or GitHub only, a young session.
pub(crate) async fn check(state: &Context, current: &CurrentUser, password: Option<&Secret>) -> Result<()> {
    let Some(hash) = current.user.password_hash.as_deref() else { return young(state, current).await };
    let given = password.map_or("", Secret::expose);
    if given.is_empty() {
        return Err(ApiError::invalid("password", "Password is required"));
    }
    rate::take(state, rate::PASSWORD_PER_USER, &current.user.id.to_string()).await?;
    match state.passwords.verify(given, Some(hash)).await? {
        Fit::No => Err(ApiError::invalid("password", "Password is incorrect")),
        Fit::Yes | Fit::Aged => Ok(()),
    }
}

async fn young(state: &Context, current: &CurrentUser) -> Result<()> {
    let started =
        q!("SELECT created_at FROM sessions WHERE id = $1", current.session_id).number(&state.db).await?;
    if state.clock.now().0 - started <= YOUNG_MS {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "sign_in_again",
        "Please sign out, sign in again and repeat this within ten minutes: it shows that it is you.",
    ))
}
