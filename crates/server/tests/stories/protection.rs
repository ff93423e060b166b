//! What an attacker with a copy of the database, or at another machine, does not get.

use http::StatusCode;
use nomina_server::config::{Auto, Switch};
use nomina_server::db::Db;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    the_mailbox_is_for_visitors_at_this_machine_only,
    mail_is_shown_as_it_looks_with_links_that_leave_the_frame,
    too_many_requests_at_once_are_turned_away,
];

async fn the_mailbox_is_for_visitors_at_this_machine_only(app: TestApp) {
    app.sign_up("ada@x.org").await;
    let id = app.mails("ada@x.org").await[0]["id"].as_str().unwrap().to_owned();
    for path in [&format!("/dev/mailbox/{id}/html"), "/api/v1/dev/emails"] {
        app.visitor().get(path).await.expect(StatusCode::OK);
        let mut elsewhere = app.visitor();
        elsewhere.peer = "192.0.2.1:5000".parse().unwrap();
        elsewhere.get(path).await.expect(StatusCode::NOT_FOUND);
        let mut rebound = app.visitor();
        rebound.host = "evil.example".into();
        rebound.get(path).await.expect(StatusCode::NOT_FOUND);
        let mut proxied = app.visitor();
        proxied.headers.insert("x-forwarded-for", http::HeaderValue::from_static("192.0.2.1"));
        proxied.get(path).await.expect(StatusCode::NOT_FOUND);
    }
    let off = app.again(|config| config.mail.dev_mailbox = Auto::Off).await;
    off.visitor().get("/api/v1/dev/emails").await.expect(StatusCode::NOT_FOUND);
}

async fn mail_is_shown_as_it_looks_with_links_that_leave_the_frame(app: TestApp) {
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "full_name": "<b>Ada</b>" });
    app.visitor().post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    let id = app.mails("ada@x.org").await[0]["id"].as_str().unwrap().to_owned();
    let mut visitor = app.visitor();
    let mail = visitor.get(&format!("/dev/mailbox/{id}/html")).await.expect(StatusCode::OK);
    let html = String::from_utf8_lossy(&mail.body).into_owned();
    assert!(html.contains("<base target=\"_top\">") && !html.contains("<b>Ada"), "{html}");
    assert!(mail.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'self'"));
    visitor.get("/dev/mailbox/7/html").await.refused(404, "Not found");
}

async fn too_many_requests_at_once_are_turned_away(app: TestApp) {
    let full = app.again(|config| config.max_concurrency = 0).await;
    let answer = full.visitor().get("/healthz").await;
    assert_eq!(answer.headers["retry-after"], "2");
    answer.refused(503, "The server is busy. Please try again in a moment.");
}

#[tokio::test]
async fn a_copy_of_the_database_signs_nobody_in() {
    let app = TestApp::start("", |config| config.auth.auth_confirm_email = Switch::Off).await;
    app.sign_up("ada@x.org").await;
    let (mut ada, _) = app.log_in("ada@x.org", PASSWORD).await;
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    let Db::Sqlite { .. } = &app.state.db else { unreachable!() };
    let mut dump = std::fs::read(app.folder.join("nomina.db")).unwrap();
    dump.extend(std::fs::read(app.folder.join("nomina.db-wal")).unwrap_or_default());
    let secrets = [
        PASSWORD.to_owned(),
        ada.bearer.clone().unwrap(),
        ada.cookies["rt"].clone(),
        ada.cookies["rt"].rsplit('.').next().unwrap().to_owned(),
        std::fs::read_to_string(app.folder.join("auth-secret")).unwrap(),
    ];
    for secret in secrets {
        let found = dump.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "{secret} is in the database");
    }
    assert!(dump.windows(10).any(|window| window == b"$argon2id$"), "the dump is the right file");
}
