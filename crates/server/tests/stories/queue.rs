//! The queue of mails when the mail server is away: retried with growing pauses, never lost, given up in the end.

use http::StatusCode;
use nomina_server::app::worker;
use nomina_server::base::clock::{DAY_MS, HOUR_MS, SECOND_MS};
use nomina_server::base::db::Query;
use nomina_server::base::mail::Mailer;
use nomina_server::base::secret::Secret;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    a_mail_waits_for_the_mail_server_to_come_back,
    a_mail_that_never_leaves_is_given_up_and_kept,
    a_link_that_somebody_waits_for_goes_before_the_news,
    a_strangers_sign_ups_do_not_keep_ones_own_link_away,
    asking_for_links_does_not_keep_an_alarm_away,
    one_place_cannot_fill_a_mailbox_with_sign_ups,
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
    ada.post("/api/v1/auth/password", change).await.expect(StatusCode::OK);
    ada.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let sql = "SELECT payload FROM tasks ORDER BY priority DESC, run_at, id";
    let line: Vec<(Json<Value>,)> = Query::new(sql, Vec::new()).all(&app.state.db).await.unwrap();
    let kinds: Vec<&str> = line.iter().map(|(task,)| task["letter"]["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["recover", "password_changed"], "as the worker takes them");
    let sent = subjects(&app, "ada@x.org").await;
    for subject in ["Reset your password", "Your password was changed"] {
        assert!(sent.iter().any(|one| one == subject), "{subject} goes in the same minute: {sent:?}");
    }
}

async fn subjects(app: &TestApp, to: &str) -> Vec<String> {
    app.mails(to).await.iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
}

async fn a_strangers_sign_ups_do_not_keep_ones_own_link_away(app: TestApp) {
    let eve = json!({ "email": "ada@x.org", "password": "chosen by eve", "fullName": "Eve" });
    let mut ada = None;
    for turn in 0..6 {
        let mut stranger = app.visitor();
        stranger.peer = "203.0.113.9:1".parse().unwrap();
        stranger.post("/api/v1/auth/signup", eve.clone()).await.expect(StatusCode::ACCEPTED);
        app.work().await;
        if turn == 1 {
            ada = Some(app.sign_up("ada@x.org").await);
        }
        app.clock.advance_ms(34 * SECOND_MS);
    }
    let mut ada = ada.unwrap();
    let mut confirmed = 0;
    for mail in app.mails("ada@x.org").await {
        let text = mail["textBody"].as_str().unwrap().to_owned();
        let token = text.split("token=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        let answer = ada.post("/api/v1/auth/confirm", json!({ "token": token })).await;
        confirmed += usize::from(answer.status == StatusCode::OK);
    }
    assert_eq!(confirmed, 1, "her own link is among them and works in her browser");
}

async fn asking_for_links_does_not_keep_an_alarm_away(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let forgot = async || {
        let mut thief = app.visitor();
        thief.peer = "203.0.113.9:1".parse().unwrap();
        let asked = thief.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await;
        asked.expect(StatusCode::ACCEPTED);
        app.work().await;
    };
    forgot().await;
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "by the thief" });
    ada.post("/api/v1/auth/password", change).await.expect(StatusCode::OK);
    forgot().await;
    assert!(subjects(&app, "ada@x.org").await.contains(&"Your password was changed".to_owned()), "at once");
}

async fn one_place_cannot_fill_a_mailbox_with_sign_ups(app: TestApp) {
    for _ in 0..10 {
        app.sign_up("ada@x.org").await;
    }
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "fullName": "Ada" });
    let mut same = app.visitor();
    let late = same.post("/api/v1/auth/signup", form.clone()).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    let mut elsewhere = app.visitor();
    elsewhere.peer = "203.0.113.9:1".parse().unwrap();
    elsewhere.post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
}
