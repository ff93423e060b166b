//! Confirming an address by the link in the mail.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::links::{self, Purpose};
use super::user;
use crate::audit;
use crate::db::q;
use crate::error::{Problem, Result};
use crate::extract::Json;
use crate::http::client::Client;
use crate::http::origin::SameOrigin;
use crate::rate;
use crate::secrets::Secret;
use crate::sessions::{SessionView, store};
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
pub struct Confirm {
    /// From the link.
    #[schema(value_type = String)]
    pub token: Secret,
}

/// Confirms the address and signs in.
#[utoipa::path(post, path = "/api/v1/auth/confirm", tag = "accounts", request_body = Confirm,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub async fn confirm(
    State(state): State<AppState>,
    _: SameOrigin,
    client: Client,
    Json(form): Json<Confirm>,
) -> Result<Response> {
    rate::take(&state, rate::LINK_PER_IP, &rate::subscriber(client.ip)).await?;
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let used = links::take(&mut tx, Purpose::Confirm, form.token.expose(), now).await?;
    // The password and name of this very sign-up count, not what somebody typed for the address later.
    let confirmed = q!(
        "UPDATE users SET email_confirmed_at = $2, password_hash = COALESCE($3, password_hash),
         full_name = COALESCE($4, full_name), updated_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL",
        used.user_id,
        now,
        used.password_hash,
        used.full_name
    )
    .execute(&mut tx)
    .await?;
    if confirmed == 0 {
        return Err(links::worn_out());
    }
    links::void_all(&mut tx, used.user_id, now).await?;
    let user = user::by_id(&mut tx, used.user_id).await?.ok_or_else(links::worn_out)?;
    audit::note(&state, &mut tx, Some(user.id), "address confirmed", &client).await?;
    let issued = store::start(&state, &mut tx, user, &client).await?;
    tx.commit().await?;
    Ok(issued.into_response(&state.config))
}
