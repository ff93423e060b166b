//! Passkeys: as the second step, and as the only one.

use futures_util::future::join_all;
use http::{Method, StatusCode};
use nomina_server::base::clock::MINUTE_MS;
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::authenticator::Authenticator;
use crate::engines::stories;
use crate::second_step;

stories![
    a_passkey_is_added_renamed_used_and_removed,
    a_passkey_is_the_second_step_after_the_password,
    a_passkey_alone_signs_in_when_the_device_has_checked_its_owner,
    an_answer_of_another_site_person_key_or_challenge_is_refused,
    an_answer_is_used_once_also_when_it_is_sent_many_times_at_once,
    a_copied_passkey_is_noticed_by_its_counter,
    with_an_app_and_a_passkey_either_can_go_and_the_last_one_turns_it_off,
];

const REFUSED: &str = "This passkey was not accepted. Please try again.";
const ADD: &str = "/api/v1/me/passkeys";

fn owner() -> Value {
    json!({ "password": PASSWORD })
}

async fn add(visitor: &mut Visitor, key: &mut Authenticator) -> Value {
    let options = visitor.post("/api/v1/me/passkeys/options", owner()).await.expect(StatusCode::OK).json();
    visitor.post(ADD, key.make(&options)).await.expect(StatusCode::CREATED).json()
}

async fn challenge(visitor: &mut Visitor) -> Value {
    visitor.post("/api/v1/auth/passkey/options", json!({})).await.expect(StatusCode::OK).json()
}

async fn a_passkey_is_added_renamed_used_and_removed(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (mut elsewhere, _) = app.log_in("ada@x.org", PASSWORD).await;
    let mut key = Authenticator::new();
    let options = ada.post("/api/v1/me/passkeys/options", owner()).await.expect(StatusCode::OK).json();
    assert_eq!((&options["rpId"], &options["userName"]), (&json!("nomina.localhost"), &json!("ada@x.org")));
    assert_eq!((&options["algorithms"], &options["exclude"]), (&json!([-7, -8, -257]), &json!([])));
    let made = key.make(&options);
    let added = ada.post(ADD, made.clone()).await.expect(StatusCode::CREATED).json();
    assert_eq!(added["recoveryCodes"].as_array().map(Vec::len), Some(10), "they come with the first factor");
    elsewhere.get("/api/v1/me").await.refused(401, "No user logged in");
    ada.post(ADD, made).await.refused(400, "This passkey could not be added. Please try again.");

    let path = format!("{ADD}/{}", added["passkey"]["id"].as_str().unwrap());
    for bad in ["", "  ", "a\nb", &"x".repeat(101)] {
        let answer = ada.send(Method::PATCH, &path, Some(json!({ "name": bad }))).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad:?}");
    }
    let renamed = ada.send(Method::PATCH, &path, Some(json!({ "name": " Blue key " }))).await.json();
    assert_eq!(renamed["name"], "Blue key");
    let mut eve = app.member("eve@x.org").await;
    let rename = Some(json!({ "name": "Mine" }));
    eve.send(Method::PATCH, &path, rename).await.refused(404, "There is no such passkey.");
    eve.post(&format!("{path}/remove"), owner()).await.refused(404, "There is no such passkey.");
    ada.post(&format!("{path}/remove"), json!({})).await.refused(422, "Password is required");
    ada.post(&format!("{path}/remove"), owner()).await.expect(StatusCode::NO_CONTENT);
    let mut gone = app.visitor();
    let shown = key.show(&challenge(&mut gone).await);
    gone.post("/api/v1/auth/passkey", shown).await.refused(400, REFUSED);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn a_passkey_is_the_second_step_after_the_password(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut key = Authenticator::new();
    // A key without a PIN will do here: the password was the other factor.
    key.verifies = false;
    add(&mut ada, &mut key).await;
    let (mut desk, answer) = app.log_in("ada@x.org", PASSWORD).await;
    let ways = answer.expect(StatusCode::ACCEPTED).json();
    assert_eq!((&ways["app"], &ways["recoveryCode"]), (&json!(false), &json!(true)));
    assert_eq!(ways["passkey"]["allow"].as_array().map(Vec::len), Some(1));
    let mut eve = app.member("eve@x.org").await;
    let mut evil = Authenticator::new();
    add(&mut eve, &mut evil).await;
    let other = evil.show(&ways["passkey"]);
    desk.post("/api/v1/auth/second-step/passkey", other).await.refused(400, REFUSED);
    let shown = key.show(&ways["passkey"]);
    desk.post("/api/v1/auth/second-step/passkey", shown).await.expect(StatusCode::OK);
    assert_eq!(desk.get("/api/v1/me").await.json()["email"], "ada@x.org");
    let shown = key.show(&challenge(&mut desk).await);
    let alone = desk.post("/api/v1/auth/passkey", shown).await;
    assert_eq!(alone.json()["code"], "passkey_not_verified", "alone it needs the check of its owner");
}

async fn a_passkey_alone_signs_in_when_the_device_has_checked_its_owner(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut key = Authenticator::new();
    add(&mut ada, &mut key).await;
    let mut phone = app.visitor();
    let options = challenge(&mut phone).await;
    assert_eq!(options["allow"], json!([]), "nobody learns which passkeys there are");
    phone.post("/api/v1/auth/passkey", key.show(&options)).await.expect(StatusCode::OK);
    assert_eq!(phone.get("/api/v1/me").await.json()["email"], "ada@x.org");
    let listed = ada.get("/api/v1/me/second-factor").await.json();
    assert!(listed["passkeys"][0]["lastUsedAt"].is_string());

    let leave = json!({ "email": "ada@x.org", "password": PASSWORD });
    ada.post("/api/v1/me/deactivate", leave).await.expect(StatusCode::OK);
    let mut shown = key.show(&challenge(&mut phone).await);
    phone.post("/api/v1/auth/passkey", shown).await.refused(403, "This account is deactivated.");
    shown = key.show(&challenge(&mut phone).await);
    shown["restore"] = json!(true);
    phone.post("/api/v1/auth/passkey", shown).await.expect(StatusCode::OK);
}

async fn an_answer_of_another_site_person_key_or_challenge_is_refused(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut key = Authenticator::new();
    let options = ada.post("/api/v1/me/passkeys/options", owner()).await.json();
    let mut eve = app.member("eve@x.org").await;
    let not_added = "This passkey could not be added. Please try again.";
    eve.post(ADD, key.make(&options)).await.refused(400, not_added);
    key.origin = "http://evil.example".into();
    ada.post(ADD, key.make(&options)).await.refused(400, not_added);
    key.origin = "http://nomina.localhost".into();
    let mut foreign = options.clone();
    foreign["rpId"] = json!("evil.example");
    ada.post(ADD, key.make(&foreign)).await.refused(400, not_added);
    let options = ada.post("/api/v1/me/passkeys/options", owner()).await.json();
    app.clock.advance_ms(5 * MINUTE_MS);
    ada.post(ADD, key.make(&options)).await.refused(400, not_added);
    add(&mut ada, &mut key).await;

    let mut thief = app.visitor();
    let options = challenge(&mut thief).await;
    let right = key.show(&options);
    let other = Authenticator::new().show(&options);
    for field in ["clientDataJSON", "authenticatorData", "signature", "id"] {
        let mut forged = right.clone();
        forged[field] = other[field].clone();
        if field == "clientDataJSON" {
            forged[field] =
                key.show(&json!({ "challenge": "another", "rpId": "nomina.localhost" }))[field].clone();
        }
        if field == "authenticatorData" {
            key.sign_count += 7;
            forged[field] = key.show(&options)[field].clone();
        }
        thief.post("/api/v1/auth/passkey", forged).await.refused(400, REFUSED);
    }
    let made_up = key.show(&json!({ "challenge": "made-up", "rpId": "nomina.localhost" }));
    thief.post("/api/v1/auth/passkey", made_up).await.refused(400, REFUSED);
    // A challenge for the second step signs nobody in alone.
    let (mut desk, ways) = app.log_in("ada@x.org", PASSWORD).await;
    let step = key.show(&ways.json()["passkey"]);
    desk.post("/api/v1/auth/passkey", step).await.refused(400, REFUSED);
    let late = key.show(&options);
    app.clock.advance_ms(5 * MINUTE_MS);
    thief.post("/api/v1/auth/passkey", late).await.refused(400, REFUSED);
}

async fn an_answer_is_used_once_also_when_it_is_sent_many_times_at_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut key = Authenticator::new();
    add(&mut ada, &mut key).await;
    let mut tabs = vec![app.visitor(); 6];
    let shown = key.show(&challenge(&mut tabs[0]).await);
    let answers = join_all(tabs.iter_mut().map(|tab| tab.post("/api/v1/auth/passkey", shown.clone()))).await;
    let won = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(won, 1);
}

async fn a_copied_passkey_is_noticed_by_its_counter(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut key = Authenticator::new();
    add(&mut ada, &mut key).await;
    for _ in 0..2 {
        let shown = key.show(&challenge(&mut ada).await);
        ada.post("/api/v1/auth/passkey", shown).await.expect(StatusCode::OK);
    }
    key.sign_count = 0;
    let copied = key.show(&challenge(&mut ada).await);
    ada.post("/api/v1/auth/passkey", copied).await.refused(400, REFUSED);
}

async fn with_an_app_and_a_passkey_either_can_go_and_the_last_one_turns_it_off(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (_, codes) = second_step::set_up(&app, &mut ada).await;
    let mut key = Authenticator::new();
    let added = add(&mut ada, &mut key).await;
    assert!(added["recoveryCodes"].is_null(), "those of the app go on");
    let off = async |ada: &mut Visitor| ada.get("/api/v1/me/second-factor").await.json()["isOn"] == false;
    ada.post("/api/v1/me/second-factor/app/remove", owner()).await.expect(StatusCode::NO_CONTENT);
    assert!(!off(&mut ada).await);
    let (mut desk, _) = app.log_in("ada@x.org", PASSWORD).await;
    desk.post("/api/v1/auth/second-step", json!({ "code": codes[0] })).await.expect(StatusCode::OK);
    let path = format!("{ADD}/{}/remove", added["passkey"]["id"].as_str().unwrap());
    ada.post(&path, owner()).await.expect(StatusCode::NO_CONTENT);
    assert!(off(&mut ada).await);
}
