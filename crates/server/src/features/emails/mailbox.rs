//! The local mailbox: without an SMTP server, on a server whose public address is this machine, emails are kept and shown
//! to visitors at it who have its token, which is printed at the start. A server with any other public address has none,
//! whatever its proxy says about visitors.

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, X_FRAME_OPTIONS};
use http::{HeaderMap, StatusCode, Uri};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::config::Auto;
use crate::base::context::Context;
use crate::base::db::{q, row};
use crate::base::error::{ApiError, Problem, Result};
use crate::base::extract::{Json, Path, Query};
use crate::base::http::client::Client;
use crate::base::mail::Mail;
use crate::base::random;
use crate::features::assets::{self, WebApp};

const PAGE: &str = "/dev/mailbox";
const KEPT: i64 = 200;

/// One kept email.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DevEmail {
    pub id: Uuid,
    pub recipient: String,
    pub subject: String,
    pub text_body: String,
    pub html_body: String,
    pub created_at: Timestamp,
}
row!(DevEmail { id, recipient, subject, text_body, html_body, created_at });

pub(super) async fn keep(state: &Context, mail: &Mail) -> Result<(), sqlx::Error> {
    let now = state.clock.now();
    q!(
        "INSERT INTO dev_emails (id, recipient, subject, text_body, html_body, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        random::id(&*state.random, now),
        mail.to.as_str(),
        mail.subject.as_str(),
        mail.text.as_str(),
        mail.html.as_str(),
        now
    )
    .execute(&state.db)
    .await?;
    q!(
        "DELETE FROM dev_emails WHERE id NOT IN
         (SELECT id FROM dev_emails ORDER BY created_at DESC, id DESC LIMIT $1)",
        KEPT
    )
    .execute(&state.db)
    .await?;
    Ok(())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MailboxQuery {
    /// The token of the mailbox's address.
    token: Option<String>,
    /// Only emails to this address.
    to: Option<String>,
}

/// The token as it stands in the addresses of the pages.
#[derive(Debug, Deserialize)]
pub struct Key {
    token: Option<String>,
}

/// The kept emails, the latest first.
#[utoipa::path(get, path = "/api/v1/dev/emails", tag = "mailbox", params(MailboxQuery),
    responses((status = 200, body = Vec<DevEmail>), (status = 404, body = Problem)))]
pub async fn emails(
    State(state): State<Context>,
    client: Client,
    Query(query): Query<MailboxQuery>,
) -> Result<Json<Vec<DevEmail>>> {
    open_to(&state, &client, query.token.as_deref())?;
    list(&state, query.to.as_deref()).await.map(Json)
}

/// `/dev/mailbox`: the web app draws the page. Elsewhere the address is as unknown as any other.
pub async fn page(
    State(web): State<WebApp>,
    client: Client,
    key: Result<Query<Key>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let open = key.and_then(|Query(key)| open_to(&web, &client, key.token.as_deref()));
    let status = if open.is_ok() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    assets::page(&web, &headers, &uri, status).await
}

/// `/dev/mailbox/{id}/html`: the HTML part, shown in a frame of the web app's page `/dev/mailbox`; its links open in
/// the whole window.
pub async fn mail_html(
    State(state): State<Context>,
    client: Client,
    Query(key): Query<Key>,
    Path(id): Path<Uuid>,
) -> Result<Response> {
    open_to(&state, &client, key.token.as_deref())?;
    let mail = find(&state, id).await?;
    let html = mail.html_body.replacen("<head>", "<head><base target=\"_top\">", 1);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'";
    let headers = [
        (CONTENT_SECURITY_POLICY, policy),
        (X_FRAME_OPTIONS, "SAMEORIGIN"),
        // Links sign people in: no cache keeps them.
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Html(html)).into_response())
}

/// Elsewhere, and without the token, there is no mailbox: not even its existence is told.
fn open_to(state: &Context, client: &Client, token: Option<&str>) -> Result<()> {
    let here = client.is_local || state.config.mail.dev_mailbox == Auto::On;
    if state.config.has_mailbox() && here && token.is_some_and(|token| state.keys.is_mailbox_token(token)) {
        Ok(())
    } else {
        Err(ApiError::not_found("There is nothing at this address."))
    }
}

/// The path of the page, with its token.
pub fn path(state: &Context) -> String {
    format!("{PAGE}?token={}", state.keys.mailbox_token())
}

/// The same for somebody who waits for an email; only visitors at this machine are told.
pub fn path_for(state: &Context, client: &Client) -> Option<String> {
    (state.config.has_mailbox() && client.is_local).then(|| path(state))
}

async fn list(state: &Context, to: Option<&str>) -> Result<Vec<DevEmail>> {
    let to = to.map(str::to_lowercase);
    let mails = q!(
        "SELECT id, recipient, subject, text_body, html_body, created_at FROM dev_emails
         WHERE CAST($1 AS TEXT) IS NULL OR recipient = $1 ORDER BY created_at DESC, id DESC",
        to
    )
    .all(&state.db)
    .await?;
    Ok(mails)
}

async fn find(state: &Context, id: Uuid) -> Result<DevEmail> {
    q!("SELECT id, recipient, subject, text_body, html_body, created_at FROM dev_emails WHERE id = $1", id)
        .optional(&state.db)
        .await?
        .ok_or_else(|| ApiError::not_found("There is no such mail."))
}
