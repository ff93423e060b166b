//! Every endpoint as guest, owner and stranger. The list of endpoints comes from the OpenAPI document: a new one
//! without an entry here fails.

use http::Method;
use nomina_server::app::router::document;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;

stories![every_endpoint_answers_guests_and_members_as_written, nobody_reaches_what_belongs_to_somebody_else];

/// The proof that it is the owner who asks.
const OWNER: &str = r#"{"password":"correct horse"}"#;
/// What a passkey answers, as junk.
const SHOWN: &str = r#"{"id":"x","clientDataJSON":"x","authenticatorData":"x","signature":"x"}"#;

/// A ZIP that is to be sent.
const ANNOUNCED: &str =
    r#"{"size":9,"sha256":"0000000000000000000000000000000000000000000000000000000000000000"}"#;

/// Method and path, a body, and the status that a guest and a member get.
const TABLE: &[(&str, &str, Option<&str>, u16, u16)] = &[
    ("GET", "/healthz", None, 200, 200),
    ("GET", "/readyz", None, 200, 200),
    ("GET", "/api/v1/plans", None, 200, 200),
    ("GET", "/api/v1/naming", None, 200, 200),
    ("GET", "/api/v1/naming/device", None, 200, 200),
    ("POST", "/api/v1/ai/count", Some(r#"{"files":1}"#), 200, 200),
    ("GET", "/api/v1/usage", None, 200, 200),
    ("POST", "/api/v1/ai/suggest-name", Some("{}"), 415, 415),
    ("POST", "/api/v1/newsletter", Some(r#"{"email":"n@x.org"}"#), 200, 200),
    (
        "POST",
        "/api/v1/auth/signup",
        Some(r#"{"email":"n@x.org","password":"123456","fullName":"N"}"#),
        202,
        202,
    ),
    ("POST", "/api/v1/auth/confirm", Some(r#"{"token":"x"}"#), 400, 400),
    ("POST", "/api/v1/auth/resend", Some(r#"{"email":"n@x.org"}"#), 400, 202),
    ("POST", "/api/v1/auth/forgot", Some(r#"{"email":"n@x.org"}"#), 202, 202),
    ("POST", "/api/v1/auth/reset", Some(r#"{"token":"x","password":"123456"}"#), 400, 400),
    ("POST", "/api/v1/auth/reset/check", Some(r#"{"token":"x"}"#), 400, 400),
    ("POST", "/api/v1/auth/login", Some(r#"{"email":"n@x.org","password":"wrong!"}"#), 400, 400),
    ("POST", "/api/v1/auth/second-step/options", None, 400, 400),
    ("POST", "/api/v1/auth/second-step", Some(r#"{"code":"123456"}"#), 400, 400),
    ("POST", "/api/v1/auth/second-step/passkey", Some(SHOWN), 400, 400),
    ("POST", "/api/v1/auth/passkey/options", None, 200, 200),
    ("POST", "/api/v1/auth/passkey", Some(SHOWN), 400, 400),
    ("POST", "/api/v1/auth/refresh", None, 401, 200),
    ("GET", "/api/v1/auth/session", None, 200, 200),
    ("GET", "/api/v1/auth/providers", None, 200, 200),
    ("GET", "/api/v1/auth/password-rules", None, 200, 200),
    ("GET", "/api/v1/auth/oauth/{provider}/start", None, 404, 404),
    ("GET", "/api/v1/auth/oauth/{provider}/callback", None, 404, 404),
    ("GET", "/api/v1/auth/sessions", None, 401, 200),
    ("DELETE", "/api/v1/auth/sessions/{id}", None, 401, 404),
    (
        "POST",
        "/api/v1/auth/password",
        Some(r#"{"currentPassword":"wrong!","newPassword":"1234567"}"#),
        401,
        422,
    ),
    ("GET", "/api/v1/me", None, 401, 200),
    ("PATCH", "/api/v1/me", Some(r#"{"fullName":"Ada"}"#), 401, 200),
    ("GET", "/api/v1/me/second-factor", None, 401, 200),
    ("POST", "/api/v1/me/second-factor/recovery-codes", Some(OWNER), 401, 409),
    ("POST", "/api/v1/me/second-factor/off", Some(OWNER), 401, 409),
    ("POST", "/api/v1/me/second-factor/app", Some(OWNER), 401, 200),
    ("POST", "/api/v1/me/second-factor/app/confirm", Some(r#"{"code":"x"}"#), 401, 400),
    ("POST", "/api/v1/me/second-factor/app/remove", Some(OWNER), 401, 404),
    ("POST", "/api/v1/me/passkeys/options", Some(OWNER), 401, 200),
    (
        "POST",
        "/api/v1/me/passkeys",
        Some(r#"{"name":"N","clientDataJSON":"x","attestationObject":"x"}"#),
        401,
        400,
    ),
    ("PATCH", "/api/v1/me/passkeys/{id}", Some(r#"{"name":"N"}"#), 401, 404),
    ("POST", "/api/v1/me/passkeys/{id}/remove", Some(OWNER), 401, 404),
    ("POST", "/api/v1/me/export", Some(r#"{"password":"correct horse"}"#), 401, 200),
    ("GET", "/api/v1/preferences", None, 401, 200),
    ("PUT", "/api/v1/preferences", Some("{}"), 401, 200),
    ("DELETE", "/api/v1/preferences", None, 401, 200),
    ("GET", "/api/v1/preferences/export", None, 401, 200),
    ("GET", "/api/v1/usage/days", None, 401, 200),
    ("POST", "/api/v1/usage/check", Some(r#"{"fileCount":1}"#), 200, 200),
    ("GET", "/api/v1/jobs", None, 401, 200),
    ("POST", "/api/v1/jobs", Some(r#"{"fileCount":1,"newFiles":0}"#), 401, 201),
    ("POST", "/api/v1/jobs/delete", Some(r#"{"ids":["01a00000-0000-7000-8000-000000000000"]}"#), 401, 200),
    ("GET", "/api/v1/jobs/{id}", None, 401, 404),
    ("PATCH", "/api/v1/jobs/{id}", Some(r#"{"processedCount":1}"#), 401, 404),
    ("DELETE", "/api/v1/jobs/{id}", None, 401, 404),
    ("POST", "/api/v1/jobs/{id}/cancel", None, 401, 404),
    ("POST", "/api/v1/jobs/{id}/resume", Some(r#"{"newFiles":0}"#), 401, 404),
    ("GET", "/api/v1/batches", None, 401, 200),
    ("POST", "/api/v1/batches", Some(r#"{"fileCount":1,"processedCount":1}"#), 401, 201),
    ("DELETE", "/api/v1/batches", None, 401, 200),
    ("POST", "/api/v1/batches/delete", Some(r#"{"ids":["01a00000-0000-7000-8000-000000000000"]}"#), 401, 200),
    ("GET", "/api/v1/batches/{id}", None, 401, 404),
    ("PATCH", "/api/v1/batches/{id}", Some(r#"{"batchName":"Mine"}"#), 401, 404),
    ("DELETE", "/api/v1/batches/{id}", None, 401, 404),
    ("POST", "/api/v1/batches/{id}/files", Some(r#"{"files":[]}"#), 401, 404),
    ("POST", "/server/api/store-zip", Some("{}"), 401, 415),
    ("POST", "/api/v1/batches/{id}/upload", Some(ANNOUNCED), 401, 404),
    ("POST", "/api/v1/batches/{id}/upload/complete", Some(ANNOUNCED), 401, 404),
    ("GET", "/api/v1/batches/{id}/download-permission", None, 401, 404),
    ("POST", "/api/v1/batches/{id}/download", None, 401, 404),
    ("GET", "/api/v1/files/{ticket}", None, 404, 404),
    ("GET", "/api/v1/downloads/count", None, 401, 200),
    ("GET", "/api/v1/templates", None, 200, 200),
    ("POST", "/api/v1/templates", Some(r#"{"name":"Mine","templateData":{}}"#), 401, 201),
    ("GET", "/api/v1/templates/{id}", None, 404, 404),
    ("PUT", "/api/v1/templates/{id}", Some(r#"{"name":"Mine","templateData":{}}"#), 401, 404),
    ("PATCH", "/api/v1/templates/{id}", Some(r#"{"isPublic":true}"#), 401, 404),
    ("DELETE", "/api/v1/templates/{id}", None, 401, 404),
    ("POST", "/api/v1/templates/{id}/use", None, 404, 404),
    ("POST", "/api/v1/templates/{id}/duplicate", None, 401, 404),
    ("GET", "/api/v1/events", None, 401, 200),
    ("GET", "/api/v1/billing/subscription", None, 401, 200),
    ("GET", "/api/v1/billing/history", None, 401, 200),
    ("GET", "/api/v1/billing/invoices/{id}", None, 401, 404),
    ("POST", "/api/v1/billing/upgrade", Some(r#"{"tier":"essential"}"#), 401, 409),
    ("POST", "/api/v1/billing/downgrade", Some(r#"{"tier":"starter"}"#), 401, 409),
    ("POST", "/api/v1/billing/cancel", Some("{}"), 401, 409),
    ("POST", "/api/v1/billing/resume", None, 401, 409),
    ("POST", "/api/v1/billing/sync", None, 401, 200),
    ("GET", "/api/v1/billing/checkouts/{id}", None, 401, 404),
    ("POST", "/api/v1/billing/checkouts/{id}/pay", None, 401, 404),
    ("POST", "/api/v1/billing/checkouts/{id}/cancel", None, 401, 404),
    ("GET", "/api/stripe/subscription/{userId}", None, 401, 403),
    (
        "POST",
        "/api/stripe/create-checkout-session",
        Some(r#"{"userId":"01a00000-0000-7000-8000-000000000000"}"#),
        401,
        403,
    ),
    (
        "POST",
        "/api/stripe/create-billing-portal-session",
        Some(r#"{"userId":"01a00000-0000-7000-8000-000000000000"}"#),
        401,
        403,
    ),
    ("POST", "/api/stripe/webhook", Some("{}"), 400, 400),
    ("GET", "/api/v1/dev/emails", None, 404, 404),
    ("POST", "/api/v1/me/deactivate", Some(r#"{"email":"somebody@else.org"}"#), 401, 422),
    ("GET", "/api/v1/keys", None, 401, 200),
    ("POST", "/api/v1/keys", Some(r#"{"name":"N","scopes":["read"]}"#), 401, 403),
    ("DELETE", "/api/v1/keys/{id}", None, 401, 404),
    ("POST", "/api/v1/names", Some("{}"), 401, 403),
    ("POST", "/api/v1/process", Some("{}"), 401, 403),
    ("POST", "/api/v1/batches/process", Some("{}"), 401, 403),
    ("GET", "/api/v1/batches/process/{id}", None, 401, 403),
    ("DELETE", "/api/v1/batches/process/{id}", None, 401, 403),
    ("POST", "/api/v1/batches/process/{id}/cancel", None, 401, 403),
    ("GET", "/api/v1/batches/process/{id}/result", None, 401, 403),
    ("POST", "/api/v1/auth/logout", None, 204, 204),
];

const NO_ID: &str = "01a00000-0000-7000-8000-000000000000";

/// Whether the document says that an operation needs a session or a key.
fn needs_session(operation: &Value) -> bool {
    let closed = |way: &Value| way.get("bearer").is_some() || way.get("key").is_some();
    operation["security"].as_array().is_some_and(|ways| ways.iter().all(closed))
}

#[test]
fn every_endpoint_of_the_document_is_in_the_table_and_the_document_tells_the_truth() {
    let document = serde_json::to_value(document()).unwrap();
    let mut unlisted = Vec::new();
    let mut count = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            count += 1;
            let method = method.to_uppercase();
            match TABLE.iter().find(|row| row.0 == method && row.1 == path) {
                Some((.., guest, _)) => {
                    let closed = *guest == 401 && !path.ends_with("/refresh");
                    assert_eq!(needs_session(operation), closed, "{method} {path}: security in the document");
                }
                None => unlisted.push(format!("{method} {path}")),
            }
        }
    }
    assert!(unlisted.is_empty(), "endpoints without an entry: {unlisted:#?}");
    assert_eq!(count, TABLE.len(), "entries without an endpoint");
}

async fn ask(visitor: &mut Visitor, row: &(&str, &str, Option<&str>, u16, u16)) -> u16 {
    let method: Method = row.0.parse().unwrap();
    let path = row.1.replace("{id}", NO_ID).replace("{userId}", NO_ID);
    let path = path.replace("{provider}", "myspace").replace("{ticket}", "x");
    let body = row.2.map(|text| serde_json::from_str(text).unwrap());
    visitor.send(method, &path, body).await.status.as_u16()
}

async fn every_endpoint_answers_guests_and_members_as_written(app: TestApp) {
    let mut member = app.member("ada@x.org").await;
    for row in TABLE {
        let mut guest = app.visitor();
        assert_eq!(ask(&mut guest, row).await, row.3, "guest: {} {}", row.0, row.1);
        assert_eq!(ask(&mut member, row).await, row.4, "member: {} {}", row.0, row.1);
    }
}

async fn nobody_reaches_what_belongs_to_somebody_else(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    // The plan with every route: what is refused is refused because it is somebody else's.
    promote(&app, "eve@x.org", "professional").await;
    let session = ada.get("/api/v1/auth/session").await.json()["sessionId"].clone();
    let job = ada.post("/api/v1/jobs", json!({ "fileCount": 1, "newFiles": 0 })).await.json();
    let batch = ada.post("/api/v1/batches", json!({ "fileCount": 1, "processedCount": 1 })).await.json();
    let template = ada.post("/api/v1/templates", json!({ "name": "A", "templateData": {} })).await.json();
    // Every path that names something by its id: the owner's id, asked by a stranger, is not there.
    for row in TABLE.iter().filter(|row| row.1.contains("{id}")) {
        let owned = match row.1.split('/').nth(3) {
            Some("jobs") => &job["id"],
            Some("batches") if row.1.contains("/process/") => &job["id"],
            Some("batches") => &batch["id"],
            Some("templates") => &template["id"],
            _ => &session,
        };
        let path = row.1.replace("{id}", owned.as_str().unwrap());
        let body: Option<Value> = row.2.map(|text| serde_json::from_str(text).unwrap());
        let answer = eve.send(row.0.parse().unwrap(), &path, body).await;
        assert_eq!(answer.status.as_u16(), 404, "{} {}", row.0, row.1);
    }
    for (kept, path) in [(&job, "jobs"), (&batch, "batches"), (&template, "templates")] {
        let path = format!("/api/v1/{path}/{}", kept["id"].as_str().unwrap());
        ada.get(&path).await.expect(http::StatusCode::OK);
    }
    ada.get("/api/v1/me").await.expect(http::StatusCode::OK);
    let export = eve.post("/api/v1/me/export", json!({ "password": PASSWORD })).await;
    assert!(!export.body.windows(9).any(|window| window == b"ada@x.org"));
}
