//! Signing out (AUTH-09), the list of devices, and the profile (PROF-01).

use http::header::USER_AGENT;
use http::{HeaderValue, Method, StatusCode};
use nomina_server::base::clock::MINUTE_MS;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    signing_out_here_leaves_the_other_devices,
    signing_out_elsewhere_leaves_this_device,
    signing_out_everywhere_ends_all,
    signing_out_always_succeeds,
    a_device_can_be_ended_from_the_list,
    the_name_can_be_changed_and_nothing_else,
    a_sign_in_from_somewhere_new_is_told_by_mail_to_those_who_want_it,
];

async fn signing_out_here_leaves_the_other_devices(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    desk.post("/api/v1/auth/logout", json!({})).await.expect(StatusCode::NO_CONTENT);
    desk.get("/api/v1/me").await.refused(401, "No user logged in");
    assert!(!desk.cookies.contains_key("rt"));
    phone.get("/api/v1/me").await.expect(StatusCode::OK);
}

async fn signing_out_elsewhere_leaves_this_device(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    desk.post("/api/v1/auth/logout?scope=others", json!({})).await.expect(StatusCode::NO_CONTENT);
    desk.get("/api/v1/me").await.expect(StatusCode::OK);
    phone.get("/api/v1/me").await.refused(401, "No user logged in");
    phone.post("/api/v1/auth/refresh", json!({})).await.refused(401, "Invalid Refresh Token");
}

async fn signing_out_everywhere_ends_all(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    let replica = app.again(|_| ()).await;
    // The access token has run out; the cookie alone must do.
    desk.bearer = None;
    desk.post("/api/v1/auth/logout?scope=global", json!({})).await.expect(StatusCode::NO_CONTENT);
    phone.get("/api/v1/me").await.refused(401, "No user logged in");
    let mut there = replica.visitor();
    there.bearer = phone.bearer.clone();
    there.get("/api/v1/me").await.refused(401, "No user logged in");
}

async fn signing_out_always_succeeds(app: TestApp) {
    let mut guest = app.visitor();
    guest.cookies.insert("rt".into(), "junk".into());
    guest.bearer = Some("junk".into());
    guest.post("/api/v1/auth/logout?scope=global", json!({})).await.expect(StatusCode::NO_CONTENT);
}

async fn a_device_can_be_ended_from_the_list(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    let devices = desk.get("/api/v1/auth/sessions").await.expect(StatusCode::OK).json();
    let other = devices.as_array().unwrap().iter().find(|device| device["isCurrent"] == false).unwrap();
    assert_eq!(devices.as_array().unwrap().len(), 2);
    assert_eq!(other["ipPrefix"], "127.0.0.0/24");
    let path = format!("/api/v1/auth/sessions/{}", other["id"].as_str().unwrap());
    let mut stranger = app.member("eve@x.org").await;
    stranger.send(Method::DELETE, &path, None).await.refused(404, "There is no such session.");
    phone.get("/api/v1/me").await.expect(StatusCode::OK);
    desk.send(Method::DELETE, &path, None).await.expect(StatusCode::NO_CONTENT);
    phone.get("/api/v1/me").await.refused(401, "No user logged in");
}

async fn the_name_can_be_changed_and_nothing_else(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let patch = |body| (Method::PATCH, "/api/v1/me", Some(body));
    let (method, path, body) = patch(json!({ "fullName": " Countess Lovelace " }));
    let me = ada.send(method, path, body).await.expect(StatusCode::OK).json();
    assert_eq!(me["fullName"], "Countess Lovelace");
    for forbidden in ["subscriptionTier", "email", "subscriptionStatus"] {
        let (method, path, body) = patch(json!({ "fullName": "Ada", forbidden: "professional" }));
        assert_eq!(ada.send(method, path, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let me = ada.get("/api/v1/me").await.json();
    assert_eq!((me["subscriptionTier"].as_str(), me["email"].as_str()), (Some("starter"), Some("ada@x.org")));
}

async fn a_sign_in_from_somewhere_new_is_told_by_mail_to_those_who_want_it(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let subjects = async || {
        app.clock.advance_ms(MINUTE_MS);
        let mails = app.mails("ada@x.org").await;
        mails.iter().filter(|mail| mail["subject"] == "New sign-in to your account").count()
    };
    let sign_in = async |address: &str, agent: &'static str| {
        let mut visitor = app.visitor();
        visitor.peer = address.parse().unwrap();
        visitor.headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        let form = json!({ "email": "ada@x.org", "password": PASSWORD });
        visitor.post("/api/v1/auth/login", form).await.expect(StatusCode::OK);
    };
    sign_in("203.0.113.9:1", "Evil/1.0 visit http://evil.example").await;
    assert_eq!(subjects().await, 1, "SET-03: wanted by default");
    let mail = app.mails("ada@x.org").await[0]["textBody"].as_str().unwrap().to_owned();
    assert!(mail.contains("203.0.113.0/24") && !mail.contains("evil.example"), "{mail}");
    let off = json!({ "emailNotifications": false });
    ada.send(Method::PUT, "/api/v1/preferences", Some(off)).await.expect(StatusCode::OK);
    sign_in("192.0.2.1:1", "Safari").await;
    assert_eq!(subjects().await, 1, "SET-03: not to those who do not");
}
