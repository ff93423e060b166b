//! Programs: keys that are made, used, limited and ended, and whole images in and out.

use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{Method, StatusCode};
use nomina_server::features::keys::is_whole;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;
use crate::model::{form, png};

stories![
    a_key_is_shown_once_listed_by_its_prefix_and_only_its_hash_is_kept,
    a_key_does_what_its_scopes_say_and_nothing_else,
    a_key_ends_when_it_expires_is_revoked_or_the_plan_does_not_include_it,
    wishes_that_make_no_sense_are_refused_with_a_sentence,
    keys_asked_for_at_once_do_not_pass_the_limit,
    an_image_and_a_recipe_in_the_processed_image_out,
    a_whole_image_gets_a_name_and_the_headers_say_what_is_used,
    a_full_house_says_when_to_come_back,
];

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

async fn professional(app: &TestApp, email: &str) -> Visitor {
    let member = app.member(email).await;
    promote(app, email, "professional").await;
    member
}

/// Makes a key; the answer holds its secret.
async fn key(owner: &mut Visitor, scopes: &[&str]) -> Value {
    let new = json!({ "name": "Import", "scopes": scopes });
    owner.post("/api/v1/keys", new).await.expect(StatusCode::CREATED).json()
}

/// A program that has nothing but a key.
fn program(app: &TestApp, secret: &Value) -> Visitor {
    let mut visitor = app.visitor();
    visitor.bearer = Some(secret.as_str().unwrap().to_owned());
    visitor
}

async fn send(program: &mut Visitor, path: &str, fields: &[(&str, &[u8])]) -> Answer {
    program.send_raw(Method::POST, path, Some(form(fields))).await
}

async fn a_key_is_shown_once_listed_by_its_prefix_and_only_its_hash_is_kept(app: TestApp) {
    let mut ada = professional(&app, "ada@x.org").await;
    let made = key(&mut ada, &["read", "name", "name"]).await;
    let secret = made["secret"].as_str().unwrap();
    assert!(is_whole(secret), "{secret}");
    assert_eq!(made["key"]["scopes"], json!(["name", "read"]));
    let listed = ada.get("/api/v1/keys").await.expect(StatusCode::OK);
    assert!(!String::from_utf8_lossy(&listed.body).contains(secret), "the list tells no secret");
    let listed = listed.json();
    assert_eq!(listed[0]["prefix"].as_str(), secret.get(..15));
    assert_eq!((&listed[0]["lastUsedAt"], &listed[0]["name"]), (&Value::Null, &json!("Import")));
    program(&app, &made["secret"]).get("/api/v1/usage").await.expect(StatusCode::OK);
    let used = ada.get("/api/v1/keys").await.json();
    assert!(used[0]["lastUsedAt"].is_string(), "{used}");
}

async fn a_key_does_what_its_scopes_say_and_nothing_else(app: TestApp) {
    let mut ada = professional(&app, "ada@x.org").await;
    let mut reader = program(&app, &key(&mut ada, &["read"]).await["secret"]);
    assert_eq!(reader.get("/api/v1/usage").await.expect(StatusCode::OK).json()["tier"], "professional");
    let image = png(8, 8);
    for (path, scope) in [("/api/v1/names", "name"), ("/api/v1/process", "process")] {
        let answer = send(&mut reader, path, &[("image", &image)]).await;
        answer.refused(403, &format!("This API key does not have the scope \"{scope}\"."));
    }
    // What belongs to the account's owner alone takes sessions only.
    for path in ["/api/v1/me", "/api/v1/keys", "/api/v1/auth/sessions", "/api/v1/preferences"] {
        reader.get(path).await.expect(StatusCode::UNAUTHORIZED);
    }
    let worker = key(&mut ada, &["process"]).await;
    let mut worker = program(&app, &worker["secret"]);
    send(&mut worker, "/api/v1/process", &[("image", &image)]).await.expect(StatusCode::OK);
    worker.get("/api/v1/usage").await.refused(403, "This API key does not have the scope \"read\".");
}

async fn a_key_ends_when_it_expires_is_revoked_or_the_plan_does_not_include_it(app: TestApp) {
    let mut ada = professional(&app, "ada@x.org").await;
    let invalid = "This API key is not valid. It may have expired or been revoked.";
    let expires = app.state.clock.now().plus_ms(DAY_MS);
    let short = json!({ "name": "Today", "scopes": ["read"], "expiresAt": expires });
    let short = ada.post("/api/v1/keys", short).await.expect(StatusCode::CREATED).json();
    let lasting = key(&mut ada, &["read"]).await;
    let (mut today, mut always) = (program(&app, &short["secret"]), program(&app, &lasting["secret"]));
    today.get("/api/v1/usage").await.expect(StatusCode::OK);
    app.clock.advance_ms(DAY_MS);
    today.get("/api/v1/usage").await.refused(401, invalid);
    promote(&app, "ada@x.org", "starter").await;
    always
        .get("/api/v1/usage")
        .await
        .refused(403, "API access is part of the Professional plan. Upgrade to use it.");
    promote(&app, "ada@x.org", "professional").await;
    always.get("/api/v1/usage").await.expect(StatusCode::OK);
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    let mut eve = professional(&app, "eve@x.org").await;
    let path = format!("/api/v1/keys/{}", lasting["key"]["id"].as_str().unwrap());
    eve.send(Method::DELETE, &path, None).await.expect(StatusCode::NOT_FOUND);
    ada.send(Method::DELETE, &path, None).await.expect(StatusCode::NO_CONTENT);
    always.get("/api/v1/usage").await.refused(401, invalid);
    let mut typo = app.visitor();
    typo.bearer = Some("nmn_live_0000".into());
    typo.get("/api/v1/usage").await.refused(401, invalid);
}

async fn keys_asked_for_at_once_do_not_pass_the_limit(app: TestApp) {
    let ada = professional(&app, "ada@x.org").await;
    let mut tabs = vec![ada; 30];
    let ask = |tab: &'_ mut Visitor| {
        let mut tab = tab.clone();
        async move { tab.post("/api/v1/keys", json!({ "name": "K", "scopes": ["read"] })).await.status }
    };
    let answers = futures_util::future::join_all(tabs.iter_mut().map(ask)).await;
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::CREATED).count(), 20);
    assert_eq!(tabs[0].get("/api/v1/keys").await.json().as_array().map(Vec::len), Some(20));
}

async fn wishes_that_make_no_sense_are_refused_with_a_sentence(app: TestApp) {
    let mut starter = app.member("sam@x.org").await;
    let new = |name: &str, scopes: Value| json!({ "name": name, "scopes": scopes });
    let sentence = "API access is part of the Professional plan. Upgrade to use it.";
    starter.post("/api/v1/keys", new("a", json!(["read"]))).await.refused(403, sentence);
    let mut ada = professional(&app, "ada@x.org").await;
    ada.post("/api/v1/keys", new(" ", json!(["read"]))).await.refused(422, "The key needs a name.");
    ada.post("/api/v1/keys", new("a", json!([]))).await.refused(422, "Choose at least one scope.");
    ada.post("/api/v1/keys", new("a", json!(["root"]))).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let past = json!({ "name": "a", "scopes": ["read"], "expiresAt": app.state.clock.now() });
    ada.post("/api/v1/keys", past).await.refused(422, "The expiry must be in the future.");
    for _ in 0..20 {
        key(&mut ada, &["read"]).await;
    }
    let most = "You have 20 keys, which is the most. Revoke one first.";
    ada.post("/api/v1/keys", new("one more", json!(["read"]))).await.refused(409, most);
}

async fn an_image_and_a_recipe_in_the_processed_image_out(app: TestApp) {
    let mut ada = professional(&app, "ada@x.org").await;
    let mut program = program(&app, &key(&mut ada, &["process"]).await["secret"]);
    let recipe =
        br#"{"resizeImages":true,"maxWidth":16,"maxHeight":16,"convertFormat":true,"outputFormat":"webp"}"#;
    let image = png(64, 32);
    let made = send(&mut program, "/api/v1/process", &[("image", &image), ("recipe", recipe)]).await;
    let made = made.expect(StatusCode::OK);
    let header = |name: &str| made.headers[name].to_str().unwrap();
    assert_eq!(
        (header("content-type"), header("nomina-width"), header("nomina-height")),
        ("image/webp", "16", "8")
    );
    assert_eq!((header("nomina-reencoded"), header("nomina-warnings")), ("true", "[]"));
    assert!(made.body.starts_with(b"RIFF"));
    let avif = br#"{"convertFormat":true,"outputFormat":"avif"}"#;
    let made = send(&mut program, "/api/v1/process", &[("image", &image), ("recipe", avif)]).await;
    let made = made.expect(StatusCode::OK);
    assert_eq!(made.headers["content-type"], "image/avif");
    assert_eq!(made.body[4..12], *b"ftypavif");
    let plain = send(&mut program, "/api/v1/process", &[("image", &image)]).await.expect(StatusCode::OK);
    assert_eq!(plain.body, image, "without a recipe the image passes unchanged");
    for (fields, sentence) in [
        (
            vec![("image", &b"hello"[..])],
            "This is not an image we can read. Use JPEG, PNG, WebP, HEIC, AVIF, TIFF, JPEG XL, GIF or BMP.",
        ),
        (vec![("recipe", &b"{}"[..])], "The field \"image\" is missing."),
        (vec![("imgae", &b"x"[..])], "Unknown field \"imgae\"."),
    ] {
        send(&mut program, "/api/v1/process", &fields).await.refused(422, sentence);
    }
    let bad =
        send(&mut program, "/api/v1/process", &[("image", &image), ("recipe", b"{\"maxWdith\":1}")]).await;
    let bad = bad.expect(StatusCode::UNPROCESSABLE_ENTITY).json();
    assert!(bad["title"].as_str().unwrap().contains("maxWdith"), "{bad}");
    let huge = send(&mut program, "/api/v1/process", &[("image", &png(60_000, 60_000))]).await;
    huge.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

async fn a_whole_image_gets_a_name_and_the_headers_say_what_is_used(app: TestApp) {
    let mut ada = professional(&app, "ada@x.org").await;
    let mut program = program(&app, &key(&mut ada, &["name"]).await["secret"]);
    let image = png(64, 64);
    let fields: [(&str, &[u8]); 4] = [
        ("image", &image),
        ("originalName", b"Beach Day.png"),
        ("context", b"Smith wedding"),
        ("contextAsPrefix", b"true"),
    ];
    let named = send(&mut program, "/api/v1/names", &fields).await.expect(StatusCode::OK);
    assert_eq!(named.headers["nomina-usage-month"], "0", "no model is at work here, so nothing is counted");
    assert_eq!(named.headers["nomina-limit-month"], "20000");
    let named = named.json();
    assert_eq!(named["suggestedName"], "smith-wedding-beach-day", "{named}");
    assert_eq!(named["success"], false);
    let stranger = send(&mut app.visitor(), "/api/v1/names", &fields).await.expect(StatusCode::UNAUTHORIZED);
    assert!(!stranger.headers.contains_key("nomina-usage-month"), "nobody is told about anybody");
    // Every other answer says it too: refusals, images, batches, and whatever a key may read.
    let mut all = professional(&app, "eve@x.org").await;
    let answers = [
        send(&mut program, "/api/v1/process", &[("image", &image)]).await.expect(StatusCode::FORBIDDEN),
        send(&mut all, "/api/v1/process", &[("image", &image)]).await.expect(StatusCode::OK),
        send(&mut all, "/api/v1/names", &[]).await.expect(StatusCode::UNPROCESSABLE_ENTITY),
        all.get("/api/v1/batches/process/00000000-0000-0000-0000-000000000000").await,
    ];
    for answer in answers {
        assert_eq!(answer.headers["nomina-usage-day"], "0", "{}", answer.status);
        assert_eq!(answer.headers["nomina-limit-day"], "2000", "{}", answer.status);
    }
}

async fn a_full_house_says_when_to_come_back(app: TestApp) {
    let small = app.again(|config| config.process_places = 1).await;
    let mut ada = professional(&small, "ada@x.org").await;
    let mut program = program(&small, &key(&mut ada, &["process"]).await["secret"]);
    let held: Vec<_> = (0..4).map(|_| small.state.processing.pool.admit().unwrap()).collect();
    let answer = send(&mut program, "/api/v1/process", &[("image", &png(8, 8))]).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers[RETRY_AFTER].to_str().unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(answer.headers[CONTENT_TYPE], "application/problem+json");
    drop(held);
    send(&mut program, "/api/v1/process", &[("image", &png(8, 8))]).await.expect(StatusCode::OK);
}
