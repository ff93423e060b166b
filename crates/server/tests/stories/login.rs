//! Signing in (AUTH-04) and what protects it.

use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params};
use http::StatusCode;
use http::header::{RETRY_AFTER, SET_COOKIE};
use nomina_server::base::clock::MINUTE_MS;
use nomina_server::base::db::Query;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    a_login_gives_a_session_and_a_strict_cookie,
    the_database_holds_neither_the_password_nor_a_token_of_the_browser,
    ten_failures_stop_one_place_on_every_replica_but_not_the_owner,
    a_flood_from_one_place_is_slowed_down,
    under_https_the_cookie_is_bound_to_the_host,
    a_hash_of_old_settings_is_made_anew_at_the_next_sign_in,
];

async fn a_login_gives_a_session_and_a_strict_cookie(app: TestApp) {
    app.member("ada@x.org").await;
    let (mut ada, answer) = app.log_in("ADA@x.org", PASSWORD).await;
    let answer = answer.expect(StatusCode::OK);
    let cookie = answer.headers[SET_COOKIE].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("rt=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    assert!(answer.json()["expiresAt"].as_str().unwrap().ends_with('Z'));
    assert_eq!(ada.get("/api/v1/auth/session").await.json()["user"]["email"], "ada@x.org");
    let guest = app.visitor().get("/api/v1/auth/session").await.expect(StatusCode::OK).json();
    assert!(guest["user"].is_null() && guest["sessionId"].is_null());
    app.clock.advance_ms(61 * MINUTE_MS);
    ada.get("/api/v1/me").await.refused(401, "No user logged in");
}

async fn the_database_holds_neither_the_password_nor_a_token_of_the_browser(app: TestApp) {
    app.member("ada@x.org").await;
    let (ada, _) = app.log_in("ada@x.org", PASSWORD).await;
    // As it lies on the disk. PostgreSQL gets the same values from the same statements.
    let read = |name| std::fs::read(app.folder.join(name)).unwrap_or_default();
    let kept = String::from_utf8_lossy(&[read("nomina.db"), read("nomina.db-wal")].concat()).into_owned();
    assert!(kept.contains("ada@x.org") || app.state.config.uses_postgres());
    let secrets = ada.cookies.values().chain(&ada.bearer).map(String::as_str);
    for secret in secrets.chain([PASSWORD]) {
        assert!(secret.len() > 8 && !kept.contains(secret), "{secret}");
    }
}

async fn ten_failures_stop_one_place_on_every_replica_but_not_the_owner(app: TestApp) {
    app.member("ada@x.org").await;
    let replica = app.again(|_| ()).await;
    for turn in 0..10 {
        let here = if turn % 2 == 0 { &app } else { &replica };
        here.log_in("ada@x.org", "wrong password").await.1.refused(400, "Invalid login credentials");
    }
    for here in [&app, &replica] {
        let (_, answer) = here.log_in("ada@x.org", PASSWORD).await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(answer.title(), "Too many requests. Please try again in 14 minutes.");
        assert!(answer.headers[RETRY_AFTER].to_str().unwrap().parse::<u64>().unwrap() > 0);
    }
    let mut elsewhere = app.visitor();
    elsewhere.peer = "198.51.100.7:5000".parse().unwrap();
    let form = json!({ "email": "ada@x.org", "password": PASSWORD });
    elsewhere.post("/api/v1/auth/login", form).await.expect(StatusCode::OK);
    app.clock.advance_ms(15 * MINUTE_MS);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn a_flood_from_one_place_is_slowed_down(app: TestApp) {
    for turn in 0..20 {
        let (_, answer) = app.log_in(&format!("user{turn}@x.org"), "whatever").await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    }
    let (_, answer) = app.log_in("other@x.org", "whatever").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    app.clock.advance_ms(MINUTE_MS);
    app.log_in("other@x.org", "whatever").await.1.refused(400, "Invalid login credentials");
}

async fn under_https_the_cookie_is_bound_to_the_host(app: TestApp) {
    app.member("ada@x.org").await;
    let secure = app.again(|config| config.public_url = "https://nomina.test".into()).await;
    let (mut ada, answer) = secure.log_in("ada@x.org", PASSWORD).await;
    let cookie = answer.headers[SET_COOKIE].to_str().unwrap().to_owned();
    assert!(
        cookie.starts_with("__Host-rt=") && cookie.contains("Secure") && cookie.contains("Path=/;"),
        "{cookie}"
    );
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
}

/// The password under weaker settings than today's.
fn old_hash() -> String {
    let weaker = Argon2::from(Params::new(8192, 1, 1, None).unwrap());
    let hash: PasswordHash =
        weaker.hash_password_with_salt(PASSWORD.as_bytes(), b"sixteen bytes ok").unwrap();
    hash.to_string()
}

async fn a_hash_of_old_settings_is_made_anew_at_the_next_sign_in(app: TestApp) {
    app.member("ada@x.org").await;
    let old = old_hash();
    let put = "UPDATE users SET password_hash = $1 WHERE email = 'ada@x.org'";
    Query::new(put, vec![old.as_str().into()]).execute(&app.state.db).await.unwrap();
    let kept = async || {
        let read = Query::new("SELECT password_hash FROM users WHERE email = 'ada@x.org'", Vec::new());
        read.one::<(String,)>(&app.state.db).await.unwrap().0
    };
    app.log_in("ada@x.org", "wrong password").await.1.refused(400, "Invalid login credentials");
    assert_eq!(kept().await, old);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    let anew = kept().await;
    assert!(anew.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{anew}");
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
    assert_eq!(kept().await, anew, "once is enough");
}
