//! Changing the password while signed in. The current one is checked; the other sessions end.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::emails::PasswordChanged;
use super::links;
use super::password_rules::{Asking, NOT_NEW, check};
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Message};
use crate::base::http::client::Client;
use crate::base::passwords::Fit;
use crate::base::rate;
use crate::base::secret::Secret;
use crate::features::second_factor::pending;
use crate::features::sessions::store;
use crate::features::users::{self, CurrentUser};
use crate::features::{audit, emails};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePassword {
    #[schema(value_type = String)]
    pub current_password: Secret,
    #[schema(value_type = String)]
    pub new_password: Secret,
}

/// Changes the password.
#[utoipa::path(post, path = "/api/v1/auth/password", tag = "accounts", request_body = ChangePassword,
    security(("bearer" = [])),
    responses((status = 200, body = Message), (status = 401, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn change(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(form): Json<ChangePassword>,
) -> Result<Json<Message>> {
    check(&state.config.auth, Asking::Change, form.new_password.expose())?;
    if form.new_password.expose() == form.current_password.expose() {
        return Err(ApiError::invalid("newPassword", NOT_NEW));
    }
    let user = current.user;
    rate::take(&state, rate::PASSWORD_PER_USER, &user.id.to_string()).await?;
    let fit = state.passwords.verify(form.current_password.expose(), user.password_hash.as_deref()).await?;
    if fit == Fit::No {
        let sentence = match user.password_hash {
            Some(_) => "Current password is incorrect",
            None => "This account has no password yet. Use \"Forgot password\" to set one.",
        };
        return Err(ApiError::invalid("currentPassword", sentence));
    }
    let hash = state.passwords.hash(&*state.random, form.new_password.expose()).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    users::set_password(&mut tx, user.id, &hash, now).await?;
    links::void(&mut tx, &user, now).await?;
    pending::forget(&mut tx, user.id).await?;
    store::revoke_others(&mut tx, user.id, Some(current.session_id), "password changed", now).await?;
    audit::note(&state, &mut tx, Some(user.id), "password changed", &client).await?;
    emails::send(&state, &mut tx, &user.email, &PasswordChanged {}).await?;
    tx.commit().await?;
    Ok(Json(Message::new("Password updated successfully!")))
}
