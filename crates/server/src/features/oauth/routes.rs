//! The endpoints of a social sign-in. Every failure leads back to the sign-in page with a reason.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use http::HeaderMap;
use serde::Deserialize;
use utoipa::IntoParams;

use super::provider::ProviderView;
use super::{Failure, Provider, Stop, exchange, link, profile, redirect};
use crate::base::clock::MINUTE_MS;
use crate::base::context::Context;
use crate::base::db::{q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path, Query};
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::secrets::{digest, same};
use crate::base::{random, rate};
use crate::features::sign_in::enter::{self, Entry};

const FLOW_MS: i64 = 10 * MINUTE_MS;

/// The providers, and which of them are configured here.
#[utoipa::path(get, path = "/api/v1/auth/providers", tag = "oauth", responses((status = 200, body = Vec<ProviderView>)))]
pub async fn providers(State(state): State<Context>) -> Json<Vec<ProviderView>> {
    Json(Provider::ALL.map(|provider| provider.view(&state.config.oauth)).to_vec())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StartQuery {
    /// The path to return to; only paths of this site are followed.
    redirect: Option<String>,
    /// Brings a deactivated account back.
    #[serde(default)]
    restore: bool,
}

/// Sends the browser to the provider.
#[utoipa::path(get, path = "/api/v1/auth/oauth/{provider}/start", tag = "oauth",
    params(("provider" = String, Path, description = "google or github"), StartQuery),
    responses((status = 303, description = "To the provider, or back to /auth with a reason"), (status = 404, body = Problem)))]
pub async fn start(
    State(state): State<Context>,
    client: Client,
    Path(provider): Path<String>,
    Query(query): Query<StartQuery>,
) -> Result<Response> {
    let provider = known(&provider)?;
    rate::take(&state, rate::OAUTH_PER_IP, &rate::subscriber(client.ip)).await?;
    let target = redirect::safe(query.redirect.as_deref());
    let Some(registration) = provider.registration(&state.config.oauth) else {
        return Ok(failed(&state, Failure::NotConfigured, provider, &target));
    };
    let flow = random::token(&*state.random);
    let url = match exchange::consent_url(&state, provider, &registration, &flow) {
        Ok(url) => url,
        Err(failure) => return Ok(failed(&state, failure, provider, &target)),
    };
    q!(
        "INSERT INTO oauth_flows (state_hash, provider, redirect, restore, expires_at) VALUES ($1, $2, $3, $4, $5)",
        digest(&flow),
        provider.id(),
        target,
        query.restore,
        state.clock.now().plus_ms(FLOW_MS)
    )
    .execute(&state.db)
    .await?;
    let cookie = cookie::oauth(&state.config, &flow, FLOW_MS / 1000);
    Ok((cookie, Redirect::to(url.as_str())).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

struct Flow {
    provider: String,
    redirect: String,
    restore: bool,
}
row!(Flow { provider, redirect, restore });

/// Where the provider sends the browser back to.
#[utoipa::path(get, path = "/api/v1/auth/oauth/{provider}/callback", tag = "oauth",
    params(("provider" = String, Path, description = "google or github"), CallbackQuery),
    responses((status = 303, description = "To the wanted page, or back to /auth with a reason"), (status = 404, body = Problem)))]
pub async fn callback(
    State(state): State<Context>,
    client: Client,
    headers: HeaderMap,
    Path(provider): Path<String>,
    Query(query): Query<CallbackQuery>,
) -> Result<Response> {
    let provider = known(&provider)?;
    rate::take(&state, rate::OAUTH_PER_IP, &rate::subscriber(client.ip)).await?;
    let Some((token, flow)) = take_flow(&state, provider, &headers, &query).await? else {
        return Ok(failed(&state, Failure::State, provider, redirect::HOME));
    };
    match finish(&state, provider, &client, &token, &flow, query).await {
        Ok(entry) => Ok(entered(&state, entry, &flow.redirect)),
        Err(Stop::Told(failure)) => Ok(failed(&state, failure, provider, &flow.redirect)),
        Err(Stop::Fault(error)) => Err(error),
    }
}

/// To the wanted page, or to the second step, which leads there.
fn entered(state: &Context, entry: Entry, target: &str) -> Response {
    let done = cookie::oauth(&state.config, "", 0);
    match entry {
        Entry::Session(issued) => (issued.cookies(&state.config), done, Redirect::to(target)).into_response(),
        Entry::SecondStep(token) => {
            let query = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("mode", "second-step")
                .append_pair("redirect", target)
                .finish();
            let step = enter::step_cookie(state, &token);
            (step, done, Redirect::to(&format!("/auth?{query}"))).into_response()
        }
    }
}

/// The flow of this callback: the state must be in the cookie of the same browser, known, unused and young.
async fn take_flow(
    state: &Context,
    provider: Provider,
    headers: &HeaderMap,
    query: &CallbackQuery,
) -> Result<Option<(String, Flow)>> {
    let (Some(given), Some(kept)) = (&query.state, cookie::read_oauth(&state.config, headers)) else {
        return Ok(None);
    };
    if !same(given, &kept) {
        return Ok(None);
    }
    let flow: Option<Flow> = q!(
        "DELETE FROM oauth_flows WHERE state_hash = $1 AND expires_at > $2 RETURNING provider, redirect, restore",
        digest(given),
        state.clock.now()
    )
    .optional(&state.db)
    .await?;
    Ok(flow.filter(|flow| flow.provider == provider.id()).map(|flow| (kept, flow)))
}

async fn finish(
    state: &Context,
    provider: Provider,
    client: &Client,
    token: &str,
    flow: &Flow,
    query: CallbackQuery,
) -> Result<Entry, Stop> {
    if query.error.is_some() {
        return Err(Failure::Denied.into());
    }
    let code = query.code.ok_or(Failure::Provider)?;
    let registration = provider.registration(&state.config.oauth).ok_or(Failure::NotConfigured)?;
    let granted = exchange::exchange(state, provider, &registration, token, code).await?;
    let profile = profile::fetch(state, provider, &granted).await?;
    let mut tx = state.db.begin().await?;
    let user = link::account(state, &mut tx, provider, &profile, client).await?;
    if user.deactivated_at.is_some() && !flow.restore {
        return Err(Failure::Deactivated.into());
    }
    let entry = enter::enter(state, &mut tx, user, provider.id(), flow.restore, client).await?;
    tx.commit().await?;
    Ok(entry)
}

fn known(provider: &str) -> Result<Provider> {
    Provider::by_id(provider).ok_or_else(|| ApiError::not_found("There is no such provider."))
}

/// Back to the sign-in page, which shows 'Social login failed' and the reason.
fn failed(state: &Context, failure: Failure, provider: Provider, target: &str) -> Response {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("mode", "login")
        .append_pair("error", "social_login_failed")
        .append_pair("reason", failure.code())
        .append_pair("provider", provider.id())
        .append_pair("redirect", target)
        .finish();
    (cookie::oauth(&state.config, "", 0), Redirect::to(&format!("/auth?{query}"))).into_response()
}
