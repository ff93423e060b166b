//! Forgotten and changed passwords (AUTH-05, AUTH-10).

use http::StatusCode;
use nomina_server::base::clock::HOUR_MS;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    a_forgotten_password_is_replaced_by_the_link,
    a_reset_link_works_once_and_for_an_hour,
    forgetting_tells_nobody_who_has_an_account,
    changing_the_password_checks_the_current_one_and_ends_other_sessions,
    guessing_the_current_password_is_slowed_down,
];

const WORN: &str = "This link is no longer valid. Please ask for a new one.";

async fn a_forgotten_password_is_replaced_by_the_link(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let answer = app.visitor().post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await;
    assert_eq!(
        answer.expect(StatusCode::ACCEPTED).json()["message"],
        "Password reset email sent! Check your inbox."
    );
    let token = app.link_token("ada@x.org").await;
    let reset = json!({ "token": token, "password": "a new password" });
    let answer = app.visitor().post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    assert_eq!(answer.json()["message"], "Password updated successfully!");
    ada.get("/api/v1/me").await.refused(401, "No user logged in");
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
    app.log_in("ada@x.org", "a new password").await.1.expect(StatusCode::OK);
    app.clock.advance_ms(61_000);
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Your password was changed");
}

async fn a_reset_link_works_once_and_for_an_hour(app: TestApp) {
    app.member("ada@x.org").await;
    let forgot = json!({ "email": "ada@x.org" });
    app.visitor().post("/api/v1/auth/forgot", forgot.clone()).await.expect(StatusCode::ACCEPTED);
    let first = app.link_token("ada@x.org").await;
    let short = json!({ "token": first, "password": "12345" });
    app.visitor()
        .post("/api/v1/auth/reset", short)
        .await
        .refused(422, "Password must be at least 6 characters");
    let good = json!({ "token": first, "password": "a new password" });
    app.visitor().post("/api/v1/auth/reset", good.clone()).await.expect(StatusCode::OK);
    app.visitor().post("/api/v1/auth/reset", good).await.refused(400, WORN);
    app.clock.advance_ms(121_000);
    app.mails("ada@x.org").await;
    app.clock.advance_ms(61_000);
    app.visitor().post("/api/v1/auth/forgot", forgot).await.expect(StatusCode::ACCEPTED);
    let second = app.link_token("ada@x.org").await;
    app.clock.advance_ms(HOUR_MS);
    let late = json!({ "token": second, "password": "a new password" });
    app.visitor().post("/api/v1/auth/reset", late).await.refused(400, WORN);
}

async fn forgetting_tells_nobody_who_has_an_account(app: TestApp) {
    app.member("ada@x.org").await;
    let known = app.visitor().post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await;
    let unknown = app.visitor().post("/api/v1/auth/forgot", json!({ "email": "nobody@x.org" })).await;
    assert_eq!((known.status, known.body), (unknown.status, unknown.body));
    assert!(app.mails("nobody@x.org").await.is_empty());
    // A confirmation token is no reset token, and the other way round.
    let token = app.link_token("ada@x.org").await;
    app.visitor().post("/api/v1/auth/confirm", json!({ "token": token })).await.refused(400, WORN);
}

async fn changing_the_password_checks_the_current_one_and_ends_other_sessions(app: TestApp) {
    let mut desk = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    let path = "/api/v1/auth/password";
    let cases = [
        (PASSWORD, "12345", "New password must be at least 6 characters long"),
        (PASSWORD, PASSWORD, "New password must be different from current password"),
        ("wrong password", "a new password", "Current password is incorrect"),
    ];
    for (current, new, sentence) in cases {
        let form = json!({ "currentPassword": current, "newPassword": new });
        desk.post(path, form).await.refused(422, sentence);
    }
    let form = json!({ "currentPassword": PASSWORD, "newPassword": "a new password" });
    let answer = desk.post(path, form).await.expect(StatusCode::OK);
    assert_eq!(answer.json()["message"], "Password updated successfully!");
    desk.get("/api/v1/me").await.expect(StatusCode::OK);
    phone.get("/api/v1/me").await.refused(401, "No user logged in");
    app.log_in("ada@x.org", "a new password").await.1.expect(StatusCode::OK);
}

async fn guessing_the_current_password_is_slowed_down(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut last = StatusCode::OK;
    for turn in 0..11 {
        let form = json!({ "currentPassword": format!("guess {turn}"), "newPassword": "a new password" });
        last = ada.post("/api/v1/auth/password", form).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}
