//! Two-step sign-in with an authenticator app and recovery codes.

use futures_util::future::join_all;
use http::{Method, StatusCode};
use nomina_server::base::clock::{Clock, DAY_MS, MINUTE_MS, Timestamp};
use nomina_server::base::db::Query;
use nomina_server::base::secret::Secret;
use nomina_server::features::second_factor::totp;
use serde_json::{Value, json};

use crate::app::{Answer, PASSWORD, TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;

stories![
    an_app_is_set_up_confirmed_and_asked_for_at_the_next_sign_in,
    turning_it_on_ends_every_other_session_and_is_told_by_mail,
    a_code_works_once_also_when_it_is_sent_many_times_at_once,
    a_recovery_code_works_once_also_when_it_is_sent_many_times_at_once,
    guesses_are_counted_before_they_are_looked_at,
    guesses_from_elsewhere_do_not_lock_the_owners_own_browser,
    setting_up_removing_and_renewing_need_the_owner,
    renewed_codes_replace_the_earlier_ones,
    a_new_password_by_mail_does_not_get_round_the_second_step,
    a_second_step_waits_ten_minutes_in_its_own_browser_and_is_used_once,
    a_deactivated_account_comes_back_after_the_second_step_only,
    api_keys_and_open_sessions_go_on,
    the_database_makes_no_codes_and_the_export_tells_no_secret,
    under_another_key_recovery_codes_still_open,
    what_was_never_confirmed_is_forgotten,
];

const WRONG: &str = "This code is not right, or it was used already.";
const EXPIRED: &str = "Your sign-in has expired. Please sign in again.";
const FACTOR: &str = "/api/v1/me/second-factor";

fn bytes(base32: &str) -> Vec<u8> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String =
        base32.chars().map(|c| format!("{:05b}", ALPHABET.find(c).expect("a letter of base32"))).collect();
    bits.as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
}

/// An app on a phone.
pub(crate) struct App(Vec<u8>);

impl App {
    /// The code of this moment.
    pub(crate) fn code(&self, now: Timestamp) -> String {
        totp::code(&self.0, totp::step_at(now))
    }
}

fn owner() -> Value {
    json!({ "password": PASSWORD })
}

async fn status(visitor: &mut Visitor) -> Value {
    visitor.get(FACTOR).await.expect(StatusCode::OK).json()
}

/// Sets an app up; gives it with the recovery codes.
pub(crate) async fn set_up(app: &TestApp, visitor: &mut Visitor) -> (App, Vec<String>) {
    let new = visitor.post("/api/v1/me/second-factor/app", owner()).await.expect(StatusCode::OK).json();
    let phone = App(bytes(new["secret"].as_str().unwrap()));
    let code = json!({ "code": phone.code(app.clock.now()) });
    let added =
        visitor.post("/api/v1/me/second-factor/app/confirm", code).await.expect(StatusCode::OK).json();
    let codes = added["recoveryCodes"].as_array().into_iter().flatten();
    // The code that confirmed it is used up.
    app.clock.advance_ms(MINUTE_MS);
    (phone, codes.map(|code| code.as_str().unwrap().to_owned()).collect())
}

async fn first_step(app: &TestApp, email: &str) -> Visitor {
    let (visitor, answer) = app.log_in(email, PASSWORD).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.json());
    assert!(visitor.bearer.is_none() && !visitor.cookies.contains_key("rt"), "no session yet");
    visitor
}

async fn second_step(visitor: &mut Visitor, code: &str) -> Answer {
    visitor.post("/api/v1/auth/second-step", json!({ "code": code })).await
}

async fn an_app_is_set_up_confirmed_and_asked_for_at_the_next_sign_in(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    assert_eq!(status(&mut ada).await["isOn"], false);
    let new = ada.post("/api/v1/me/second-factor/app", owner()).await.expect(StatusCode::OK).json();
    assert!(new["uri"].as_str().unwrap().starts_with("otpauth://totp/Nomina:ada%40x.org?secret="));
    assert!(new["qrCode"].as_str().unwrap().starts_with("<svg "));
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    ada.post("/api/v1/me/second-factor/app/confirm", json!({ "code": "000000" })).await.refused(400, WRONG);
    assert_eq!(status(&mut ada).await["isOn"], false, "nothing is on before the first code");

    let (phone, codes) = set_up(&app, &mut ada).await;
    assert_eq!(codes.len(), 10);
    let now = status(&mut ada).await;
    assert_eq!((&now["isOn"], &now["recoveryCodesLeft"]), (&json!(true), &json!(10)));
    let again = ada.post("/api/v1/me/second-factor/app", owner()).await;
    assert_eq!(again.status, StatusCode::CONFLICT, "one app at a time");

    let (mut desk, answer) = app.log_in("ada@x.org", PASSWORD).await;
    assert_eq!(answer.json(), json!({ "app": true, "recoveryCode": true, "passkey": null }));
    let step = &answer.headers[http::header::SET_COOKIE];
    assert!(step.to_str().unwrap().contains("HttpOnly; SameSite=Strict; Max-Age=600"));
    desk.get("/api/v1/me").await.refused(401, "No user logged in");
    desk.post("/api/v1/auth/refresh", json!({})).await.refused(401, "Refresh Token Not Found");
    second_step(&mut desk, "123").await.refused(400, WRONG);
    let code = phone.code(app.clock.now());
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    second_step(&mut desk, &spaced).await.expect(StatusCode::OK);
    assert!(!desk.cookies.contains_key("step"));
    desk.get("/api/v1/me").await.expect(StatusCode::OK);
    desk.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
}

async fn turning_it_on_ends_every_other_session_and_is_told_by_mail(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (mut elsewhere, _) = app.log_in("ada@x.org", PASSWORD).await;
    let (_, codes) = set_up(&app, &mut ada).await;
    elsewhere.get("/api/v1/me").await.refused(401, "No user logged in");
    ada.get("/api/v1/me").await.expect(StatusCode::OK);
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Two-step sign-in was turned on");

    app.clock.advance_ms(MINUTE_MS);
    ada.post("/api/v1/me/second-factor/off", json!({ "code": codes[0] }))
        .await
        .expect(StatusCode::NO_CONTENT);
    let mut subjects = Vec::new();
    for _ in 0..3 {
        subjects = app.mails("ada@x.org").await.iter().map(|mail| mail["subject"].clone()).collect();
        app.clock.advance_ms(MINUTE_MS);
    }
    for subject in ["Two-step sign-in was turned off", "A recovery code was used"] {
        assert!(subjects.contains(&json!(subject)), "{subjects:?}");
    }
    assert_eq!(status(&mut ada).await["recoveryCodesLeft"], 0);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    let read = "SELECT action FROM audit_log ORDER BY created_at, id";
    let notes: Vec<(String,)> = Query::new(read, Vec::new()).all(&app.state.db).await.unwrap();
    for note in ["two-step sign-in turned on", "authenticator app added", "two-step sign-in turned off"] {
        assert!(notes.iter().any(|(action,)| action == note), "{note}: {notes:?}");
    }
}

/// Sends the same code in several sign-ins at once; says how many were let in.
async fn let_in(app: &TestApp, email: &str, code: &str) -> usize {
    let mut racers = Vec::new();
    for _ in 0..6 {
        racers.push(first_step(app, email).await);
    }
    let answers = join_all(racers.iter_mut().map(|racer| second_step(racer, code))).await;
    let (won, lost): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == StatusCode::OK);
    lost.into_iter().for_each(|answer| answer.refused(400, WRONG));
    won.len()
}

async fn a_code_works_once_also_when_it_is_sent_many_times_at_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, _) = set_up(&app, &mut ada).await;
    let now = app.clock.now();
    assert_eq!(let_in(&app, "ada@x.org", &phone.code(now)).await, 1);
    app.clock.advance_ms(15 * MINUTE_MS);
    // Later codes make earlier ones void, also within the tolerated time.
    let now = app.clock.now();
    second_step(&mut first_step(&app, "ada@x.org").await, &phone.code(now)).await.expect(StatusCode::OK);
    let before = phone.code(now.plus_ms(-30_000));
    second_step(&mut first_step(&app, "ada@x.org").await, &before).await.refused(400, WRONG);
}

async fn a_recovery_code_works_once_also_when_it_is_sent_many_times_at_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (_, codes) = set_up(&app, &mut ada).await;
    assert_eq!(let_in(&app, "ada@x.org", &codes[3]).await, 1);
    app.clock.advance_ms(15 * MINUTE_MS);
    let typed = codes[4].to_uppercase().replace('-', " ");
    second_step(&mut first_step(&app, "ada@x.org").await, &typed).await.expect(StatusCode::OK);
    assert_eq!(status(&mut ada).await["recoveryCodesLeft"], 8);
    let mut eve = app.member("eve@x.org").await;
    set_up(&app, &mut eve).await;
    second_step(&mut first_step(&app, "eve@x.org").await, &codes[5]).await.refused(400, WRONG);
}

async fn guesses_are_counted_before_they_are_looked_at(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, _) = set_up(&app, &mut ada).await;
    let thief = first_step(&app, "ada@x.org").await;
    let mut tabs = vec![thief; 16];
    let answers = join_all(tabs.iter_mut().map(|tab| second_step(tab, "000000"))).await;
    let looked_at = answers.iter().filter(|answer| answer.status == StatusCode::BAD_REQUEST).count();
    let turned_away = answers.iter().filter(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS).count();
    assert_eq!((looked_at, turned_away), (10, 6));
    let right = phone.code(app.clock.now());
    assert_eq!(second_step(&mut tabs[0], &right).await.status, StatusCode::TOO_MANY_REQUESTS);
}

async fn guesses_from_elsewhere_do_not_lock_the_owners_own_browser(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, _) = set_up(&app, &mut ada).await;
    let mut thief = app.visitor();
    thief.peer = "198.51.100.7:9".parse().unwrap();
    let form = json!({ "email": "ada@x.org", "password": PASSWORD });
    thief.post("/api/v1/auth/login", form.clone()).await.expect(StatusCode::ACCEPTED);
    for _ in 0..11 {
        second_step(&mut thief, "000000").await;
    }
    assert_eq!(second_step(&mut thief, "000000").await.status, StatusCode::TOO_MANY_REQUESTS);
    ada.post("/api/v1/auth/logout", json!({})).await.expect(StatusCode::NO_CONTENT);
    ada.post("/api/v1/auth/login", form).await.expect(StatusCode::ACCEPTED);
    second_step(&mut ada, &phone.code(app.clock.now())).await.expect(StatusCode::OK);
}

async fn setting_up_removing_and_renewing_need_the_owner(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let paths = [
        "/api/v1/me/second-factor/app",
        "/api/v1/me/passkeys/options",
        "/api/v1/me/second-factor/app/remove",
        "/api/v1/me/second-factor/recovery-codes",
        "/api/v1/me/second-factor/off",
    ];
    for path in paths {
        ada.post(path, json!({})).await.refused(422, "Password is required");
    }
    ada.post(paths[0], json!({ "password": "wrong" })).await.refused(422, "Password is incorrect");
    ada.post(paths[0], json!({ "code": "123456" })).await.refused(400, WRONG);
    let (phone, _) = set_up(&app, &mut ada).await;
    app.clock.advance_ms(15 * MINUTE_MS);
    for path in &paths[2..] {
        ada.post(path, json!({ "code": "000000" })).await.refused(400, WRONG);
    }
    let code = json!({ "code": phone.code(app.clock.now()) });
    ada.post(paths[2], code).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(status(&mut ada).await["isOn"], false);
}

async fn renewed_codes_replace_the_earlier_ones(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (_, old) = set_up(&app, &mut ada).await;
    let renewed =
        ada.post("/api/v1/me/second-factor/recovery-codes", owner()).await.expect(StatusCode::OK).json();
    let new = renewed["recoveryCodes"][0].as_str().unwrap().to_owned();
    let mut desk = first_step(&app, "ada@x.org").await;
    second_step(&mut desk, &old[0]).await.refused(400, WRONG);
    second_step(&mut desk, &new).await.expect(StatusCode::OK);
}

async fn a_new_password_by_mail_does_not_get_round_the_second_step(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, _) = set_up(&app, &mut ada).await;
    let mut begun = first_step(&app, "ada@x.org").await;
    app.work().await;
    app.clock.advance_ms(MINUTE_MS);
    let mut cafe = app.visitor();
    cafe.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let reset = json!({ "token": app.link_token("ada@x.org").await, "password": "a new password" });
    cafe.post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    let code = phone.code(app.clock.now());
    second_step(&mut begun, &code).await.refused(400, EXPIRED);
    let form = json!({ "email": "ada@x.org", "password": "a new password" });
    cafe.post("/api/v1/auth/login", form).await.expect(StatusCode::ACCEPTED);
    cafe.get("/api/v1/me").await.refused(401, "No user logged in");
    second_step(&mut cafe, &code).await.expect(StatusCode::OK);
}

async fn a_second_step_waits_ten_minutes_in_its_own_browser_and_is_used_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, codes) = set_up(&app, &mut ada).await;
    second_step(&mut app.visitor(), &phone.code(app.clock.now())).await.refused(400, EXPIRED);
    let mut desk = first_step(&app, "ada@x.org").await;
    let ways = desk.post("/api/v1/auth/second-step/options", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(ways["app"], true);
    let mut copy = desk.clone();
    second_step(&mut desk, &codes[0]).await.expect(StatusCode::OK);
    second_step(&mut copy, &codes[1]).await.refused(400, EXPIRED);
    assert_eq!(status(&mut ada).await["recoveryCodesLeft"], 9, "a code that opened nothing is not used up");
    let mut late = first_step(&app, "ada@x.org").await;
    app.clock.advance_ms(10 * MINUTE_MS);
    second_step(&mut late, &phone.code(app.clock.now())).await.refused(400, EXPIRED);
}

async fn a_deactivated_account_comes_back_after_the_second_step_only(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, _) = set_up(&app, &mut ada).await;
    let leave = json!({ "email": "ada@x.org", "password": PASSWORD });
    ada.post("/api/v1/me/deactivate", leave).await.expect(StatusCode::OK);
    app.log_in("ada@x.org", PASSWORD).await.1.refused(403, "This account is deactivated.");
    let mut back = app.visitor();
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "restore": true });
    back.post("/api/v1/auth/login", form.clone()).await.expect(StatusCode::ACCEPTED);
    app.log_in("ada@x.org", PASSWORD).await.1.refused(403, "This account is deactivated.");
    second_step(&mut back, &phone.code(app.clock.now())).await.expect(StatusCode::OK);
    back.get("/api/v1/me").await.expect(StatusCode::OK);
    back.post("/api/v1/me/deactivate", json!({ "email": "ada@x.org", "password": PASSWORD }))
        .await
        .expect(StatusCode::OK);
    app.clock.advance_ms(31 * DAY_MS);
    nomina_server::features::accounts::purge::purge(&app.state).await.unwrap();
    for table in ["SELECT COUNT(*) FROM authenticator_apps", "SELECT COUNT(*) FROM recovery_codes"] {
        assert_eq!(Query::new(table, Vec::new()).number(&app.state.db).await.unwrap(), 0, "{table}");
    }
}

async fn api_keys_and_open_sessions_go_on(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "professional").await;
    let key = ada.post("/api/v1/keys", json!({ "name": "K", "scopes": ["read"] })).await.json();
    set_up(&app, &mut ada).await;
    let mut program = app.visitor();
    program.bearer = key["secret"].as_str().map(str::to_owned);
    program.get("/api/v1/usage").await.expect(StatusCode::OK);
    ada.later(&app, 50 * MINUTE_MS).await;
}

async fn the_database_makes_no_codes_and_the_export_tells_no_secret(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, codes) = set_up(&app, &mut ada).await;
    let read = Query::new("SELECT sealed_secret FROM authenticator_apps", Vec::new());
    let (kept,) = read.one::<(Vec<u8>,)>(&app.state.db).await.unwrap();
    assert!(kept.len() > 40 && !kept.windows(20).any(|window| window == phone.0), "it is encrypted");
    let read = Query::new("SELECT code_hash FROM recovery_codes", Vec::new());
    let hashes: Vec<(Vec<u8>,)> = read.all(&app.state.db).await.unwrap();
    assert!(hashes.len() == 10 && hashes.iter().all(|(hash,)| hash.len() == 32));
    let export = ada.post("/api/v1/me/export", owner()).await.expect(StatusCode::OK).body;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.to_vec())).unwrap();
    let mut text = String::new();
    for name in ["authenticator-app.json", "recovery-codes.json", "passkeys.json"] {
        std::io::Read::read_to_string(&mut zip.by_name(name).expect(name), &mut text).unwrap();
    }
    assert!(text.contains("confirmedAt") && text.contains("usedAt"), "{text}");
    assert!(!text.contains("secret") && !text.contains("hash") && !text.contains(&codes[0]), "{text}");
}

async fn under_another_key_recovery_codes_still_open(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (phone, codes) = set_up(&app, &mut ada).await;
    let secret = "a key of its own, long enough to be taken";
    let other = app.again(|config| config.auth.auth_secret = Secret::new(secret)).await;
    let mut desk = first_step(&other, "ada@x.org").await;
    second_step(&mut desk, &phone.code(app.clock.now())).await.refused(400, WRONG);
    second_step(&mut desk, &codes[0]).await.expect(StatusCode::OK);
}

async fn what_was_never_confirmed_is_forgotten(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.post("/api/v1/me/second-factor/app", owner()).await.expect(StatusCode::OK);
    app.clock.advance_ms(DAY_MS);
    for rule in nomina_server::app::features::rules() {
        (rule.run)(&app.state).await.unwrap();
    }
    let left = Query::new("SELECT COUNT(*) FROM authenticator_apps", Vec::new());
    assert_eq!(left.number(&app.state.db).await.unwrap(), 0);
    ada.later(&app, 0).await;
    let late = ada
        .send(Method::POST, "/api/v1/me/second-factor/app/confirm", Some(json!({ "code": "123456" })))
        .await;
    late.refused(400, "This set-up is no longer valid. Please start again.");
}
