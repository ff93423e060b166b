//! Sign-up and confirmation (AUTH-02, AUTH-03).

use http::StatusCode;
use nomina_server::base::clock::DAY_MS;
use nomina_server::base::config::Switch;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    signing_up_sends_a_link_that_confirms_and_signs_in,
    signing_in_before_confirming_is_refused_clearly_in_the_browser_that_signed_up,
    a_confirmation_link_works_once_and_for_a_day,
    a_second_sign_up_tells_nobody_and_changes_nothing,
    the_confirmation_can_be_sent_again_after_a_minute,
    a_form_with_a_mistake_gets_the_sentence_for_it,
    without_confirmation_an_account_works_at_once,
    where_the_list_is_on_a_common_password_is_refused_everywhere,
];

async fn signing_up_sends_a_link_that_confirms_and_signs_in(app: TestApp) {
    let form = json!({ "email": " Ada@Example.org ", "password": PASSWORD, "fullName": "Ada Lovelace" });
    let mut ada = app.visitor();
    let answer = ada.post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    assert_eq!(answer.json()["message"], "Check your email for a confirmation link!");
    let mail = &app.mails("ada@example.org").await[0];
    assert_eq!(mail["subject"], "Confirm your email address");
    assert!(mail["htmlBody"].as_str().unwrap().contains("http://nomina.localhost/confirm?token="));
    let token = app.link_token("ada@example.org").await;
    let session =
        ada.post("/api/v1/auth/confirm", json!({ "token": token })).await.expect(StatusCode::OK).json();
    assert_eq!(session["user"]["email"], "ada@example.org");
    assert_eq!(session["user"]["subscriptionTier"], "starter");
    let me = ada.get("/api/v1/me").await.expect(StatusCode::OK).json();
    assert_eq!(me["fullName"], "Ada Lovelace");
    assert!(me.get("password_hash").is_none());
}

async fn signing_in_before_confirming_is_refused_clearly_in_the_browser_that_signed_up(app: TestApp) {
    let mut ada = app.sign_up("ada@x.org").await;
    let mut sign_in = async |password: &str| {
        ada.post("/api/v1/auth/login", json!({ "email": "ada@x.org", "password": password })).await
    };
    sign_in(PASSWORD).await.refused(403, "Email not confirmed");
    sign_in("wrong password").await.refused(400, "Invalid login credentials");
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
}

async fn a_confirmation_link_works_once_and_for_a_day(app: TestApp) {
    let worn = "This link is no longer valid. Please ask for a new one.";
    let mut ada = app.sign_up("ada@x.org").await;
    let token = app.link_token("ada@x.org").await;
    ada.post("/api/v1/auth/confirm", json!({ "token": token })).await.expect(StatusCode::OK);
    app.visitor().post("/api/v1/auth/confirm", json!({ "token": token })).await.refused(400, worn);
    app.visitor().post("/api/v1/auth/confirm", json!({ "token": "guess" })).await.refused(400, worn);
    let mut bob = app.sign_up("bob@x.org").await;
    let late = app.link_token("bob@x.org").await;
    app.clock.advance_ms(DAY_MS);
    bob.post("/api/v1/auth/confirm", json!({ "token": late })).await.refused(400, worn);
}

async fn a_second_sign_up_tells_nobody_and_changes_nothing(app: TestApp) {
    app.member("ada@x.org").await;
    let form = json!({ "email": "ada@x.org", "password": "another one", "fullName": "Eve" });
    let hashes = app.state.passwords.computed();
    let known = app.visitor().post("/api/v1/auth/signup", form).await;
    let known_work = app.state.passwords.computed() - hashes;
    let form = json!({ "email": "new@x.org", "password": "another one", "fullName": "Eve" });
    let hashes = app.state.passwords.computed();
    let unknown = app.visitor().post("/api/v1/auth/signup", form).await;
    assert_eq!(known_work, app.state.passwords.computed() - hashes, "the same work");
    assert_eq!((known.status, known.body), (unknown.status, unknown.body), "the same answer");
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "You already have an account");
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    app.log_in("ada@x.org", "another one").await.1.refused(400, "Invalid login credentials");
}

async fn the_confirmation_can_be_sent_again_after_a_minute(app: TestApp) {
    let mut ada = app.sign_up("ada@x.org").await;
    assert_eq!(app.mails("ada@x.org").await.len(), 1);
    let resend = json!({ "email": "ada@x.org" });
    ada.post("/api/v1/auth/resend", resend.clone()).await.expect(StatusCode::ACCEPTED);
    assert_eq!(app.mails("ada@x.org").await.len(), 1, "one mail per address and minute");
    app.clock.advance_ms(60_000);
    assert_eq!(app.mails("ada@x.org").await.len(), 2, "it waits, it is not lost");
    let token = app.link_token("ada@x.org").await;
    ada.post("/api/v1/auth/confirm", json!({ "token": token })).await.expect(StatusCode::OK);
}

async fn a_form_with_a_mistake_gets_the_sentence_for_it(app: TestApp) {
    let mut visitor = app.visitor();
    let cases = [
        ("a@x.org", "12345", "Ada", "Password must be at least 6 characters"),
        ("not an address", PASSWORD, "Ada", "Please enter a valid email address"),
        ("", PASSWORD, "Ada", "Email is required"),
        ("a@x.org", PASSWORD, "  ", "Full name is required"),
        (
            "a@x.org",
            PASSWORD,
            "Ada\u{202e}evil",
            "Full name must be one line of at most 200 visible characters",
        ),
        ("a@x.org", PASSWORD, "Ada\u{200b}", "Full name must be one line of at most 200 visible characters"),
        ("a@x.org", PASSWORD, "Ada\nEve", "Full name must be one line of at most 200 visible characters"),
    ];
    for (email, password, full_name, sentence) in cases {
        let form = json!({ "email": email, "password": password, "fullName": full_name });
        visitor.post("/api/v1/auth/signup", form).await.refused(422, sentence);
    }
    let form = json!({ "email": "a@x.org", "password": "123456", "fullName": "Ada" });
    visitor.post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
}

async fn without_confirmation_an_account_works_at_once(app: TestApp) {
    let app = app.again(|config| config.auth.auth_confirm_email = Switch::Off).await;
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "fullName": "Ada" });
    let answer = app.visitor().post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    assert_eq!(answer.json()["message"], "Your account is ready. Please sign in.");
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    assert!(app.mails("ada@x.org").await.is_empty());
}

async fn where_the_list_is_on_a_common_password_is_refused_everywhere(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let strict = app.again(|config| config.auth.auth_blocklist = Switch::On).await;
    let sentence = "This password is one of the first that others try. Please choose another one";
    let form = json!({ "email": "eve@x.org", "password": "Password1", "fullName": "Eve" });
    strict.visitor().post("/api/v1/auth/signup", form.clone()).await.refused(422, sentence);
    app.visitor().post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    let reset = json!({ "token": "any", "password": "qwerty" });
    strict.visitor().post("/api/v1/auth/reset", reset).await.refused(422, sentence);
    let mut there = strict.visitor();
    there.bearer = ada.bearer.take();
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "iloveyou" });
    there.post("/api/v1/auth/password", change).await.refused(422, sentence);
}
