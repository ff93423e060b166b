//! Asking for names over HTTP: what a person gets, what it costs, and what is refused before anything is spent.

use http::{Method, StatusCode};
use nomina_server::base::config::ProviderChoice::{self, Anthropic, Gemini, Mistral, Openai};
use nomina_server::base::db::Db;
use serde_json::Value;

use crate::app::{Answer, TestApp, Visitor};
use crate::engines::stories;
use crate::model::{Act, Model, form, png, says};

stories![
    every_failure_of_every_service_leaves_the_old_name_and_costs_nothing,
    a_name_costs_one_and_asking_again_nothing,
    what_is_no_small_image_is_refused_before_anything_is_spent,
    a_guest_is_counted_by_cookie_and_by_address,
    a_guest_who_has_asked_for_the_usage_is_one_visitor_side_by_side,
    own_words_are_sent_on_for_the_plans_that_include_them,
    a_service_says_how_sure_it_is_and_a_bland_name_is_marked,
    a_language_is_asked_of_the_model_and_kept_apart_from_others,
    without_a_model_the_reason_is_told_and_names_are_cleaned,
];

const PATH: &str = "/api/v1/ai/suggest-name";

/// Asks for a name for the thumbnail.
pub(crate) async fn suggest(visitor: &mut Visitor) -> Answer {
    let fields = [("image", &png(2, 2)[..]), ("originalName", b"My Holiday_photo (3).JPG")];
    visitor.send_raw(Method::POST, PATH, Some(form(&fields))).await
}

/// How many images count against somebody today, once it is so many or after a while.
pub(crate) async fn used(visitor: &mut Visitor, expected: i64) -> i64 {
    let mut count = -1;
    // Giving back runs by itself.
    for _ in 0..500 {
        count = visitor.get("/api/v1/usage").await.json()["dailyFiles"].as_i64().unwrap();
        if count == expected {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    count
}

/// Gives somebody another plan, as a payment would.
pub(crate) async fn promote(app: &TestApp, email: &str, tier: &str) {
    let sql = "UPDATE users SET subscription_tier = $1 WHERE email = $2";
    let changed = match &app.state.db {
        Db::Sqlite { writer, .. } => {
            sqlx::query(sql).bind(tier).bind(email).execute(writer).await.unwrap().rows_affected()
        }
        Db::Postgres { pool, .. } => {
            sqlx::query(sql).bind(tier).bind(email).execute(pool).await.unwrap().rows_affected()
        }
    };
    assert_eq!(changed, 1);
}

async fn every_failure_of_every_service_leaves_the_old_name_and_costs_nothing(app: TestApp) {
    let services = [(Gemini, "Gemini"), (Openai, "OpenAI"), (Anthropic, "Anthropic"), (Mistral, "Mistral")];
    for (provider, label) in services {
        let refuses = |why: &str| format!(r#"{{"error":{{"message":"{why}"}}}}"#);
        let empty = format!("No response from {label} API");
        let failures = [
            (
                Act::Answer(429, "retry-after: 60\r\n", refuses("slow down")),
                format!("{label} API error: 429 - slow down"),
            ),
            (Act::Answer(500, "", "<html>".into()), format!("{label} API error: 500 - Unknown error")),
            (Act::Answer(200, "", "gar\u{0}bage".into()), empty.clone()),
            (Act::Answer(200, "", says(provider, "")), empty),
            (Act::Answer(200, "", says(provider, "?!")), "AI generated invalid filename".into()),
            (Act::Cut, format!("{label} could not be reached")),
            (Act::Silence, format!("{label} did not answer in time")),
        ];
        let acts = failures.iter().map(|(act, _)| act.clone()).collect();
        let model = Model::start(provider, acts).await;
        let server = app.again(|config| model.configure(config, 3)).await;
        let mut guest = server.visitor();
        for (act, sentence) in &failures {
            let answer = suggest(&mut guest).await.expect(StatusCode::OK).json();
            assert_eq!(answer["success"], false, "{act:?}");
            assert_eq!(answer["error"].as_str(), Some(&**sentence));
            assert_eq!(answer["suggestedName"], "my-holiday-photo-3");
        }
        assert_eq!(model.asked(), failures.len(), "each was tried once");
        assert_eq!(used(&mut guest, 0).await, 0, "{label}");
    }
}

async fn a_name_costs_one_and_asking_again_nothing(app: TestApp) {
    for provider in [Gemini, Openai, Anthropic, Mistral] {
        let busy = Act::Answer(429, "retry-after: 0\r\n", "{}".into());
        let good = Act::Answer(200, "", says(provider, "Red Fox.jpg\nfox in snow"));
        let model = Model::start(provider, vec![busy, good]).await;
        let server = app
            .again(|config| {
                model.configure(config, 3);
                config.naming.ai_retries = 1;
            })
            .await;
        let mut guest = server.visitor();
        let first = suggest(&mut guest).await.expect(StatusCode::OK).json();
        assert_eq!((&first["success"], &first["suggestedName"]), (&Value::Bool(true), &"red-fox".into()));
        assert_eq!((&first["alternatives"][0], &first["error"]), (&"fox-in-snow".into(), &Value::Null));
        assert_eq!(suggest(&mut guest).await.json(), first);
        assert_eq!((used(&mut guest, 1).await, model.asked()), (1, 2), "one busy answer, one name");
        let about = guest.get("/api/v1/naming").await.json();
        assert_eq!((&about["provider"], &about["leavesServer"]), (&first["provider"], &Value::Bool(true)));
    }
}

/// What is wrong, the form's fields, the answer's status.
type Case<'a> = (&'a str, Vec<(&'a str, &'a [u8])>, u16);

async fn what_is_no_small_image_is_refused_before_anything_is_spent(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Held]).await;
    let server = app.again(|config| model.configure(config, 3)).await;
    let mut guest = server.visitor();
    let (small, name) = (png(2, 2), ("originalName", &b"a.jpg"[..]));
    let (huge, long) = (vec![0xff; 2_621_441], vec![b'x'; 4_097]);
    let (wide, many) = (png(5_000, 1), png(4_000, 4_000));
    let image = ("image", &small[..]);
    let cases: [Case; 15] = [
        ("nothing", vec![], 422),
        ("no image", vec![name], 422),
        ("no name", vec![image], 422),
        ("an empty image", vec![("image", b""), name], 422),
        ("a page", vec![("image", b"<html><script>"), name], 422),
        ("a GIF", vec![("image", b"GIF89a\x01\0\x01\0\0\0\0;"), name], 422),
        ("only the first bytes of a JPEG", vec![("image", b"\xff\xd8\xff"), name], 422),
        ("a cut PNG", vec![("image", &small[..20]), name], 422),
        ("too many bytes", vec![("image", &huge), name], 413),
        ("a side too long", vec![("image", &wide), name], 422),
        ("too many pixels", vec![("image", &many), name], 422),
        ("a name too long", vec![image, ("originalName", &long)], 413),
        ("a field nobody knows", vec![image, name, ("tier", b"professional")], 422),
        ("a mode nobody knows", vec![image, name, ("contextMode", b"magic")], 422),
        ("a hash that is none", vec![image, name, ("fileHash", b"abc")], 422),
    ];
    for (what, fields, status) in cases {
        let answer = guest.send_raw(Method::POST, PATH, Some(form(&fields))).await;
        assert_eq!(answer.status.as_u16(), status, "{what}: {}", answer.title());
        assert!(!answer.title().is_empty() && answer.json()["code"].is_string(), "{what}");
    }
    assert_eq!((model.asked(), used(&mut guest, 0).await), (0, 0));
}

async fn a_guest_is_counted_by_cookie_and_by_address(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Answer(200, "", says(Openai, "red fox"))]).await;
    let server = app
        .again(|config| {
            model.configure(config, 3);
            config.naming.ai_guest_daily_per_ip = 2;
        })
        .await;
    let mut guest = server.visitor();
    let first = suggest(&mut guest).await.expect(StatusCode::OK);
    let cookie = first.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(cookie.contains("Max-Age=34560000"), "400 days: {cookie}");
    assert_eq!(used(&mut guest, 1).await, 1);
    // Clearing the browser begins a new count, but the address remembers; a header does not make another address.
    suggest(&mut server.visitor()).await.expect(StatusCode::OK);
    let mut cleared = server.visitor();
    cleared.headers.insert("x-forwarded-for", http::HeaderValue::from_static("192.0.2.9"));
    let refused = suggest(&mut cleared).await;
    assert_eq!(refused.json()["code"], "guest_limit");
    refused.refused(429, "Daily limit exceeded. You can process 0 more files today.");
    assert_eq!((used(&mut cleared, 0).await, model.asked()), (0, 2));
    let mut elsewhere = server.visitor();
    elsewhere.peer = "192.0.2.9:1000".parse().unwrap();
    suggest(&mut elsewhere).await.expect(StatusCode::OK);
    let mut member = server.member("ada@x.org").await;
    suggest(&mut member).await.expect(StatusCode::OK);
}

async fn a_guest_who_has_asked_for_the_usage_is_one_visitor_side_by_side(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Answer(200, "", says(Openai, "red fox"))]).await;
    let server = app.again(|config| model.configure(config, 3)).await;
    let mut guest = server.visitor();
    guest.get("/api/v1/usage").await.expect(StatusCode::OK);
    // Two tabs, or two images of a batch: what is asked for side by side carries the same cookie.
    let mut beside = guest.clone();
    suggest(&mut guest).await.expect(StatusCode::OK);
    suggest(&mut beside).await.expect(StatusCode::OK);
    assert_eq!((used(&mut guest, 1).await, model.asked()), (1, 1), "the second name was known already");
}

async fn own_words_are_sent_on_for_the_plans_that_include_them(app: TestApp) {
    let model = Model::start(Openai, vec![Act::Answer(200, "", says(Openai, "red fox"))]).await;
    let server = app.again(|config| model.configure(config, 3)).await;
    let essential = server.member("bea@x.org").await;
    promote(&server, "bea@x.org", "essential").await;
    let starter = server.member("ada@x.org").await;
    for (mut visitor, mode, sent) in [
        (server.visitor(), "custom", false),
        (starter, "custom", false),
        (essential.clone(), "auto", false),
        (essential, "custom", true),
    ] {
        let image = png(2, 2);
        let fields = [
            ("image", &image[..]),
            ("originalName", b"a.jpg"),
            ("context", b"our fox Ferdinand"),
            ("contextMode", mode.as_bytes()),
        ];
        visitor.send_raw(Method::POST, PATH, Some(form(&fields))).await.expect(StatusCode::OK);
        assert_eq!(model.requests().last().unwrap().contains("our fox Ferdinand"), sent, "{mode}");
    }
}

async fn a_service_says_how_sure_it_is_and_a_bland_name_is_marked(app: TestApp) {
    for provider in [Gemini, Openai, Anthropic, Mistral] {
        let said = [
            (r#"{"fileName":"plate-of-food","altText":"Food.","certainty":0.25}"#, Some(0.25), true),
            (r#"{"fileName":"red-fox","altText":"A fox.","certainty":"certainly"}"#, None, false),
            ("red-fox\ncertainty: 75 %\nalt: A fox.", Some(0.75), false),
        ];
        let acts = said.iter().map(|(text, ..)| Act::Answer(200, "", says(provider, text))).collect();
        let model = Model::start(provider, acts).await;
        let server = app.again(|config| model.configure(config, 3)).await;
        let mut guest = server.visitor();
        for (at, (text, sure, bland)) in (2..).zip(said) {
            let image = png(at, 2);
            let fields = [("image", &image[..]), ("originalName", b"a.jpg")];
            let named = guest.send_raw(Method::POST, PATH, Some(form(&fields))).await.json();
            assert_eq!(
                (named["confidence"].as_f64(), named["bland"].as_bool()),
                (sure, Some(bland)),
                "{text}"
            );
        }
    }
}

async fn a_language_is_asked_of_the_model_and_kept_apart_from_others(app: TestApp) {
    let german = "hund-auf-grüner-wiese\nalt: Ein Hund auf einer grünen Wiese.";
    let answers = ["dog-on-meadow\nalt: A dog on the meadow.", german, german];
    let acts = answers.iter().map(|text| Act::Answer(200, "", says(Openai, text))).collect();
    let model = Model::start(Openai, acts).await;
    let server = app.again(|config| model.configure(config, 3)).await;
    let mut guest = server.visitor();
    let image = png(2, 2);
    let mut ask = async |more: &[(&'static str, &'static [u8])]| {
        let mut fields: Vec<(&str, &[u8])> = vec![("image", &image), ("originalName", b"a.jpg")];
        fields.extend_from_slice(more);
        guest.send_raw(Method::POST, PATH, Some(form(&fields))).await
    };
    let language = ("language", &b"de"[..]);
    assert_eq!(ask(&[]).await.json()["suggestedName"], "dog-on-meadow");
    let named = ask(&[language]).await.expect(StatusCode::OK).json();
    assert_eq!(named["suggestedName"], "hund-auf-gruener-wiese");
    assert_eq!(named["altText"], "Ein Hund auf einer grünen Wiese.");
    assert!(model.requests()[1].contains("German"));
    assert_eq!(ask(&[language]).await.json(), named, "it is known");
    let kept = ask(&[language, ("keepAccents", &b"true"[..])]).await.json();
    assert_eq!(kept["suggestedName"], "hund-auf-grüner-wiese");
    assert_eq!(model.asked(), 3, "one for each language and spelling");
    let refused = ask(&[("language", &b"klingon"[..])]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.title(), "The language must be one of en, de, fr, es, it, pt, nl.");
    assert_eq!(used(&mut guest, 3).await, 3);
}

async fn without_a_model_the_reason_is_told_and_names_are_cleaned(app: TestApp) {
    let server = app.again(|config| config.naming.ai_provider = ProviderChoice::Gemini).await;
    let mut guest = server.visitor();
    let about = guest.get("/api/v1/naming").await.expect(StatusCode::OK).json();
    let reason = "AI_PROVIDER is gemini, but GEMINI_API_KEY is not set";
    assert_eq!((&about["provider"], &about["problem"]), (&"original".into(), &reason.into()));
    let answer = suggest(&mut guest).await.expect(StatusCode::OK).json();
    assert_eq!((&answer["success"], &answer["error"]), (&Value::Bool(false), &reason.into()));
    assert_eq!(answer["suggestedName"], "my-holiday-photo-3");
    assert_eq!(used(&mut guest, 0).await, 0);
}
