//! Slow senders and crowds before a server that listens: none of them stops the others.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use http::{Method, StatusCode};
use nomina_server::app::router::{JSON_LIMIT_BYTES, document, slow_routes};
use nomina_server::app::serve;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::app::TestApp;
use crate::engines::stories;

stories![
    slow_senders_leave_the_server_to_others,
    whoever_sends_slowly_is_still_answered,
    a_refusal_reaches_somebody_who_is_still_sending,
    every_route_that_takes_more_than_json_may_take_its_time,
];

const MULTIPART: &str = "multipart/form-data; boundary=X";
const JSON: &str = "application/json";

/// The same app behind a socket, with room for eight requests: two of each network.
async fn listening(app: &TestApp) -> (TestApp, SocketAddr) {
    let server = app.again(|config| config.max_concurrency = 8).await;
    let listener = serve::listen("127.0.0.1:0".parse().unwrap()).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve::serve(server.state.clone(), listener));
    (server, address)
}

async fn connect(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The head of a request and the first byte of its body.
async fn begin(from: &str, to: SocketAddr, path: &str, kind: &str) -> TcpStream {
    let mut stream = connect(from, to).await;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: 70\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(if kind == JSON { b"{" } else { b"-" }).await.unwrap();
    stream
}

/// The status of the answer.
async fn status(mut stream: TcpStream) -> u16 {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {answer}")).parse().unwrap()
}

async fn get(from: &str, to: SocketAddr, path: &str) -> u16 {
    let mut stream = connect(from, to).await;
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    status(stream).await
}

/// Waits until so many requests are open and none of them is worked on.
async fn waiting(server: &TestApp, count: usize) {
    while server.state.requests.open() != count || server.state.requests.free() != 8 {
        tokio::task::yield_now().await;
    }
}

async fn slow_senders_leave_the_server_to_others(app: TestApp) {
    let (server, address) = listening(&app).await;
    let mut held = Vec::new();
    for number in 2..10 {
        let from = format!("127.0.0.{number}");
        held.push(begin(&from, address, "/api/v1/ai/suggest-name", MULTIPART).await);
        held.push(begin(&from, address, "/api/v1/auth/login", JSON).await);
    }
    waiting(&server, 16).await;
    for path in ["/healthz", "/readyz", "/api/v1/plans", "/"] {
        assert_eq!(get("127.0.0.1", address, path).await, 200, "{path} with 16 slow senders and 8 permits");
    }
    assert_eq!(get("127.0.0.2", address, "/api/v1/plans").await, 429, "its network has its share");
    assert_eq!(get("127.0.0.2", address, "/healthz").await, 200);
    drop(held);
    waiting(&server, 0).await;
    assert_eq!(get("127.0.0.2", address, "/api/v1/plans").await, 200, "the share is given back");
}

async fn whoever_sends_slowly_is_still_answered(app: TestApp) {
    let (server, address) = listening(&app).await;
    let mut stream = begin("127.0.0.2", address, "/api/v1/auth/login", JSON).await;
    waiting(&server, 1).await;
    let rest = format!("{:<69}", "\"email\":\"ada@x.org\",\"password\":\"nothing\"}");
    for byte in rest.as_bytes() {
        stream.write_all(&[*byte]).await.unwrap();
    }
    assert_eq!(status(stream).await, 400, "wrong credentials, read to the end");
}

async fn a_refusal_reaches_somebody_who_is_still_sending(app: TestApp) {
    let (_server, address) = listening(&app).await;
    let mut stream = connect("127.0.0.1", address).await;
    let (piece, pieces) = (vec![0; 1 << 20], 32);
    let head = format!(
        "POST /server/api/store-zip HTTP/1.1\r\nHost: localhost\r\nContent-Type: {MULTIPART}\r\nContent-Length: {}\r\n\r\n",
        piece.len() * pieces
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for sent in 0..pieces {
        stream.write_all(&piece).await.unwrap_or_else(|error| panic!("cut off after {sent} MB: {error}"));
    }
    assert_eq!(status(stream).await, 401, "nobody is signed in, which was known before the first byte");
}

/// Method, path and content type of every route that takes a body.
fn with_body() -> Vec<(Method, String, String)> {
    let document: Value = serde_json::to_value(document()).unwrap();
    let paths: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_value(document["paths"].clone()).unwrap();
    let mut found = Vec::new();
    for (path, operations) in paths {
        for (method, operation) in operations {
            if let Some(content) = operation["requestBody"]["content"].as_object() {
                let kind = content.keys().next().unwrap().clone();
                found.push((method.to_uppercase().parse().unwrap(), path.clone(), kind));
            }
        }
    }
    found
}

/// Walks the table: what takes more than JSON's two megabytes has the time for it.
async fn every_route_that_takes_more_than_json_may_take_its_time(app: TestApp) {
    let (slow, routes) = (Arc::new(slow_routes()), with_body());
    assert!(routes.len() > 25, "the routes are found: {}", routes.len());
    for known in ["/server/api/store-zip", "/api/v1/batches/process", "/api/v1/process", "/api/v1/names"] {
        assert!(slow.contains(known), "{known}");
    }
    let ada = app.member("ada@x.org").await;
    let id = ada.clone().post("/api/v1/batches", json!({ "fileCount": 1, "processedCount": 1 })).await.json();
    for (method, path, kind) in routes.iter().filter(|(_, path, _)| !slow.contains(path)) {
        let place = path.replace("{id}", id["id"].as_str().unwrap());
        let body = vec![b' '; JSON_LIMIT_BYTES + 1];
        let answer =
            ada.clone().send_raw(method.clone(), &place, Some((kind.clone().into_bytes(), body))).await;
        assert_eq!(
            answer.status,
            StatusCode::PAYLOAD_TOO_LARGE,
            "{method} {path} takes large bodies: list it in router::uploads"
        );
    }
}
