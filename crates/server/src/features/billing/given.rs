//! The three paths that clients of this product have always called. Each names a user and answers only that user.

use axum::extract::State;
use http::HeaderMap;
use http::header::HOST;
use nomina_rules::plans::Tier;
use nomina_rules::prices::{Interval, for_sale};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::direction::{Change, Direction, no_price};
use super::here::check_sells;
use super::provider::{CheckoutSession, Order};
use super::refusals::already_subscribed;
use super::view::SubscriptionView;
use super::{CHANGES_PER_USER, return_urls, standing};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::base::rate;
use crate::features::billing::BillingContext;
use crate::features::users::CurrentUser;

const BILLING: &str = "/dashboard?section=billing";

/// What to buy, and where to come back to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutRequest {
    pub user_id: Uuid,
    /// May be left out when `metadata` says what to buy.
    pub price_id: Option<String>,
    pub success_url: Option<String>,
    pub cancel_url: Option<String>,
    #[serde(default)]
    pub metadata: CheckoutMetadata,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CheckoutMetadata {
    pub user_id: Option<Uuid>,
    pub tier: Option<String>,
    pub interval: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalRequest {
    pub user_id: Uuid,
    pub return_url: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PortalSession {
    pub url: String,
}

/// The subscription, or null for who never had one.
#[utoipa::path(get, path = "/api/stripe/subscription/{userId}", tag = "billing", security(("bearer" = [])),
    params(("userId" = Uuid, Path)),
    responses((status = 200, body = Option<SubscriptionView>), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub async fn subscription(
    State(state): State<BillingContext>,
    current: CurrentUser,
    Path(user): Path<Uuid>,
) -> Result<Json<Option<SubscriptionView>>> {
    only_oneself(&current, user)?;
    let view = SubscriptionView::of(&state, user).await?;
    Ok(Json(Some(view).filter(SubscriptionView::is_something)))
}

/// Starts the purchase of a first plan.
#[utoipa::path(post, path = "/api/stripe/create-checkout-session", tag = "billing", security(("bearer" = [])),
    request_body = CheckoutRequest,
    responses((status = 200, body = CheckoutSession), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn create_checkout_session(
    State(state): State<BillingContext>,
    current: CurrentUser,
    client: Client,
    headers: HeaderMap,
    Json(request): Json<CheckoutRequest>,
) -> Result<Json<CheckoutSession>> {
    start(&state, &current, &client, &headers, &request).await.map(Json).map_err(ApiError::with_error_field)
}

async fn start(
    state: &BillingContext,
    current: &CurrentUser,
    client: &Client,
    headers: &HeaderMap,
    request: &CheckoutRequest,
) -> Result<CheckoutSession> {
    let user = current.user.id;
    only_oneself(current, request.user_id)?;
    only_oneself(current, request.metadata.user_id.unwrap_or(user))?;
    rate::take(state, CHANGES_PER_USER, &user.to_string()).await?;
    check_sells(state, client)?;
    let (tier, interval) = wanted(state, request)?;
    let held = standing::read(&state.db, user).await?.standing;
    Change { direction: Direction::Up, to: tier, interval }.check(held.tier)?;
    if held.is_live() {
        return Err(already_subscribed());
    }
    let back = |field, given: Option<&str>, flags| {
        return_urls::own(&state.config, host(headers), field, given, &format!("{BILLING}{flags}"))
    };
    let success = back("successUrl", request.success_url.as_deref(), "&success=true")?;
    let order = Order {
        user,
        tier,
        interval,
        success_url: return_urls::with_session_id(&success),
        cancel_url: back("cancelUrl", request.cancel_url.as_deref(), "&canceled=true")?,
    };
    state.provider.checkout(state, order).await
}

/// The page for cards and invoices.
#[utoipa::path(post, path = "/api/stripe/create-billing-portal-session", tag = "billing", security(("bearer" = [])),
    request_body = PortalRequest,
    responses((status = 200, body = PortalSession), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn create_billing_portal_session(
    State(state): State<BillingContext>,
    current: CurrentUser,
    client: Client,
    headers: HeaderMap,
    Json(request): Json<PortalRequest>,
) -> Result<Json<PortalSession>> {
    let portal = lead(&state, &current, &client, &headers, &request).await;
    portal.map(|url| Json(PortalSession { url })).map_err(ApiError::with_error_field)
}

async fn lead(
    state: &BillingContext,
    current: &CurrentUser,
    client: &Client,
    headers: &HeaderMap,
    request: &PortalRequest,
) -> Result<String> {
    only_oneself(current, request.user_id)?;
    rate::take(state, CHANGES_PER_USER, &current.user.id.to_string()).await?;
    check_sells(state, client)?;
    let back =
        return_urls::own(&state.config, host(headers), "returnUrl", request.return_url.as_deref(), BILLING)?;
    state.provider.portal(state, current.user.id, back).await
}

fn only_oneself(current: &CurrentUser, asked: Uuid) -> Result<()> {
    if asked == current.user.id {
        return Ok(());
    }
    Err(ApiError::forbidden("not_yours", "You can only see and change your own subscription."))
}

/// What the request wants to buy: by price id, by tier and interval, or by both when they agree.
fn wanted(state: &BillingContext, request: &CheckoutRequest) -> Result<(Tier, Interval)> {
    let metadata = &request.metadata;
    let (tier, interval) =
        (metadata.tier.as_deref().unwrap_or_default(), metadata.interval.as_deref().unwrap_or("month"));
    let fits = |&(sold, every): &(Tier, Interval)| {
        let named = metadata.tier.is_none() || (sold.as_str() == tier && every.as_str() == interval);
        let id = state.provider.price_id(sold, every);
        named && id.is_some() && request.price_id.as_ref().is_none_or(|wish| id.as_ref() == Some(wish))
    };
    if metadata.tier.is_none() && request.price_id.is_none() {
        return Err(ApiError::invalid("priceId", "Say what to buy: a priceId, or a tier and an interval."));
    }
    for_sale().find(fits).ok_or_else(|| match metadata.tier {
        Some(_) => no_price(tier, interval),
        None => ApiError::invalid("priceId", "This price is not known here."),
    })
}

fn host(headers: &HeaderMap) -> &str {
    headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
