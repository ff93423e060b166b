//! Who asks for a name: a signed-in person, or a guest with a cookie that we give to those who have none.

use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use nomina_rules::plans::Tier;

use super::{Account, GuestId};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::http::client::Client;
use crate::base::http::cookie;
use crate::base::random;
use crate::features::users::MaybeUser;

/// 400 days is the longest that browsers keep a cookie.
const GUEST_COOKIE_S: i64 = 400 * 24 * 60 * 60;

#[derive(Clone, Debug)]
pub struct Asker {
    pub account: Account,
    /// A cookie to set with the answer.
    new_cookie: Option<String>,
}

impl Asker {
    /// Somebody who has an account.
    pub fn known(account: Account) -> Self {
        Self { account, new_cookie: None }
    }

    /// Professional before essential before everybody else.
    pub fn priority(&self) -> u8 {
        match self.account.tier() {
            Tier::Professional | Tier::Enterprise => 20,
            Tier::Essential => 10,
            Tier::Starter => 1,
            Tier::Guest => 0,
        }
    }

    /// The answer, with the guest's cookie when it is a new one.
    pub fn with_cookie(&self, state: &Context, answer: impl IntoResponse) -> Response {
        let mut response = answer.into_response();
        if let Some(value) = &self.new_cookie {
            response = (cookie::guest(&state.config, value, GUEST_COOKIE_S), response).into_response();
        }
        response
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, host: &S) -> Result<Self> {
        let state = Context::from_ref(host);
        if let MaybeUser(Some(current)) = MaybeUser::from_request_parts(parts, host).await? {
            let tier = current.user.subscription_tier;
            return Ok(Self::known(Account::User { id: current.user.id, tier }));
        }
        let client = Client::from_request_parts(parts, host).await?;
        let known = cookie::read_guest(&state.config, &parts.headers).filter(|v| v.len() == 43);
        let new_cookie = known.is_none().then(|| random::token(&*state.random));
        let cookie = known.or_else(|| new_cookie.clone()).unwrap_or_default();
        Ok(Self { account: Account::Guest(GuestId { cookie, ip: client.ip }), new_cookie })
    }
}
