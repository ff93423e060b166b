//! What operators see: counts that move, labels without people, readiness that ends before the server does.

use axum::body::Body;
use http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use nomina_server::app::admin;
use tower::ServiceExt;

use crate::app::TestApp;
use crate::engines::stories;

stories![
    requests_are_counted_by_route_and_never_by_address,
    queues_pools_and_streams_are_shown_as_they_are,
    one_person_cannot_hold_all_streams,
    readiness_ends_first_and_requests_are_still_served,
];

async fn ask(app: &TestApp, path: &str) -> (StatusCode, String) {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = admin::router(app.state.clone()).oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    (parts.status, String::from_utf8(bytes.to_vec()).unwrap())
}

pub(crate) async fn metrics(app: &TestApp) -> String {
    let (status, text) = ask(app, "/metrics").await;
    assert_eq!(status, StatusCode::OK);
    assert!(text.ends_with("# EOF\n"), "{text}");
    text
}

#[track_caller]
pub(crate) fn shows(text: &str, line: &str) {
    assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
}

async fn requests_are_counted_by_route_and_never_by_address(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let id = "01a00000-0000-7000-8000-000000000000";
    ada.get(&format!("/api/v1/jobs/{id}")).await.expect(StatusCode::NOT_FOUND);
    ada.get("/a/page/that/nobody/wrote").await.expect(StatusCode::NOT_FOUND);
    ada.send(Method::from_bytes(b"INVENTED").unwrap(), "/api/v1/plans", None).await;
    let text = metrics(&app).await;
    shows(&text, r#"nomina_http_requests_total{method="GET",route="/api/v1/jobs/{id}",status="404"} 1"#);
    shows(&text, r#"nomina_http_requests_total{method="GET",route="web app",status="404"} 1"#);
    shows(&text, r#"nomina_http_requests_total{method="other",route="/api/v1/plans",status="405"} 1"#);
    shows(&text, r#"nomina_http_request_duration_seconds_count{route="/api/v1/jobs/{id}"} 1"#);
    for never in [id, "ada@x.org", "/a/page", "INVENTED"] {
        assert!(!text.contains(never), "{never} is in\n{text}");
    }
}

async fn queues_pools_and_streams_are_shown_as_they_are(app: TestApp) {
    app.sign_up("ada@x.org").await;
    shows(&metrics(&app).await, r#"nomina_tasks{kind="mail",state="waiting"} 1"#);
    let mut ada = app.member("bea@x.org").await;
    let stream = ada.respond(Method::GET, "/api/v1/events", None).await;
    let text = metrics(&app).await;
    assert!(!text.contains("nomina_tasks{kind"), "the mails are gone:\n{text}");
    shows(&text, "nomina_event_streams 1");
    shows(&text, "nomina_ready 1");
    drop(stream);
    shows(&metrics(&app).await, "nomina_event_streams 0");
}

async fn one_person_cannot_hold_all_streams(app: TestApp) {
    let small = app.again(|config| config.event_streams = 2).await;
    let mut ada = small.member("ada@x.org").await;
    let mut eve = small.member("eve@x.org").await;
    let one = ada.respond(Method::GET, "/api/v1/events", None).await;
    let two = ada.respond(Method::GET, "/api/v1/events", None).await;
    let sentence = "Too many live connections are open for this account. Close some and try again.";
    ada.get("/api/v1/events").await.refused(429, sentence);
    eve.get("/api/v1/events").await.expect(StatusCode::OK);
    drop(one);
    let three = ada.respond(Method::GET, "/api/v1/events", None).await;
    assert_eq!((two.status(), three.status()), (StatusCode::OK, StatusCode::OK));
}

async fn readiness_ends_first_and_requests_are_still_served(app: TestApp) {
    assert_eq!(ask(&app, "/readyz").await.0, StatusCode::OK);
    app.state.draining.cancel();
    assert_eq!(ask(&app, "/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(ask(&app, "/healthz").await.0, StatusCode::OK);
    app.visitor().get("/api/v1/plans").await.expect(StatusCode::OK);
    shows(&metrics(&app).await, "nomina_ready 0");
}
