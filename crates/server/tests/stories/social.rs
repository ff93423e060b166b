//! Google and GitHub sign-in (AUTH-06) against a small provider of our own that checks PKCE and single use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use nomina_server::base::clock::Clock;
use nomina_server::base::db::Query;
use nomina_server::base::secret::Secret;
use nomina_server::base::secrets::digest;
use serde_json::{Value, json};
use url::Url;

use crate::app::{Answer, PASSWORD, TestApp, Visitor};
use crate::engines::stories;

stories![
    google_signs_in_a_new_person_and_returns_to_the_wanted_page,
    whoever_has_no_password_takes_their_data_along_soon_after_signing_in,
    github_links_to_an_account_with_the_same_confirmed_address,
    an_address_somebody_else_signed_up_with_is_claimed_without_their_password,
    a_wrong_state_cookie_verifier_or_replay_is_refused,
    an_unverified_address_is_refused,
    a_redirect_to_another_site_is_not_followed,
    without_a_registration_the_sign_in_page_says_so,
    a_deactivated_account_is_not_opened_by_the_back_door,
];

#[derive(Clone, Default)]
pub(crate) struct Peer(Arc<Mutex<Book>>);

#[derive(Default)]
struct Book {
    /// Code -> (challenge, nonce).
    codes: HashMap<String, (String, String)>,
    verified: bool,
    wrong_nonce: bool,
    /// Of id tokens, in seconds.
    expires_at: i64,
}

async fn token(
    State(peer): State<Peer>,
    Form(form): Form<HashMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let mut book = peer.0.lock().unwrap();
    let Some((challenge, nonce)) = book.codes.remove(&form["code"]) else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    };
    if URL_SAFE_NO_PAD.encode(digest(&form["code_verifier"])) != challenge || form["client_secret"] != "shh" {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    }
    let nonce = if book.wrong_nonce { "another".into() } else { nonce };
    let claims = json!({ "iss": "https://accounts.example", "sub": "g-1", "aud": "client", "exp": book.expires_at, "nonce": nonce });
    let claims = claims.to_string();
    let id_token = format!("e30.{}.x", URL_SAFE_NO_PAD.encode(claims));
    (StatusCode::OK, Json(json!({ "access_token": "at", "token_type": "bearer", "id_token": id_token })))
}

async fn userinfo(State(peer): State<Peer>) -> Json<Value> {
    let verified = peer.0.lock().unwrap().verified;
    Json(json!({ "sub": "g-1", "email": "Ada@x.org", "email_verified": verified, "name": "Ada G",
        "picture": "https://lh3.googleusercontent.com/a/x" }))
}

async fn emails(State(peer): State<Peer>) -> Json<Value> {
    let verified = peer.0.lock().unwrap().verified;
    Json(json!([{ "email": "other@x.org", "primary": false, "verified": true },
        { "email": "ada@x.org", "primary": true, "verified": verified }]))
}

impl Peer {
    /// A provider on a port of its own, and the app configured for it.
    pub(crate) async fn start(app: &TestApp) -> (Self, TestApp) {
        let peer = Self::default();
        peer.0.lock().unwrap().verified = true;
        peer.0.lock().unwrap().expires_at = app.clock.now().0 / 1000 + 3600;
        let router = Router::new()
            .route("/token", post(token))
            .route("/login/oauth/access_token", post(token))
            .route("/userinfo", get(userinfo))
            .route("/user", get(async || Json(json!({ "id": 7, "login": "ada", "name": null }))))
            .route("/user/emails", get(emails))
            .with_state(peer.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let app = app
            .again(|config| {
                config.oauth.google_client_id = "client".into();
                config.oauth.google_client_secret = Secret::new("shh");
                config.oauth.google_auth_url = format!("{base}/auth");
                config.oauth.google_token_url = format!("{base}/token");
                config.oauth.google_userinfo_url = format!("{base}/userinfo");
                config.oauth.google_issuer = "https://accounts.example".into();
                config.oauth.github_client_id = "client".into();
                config.oauth.github_client_secret = Secret::new("shh");
                config.oauth.github_base_url = base.clone();
                config.oauth.github_api_url = base;
            })
            .await;
        (peer, app)
    }

    /// What the person sees as consent: the provider checks the request and makes a code.
    fn consent(&self, start: &Answer) -> (String, String) {
        let url = Url::parse(&start.location()).expect("the consent page");
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(query["code_challenge_method"], "S256");
        assert!(query["redirect_uri"].starts_with("http://nomina.localhost/api/v1/auth/oauth/"));
        let code = format!("code-{}", query["state"]);
        let entry = (query["code_challenge"].clone(), query["nonce"].clone());
        self.0.lock().unwrap().codes.insert(code.clone(), entry);
        (code, query["state"].clone())
    }
}

async fn start(visitor: &mut Visitor, provider: &str, redirect: &str) -> Answer {
    let path = format!("/api/v1/auth/oauth/{provider}/start?redirect={redirect}");
    visitor.get(&path).await.expect(StatusCode::SEE_OTHER)
}

async fn back(visitor: &mut Visitor, provider: &str, code: &str, state: &str) -> Answer {
    let path = format!("/api/v1/auth/oauth/{provider}/callback?code={code}&state={state}");
    visitor.get(&path).await.expect(StatusCode::SEE_OTHER)
}

pub(crate) async fn walk(peer: &Peer, visitor: &mut Visitor, provider: &str) -> Answer {
    let (code, state) = peer.consent(&start(visitor, provider, "/dashboard/jobs").await);
    back(visitor, provider, &code, &state).await
}

fn reason(answer: &Answer) -> String {
    let url = Url::parse("http://x").unwrap().join(&answer.location()).unwrap();
    let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
    assert_eq!((url.path(), query["error"].as_str()), ("/auth", "social_login_failed"));
    query["reason"].clone()
}

async fn google_signs_in_a_new_person_and_returns_to_the_wanted_page(app: TestApp) {
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    let answer = walk(&peer, &mut ada, "google").await;
    assert_eq!(answer.location(), "/dashboard/jobs");
    assert!(ada.cookies.contains_key("rt") && !ada.cookies.contains_key("oauth"), "the state cookie is gone");
    let session = ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(session["user"]["email"], "ada@x.org");
    assert_eq!(session["user"]["hasPassword"], false);
    assert_eq!(session["user"]["avatarUrl"], "https://lh3.googleusercontent.com/a/x");
    let mut again = app.visitor();
    walk(&peer, &mut again, "google").await;
    let second = again.post("/api/v1/auth/refresh", json!({})).await.json();
    assert_eq!(second["user"]["id"], session["user"]["id"], "the same account");
}

async fn whoever_has_no_password_takes_their_data_along_soon_after_signing_in(app: TestApp) {
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    walk(&peer, &mut ada, "google").await;
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    ada.post("/api/v1/me/export", json!({})).await.expect(StatusCode::OK);
    app.clock.advance_ms(11 * 60_000);
    let again = "Please sign out, sign in again and repeat this within ten minutes: it shows that it is you.";
    ada.post("/api/v1/me/export", json!({})).await.refused(403, again);
    ada.post("/api/v1/me/deactivate", json!({ "email": "ada@x.org" })).await.refused(403, again);
}

async fn github_links_to_an_account_with_the_same_confirmed_address(app: TestApp) {
    let mut known = app.member("ada@x.org").await;
    let id = known.get("/api/v1/me").await.json()["id"].clone();
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    walk(&peer, &mut ada, "github").await;
    let session = ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(session["user"]["id"], id);
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn an_address_somebody_else_signed_up_with_is_claimed_without_their_password(app: TestApp) {
    let mut stranger = app.sign_up("ada@x.org").await;
    let stale = app.link_token("ada@x.org").await;
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    walk(&peer, &mut ada, "google").await;
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
    let confirm = stranger.post("/api/v1/auth/confirm", json!({ "token": stale })).await;
    assert_eq!(confirm.status, StatusCode::BAD_REQUEST, "the stranger's link is void");
}

async fn a_wrong_state_cookie_verifier_or_replay_is_refused(app: TestApp) {
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    let (code, state) = peer.consent(&start(&mut ada, "google", "/").await);
    let mut other_browser = app.visitor();
    assert_eq!(reason(&back(&mut other_browser, "google", &code, &state).await), "expired", "no cookie");
    let mut tampered = ada.clone();
    assert_eq!(reason(&back(&mut tampered, "google", &code, "wrong").await), "expired", "wrong state");
    let mut crossed = ada.clone();
    assert_eq!(reason(&back(&mut crossed, "github", &code, &state).await), "expired", "another provider");

    let (code, state) = peer.consent(&start(&mut ada, "google", "/").await);
    peer.0.lock().unwrap().codes.get_mut(&code).unwrap().0 = "another challenge".into();
    assert_eq!(reason(&back(&mut ada, "google", &code, &state).await), "provider", "wrong verifier");

    let (code, state) = peer.consent(&start(&mut ada, "google", "/").await);
    let mut replay = ada.clone();
    assert_eq!(back(&mut ada, "google", &code, &state).await.location(), "/");
    assert_eq!(reason(&back(&mut replay, "google", &code, &state).await), "expired", "used twice");

    peer.0.lock().unwrap().wrong_nonce = true;
    assert_eq!(reason(&walk(&peer, &mut ada, "google").await), "expired", "an id token of another flow");
    peer.0.lock().unwrap().wrong_nonce = false;

    peer.0.lock().unwrap().expires_at = app.clock.now().0 / 1000 - 60;
    assert_eq!(reason(&walk(&peer, &mut ada, "google").await), "expired", "an id token of yesterday");
    peer.0.lock().unwrap().expires_at += 3600;

    let (code, state) = peer.consent(&start(&mut ada, "google", "/").await);
    app.clock.advance_ms(10 * 60_000);
    assert_eq!(reason(&back(&mut ada, "google", &code, &state).await), "expired", "too late");
    let denied = "/api/v1/auth/oauth/google/callback?error=access_denied";
    assert_eq!(reason(&ada.get(denied).await), "expired", "a denial without a flow");
}

async fn an_unverified_address_is_refused(app: TestApp) {
    let (peer, app) = Peer::start(&app).await;
    peer.0.lock().unwrap().verified = false;
    for provider in ["google", "github"] {
        assert_eq!(reason(&walk(&peer, &mut app.visitor(), provider).await), "unverified_email");
    }
}

async fn a_redirect_to_another_site_is_not_followed(app: TestApp) {
    let (peer, app) = Peer::start(&app).await;
    for evil in ["//evil.example", "https://evil.example", "%2F%5Cevil.example", "/%09/evil.example"] {
        let mut ada = app.visitor();
        let (code, state) = peer.consent(&start(&mut ada, "google", evil).await);
        assert_eq!(back(&mut ada, "google", &code, &state).await.location(), "/dashboard", "{evil}");
    }
}

async fn without_a_registration_the_sign_in_page_says_so(app: TestApp) {
    let mut guest = app.visitor();
    assert_eq!(reason(&start(&mut guest, "github", "/dashboard").await), "not_configured");
    let providers = guest.get("/api/v1/auth/providers").await.json();
    assert_eq!(providers[0]["id"], "google");
    assert_eq!(providers[0]["configured"], false);
}

async fn a_deactivated_account_is_not_opened_by_the_back_door(app: TestApp) {
    let mut known = app.member("ada@x.org").await;
    known
        .post("/api/v1/me/deactivate", json!({ "email": "ada@x.org", "password": PASSWORD }))
        .await
        .expect(StatusCode::OK);
    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    assert_eq!(reason(&walk(&peer, &mut ada, "google").await), "account_deactivated");
    let path = "/api/v1/auth/oauth/google/start?redirect=/dashboard&restore=true";
    let (code, state) = peer.consent(&ada.get(path).await);
    assert_eq!(back(&mut ada, "google", &code, &state).await.location(), "/dashboard");
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    let read = "SELECT COUNT(*) FROM audit_log WHERE action = 'account restored'";
    let noted = Query::new(read, Vec::new()).number(&app.state.db).await.unwrap();
    assert_eq!(noted, 1, "restoring leaves a note, by whichever door");
}
