//! Making, listing and revoking one's own keys. Only a session may: a key makes no other keys.

use axum::extract::State;
use http::StatusCode;
use nomina_rules::bounds::BOUNDS;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::caller::no_access;
use super::{Scope, form, store};
use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path};
use crate::base::http::client::Client;
use crate::base::plain_text::plain;
use crate::features::users::CurrentUser;
use crate::features::{audit, usage};

const MOST_KEYS: i64 = 20;
const LONGEST_NAME: usize = BOUNDS.key_name;

/// A key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyView {
    pub id: Uuid,
    #[schema(example = "Website import")]
    pub name: String,
    /// The first characters of the key, by which it is told from others.
    #[schema(example = "nmn_live_4fK9Qz")]
    pub prefix: String,
    pub scopes: Vec<Scope>,
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

impl From<store::Listed> for KeyView {
    fn from(row: store::Listed) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            scopes: Scope::list(&row.scopes),
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            created_at: row.created_at,
        }
    }
}

/// A key that was just made: the only time that its secret is told.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyView {
    /// Send it as `Authorization: Bearer ...`. It cannot be shown again.
    pub secret: String,
    pub key: KeyView,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewKey {
    #[schema(example = "Website import", min_length = 1, max_length = 100)]
    name: String,
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// Without it the key does not expire.
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

/// One's own keys, the latest first.
#[utoipa::path(get, path = "/api/v1/keys", tag = "keys", security(("bearer" = [])),
    responses((status = 200, body = Vec<KeyView>), (status = 401, body = Problem)))]
pub async fn list(State(state): State<Context>, current: CurrentUser) -> Result<Json<Vec<KeyView>>> {
    let keys = store::list(&state, current.user.id).await?;
    Ok(Json(keys.into_iter().map(KeyView::from).collect()))
}

/// Makes a key. Its secret is in this answer and nowhere else.
#[utoipa::path(post, path = "/api/v1/keys", tag = "keys", security(("bearer" = [])), request_body = NewKey,
    responses((status = 201, body = NewKeyView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn create(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Json(new): Json<NewKey>,
) -> Result<(StatusCode, Json<NewKeyView>)> {
    let tier = current.user.subscription_tier;
    if !tier.plan().features.api_access {
        return Err(no_access());
    }
    let (name, now) = (checked_name(&new.name)?, state.clock.now());
    if new.scopes.is_empty() {
        return Err(ApiError::invalid("scopes", "Choose at least one scope."));
    }
    if new.expires_at.is_some_and(|at| at <= now) {
        return Err(ApiError::invalid("expiresAt", "The expiry must be in the future."));
    }
    let mut tx = state.db.begin().await?;
    // Held, so that two requests at once do not both see room for the last key.
    usage::hold(&state, &mut tx, current.user.id).await?;
    if store::count(&mut tx, current.user.id, now).await? >= MOST_KEYS {
        let sentence = format!("You have {MOST_KEYS} keys, which is the most. Revoke one first.");
        return Err(ApiError::new(StatusCode::CONFLICT, "too_many_keys", sentence));
    }
    let secret = form::make(&*state.random);
    let wanted = (&*name, &*new.scopes, new.expires_at);
    let row = store::add(&state, &mut tx, current.user.id, &secret, wanted).await?;
    audit::note(&state, &mut tx, Some(current.user.id), "api key made", &client).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(NewKeyView { secret, key: row.into() })))
}

/// Ends a key at once.
#[utoipa::path(delete, path = "/api/v1/keys/{id}", tag = "keys", security(("bearer" = [])),
    params(("id" = Uuid, Path,)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub async fn revoke(
    State(state): State<Context>,
    current: CurrentUser,
    client: Client,
    Path(id): Path<Uuid>,
) -> Result<StatusCode> {
    let mut tx = state.db.begin().await?;
    if !store::revoke(&state, &mut tx, current.user.id, id).await? {
        return Err(ApiError::not_found("There is no such key."));
    }
    audit::note(&state, &mut tx, Some(current.user.id), "api key revoked", &client).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn checked_name(text: &str) -> Result<String> {
    let text = plain(text);
    match text.trim() {
        "" => Err(ApiError::invalid("name", "The key needs a name.")),
        name if name.chars().count() > LONGEST_NAME => {
            Err(ApiError::invalid("name", format!("At most {LONGEST_NAME} characters")))
        }
        name => Ok(name.to_owned()),
    }
}
