//! What an attacker with a copy of the database, or at another machine, does not get.

use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use nomina_server::base::config::{Auto, Switch};
use nomina_server::base::random::{Random, SystemRandom};
use nomina_server::base::secret::Secret;
use nomina_server::base::secrets::digest;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::engines::stories;

stories![
    the_mailbox_is_for_visitors_at_this_machine_only,
    without_its_token_the_mailbox_is_not_there,
    whoever_waits_for_a_mail_at_this_machine_is_led_to_the_mailbox,
    mail_is_shown_as_it_looks_with_links_that_leave_the_frame,
    too_many_requests_at_once_are_turned_away,
];

/// The mailbox's three addresses, with its token.
async fn mailbox(app: &TestApp) -> [String; 3] {
    app.sign_up("ada@x.org").await;
    let id = app.mails("ada@x.org").await[0]["id"].as_str().unwrap().to_owned();
    let token = app.state.keys.mailbox_token();
    ["/dev/mailbox", &format!("/dev/mailbox/{id}/html"), "/api/v1/dev/emails"]
        .map(|path| format!("{path}?token={token}"))
}

async fn the_mailbox_is_for_visitors_at_this_machine_only(app: TestApp) {
    let addresses = mailbox(&app).await;
    for path in &addresses {
        app.visitor().get(path).await.expect(StatusCode::OK);
        let mut elsewhere = app.visitor();
        elsewhere.peer = "192.0.2.1:5000".parse().unwrap();
        elsewhere.get(path).await.expect(StatusCode::NOT_FOUND);
        let mut rebound = app.visitor();
        rebound.host = "evil.example".into();
        rebound.get(path).await.expect(StatusCode::NOT_FOUND);
        for header in
            ["x-forwarded-for", "x-real-ip", "via", "cf-connecting-ip", "x-forwarded-proto", "referer"]
        {
            let mut proxied = app.visitor();
            proxied.headers.insert(header, http::HeaderValue::from_static("192.0.2.1"));
            proxied.get(path).await.expect(StatusCode::NOT_FOUND);
        }
    }
    // Behind a proxy that says nothing about its visitors, everybody looks local: the public address decides.
    let public = app.again(|config| config.public_url = "https://nomina.test".into()).await;
    for path in &addresses {
        public.visitor().get(path).await.expect(StatusCode::NOT_FOUND);
    }
    let off = app.again(|config| config.mail.dev_mailbox = Auto::Off).await;
    off.visitor().get(&addresses[2]).await.expect(StatusCode::NOT_FOUND);
    let with_smtp = app.again(|config| config.mail.smtp_url = Secret::new("smtp://127.0.0.1:1")).await;
    with_smtp.visitor().get(&addresses[0]).await.expect(StatusCode::NOT_FOUND);
}

async fn without_its_token_the_mailbox_is_not_there(app: TestApp) {
    let open = app.again(|config| config.mail.dev_mailbox = Auto::On).await;
    for address in mailbox(&app).await {
        let path = address.split('?').next().unwrap();
        for query in ["", "?token=", "?token=guess"] {
            let wrong = format!("{path}{query}");
            app.visitor().get(&wrong).await.expect(StatusCode::NOT_FOUND);
            open.visitor().get(&wrong).await.expect(StatusCode::NOT_FOUND);
        }
        let mut elsewhere = open.visitor();
        elsewhere.peer = "192.0.2.1:5000".parse().unwrap();
        elsewhere.get(&address).await.expect(StatusCode::OK);
    }
    app.visitor().get("/dev/mailbox?token=a&token=b").await.expect(StatusCode::NOT_FOUND);
}

async fn whoever_waits_for_a_mail_at_this_machine_is_led_to_the_mailbox(app: TestApp) {
    let ask = async |mut visitor: Visitor| {
        let answer = visitor.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await;
        answer.expect(StatusCode::ACCEPTED).json()["mailbox"].clone()
    };
    let led = ask(app.visitor()).await;
    app.visitor().get(led.as_str().unwrap()).await.expect(StatusCode::OK);
    let open = app.again(|config| config.mail.dev_mailbox = Auto::On).await;
    for server in [&app, &open] {
        let mut elsewhere = server.visitor();
        elsewhere.peer = "192.0.2.1:5000".parse().unwrap();
        assert!(ask(elsewhere).await.is_null(), "the token is told nobody else");
        let mut proxied = server.visitor();
        proxied.headers.insert("x-real-ip", http::HeaderValue::from_static("192.0.2.1"));
        assert!(ask(proxied).await.is_null());
    }
}

async fn mail_is_shown_as_it_looks_with_links_that_leave_the_frame(app: TestApp) {
    let form = json!({ "email": "ada@x.org", "password": PASSWORD, "fullName": "<b>Ada</b>" });
    app.visitor().post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
    let id = app.mails("ada@x.org").await[0]["id"].as_str().unwrap().to_owned();
    let (mut visitor, token) = (app.visitor(), app.state.keys.mailbox_token());
    let mail = visitor.get(&format!("/dev/mailbox/{id}/html?token={token}")).await.expect(StatusCode::OK);
    let html = String::from_utf8_lossy(&mail.body).into_owned();
    assert!(html.contains("<base target=\"_top\">") && !html.contains("<b>Ada"), "{html}");
    assert!(mail.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'self'"));
    assert_eq!(mail.headers["cache-control"], "no-store");
    visitor.get("/dev/mailbox/7/html").await.refused(404, "Not found");
}

async fn too_many_requests_at_once_are_turned_away(app: TestApp) {
    let full = app.again(|config| config.max_concurrency = 0).await;
    full.visitor().get("/healthz").await.expect(StatusCode::OK);
    full.visitor().get("/readyz").await.expect(StatusCode::OK);
    let answer = full.visitor().get("/api/v1/plans").await;
    assert_eq!(answer.headers["retry-after"], "2");
    answer.refused(503, "The server is busy. Please try again in a moment.");
}

/// Real randomness that remembers what it gave: every secret of 32 bytes.
#[derive(Debug, Default)]
struct Witness(Mutex<Vec<[u8; 32]>>);

impl Random for Witness {
    fn fill(&self, bytes: &mut [u8]) {
        SystemRandom.fill(bytes);
        if let Ok(secret) = <[u8; 32]>::try_from(&*bytes) {
            self.0.lock().unwrap().push(secret);
        }
    }
}

/// Sign-up, links, sessions and a social sign-in, with mails that leave by SMTP: no token of any of them is kept.
#[tokio::test]
async fn a_copy_of_the_database_signs_nobody_in() {
    let witness = Arc::new(Witness::default());
    let app = TestApp::drawing_from(witness.clone(), "", |config| {
        config.auth.auth_confirm_email = Switch::Off;
        config.mail.smtp_url = Secret::new("smtp://127.0.0.1:1");
        config.oauth.github_client_id = "client".into();
    })
    .await;
    app.sign_up("ada@x.org").await;
    let (mut ada, _) = app.log_in("ada@x.org", PASSWORD).await;
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    ada.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    app.work().await;
    ada.get("/api/v1/auth/oauth/github/start").await.expect(StatusCode::SEE_OTHER);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "staple battery" });
    ada.post("/api/v1/auth/password", change).await.expect(StatusCode::OK);

    let mut dump = std::fs::read(app.folder.join("nomina.db")).unwrap();
    dump.extend(std::fs::read(app.folder.join("nomina.db-wal")).unwrap_or_default());
    let holds = |secret: &[u8]| dump.windows(secret.len()).any(|window| window == secret);
    for text in
        [PASSWORD, "staple battery", &ada.cookies["rt"], ada.cookies["rt"].rsplit('.').next().unwrap()]
    {
        assert!(!holds(text.as_bytes()), "{text} is in the database");
    }
    let drawn = witness.0.lock().unwrap().clone();
    assert!(drawn.len() >= 5, "the key, two access tokens, a link and a state: {}", drawn.len());
    for secret in drawn {
        assert!(!holds(&secret) && !holds(URL_SAFE_NO_PAD.encode(secret).as_bytes()));
    }
    assert!(holds(b"$argon2id$") && holds(&digest(&ada.bearer.unwrap())), "the dump is the right file");
}
