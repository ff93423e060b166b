//! Somebody signs up with an address that is not theirs, before or after its owner does: nothing they typed ever becomes
//! part of the owner's account, and they learn nothing about it.

use http::StatusCode;
use serde_json::{Value, json};

use crate::app::{Answer, PASSWORD, TestApp, Visitor};
use crate::engines::stories;

stories![
    a_link_opened_elsewhere_asks_for_the_password_of_its_own_sign_up,
    a_strangers_sign_up_cannot_be_confirmed_by_the_owner,
    a_strangers_later_sign_up_changes_nothing_of_the_owners,
    sending_the_link_again_repeats_ones_own_sign_up_only,
    guesses_before_the_confirmation_are_counted,
    signing_in_after_a_sign_up_tells_nobody_whether_the_address_had_an_account,
    an_address_that_got_an_account_meanwhile_keeps_it,
    a_server_that_cannot_send_mail_says_so,
];

const EVE: &str = "chosen by eve";
const ASKED: &str = "Please enter the password that you chose when you signed up.";
const WRONG: &str = "This is not the password of this sign-up. Nothing was confirmed.";

/// Eve signs up with the address of somebody else, in a browser of her own.
async fn eve_signs_up(app: &TestApp, email: &str) -> Visitor {
    let form = json!({ "email": email, "password": EVE, "fullName": "Eve" });
    let mut eve = app.visitor();
    eve.post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    eve
}

async fn confirm(visitor: &mut Visitor, token: &str, password: Option<&str>) -> Answer {
    visitor.post("/api/v1/auth/confirm", json!({ "token": token, "password": password })).await
}

async fn log_in(visitor: &mut Visitor, email: &str, password: &str) -> Answer {
    visitor.post("/api/v1/auth/login", json!({ "email": email, "password": password })).await
}

async fn a_link_opened_elsewhere_asks_for_the_password_of_its_own_sign_up(app: TestApp) {
    app.sign_up("ada@x.org").await;
    let token = app.link_token("ada@x.org").await;
    let mut phone = app.visitor();
    confirm(&mut phone, &token, None).await.refused(403, ASKED);
    confirm(&mut phone, &token, Some("another one")).await.refused(400, WRONG);
    log_in(&mut phone, "ada@x.org", PASSWORD).await.refused(400, "Invalid login credentials");
    confirm(&mut phone, &token, Some(PASSWORD)).await.expect(StatusCode::OK);
    assert_eq!(phone.get("/api/v1/me").await.json()["email"], "ada@x.org");
}

async fn a_strangers_sign_up_cannot_be_confirmed_by_the_owner(app: TestApp) {
    eve_signs_up(&app, "ada@x.org").await;
    let link_of_eve = app.link_token("ada@x.org").await;
    app.clock.advance_ms(61_000);
    // The owner signs up as well, and opens the older mail first: with her own password, in her own browser.
    let mut ada = app.sign_up("ada@x.org").await;
    let link_of_ada = app.link_token("ada@x.org").await;
    assert_ne!(link_of_eve, link_of_ada);
    confirm(&mut ada, &link_of_eve, None).await.refused(403, ASKED);
    confirm(&mut ada, &link_of_eve, Some(PASSWORD)).await.refused(400, WRONG);
    let session = confirm(&mut ada, &link_of_ada, None).await.expect(StatusCode::OK).json();
    assert!(session["user"].to_string().contains("Ada Lovelace"), "{session}");
    app.log_in("ada@x.org", EVE).await.1.refused(400, "Invalid login credentials");
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn a_strangers_later_sign_up_changes_nothing_of_the_owners(app: TestApp) {
    let mut ada = app.sign_up("ada@x.org").await;
    let link_of_ada = app.link_token("ada@x.org").await;
    app.clock.advance_ms(61_000);
    let mut eve = eve_signs_up(&app, "ada@x.org").await;
    let link_of_eve = app.link_token("ada@x.org").await;
    let session = confirm(&mut ada, &link_of_ada, None).await.expect(StatusCode::OK).json();
    assert!(session["user"].to_string().contains("Ada Lovelace"), "{session}");
    let worn = "This link is no longer valid. Please ask for a new one.";
    confirm(&mut eve, &link_of_eve, Some(EVE)).await.refused(400, worn);
    app.log_in("ada@x.org", EVE).await.1.refused(400, "Invalid login credentials");
}

async fn sending_the_link_again_repeats_ones_own_sign_up_only(app: TestApp) {
    let mut ada = app.sign_up("ada@x.org").await;
    let link_of_ada = app.link_token("ada@x.org").await;
    app.clock.advance_ms(61_000);
    eve_signs_up(&app, "ada@x.org").await;
    app.work().await;
    app.clock.advance_ms(1_000);
    let address = json!({ "email": "ada@x.org" });
    ada.post("/api/v1/auth/resend", address.clone()).await.expect(StatusCode::ACCEPTED);
    assert_eq!(app.link_token("ada@x.org").await, link_of_ada, "her own link, not the latest one");
    let nothing = "There is no sign-up of this browser to repeat. Please sign up again.";
    app.visitor().post("/api/v1/auth/resend", address).await.refused(400, nothing);
    let other = json!({ "email": "bob@x.org" });
    ada.post("/api/v1/auth/resend", other).await.refused(400, nothing);
}

async fn guesses_before_the_confirmation_are_counted(app: TestApp) {
    let mut ada = app.sign_up("ada@x.org").await;
    let token = app.link_token("ada@x.org").await;
    let mut thief = app.visitor();
    for turn in 0..10 {
        confirm(&mut thief, &token, Some(&format!("guess {turn}"))).await.refused(400, WRONG);
    }
    let late = confirm(&mut thief, &token, Some(PASSWORD)).await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    for _ in 0..10 {
        log_in(&mut ada, "ada@x.org", PASSWORD).await.refused(403, "Email not confirmed");
    }
    assert_eq!(log_in(&mut ada, "ada@x.org", PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS);
    confirm(&mut ada, &token, None).await.expect(StatusCode::OK);
}

/// Status, body and the hashes that a sign-in costs.
async fn sign_in(app: &TestApp, visitor: &mut Visitor, email: &str) -> (u16, Value, u64) {
    let before = app.state.passwords.computed();
    let answer = log_in(visitor, email, EVE).await;
    (answer.status.as_u16(), answer.json(), app.state.passwords.computed() - before)
}

async fn signing_in_after_a_sign_up_tells_nobody_whether_the_address_had_an_account(app: TestApp) {
    app.member("ada@x.org").await;
    let mut at_ada = eve_signs_up(&app, "ada@x.org").await;
    let mut at_nobody = eve_signs_up(&app, "nobody@x.org").await;
    let known = sign_in(&app, &mut at_ada, "ada@x.org").await;
    assert_eq!(known, sign_in(&app, &mut at_nobody, "nobody@x.org").await);
    assert_eq!((known.0, &known.1["title"]), (403, &json!("Email not confirmed")));
    // Without the cookie of the sign-up, and so from a program.
    let known = sign_in(&app, &mut app.visitor(), "ada@x.org").await;
    assert_eq!(known, sign_in(&app, &mut app.visitor(), "nobody@x.org").await);
    assert_eq!((known.0, &known.1["title"]), (400, &json!("Invalid login credentials")));
}

async fn an_address_that_got_an_account_meanwhile_keeps_it(app: TestApp) {
    let mut eve = eve_signs_up(&app, "ada@x.org").await;
    let link_of_eve = app.link_token("ada@x.org").await;
    app.clock.advance_ms(61_000);
    app.member("ada@x.org").await;
    let worn = "This link is no longer valid. Please ask for a new one.";
    confirm(&mut eve, &link_of_eve, None).await.refused(400, worn);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn a_server_that_cannot_send_mail_says_so(app: TestApp) {
    let public = app.again(|config| config.public_url = "https://nomina.test".into()).await;
    let sentence = "This server cannot send e-mail yet. Its operator has to set SMTP_URL.";
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "fullName": "Ada" });
    public.visitor().post("/api/v1/auth/signup", form).await.refused(503, sentence);
    let forgot = json!({ "email": "ada@x.org" });
    public.visitor().post("/api/v1/auth/forgot", forgot).await.refused(503, sentence);
}
