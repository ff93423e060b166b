//! Sign-ups that wait for their link: one row for each attempt, with what was typed in it. An address may have several,
//! also when it has an account; none of them is more than an attempt until its own link is used.

use uuid::Uuid;

use crate::base::clock::{DAY_MS, Timestamp};
use crate::base::db::{Target, Tx, q, row};
use crate::base::secrets::digest;

/// As long as its link.
pub const SIGNUP_LIVES_MS: i64 = DAY_MS;

/// One attempt.
#[derive(Clone, Debug)]
pub struct Signup {
    pub id: Uuid,
    pub email: String,
    pub full_name: String,
    pub password_hash: String,
    browser_hash: Vec<u8>,
}
row!(Signup { id, email, full_name, password_hash, browser_hash });

impl Signup {
    /// `browser` is the cookie that the browser gets.
    pub fn new(id: Uuid, email: &str, full_name: &str, password_hash: &str, browser: &str) -> Self {
        Self {
            id,
            email: email.to_owned(),
            full_name: full_name.to_owned(),
            password_hash: password_hash.to_owned(),
            browser_hash: digest(browser).to_vec(),
        }
    }

    /// Whether this cookie is that of the browser that signed up.
    pub fn came_from(&self, browser: Option<&str>) -> bool {
        browser.is_some_and(|cookie| digest(cookie).as_slice() == self.browser_hash)
    }
}

pub(super) async fn keep(tx: &mut Tx, new: &Signup, now: Timestamp) -> Result<(), sqlx::Error> {
    q!(
        "INSERT INTO signups (id, email, full_name, password_hash, browser_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        new.id,
        new.email.as_str(),
        new.full_name.as_str(),
        new.password_hash.as_str(),
        new.browser_hash.as_slice(),
        now.plus_ms(SIGNUP_LIVES_MS)
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn by_id(target: impl Target, id: Uuid, now: Timestamp) -> Result<Option<Signup>, sqlx::Error> {
    q!(
        "SELECT id, email, full_name, password_hash, browser_hash FROM signups WHERE id = $1 AND expires_at > $2",
        id,
        now
    )
    .optional(target)
    .await
}

/// The attempt that this browser made for this address. Asked also without a cookie: the work is the same.
pub async fn of_browser(
    target: impl Target,
    browser: Option<&str>,
    email: &str,
    now: Timestamp,
) -> Result<Option<Signup>, sqlx::Error> {
    q!(
        "SELECT id, email, full_name, password_hash, browser_hash FROM signups
         WHERE browser_hash = $1 AND email = $2 AND expires_at > $3",
        digest(browser.unwrap_or_default()),
        email,
        now
    )
    .optional(target)
    .await
}

/// Uses an attempt up. Two who try at once: one wins.
pub(super) async fn take(tx: &mut Tx, id: Uuid) -> Result<bool, sqlx::Error> {
    Ok(q!("DELETE FROM signups WHERE id = $1", id).execute(tx).await? == 1)
}

/// Forgets what has expired, with the emails that were kept for people who have no account.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<(), sqlx::Error> {
    q!(
        "DELETE FROM dev_emails WHERE recipient IN (SELECT email FROM signups WHERE expires_at <= $1)
         AND recipient NOT IN (SELECT email FROM users)",
        now
    )
    .execute(&mut *tx)
    .await?;
    q!(
        "DELETE FROM tasks WHERE kind = 'mail'
         AND payload ->> 'to' IN (SELECT email FROM signups WHERE expires_at <= $1)
         AND payload ->> 'to' NOT IN (SELECT email FROM users)",
        now
    )
    .execute(&mut *tx)
    .await?;
    q!("DELETE FROM signups WHERE expires_at <= $1", now).execute(tx).await?;
    Ok(())
}
