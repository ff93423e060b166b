//! The queue of mails when the mail server is away: retried with growing pauses, never lost, given up in the end.

use http::StatusCode;
use nomina_server::clock::{DAY_MS, HOUR_MS, MINUTE_MS};
use nomina_server::db::Query;
use nomina_server::mail::Mailer;
use nomina_server::secrets::Secret;
use nomina_server::worker;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    a_mail_waits_for_the_mail_server_to_come_back,
    a_mail_that_never_leaves_is_given_up_and_kept,
    a_link_that_somebody_waits_for_goes_before_the_news,
];

/// A replica whose SMTP server refuses every connection.
async fn without_mail_server(app: &TestApp) -> TestApp {
    let broken = app.again(|config| config.mail.smtp_url = Secret::new("smtp://127.0.0.1:1")).await;
    assert!(matches!(broken.state.mailer, Mailer::Smtp { .. }));
    broken
}

async fn a_mail_waits_for_the_mail_server_to_come_back(app: TestApp) {
    let broken = without_mail_server(&app).await;
    broken.sign_up("ada@x.org").await;
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 1);
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 0, "not at once again");
    assert!(app.mails("ada@x.org").await.is_empty());
    app.clock.advance_ms(70_000);
    assert_eq!(app.mails("ada@x.org").await.len(), 1, "another replica sends it later");
}

async fn a_mail_that_never_leaves_is_given_up_and_kept(app: TestApp) {
    app.member("ada@x.org").await;
    let broken = without_mail_server(&app).await;
    let forgot = json!({ "email": "ada@x.org" });
    broken.visitor().post("/api/v1/auth/forgot", forgot).await.expect(StatusCode::ACCEPTED);
    for _ in 0..30 {
        worker::run_due(&broken.state).await.unwrap();
        app.clock.advance_ms(7 * HOUR_MS);
    }
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 0);
    let sql = "SELECT attempts, last_error FROM tasks WHERE dead_at IS NOT NULL";
    let dead: (i64, String) = Query::new(sql, Vec::new()).one(&app.state.db).await.unwrap();
    assert_eq!(dead.0, 8);
    assert!(dead.1.contains("Connection"), "{}", dead.1);
    app.clock.advance_ms(31 * DAY_MS);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(Query::new("SELECT COUNT(*) FROM tasks", Vec::new()).number(&app.state.db).await.unwrap(), 0);
}

async fn a_link_that_somebody_waits_for_goes_before_the_news(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "a new password" });
    app.visitor()
        .post("/api/v1/auth/signup", json!({ "email": "ada@x.org", "password": PASSWORD, "fullName": "A" }))
        .await;
    app.work().await;
    ada.post("/api/v1/auth/password", change).await.expect(StatusCode::OK);
    ada.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    app.work().await;
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Reset your password");
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Your password was changed");
}
