//! The newsletter box: keeps an address once. The answer does not tell whether it was there already.

use axum::extract::{FromRef, State};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{Problem, Result};
use crate::base::expiry::Expiry;
use crate::base::extract::{Json, Message};
use crate::base::feature::{Feature, Host};
use crate::base::http::client::Client;
use crate::base::personal::{Holding, sql};
use crate::base::rate;
use crate::features::users::normalise_email;

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
{
    Feature {
        routes: || OpenApiRouter::new().routes(routes!(subscribe)),
        expires: EXPIRES,
        personal: PERSONAL,
        ..Feature::new("newsletter")
    }
}

/// Personal data of this feature. An unconfirmed address is not proven, so the end of an account does not remove it.
pub(crate) const PERSONAL: &[Holding] = &[Holding {
    tables: &["newsletter"],
    export: Some((
        "newsletter.json",
        sql!(ByAddress, "SELECT email, created_at FROM newsletter WHERE email = $1"),
    )),
    forget: Some(sql!(
        ByAddress,
        "DELETE FROM newsletter WHERE email = $1 AND EXISTS
         (SELECT 1 FROM users u WHERE u.email = newsletter.email AND u.deactivated_at IS NOT NULL)"
    )),
}];

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] =
    &[Expiry::Stays("newsletter", "each address once, until the account with it ends")];

#[derive(Debug, Deserialize, ToSchema)]
pub struct Subscribe {
    pub email: String,
}

/// Adds an address to the newsletter.
#[utoipa::path(post, path = "/api/v1/newsletter", tag = "newsletter", request_body = Subscribe,
    responses((status = 200, body = Message), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn subscribe(
    State(state): State<Context>,
    client: Client,
    Json(form): Json<Subscribe>,
) -> Result<Json<Message>> {
    let email = normalise_email(&form.email)?;
    rate::take(&state, rate::NEWSLETTER_PER_IP, &rate::subscriber(client.ip)).await?;
    q!(
        "INSERT INTO newsletter (email, created_at) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING",
        email,
        state.clock.now()
    )
    .execute(&state.db)
    .await?;
    Ok(Json(Message::new("Thank you! Your address is on the list once, and only for news about Nomina.")))
}
