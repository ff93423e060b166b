//! Protection that does not hit the owner: guesses from everywhere, copied refresh tokens, links that outlive a password,
//! and servers that do not share their key.

use std::sync::Arc;

use http::header::USER_AGENT;
use http::{HeaderValue, StatusCode};
use nomina_server::app::state::AppState;
use nomina_server::base::clock::{MINUTE_MS, SystemClock};
use nomina_server::base::random::SystemRandom;
use nomina_server::base::rate;
use nomina_server::base::secret::Secret;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::engines::stories;
use crate::postgres::cluster_or_reason;

stories![
    guesses_from_everywhere_do_not_lock_the_owners_own_browser,
    a_known_browser_may_not_guess_without_end_either,
    a_browser_is_known_for_its_own_account_only,
    a_new_password_by_mail_opens_a_locked_account,
    a_copied_refresh_token_signs_out_its_own_session_and_no_other,
    a_new_password_makes_open_and_waiting_reset_links_void,
    a_reset_link_is_looked_at_without_being_used,
];

async fn log_in(visitor: &mut Visitor, email: &str, password: &str) -> StatusCode {
    visitor.post("/api/v1/auth/login", json!({ "email": email, "password": password })).await.status
}

/// As if a hundred places had failed once each: the account is closed to strangers.
async fn attack(app: &TestApp, email: &str) {
    for _ in 0..100 {
        rate::take(&app.state, rate::LOGIN_FAILURES_ANYWHERE, email).await.unwrap();
    }
    let mut elsewhere = app.visitor();
    elsewhere.peer = "198.51.100.7:9".parse().unwrap();
    assert_eq!(log_in(&mut elsewhere, email, PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
}

async fn guesses_from_everywhere_do_not_lock_the_owners_own_browser(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.post("/api/v1/auth/logout", json!({})).await.expect(StatusCode::NO_CONTENT);
    attack(&app, "ada@x.org").await;
    assert_eq!(log_in(&mut ada, "ada@x.org", PASSWORD).await, StatusCode::OK);
}

async fn a_known_browser_may_not_guess_without_end_either(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for _ in 0..10 {
        assert_eq!(log_in(&mut ada, "ada@x.org", "a guess").await, StatusCode::BAD_REQUEST);
    }
    assert_eq!(log_in(&mut ada, "ada@x.org", PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
    app.clock.advance_ms(15 * MINUTE_MS);
    assert_eq!(log_in(&mut ada, "ada@x.org", PASSWORD).await, StatusCode::OK);
}

async fn a_browser_is_known_for_its_own_account_only(app: TestApp) {
    app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    attack(&app, "ada@x.org").await;
    eve.peer = "198.51.100.8:9".parse().unwrap();
    assert_eq!(log_in(&mut eve, "ada@x.org", PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
}

async fn a_new_password_by_mail_opens_a_locked_account(app: TestApp) {
    app.member("ada@x.org").await;
    attack(&app, "ada@x.org").await;
    let mut cafe = app.visitor();
    cafe.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let reset = json!({ "token": app.link_token("ada@x.org").await, "password": "a new password" });
    cafe.post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    assert_eq!(log_in(&mut cafe, "ada@x.org", "a new password").await, StatusCode::OK);
}

async fn a_copied_refresh_token_signs_out_its_own_session_and_no_other(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    let mut thief = desk.clone();
    thief.bearer = None;
    for _ in 0..2 {
        desk.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    }
    thief.post("/api/v1/auth/logout?scope=global", json!({})).await.expect(StatusCode::NO_CONTENT);
    desk.get("/api/v1/me").await.refused(401, "No user logged in");
    desk.post("/api/v1/auth/refresh", json!({})).await.refused(401, "Invalid Refresh Token");
    phone.get("/api/v1/me").await.expect(StatusCode::OK);
}

const WORN: &str = "This link is no longer valid. Please ask for a new one.";

async fn a_new_password_makes_open_and_waiting_reset_links_void(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let forgot = json!({ "email": "ada@x.org" });
    ada.post("/api/v1/auth/forgot", forgot.clone()).await.expect(StatusCode::ACCEPTED);
    let open = app.link_token("ada@x.org").await;
    // The second one waits for its minute.
    ada.post("/api/v1/auth/forgot", forgot).await.expect(StatusCode::ACCEPTED);
    app.work().await;
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "a new password" });
    ada.post("/api/v1/auth/password", change).await.expect(StatusCode::OK);
    let reset = json!({ "token": open, "password": "by the thief" });
    app.visitor().post("/api/v1/auth/reset", reset).await.refused(400, WORN);
    app.clock.advance_ms(MINUTE_MS);
    app.work().await;
    app.clock.advance_ms(MINUTE_MS);
    let mails = app.mails("ada@x.org").await;
    let links = mails.iter().filter(|mail| mail["subject"] == "Reset your password").count();
    assert_eq!((links, mails[0]["subject"].as_str()), (1, Some("Your password was changed")));
}

async fn a_reset_link_is_looked_at_without_being_used(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let token = json!({ "token": app.link_token("ada@x.org").await });
    for _ in 0..2 {
        ada.post("/api/v1/auth/reset/check", token.clone()).await.expect(StatusCode::NO_CONTENT);
    }
    let reset = json!({ "token": token["token"], "password": "a new password" });
    ada.post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    ada.post("/api/v1/auth/reset/check", token).await.refused(400, WORN);
    ada.post("/api/v1/auth/reset/check", json!({ "token": "x" })).await.refused(400, WORN);
}

/// A server of its own on the same database: another data folder, and so another key.
async fn replica(app: &TestApp, name: &str, secret: &str) -> Result<AppState, String> {
    let mut config = app.state.config.clone();
    config.data_dir = app.folder.join(name);
    config.auth.auth_secret = Secret::new(secret);
    let opened = AppState::with(config, Arc::new(SystemClock), Arc::new(SystemRandom)).await;
    opened.map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_with_a_key_of_its_own_does_not_start_on_postgresql() {
    let Some(cluster) = cluster_or_reason() else { return };
    let app = TestApp::start(&cluster.database("keys").await, |_| ()).await;
    let refusal = replica(&app, "second", "").await.err().unwrap_or_default();
    assert!(refusal.contains("Set AUTH_SECRET to the same value"), "{refusal}");
    replica(&app, "third", "one secret for all").await.expect("a new secret counts from now on");
    replica(&app, "fourth", "one secret for all").await.expect("and is shared");
    assert!(replica(&app, "second", "").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_of_the_same_name_elsewhere_is_told_as_new() {
    let app = TestApp::start("", |_| ()).await;
    let mut ada = app.member("ada@x.org").await;
    let sign_in = async |visitor: &mut Visitor, address: &str| {
        visitor.peer = address.parse().unwrap();
        visitor.headers.insert(USER_AGENT, HeaderValue::from_static("Firefox"));
        assert_eq!(log_in(visitor, "ada@x.org", PASSWORD).await, StatusCode::OK);
    };
    let told = async || {
        app.clock.advance_ms(MINUTE_MS);
        let mails = app.mails("ada@x.org").await;
        mails.iter().filter(|mail| mail["subject"] == "New sign-in to your account").count()
    };
    sign_in(&mut ada, "198.51.100.7:1").await;
    assert_eq!(told().await, 0, "her own browser, wherever it is");
    sign_in(&mut app.visitor(), "198.51.100.7:1").await;
    assert_eq!(told().await, 0, "the same program at the same place");
    sign_in(&mut app.visitor(), "203.0.113.9:1").await;
    assert_eq!(told().await, 1, "the same program at another place");
}
