//! The client against a service that misbehaves in every way a real one does.
#![cfg(feature = "network")]

use nomina_vision::providers::{Ask, Client, Gemini, Key, ProviderError, Settings};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What the service does with one connection.
#[derive(Clone)]
enum Act {
    Answer(u16, &'static str, &'static str),
    Cut,
    Silence,
}

const GOOD: &str = r#"{"candidates":[{"content":{"parts":[{"text":"Red_Fox in Snow.jpg\nsecond idea"}]}}]}"#;

/// Serves the acts one after the other, the last one for ever; keeps what it was asked.
async fn service(acts: Vec<Act>) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let notes = heard.clone();
    tokio::spawn(async move {
        for at in 0.. {
            let (mut stream, _) = listener.accept().await.unwrap();
            let act = acts[at.min(acts.len() - 1)].clone();
            let notes = notes.clone();
            tokio::spawn(async move {
                let request = read_request(&mut stream).await;
                notes.lock().unwrap().push(request);
                match act {
                    Act::Answer(status, headers, body) => {
                        let head = format!(
                            "HTTP/1.1 {status} X\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
                            body.len()
                        );
                        let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
                    }
                    Act::Cut => drop(stream),
                    Act::Silence => tokio::time::sleep(Duration::from_secs(3600)).await,
                }
            });
        }
    });
    (url, heard)
}

async fn read_request(stream: &mut tokio::net::TcpStream) -> String {
    let mut text = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let n = stream.read(&mut chunk).await.unwrap_or(0);
        text.extend_from_slice(&chunk[..n]);
        let so_far = String::from_utf8_lossy(&text).to_lowercase();
        let Some(end) = so_far.find("\r\n\r\n") else { continue };
        let length: usize = so_far
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.lines().next()?.trim().parse().ok())
            .unwrap_or(0);
        if n == 0 || text.len() >= end + 4 + length {
            return String::from_utf8_lossy(&text).into_owned();
        }
    }
}

fn client(base_url: String) -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let gemini = Gemini { base_url, model: Gemini::MODEL.into(), key: Key::new("the-key") };
    let settings =
        Settings { pause: Duration::ZERO, time_out: Duration::from_millis(400), ..Settings::default() };
    Client::new(reqwest::Client::new(), Box::new(gemini), settings)
}

const ASK: Ask<'static> = Ask { image: b"picture", mime: "image/jpeg", context: None };

#[tokio::test]
async fn a_good_answer_is_cleaned_and_the_key_travels_in_its_header() {
    let (url, heard) = service(vec![Act::Answer(200, "", GOOD)]).await;
    let described = client(url).describe(&ASK).await.unwrap();
    assert_eq!(described.name, "red-fox-in-snow");
    assert_eq!(described.alternatives, ["second-idea"]);
    let heard = heard.lock().unwrap();
    assert!(
        heard[0].contains("x-goog-api-key: the-key") && !heard[0].lines().next().unwrap().contains("the-key")
    );
}

#[tokio::test]
async fn too_many_requests_waits_as_long_as_it_is_told() {
    let busy = Act::Answer(429, "retry-after: 1\r\n", r#"{"error":{"message":"slow down"}}"#);
    let (url, heard) = service(vec![busy, Act::Answer(200, "", GOOD)]).await;
    let start = std::time::Instant::now();
    assert_eq!(client(url).describe(&ASK).await.unwrap().name, "red-fox-in-snow");
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(heard.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_wait_longer_than_a_batch_can_bear_is_an_error_at_once() {
    let (url, heard) =
        service(vec![Act::Answer(429, "retry-after: 3600\r\n", r#"{"error":{"message":"quota"}}"#)]).await;
    let error = client(url).describe(&ASK).await.unwrap_err();
    assert_eq!(error.to_string(), "Gemini API error: 429 - quota");
    assert_eq!(heard.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_server_error_is_tried_three_times_and_then_said() {
    let (url, heard) = service(vec![Act::Answer(500, "", "oops")]).await;
    let error = client(url).describe(&ASK).await.unwrap_err();
    assert_eq!(error.to_string(), "Gemini API error: 500 - Unknown error");
    assert_eq!(heard.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn a_refusal_is_not_tried_again() {
    let (url, heard) =
        service(vec![Act::Answer(400, "", r#"{"error":{"message":"API key not valid"}}"#)]).await;
    let error = client(url).describe(&ASK).await.unwrap_err();
    assert_eq!(error.to_string(), "Gemini API error: 400 - API key not valid");
    assert_eq!(heard.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn garbage_emptiness_and_symbols_have_their_own_sentences() {
    for (body, sentence) in [
        ("<html>", "No response from Gemini API"),
        ("{}", "No response from Gemini API"),
        (r#"{"candidates":[{"content":{"parts":[{"text":"!!!"}]}}]}"#, "AI generated invalid filename"),
    ] {
        let (url, _) = service(vec![Act::Answer(200, "", body)]).await;
        assert_eq!(client(url).describe(&ASK).await.unwrap_err().to_string(), sentence);
    }
}

#[tokio::test]
async fn a_cut_connection_is_tried_again() {
    let (url, _) = service(vec![Act::Cut, Act::Answer(200, "", GOOD)]).await;
    assert_eq!(client(url).describe(&ASK).await.unwrap().name, "red-fox-in-snow");
}

#[tokio::test]
async fn silence_ends_in_a_time_out() {
    let (url, _) = service(vec![Act::Silence]).await;
    assert_eq!(client(url).describe(&ASK).await, Err(ProviderError::TimedOut("Gemini".into())));
}

#[tokio::test]
async fn a_service_that_keeps_failing_is_left_alone() {
    let (url, heard) = service(vec![Act::Answer(503, "", "{}")]).await;
    let client = client(url);
    for _ in 0..2 {
        let _ = client.describe(&ASK).await;
    }
    let asked = heard.lock().unwrap().len();
    assert_eq!(client.describe(&ASK).await, Err(ProviderError::Paused("Gemini".into())));
    assert_eq!(heard.lock().unwrap().len(), asked, "nothing was sent");
}
