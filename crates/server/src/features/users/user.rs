//! The users table: the row, what a person may see of it, and its statements.

use nomina_rules::plans::Tier;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::db::{Target, Tx, q, row};

/// One account.
#[derive(Clone, Debug)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub full_name: Option<String>,
    pub avatar_url: Option<String>,
    pub password_hash: Option<String>,
    pub email_confirmed_at: Option<Timestamp>,
    pub subscription_tier: Tier,
    pub subscription_status: String,
    pub trial_ends_at: Option<Timestamp>,
    pub deactivated_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row!(User {
    id,
    email,
    full_name,
    avatar_url,
    password_hash,
    email_confirmed_at,
    subscription_tier: word,
    subscription_status,
    trial_ends_at,
    deactivated_at,
    created_at,
    updated_at
});

/// The columns of `User`. Named one by one: a prepared `SELECT *` breaks when a later release adds a column.
macro_rules! user_columns {
    () => {
        "u.id, u.email, u.full_name, u.avatar_url, u.password_hash, u.email_confirmed_at, \
         u.subscription_tier, u.subscription_status, u.trial_ends_at, u.deactivated_at, u.created_at, u.updated_at"
    };
}
pub(crate) use user_columns;

/// An account as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    pub id: Uuid,
    pub email: String,
    pub full_name: Option<String>,
    pub avatar_url: Option<String>,
    pub subscription_tier: Tier,
    pub subscription_status: String,
    pub trial_ends_at: Option<Timestamp>,
    pub email_confirmed_at: Option<Timestamp>,
    /// False for people who have only ever come by Google or GitHub.
    pub has_password: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self {
            id: user.id,
            email: user.email,
            full_name: user.full_name,
            avatar_url: user.avatar_url,
            subscription_tier: user.subscription_tier,
            subscription_status: user.subscription_status,
            trial_ends_at: user.trial_ends_at,
            email_confirmed_at: user.email_confirmed_at,
            has_password: user.password_hash.is_some(),
            created_at: user.created_at,
            updated_at: user.updated_at,
        }
    }
}

pub async fn by_id(target: impl Target, id: Uuid) -> Result<Option<User>, sqlx::Error> {
    q!(concat!("SELECT ", user_columns!(), " FROM users u WHERE u.id = $1"), id).optional(target).await
}

pub async fn by_email(target: impl Target, email: &str) -> Result<Option<User>, sqlx::Error> {
    q!(concat!("SELECT ", user_columns!(), " FROM users u WHERE u.email = $1"), email).optional(target).await
}

/// What a new account starts with.
#[derive(Debug)]
pub struct NewUser<'a> {
    pub id: Uuid,
    pub email: &'a str,
    pub full_name: Option<&'a str>,
    pub avatar_url: Option<&'a str>,
    pub password_hash: Option<&'a str>,
    pub email_confirmed_at: Option<Timestamp>,
}

/// Adds an account unless the address has one. Both cases run the same statements.
pub async fn insert(tx: &mut Tx, new: NewUser<'_>, now: Timestamp) -> Result<bool, sqlx::Error> {
    let added = q!(
        "INSERT INTO users (id, email, full_name, avatar_url, password_hash, email_confirmed_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (email) DO NOTHING",
        new.id,
        new.email,
        new.full_name,
        new.avatar_url,
        new.password_hash,
        new.email_confirmed_at,
        now
    )
    .execute(tx)
    .await?;
    Ok(added == 1)
}

/// Sets the password.
pub(crate) async fn set_password(
    tx: &mut Tx,
    id: Uuid,
    hash: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    q!("UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1", id, hash, now)
        .execute(tx)
        .await?;
    Ok(())
}

/// Stores the same password hashed with today's settings, unless it was changed meanwhile.
pub async fn keep_rehashed(target: impl Target, user: &User, hash: &str) -> Result<(), sqlx::Error> {
    q!(
        "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2",
        user.id,
        user.password_hash.as_deref(),
        hash
    )
    .execute(target)
    .await?;
    Ok(())
}
