//! Live changes: every tab of a person hears of them in order, nobody else does, and a tab that was away misses nothing.

use axum::body::Body;
use http::{HeaderValue, Method, StatusCode};
use http_body_util::BodyExt;
use nomina_server::app::worker;
use nomina_server::base::clock::DAY_MS;
use nomina_server::base::events;
use serde_json::{Value, json};

use crate::app::{TestApp, Visitor};
use crate::engines::stories;
use crate::jobs::start;

stories![
    every_tab_hears_of_a_change_and_strangers_do_not,
    a_tab_that_was_away_gets_exactly_what_it_missed,
    what_is_rolled_back_is_never_told,
    a_stream_ends_when_the_server_stops,
];

/// An open tab.
struct Tab {
    body: Body,
    text: String,
}

impl Tab {
    async fn open(visitor: &mut Visitor, after: Option<&str>) -> Self {
        if let Some(id) = after {
            visitor.headers.insert("last-event-id", HeaderValue::from_str(id).unwrap());
        }
        let response = visitor.respond(Method::GET, "/api/v1/events", None).await;
        visitor.headers.remove("last-event-id");
        assert_eq!(response.status(), StatusCode::OK);
        Self { body: response.into_body(), text: String::new() }
    }

    /// The next event: its number, its kind, what it says. None when the stream is over.
    async fn next(&mut self) -> Option<(String, String, Value)> {
        while !self.text.contains("\n\n") {
            let frame = self.body.frame().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
        }
        let (event, rest) = self.text.split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        self.text = rest;
        let field = |name: &str| {
            event.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
        };
        Some((field("id:"), field("event:"), serde_json::from_str(&field("data:")).unwrap()))
    }

    async fn expect(&mut self, kind: &str) -> (String, Value) {
        let (id, found, data) = self.next().await.expect("an event");
        assert_eq!(found, kind, "{data}");
        (id, data)
    }
}

async fn every_tab_hears_of_a_change_and_strangers_do_not(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let other = app.again(|_| ()).await;
    let listening = tokio::spawn(events::listen(other.state.context.clone()));
    let mut elsewhere = other.visitor();
    elsewhere.bearer = ada.bearer.clone();
    let (mut one, mut two) = (Tab::open(&mut ada, None).await, Tab::open(&mut ada, None).await);
    let mut far = Tab::open(&mut elsewhere, None).await;
    let mut stranger = Tab::open(&mut eve, None).await;
    for tab in [&mut one, &mut two, &mut far, &mut stranger] {
        tab.expect("open").await;
    }
    let job = start(&mut ada, 3, 1).await;
    let change = json!({ "status": "completed", "processedCount": 3 });
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    ada.send(Method::PATCH, &path, Some(change)).await.expect(StatusCode::OK);
    // Another replica hears of it by PostgreSQL, or at the latest with its next look.
    let shared = other.state.config.uses_postgres();
    for tab in [Some(&mut one), Some(&mut two), shared.then_some(&mut far)].into_iter().flatten() {
        let (_, said) = tab.expect("job").await;
        assert_eq!((&said["id"], &said["status"]), (&job["id"], &"processing".into()));
        tab.expect("usage").await;
        assert_eq!(tab.expect("job").await.1["status"], "completed");
        tab.expect("usage").await;
    }
    let hers = start(&mut eve, 1, 0).await;
    assert_eq!(stranger.expect("job").await.1["id"], hers["id"], "the first thing that eve hears is her own");
    other.state.shutdown.cancel();
    listening.await.unwrap();
}

async fn a_tab_that_was_away_gets_exactly_what_it_missed(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut tab = Tab::open(&mut ada, None).await;
    let (opened, _) = tab.expect("open").await;
    drop(tab);
    start(&mut ada, 1, 0).await;
    start(&mut ada, 1, 0).await;
    let mut back = Tab::open(&mut ada, Some(&opened)).await;
    back.expect("open").await;
    let (first, _) = back.expect("job").await;
    for kind in ["usage", "job", "usage"] {
        back.expect(kind).await;
    }
    let mut again = Tab::open(&mut ada, Some(&first)).await;
    assert_eq!(again.expect("open").await.0, first);
    again.expect("usage").await;
    ada.later(&app, 2 * DAY_MS).await;
    worker::clean_up(&app.state).await.unwrap();
    Tab::open(&mut ada, Some(&first)).await.expect("resync").await;
    Tab::open(&mut ada, Some("77777")).await.expect("resync").await;
}

async fn what_is_rolled_back_is_never_told(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let id = ada.get("/api/v1/me").await.json()["id"].as_str().unwrap().parse().unwrap();
    let mut tab = Tab::open(&mut ada, None).await;
    tab.expect("open").await;
    let mut tx = app.state.db.begin().await.unwrap();
    events::emit(&app.state, &mut tx, id, events::Kind::Subscription, json!({ "tier": "gold" }))
        .await
        .unwrap();
    drop(tx);
    let mut tx = app.state.db.begin().await.unwrap();
    events::emit(&app.state, &mut tx, id, events::Kind::Subscription, json!({ "tier": "essential" }))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(tab.expect("subscription").await.1["tier"], "essential");
}

async fn a_stream_ends_when_the_server_stops(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut tab = Tab::open(&mut ada, None).await;
    tab.expect("open").await;
    app.state.shutdown.cancel();
    assert!(tab.next().await.is_none());
}
