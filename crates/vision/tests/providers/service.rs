//! A service on a socket that does as it is told, and keeps what it was asked.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the service does with one connection.
#[derive(Clone)]
pub(crate) enum Act {
    /// A status, header lines and a body.
    Answer(u16, &'static str, String),
    /// Hangs up without a word.
    Cut,
    /// Hangs up in the middle of the body.
    CutBody(String),
    /// Says nothing for so long, and then the right thing.
    Silence(Duration, String),
}

pub(crate) struct Service {
    pub(crate) url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Service {
    /// Serves the acts one after the other, the last one for ever.
    pub(crate) async fn start(acts: Vec<Act>) -> Self {
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
                    play(act, stream).await;
                });
            }
        });
        Self { url, heard }
    }

    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    pub(crate) fn times(&self) -> usize {
        self.heard.lock().unwrap().len()
    }
}

async fn play(act: Act, mut stream: TcpStream) {
    match act {
        Act::Answer(status, headers, body) => {
            let _ = stream.write_all(answer(status, headers, &body).as_bytes()).await;
        }
        Act::Cut => drop(stream),
        Act::CutBody(body) => {
            let whole = answer(200, "", &body);
            let _ = stream.write_all(&whole.as_bytes()[..whole.len() - body.len() / 2]).await;
        }
        Act::Silence(time, body) => {
            tokio::time::sleep(time).await;
            let _ = stream.write_all(answer(200, "", &body).as_bytes()).await;
        }
    }
}

fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}")
}

async fn read_request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let n = stream.read(&mut chunk).await.unwrap_or(0);
        text.extend_from_slice(&chunk[..n]);
        let so_far = String::from_utf8_lossy(&text).to_lowercase();
        let length: usize = so_far
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.lines().next()?.trim().parse().ok())
            .unwrap_or(0);
        let whole = so_far.find("\r\n\r\n").is_some_and(|end| text.len() >= end + 4 + length);
        if n == 0 || whole {
            return String::from_utf8_lossy(&text).into_owned();
        }
    }
}
