//! What holds for every answer: true 404s, problem+json, security headers, request ids.

use http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{Method, StatusCode};
use nomina_server::features::assets::{Shelf, spa};
use serde_json::json;

use crate::app::TestApp;
use crate::engines::stories;

stories![
    known_pages_are_200_and_unknown_paths_are_404,
    every_refusal_is_a_problem_with_a_code,
    every_answer_carries_the_security_headers,
    the_script_of_a_naming_service_talks_to_that_service_alone,
    folders_hidden_files_and_paths_that_climb_are_nothing,
    without_a_model_an_image_gets_its_cleaned_original_name_and_the_reason,
    a_naming_form_with_a_wrong_part_is_refused_by_name,
    the_server_is_ready_until_it_stops,
];

async fn known_pages_are_200_and_unknown_paths_are_404(app: TestApp) {
    let mut visitor = app.visitor();
    for route in spa::routes() {
        let path = route.replace('*', "jobs");
        for spelling in [path.clone(), path.to_uppercase(), format!("{}/", path.trim_end_matches('/'))] {
            assert_eq!(visitor.get(&spelling).await.status, StatusCode::OK, "{spelling}");
        }
    }
    let home = visitor.get("/index.html").await.expect(StatusCode::PERMANENT_REDIRECT);
    assert_eq!(home.location(), "/");
    for path in ["/nope", "/dashboard/a/b", "/index.htm", "/checkout/x"] {
        let answer = visitor.get(path).await.expect(StatusCode::NOT_FOUND);
        assert_eq!(
            answer.headers[CONTENT_TYPE], "text/html; charset=utf-8",
            "ROUTE-08: a page, drawn by the app"
        );
    }
    if Shelf::Web.get("index.html").is_some() {
        let tag = visitor.get("/").await.headers[ETAG].clone();
        visitor.headers.insert(IF_NONE_MATCH, tag);
        visitor.get("/").await.expect(StatusCode::NOT_MODIFIED);
    }
}

async fn every_refusal_is_a_problem_with_a_code(app: TestApp) {
    let mut visitor = app.visitor();
    let json_type = || Some((b"application/json".to_vec(), b"{".to_vec()));
    let cases = [
        (visitor.get("/api/v1/nothing").await, 404, "not_found"),
        (visitor.send(Method::PUT, "/healthz", None).await, 405, "method_not_allowed"),
        (visitor.send_raw(Method::POST, "/api/v1/auth/login", json_type()).await, 422, "invalid_body"),
        (visitor.send(Method::POST, "/api/v1/auth/login", None).await, 415, "unsupported_media_type"),
        (visitor.post("/api/v1/auth/login", json!({"email": 7})).await, 422, "invalid_body"),
        (visitor.get("/api/v1/dev/emails?to=a&to=b").await, 400, "invalid_query"),
        (visitor.post("/api/v1/auth/logout?scope=everyone", json!({})).await, 400, "invalid_query"),
        (visitor.get("/api/v1/me").await, 401, "unauthorized"),
        (visitor.send(Method::POST, "/api/v1/ai/suggest-name", None).await, 415, "unsupported_media_type"),
        (visitor.post("/api/v1/newsletter", json!({ "email": "x".repeat(3 << 20) })).await, 413, "too_large"),
    ];
    for (answer, status, code) in cases {
        assert_eq!(answer.headers[CONTENT_TYPE], "application/problem+json", "{code}");
        let problem = answer.json();
        assert_eq!((answer.status.as_u16(), problem["code"].as_str()), (status, Some(code)), "{problem}");
        assert_eq!(problem["status"], status);
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()));
    }
}

async fn every_answer_carries_the_security_headers(app: TestApp) {
    let mut visitor = app.visitor();
    for path in ["/", "/auth", "/nope", "/api/v1/plans", "/api/v1/me", "/dev/mailbox", "/fonts/none"] {
        let answer = visitor.get(path).await;
        let headers = &answer.headers;
        // What stands in the page may run by its hash, and nothing else that is inline.
        let page = String::from_utf8_lossy(&answer.body);
        let sources = script_sources(headers["content-security-policy"].to_str().unwrap());
        assert_eq!([sources[0], sources[sources.len() - 1]], ["'self'", "'wasm-unsafe-eval'"], "{path}");
        assert_eq!(sources.len() - 2, page.matches("<script>").count(), "{path}");
        assert!(sources[1..sources.len() - 1].iter().all(|source| source.starts_with("'sha256-")), "{path}");
        for name in [
            "x-content-type-options",
            "referrer-policy",
            "x-request-id",
            "cross-origin-opener-policy",
            "cross-origin-resource-policy",
        ] {
            assert!(headers.contains_key(name), "{name} at {path}");
        }
        assert!(!headers.contains_key("strict-transport-security"), "HSTS only under https");
    }
    for path in ["/api/v1/auth/session", "/api/v1/me", "/api/v1/plans", "/api/v1/nothing"] {
        assert_eq!(visitor.get(path).await.headers["cache-control"], "no-store", "{path}");
    }
    let secure = app.again(|config| config.public_url = "https://nomina.test".into()).await;
    assert!(secure.visitor().get("/").await.headers.contains_key("strict-transport-security"));
}

async fn the_script_of_a_naming_service_talks_to_that_service_alone(app: TestApp) {
    let mut visitor = app.visitor();
    for (file, host) in [
        ("gemini.js", "https://generativelanguage.googleapis.com"),
        ("openai.js", "https://api.openai.com"),
        ("anthropic.js", "https://api.anthropic.com"),
        ("mistral.js", "https://api.mistral.ai"),
    ] {
        let script = visitor.get(&format!("/services/{file}")).await;
        assert_eq!(script.status, 200, "{file}");
        assert_eq!(script.headers[CONTENT_TYPE], "text/javascript; charset=utf-8");
        let policy = script.headers["content-security-policy"].to_str().unwrap();
        assert_eq!(policy, format!("default-src 'none'; connect-src {host}"));
    }
    for path in
        ["/services/evil.js", "/services/openai", "/services/openai.js.js", "/services/..%2fopenai.js"]
    {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
    let page = visitor.get("/").await;
    assert!(!page.headers["content-security-policy"].to_str().unwrap().contains("api.openai.com"));
}

fn script_sources(policy: &str) -> Vec<&str> {
    let list = policy.split(';').find_map(|part| part.trim().strip_prefix("script-src "));
    list.expect("a list of scripts").split(' ').collect()
}

async fn folders_hidden_files_and_paths_that_climb_are_nothing(app: TestApp) {
    let mut visitor = app.visitor();
    for path in [
        "/assets/",
        "/fonts/",
        "/fonts/../../Cargo.toml",
        "/fonts/%2e%2e/%2e%2e/Cargo.toml",
        "/models/..%2f..%2fCargo.toml",
        "/assets/../../../Cargo.toml",
        "/.env",
        "/pages/index.html",
    ] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("[workspace"), "{path}");
    }
}

type Part<'a> = (&'a str, &'a [u8]);

fn form(parts: &[Part<'_>]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut body = Vec::new();
    for (name, bytes) in parts {
        body.extend(
            format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"f\"\r\n\r\n").bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--X--\r\n");
    Some((b"multipart/form-data; boundary=X".to_vec(), body))
}

/// One grey pixel.
const PNG: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\x00\x00\x0aIDATx\x9cch\x00\x00\x00\x82\x00\x81w\xcdr\xb6\x00\x00\x00\x00IEND\xaeB`\x82";
const NAME: &str = "/api/v1/ai/suggest-name";

async fn without_a_model_an_image_gets_its_cleaned_original_name_and_the_reason(app: TestApp) {
    let parts =
        form(&[("image", PNG), ("originalName", b"IMG Beach_Holiday!.JPG"), ("contextMode", b"auto")]);
    let answer = app.visitor().send_raw(Method::POST, NAME, parts).await.expect(StatusCode::OK).json();
    assert_eq!(answer["success"], false);
    assert!(answer["error"].as_str().is_some_and(|reason| !reason.is_empty()));
    let name = answer["suggestedName"].as_str().unwrap();
    assert!(name.contains("beach") && !name.contains(['!', ' ', '.']), "{name}");
}

async fn a_naming_form_with_a_wrong_part_is_refused_by_name(app: TestApp) {
    let mut visitor = app.visitor();
    let big = vec![0xff; 2_630_000];
    let cases: [(&[Part<'_>], u16, &str); 5] = [
        (&[("originalName", b"a.jpg")], 422, "The field \"image\" is missing."),
        (&[("image", b"GIF89a"), ("originalName", b"a")], 422, "The image must be JPEG, PNG or WebP."),
        (&[("image", PNG)], 422, "The field \"originalName\" is missing."),
        (&[("image", PNG), ("originalName", b"a"), ("jobId", b"7")], 422, "The job id is not a UUID."),
        (
            &[("image", &big), ("originalName", b"a")],
            413,
            "The field \"image\" is larger than 2621440 bytes.",
        ),
    ];
    for (parts, status, title) in cases {
        visitor.send_raw(Method::POST, NAME, form(parts)).await.refused(status, title);
    }
}

async fn the_server_is_ready_until_it_stops(app: TestApp) {
    let mut visitor = app.visitor();
    visitor.get("/readyz").await.expect(StatusCode::OK);
    app.state.shutdown.cancel();
    visitor.get("/readyz").await.expect(StatusCode::SERVICE_UNAVAILABLE);
    visitor.get("/healthz").await.expect(StatusCode::OK);
}
