//! The refresh cookie (AUTH-07): it turns at every use, parallel tabs are fine, a copied one ends the session.

use futures_util::future::join_all;
use http::StatusCode;
use nomina_server::base::clock::{DAY_MS, SECOND_MS};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, Visitor};
use crate::engines::stories;

stories![
    twenty_tabs_refresh_at_once_and_stay_in_one_session,
    a_replayed_grandparent_ends_the_session,
    a_parent_replayed_after_the_grace_ends_the_session,
    an_idle_session_ends_after_thirty_days,
    a_busy_session_ends_after_ninety_days,
    a_missing_or_forged_cookie_is_not_found,
    a_request_from_another_site_cannot_refresh,
];

async fn refresh(visitor: &mut Visitor) -> Answer {
    visitor.post("/api/v1/auth/refresh", json!({})).await
}

async fn twenty_tabs_refresh_at_once_and_stay_in_one_session(app: TestApp) {
    let ada = app.member("ada@x.org").await;
    let replica = app.again(|_| ()).await;
    let tabs = (0..20).map(|turn| {
        let mut tab = if turn % 2 == 0 { ada.clone() } else { replica.visitor() };
        tab.cookies = ada.cookies.clone();
        async move {
            let answer = refresh(&mut tab).await;
            (answer.status, answer.json()["sessionId"].clone(), tab)
        }
    });
    let mut tabs = join_all(tabs).await;
    assert!(tabs.iter().all(|(status, ..)| *status == StatusCode::OK));
    let ids: std::collections::HashSet<String> = tabs.iter().map(|(_, id, _)| id.to_string()).collect();
    assert_eq!(ids.len(), 1, "one session");
    let cookies: std::collections::HashSet<_> =
        tabs.iter().map(|(.., tab)| tab.cookies["rt"].clone()).collect();
    assert_eq!(cookies.len(), 1, "one lineage");
    let (.., tab) = &mut tabs[7];
    refresh(tab).await.expect(StatusCode::OK);
}

async fn a_replayed_grandparent_ends_the_session(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut thief = ada.clone();
    refresh(&mut ada).await.expect(StatusCode::OK);
    refresh(&mut ada).await.expect(StatusCode::OK);
    refresh(&mut thief).await.refused(401, "Invalid Refresh Token");
    assert!(!thief.cookies.contains_key("rt"), "the dead cookie is taken back");
    refresh(&mut ada).await.refused(401, "Invalid Refresh Token");
    ada.get("/api/v1/me").await.refused(401, "No user logged in");
}

async fn a_parent_replayed_after_the_grace_ends_the_session(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (mut tab, mut late) = (ada.clone(), ada.clone());
    refresh(&mut ada).await.expect(StatusCode::OK);
    app.clock.advance_ms(9 * SECOND_MS);
    refresh(&mut tab).await.expect(StatusCode::OK);
    assert_eq!(tab.cookies, ada.cookies, "the answer of the first again");
    app.clock.advance_ms(2 * SECOND_MS);
    refresh(&mut late).await.refused(401, "Invalid Refresh Token");
    refresh(&mut ada).await.refused(401, "Invalid Refresh Token");
}

async fn an_idle_session_ends_after_thirty_days(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    app.clock.advance_ms(29 * DAY_MS);
    refresh(&mut ada).await.expect(StatusCode::OK);
    app.clock.advance_ms(30 * DAY_MS);
    refresh(&mut ada).await.refused(401, "Invalid Refresh Token");
}

async fn a_busy_session_ends_after_ninety_days(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for _ in 0..4 {
        app.clock.advance_ms(22 * DAY_MS);
        refresh(&mut ada).await.expect(StatusCode::OK);
    }
    app.clock.advance_ms(2 * DAY_MS);
    refresh(&mut ada).await.refused(401, "Invalid Refresh Token");
    ada.get("/api/v1/me").await.refused(401, "No user logged in");
}

async fn a_missing_or_forged_cookie_is_not_found(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let id: Value = ada.get("/api/v1/auth/session").await.json()["sessionId"].clone();
    let mut forger = app.visitor();
    refresh(&mut forger).await.refused(401, "Refresh Token Not Found");
    let forged = format!("{}.0.{}", id.as_str().unwrap().replace('-', ""), "A".repeat(43));
    forger.cookies.insert("rt".into(), forged);
    refresh(&mut forger).await.refused(401, "Refresh Token Not Found");
    refresh(&mut ada).await.expect(StatusCode::OK);
}

async fn a_request_from_another_site_cannot_refresh(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for (name, value) in
        [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        ada.headers.clear();
        ada.headers.insert(http::HeaderName::from_static(name), http::HeaderValue::from_static(value));
        for path in ["/api/v1/auth/refresh", "/api/v1/auth/logout", "/api/v1/auth/login"] {
            let body = json!({ "email": "ada@x.org", "password": "x" });
            ada.post(path, body).await.refused(403, "This request came from another site.");
        }
    }
    ada.headers.clear();
    ada.headers.insert("origin", http::HeaderValue::from_static("http://nomina.localhost"));
    refresh(&mut ada).await.expect(StatusCode::OK);
}
