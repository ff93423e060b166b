//! A code that somebody typed: six digits are of the app, anything else is a recovery code.

use uuid::Uuid;

use super::emails::{Change, SecondFactorChanged};
use super::{app, recovery};
use crate::base::context::Context;
use crate::base::db::Tx;
use crate::base::error::{ApiError, Result};
use crate::base::http::client::Client;
use crate::features::audit;
use crate::features::users::User;

const LONGEST: usize = 100;

/// Uses the code up, or refuses it. The caller has counted the try before.
pub(crate) async fn accept(
    state: &Context,
    tx: &mut Tx,
    user: &User,
    text: &str,
    client: &Client,
) -> Result<()> {
    if text.len() > LONGEST {
        return Err(wrong());
    }
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return if app::accept(state, tx, user.id, &digits).await? { Ok(()) } else { Err(wrong()) };
    }
    if !recovery::accept(state, tx, user.id, text).await? {
        return Err(wrong());
    }
    audit::note(state, tx, Some(user.id), "recovery code used", client).await?;
    SecondFactorChanged::send(state, tx, user, Change::CodeUsed).await
}

/// Which of the two a person can use.
pub(crate) async fn available(state: &Context, user: Uuid) -> Result<(bool, i64)> {
    let app = app::confirmed_at(&state.db, user).await?.is_some();
    Ok((app, recovery::left(&state.db, user).await?))
}

pub(crate) fn wrong() -> ApiError {
    ApiError::bad_request("invalid_code", "This code is not right, or it was used already.")
}
