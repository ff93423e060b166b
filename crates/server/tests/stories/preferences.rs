//! Settings (SET-01, SET-02, SET-04) and the newsletter box.

use http::header::CONTENT_DISPOSITION;
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::engines::stories;

stories![
    settings_start_with_defaults_and_are_saved_exported_and_reset,
    a_setting_out_of_range_is_refused_by_name,
    own_words_are_kept_as_a_recipe_has_them,
    settings_belong_to_one_person,
    the_newsletter_keeps_an_address_once_and_refuses_nonsense,
];

const PATH: &str = "/api/v1/preferences";

fn wanted() -> Value {
    json!({
        "language": "en", "timezone": "Europe/Berlin", "darkMode": false, "autoSave": false,
        "emailNotifications": false, "processingNotifications": true, "defaultOutputFormat": "webp",
        "defaultQuality": 60, "defaultPrefix": "trip-", "defaultSuffix": "", "defaultLanguage": "fr"
    })
}

async fn settings_start_with_defaults_and_are_saved_exported_and_reset(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let defaults = ada.get(PATH).await.expect(StatusCode::OK).json();
    assert_eq!(defaults["defaultOutputFormat"], "jpg");
    assert_eq!((&defaults["defaultQuality"], &defaults["defaultLanguage"]), (&json!(85), &json!("en")));
    assert!(defaults["defaultPrefix"].is_null());
    assert!(defaults["darkMode"].is_null(), "nobody has chosen a theme yet");
    let saved = ada.send(Method::PUT, PATH, Some(wanted())).await.expect(StatusCode::OK).json();
    assert_eq!(saved["defaultSuffix"], Value::Null, "empty means none");
    assert_eq!(ada.get(PATH).await.json(), saved);
    assert_eq!(saved["defaultLanguage"], "fr");
    let file = ada.get("/api/v1/preferences/export").await.expect(StatusCode::OK);
    assert!(file.headers[CONTENT_DISPOSITION].to_str().unwrap().contains("nomina-preferences.json"));
    assert_eq!(file.json(), saved);
    assert_eq!(ada.send(Method::DELETE, PATH, None).await.expect(StatusCode::OK).json(), defaults);
    assert_eq!(ada.get(PATH).await.json(), defaults);
}

async fn a_setting_out_of_range_is_refused_by_name(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let cases = [
        ("defaultQuality", json!(7)),
        ("defaultQuality", json!(86)),
        ("defaultQuality", json!(105)),
        ("defaultOutputFormat", json!("gif")),
        ("language", json!("de")),
        ("timezone", json!("<script>")),
        ("timezone", json!("Mars/Olympus")),
        ("defaultPrefix", json!("x".repeat(101))),
        ("defaultPreferredWords", json!("couch sofa")),
        ("defaultForbiddenWords", json!("x".repeat(10_001))),
        ("defaultAddedKeywords", json!("x, ".repeat(5_000))),
        ("defaultMaxKeywords", json!(11)),
        ("defaultMaxKeywords", json!(-1)),
        ("defaultMaxWords", json!(13)),
        ("defaultNamePattern", json!("{bogus}")),
        ("defaultNamePattern", json!("../{name}")),
        ("defaultNamePattern", json!("x".repeat(501))),
    ];
    for (field, value) in cases {
        let mut body = wanted();
        body[field] = value;
        let answer = ada.send(Method::PUT, PATH, Some(body)).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["errors"][0]["field"], field);
    }
    let mut klingon = wanted();
    klingon["defaultLanguage"] = json!("klingon");
    ada.send(Method::PUT, PATH, Some(klingon)).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let unknown = json!({ "colour": "red" });
    ada.send(Method::PUT, PATH, Some(unknown)).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

async fn own_words_are_kept_as_a_recipe_has_them(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let defaults = ada.get(PATH).await.json();
    assert_eq!((&defaults["defaultPreferredWords"], &defaults["defaultMaxWords"]), (&json!(""), &json!(0)));
    assert_eq!(defaults["defaultSeparator"], "hyphen");
    let own = json!({
        "defaultPreferredWords": "couch, settee = sofa\nFahrrad = Velo", "defaultForbiddenWords": "cheap, old",
        "defaultAddedKeywords": "Acme, Animals|Dogs", "defaultMaxKeywords": 5, "defaultMaxWords": 4,
        "defaultNamePattern": "{details}-{subject}", "defaultSeparator": "underscore"
    });
    let saved = ada.send(Method::PUT, PATH, Some(own.clone())).await.expect(StatusCode::OK).json();
    for (field, value) in own.as_object().unwrap() {
        assert_eq!(&saved[field], value, "{field}");
    }
    assert_eq!(ada.get(PATH).await.json(), saved);
    let hidden =
        json!({ "defaultForbiddenWords": " cheap\u{0}\u{202e}, old \n", "defaultNamePattern": "{name}\n" });
    let cleaned = ada.send(Method::PUT, PATH, Some(hidden)).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&cleaned["defaultForbiddenWords"], &cleaned["defaultNamePattern"]),
        (&json!("cheap, old"), &json!("{name}"))
    );
    assert_eq!(cleaned["defaultMaxWords"], 0, "a missing setting is its default");
    let wrong = json!({ "defaultSeparator": "dot" });
    ada.send(Method::PUT, PATH, Some(wrong)).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
}

async fn settings_belong_to_one_person(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    ada.send(Method::PUT, PATH, Some(wanted())).await.expect(StatusCode::OK);
    assert_eq!(eve.get(PATH).await.json()["defaultQuality"], 85);
    eve.send(Method::DELETE, PATH, None).await.expect(StatusCode::OK);
    assert_eq!(ada.get(PATH).await.json()["defaultQuality"], 60);
}

async fn the_newsletter_keeps_an_address_once_and_refuses_nonsense(app: TestApp) {
    let mut guest = app.visitor();
    let body = json!({ "email": "News@x.org" });
    let first = guest.post("/api/v1/newsletter", body.clone()).await.expect(StatusCode::OK);
    let second = guest.post("/api/v1/newsletter", body).await.expect(StatusCode::OK);
    assert_eq!(first.body, second.body);
    let nonsense = json!({ "email": "news" });
    guest.post("/api/v1/newsletter", nonsense).await.refused(422, "Please enter a valid email address");
}
