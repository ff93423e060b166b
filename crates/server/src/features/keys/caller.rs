//! Who calls a route that programs may use: a person with a session, or a key with the route's scope.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use http::request::Parts;
use nomina_rules::plans::Tier;
use uuid::Uuid;

use super::{Scope, form, store};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::rate;
use crate::features::usage::{Account, headers};
use crate::features::users::{CurrentUser, User, bearer};

/// The scope that a route asks of a key.
pub trait Needs: Send + Sync {
    const SCOPE: Scope;
}

/// Routes that name images.
#[derive(Clone, Copy, Debug)]
pub struct Naming;
/// Routes that process images.
#[derive(Clone, Copy, Debug)]
pub struct Processing;
/// Routes that only tell.
#[derive(Clone, Copy, Debug)]
pub struct Reading;

impl Needs for Naming {
    const SCOPE: Scope = Scope::Name;
}
impl Needs for Processing {
    const SCOPE: Scope = Scope::Process;
}
impl Needs for Reading {
    const SCOPE: Scope = Scope::Read;
}

/// A caller who may use the route.
#[derive(Clone, Debug)]
pub struct Caller<N> {
    pub user: Uuid,
    pub tier: Tier,
    /// None for a session.
    pub(crate) key: Option<Uuid>,
    /// All of them for a session.
    scopes: Vec<Scope>,
    needs: PhantomData<N>,
}

impl<N: Needs> Caller<N> {
    /// Whom the work is counted for.
    pub fn account(&self) -> Account {
        Account::User { id: self.user, tier: self.tier }
    }

    /// Refuses a key that lacks one more scope.
    pub fn also(&self, scope: Scope) -> Result<()> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        let sentence = format!("This API key does not have the scope \"{}\".", scope.as_str());
        Err(ApiError::forbidden("missing_scope", sentence))
    }

    fn of(parts: &Parts, user: &User, key: Option<Uuid>, scopes: Vec<Scope>) -> Result<Self> {
        let tier = user.subscription_tier;
        if !tier.plan().features.api_access {
            return Err(no_access());
        }
        let caller = Self { user: user.id, tier, key, scopes, needs: PhantomData };
        headers::note(parts, &caller.account());
        Ok(caller)
    }

    async fn by_key(key: &str, parts: &Parts, state: &Context) -> Result<Self> {
        let found = match form::is_whole(key) {
            true => store::find(state, key).await?,
            false => None,
        };
        let found = found.ok_or_else(|| {
            let sentence = "This API key is not valid. It may have expired or been revoked.";
            ApiError::new(http::StatusCode::UNAUTHORIZED, "invalid_key", sentence)
        })?;
        let caller = Self::of(parts, &found.user, Some(found.key_id), Scope::list(&found.scopes))?;
        caller.also(N::SCOPE)?;
        rate::take(state, rate::API_PER_KEY, &found.key_id.to_string()).await?;
        store::used(state, found.key_id).await?;
        Ok(caller)
    }
}

/// The sentence where a plan does not include programs.
pub(super) fn no_access() -> ApiError {
    ApiError::forbidden("api_access", "API access is part of the Professional plan. Upgrade to use it.")
}

impl<N: Needs, S: Send + Sync> FromRequestParts<S> for Caller<N>
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match key(parts) {
            Some(key) => Self::by_key(&key, parts, &Context::from_ref(state)).await,
            None => {
                let current = <CurrentUser as FromRequestParts<S>>::from_request_parts(parts, state).await?;
                Self::of(parts, &current.user, None, Scope::ALL.to_vec())
            }
        }
    }
}

/// Only a key: a route that welcomes guests and sessions by other means takes programs this way.
impl<N: Needs, S: Send + Sync> OptionalFromRequestParts<S> for Caller<N>
where
    Context: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>> {
        match key(parts) {
            Some(key) => Self::by_key(&key, parts, &Context::from_ref(state)).await.map(Some),
            None => Ok(None),
        }
    }
}

fn key(parts: &Parts) -> Option<String> {
    bearer(parts).filter(|token| token.starts_with(form::START)).map(str::to_owned)
}
