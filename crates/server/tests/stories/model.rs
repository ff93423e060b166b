//! A naming service on a socket that does as it is told, and images to ask it about.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};

use nomina_server::base::config::{Config, ProviderChoice};
use nomina_server::base::secret::Secret;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// What the service does with one question.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A status, header lines and a body.
    Answer(u16, &'static str, String),
    Cut,
    Silence,
    /// Waits for a permit of the gate, then answers `fox number N`: who was served when.
    Held,
}

#[derive(Debug, Default)]
struct Seen {
    asked: AtomicUsize,
    served: AtomicUsize,
    left: AtomicUsize,
    requests: Mutex<Vec<String>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) provider: ProviderChoice,
    pub(crate) gate: Arc<Semaphore>,
    pub(crate) url: String,
    seen: Arc<Seen>,
}

impl Model {
    /// Does the acts one after the other, the last one for ever.
    pub(crate) async fn start(provider: ProviderChoice, acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (gate, seen) = (Arc::new(Semaphore::new(0)), Arc::new(Seen::default()));
        let model = Self { provider, gate, url, seen };
        let (mut acts, here) = (VecDeque::from(acts), model.clone());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let act = if acts.len() > 1 { acts.pop_front() } else { acts.front().cloned() };
                tokio::spawn(here.clone().play(act.unwrap(), stream));
            }
        });
        model
    }

    /// Settings under which a server asks this service: once, for at most a second, so many at a time.
    pub(crate) fn configure(&self, config: &mut Config, at_once: u32) {
        let naming = &mut config.naming;
        (naming.ai_provider, naming.ai_retries, naming.ai_time_out_s) = (self.provider, 0, 1);
        (naming.ai_concurrency, naming.ai_pause_ms) = (at_once, 0);
        for base in [
            &mut naming.gemini_base_url,
            &mut naming.openai_base_url,
            &mut naming.anthropic_base_url,
            &mut naming.mistral_base_url,
        ] {
            base.clone_from(&self.url);
        }
        for key in [
            &mut naming.gemini_api_key,
            &mut naming.openai_api_key,
            &mut naming.anthropic_api_key,
            &mut naming.mistral_api_key,
        ] {
            *key = Secret::new("the-key");
        }
    }

    /// Images that were asked about.
    pub(crate) fn asked(&self) -> usize {
        self.seen.asked.load(SeqCst)
    }

    /// Questions that were taken back before the answer.
    pub(crate) fn left(&self) -> usize {
        self.seen.left.load(SeqCst)
    }

    pub(crate) fn requests(&self) -> Vec<String> {
        self.seen.requests.lock().unwrap().clone()
    }

    async fn play(self, act: Act, mut stream: TcpStream) {
        let request = read_request(&mut stream).await;
        self.seen.requests.lock().unwrap().push(request);
        self.seen.asked.fetch_add(1, SeqCst);
        let answer = match act {
            Act::Answer(status, headers, body) => http(status, headers, &body),
            Act::Cut => return,
            Act::Silence => std::future::pending().await,
            Act::Held => tokio::select! {
                permit = self.gate.acquire() => {
                    permit.unwrap().forget();
                    let number = self.seen.served.fetch_add(1, SeqCst) + 1;
                    http(200, "", &says(self.provider, &format!("fox number {number}")))
                }
                _ = stream.read_u8() => {
                    self.seen.left.fetch_add(1, SeqCst);
                    return;
                }
            },
        };
        let _ = stream.write_all(answer.as_bytes()).await;
    }
}

fn http(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}")
}

/// An answer in the provider's shape.
pub(crate) fn says(provider: ProviderChoice, text: &str) -> String {
    match provider {
        ProviderChoice::Gemini => json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] }),
        ProviderChoice::Anthropic => json!({ "content": [{ "type": "text", "text": text }] }),
        _ => json!({ "choices": [{ "message": { "content": text } }] }),
    }
    .to_string()
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
        if n == 0 || so_far.find("\r\n\r\n").is_some_and(|end| text.len() >= end + 4 + length) {
            return String::from_utf8_lossy(&text).into_owned();
        }
    }
}

/// A PNG that says it is so large; its pixels are there only when it is small.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(&mut file, b"IHDR", &[&size[..], &[8, 0, 0, 0, 0]].concat());
    let rows = vec![0; (width.min(64) as usize + 1) * height.min(64) as usize];
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&rows).unwrap();
    chunk(&mut file, b"IDAT", &packed.finish().unwrap());
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut sum = flate2::Crc::new();
    sum.update(&[&kind[..], data].concat());
    file.extend((data.len() as u32).to_be_bytes());
    file.extend([&kind[..], data].concat());
    file.extend(sum.sum().to_be_bytes());
}

/// A multipart form: its content type and its bytes.
pub(crate) fn form(fields: &[(&str, &[u8])]) -> (Vec<u8>, Vec<u8>) {
    let mut body = Vec::new();
    for (name, value) in fields {
        let file = if *name == "image" { "; filename=\"x\"" } else { "" };
        body.extend(format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        body.extend(*value);
        body.extend(b"\r\n");
    }
    body.extend(b"--b--\r\n");
    (b"multipart/form-data; boundary=b".to_vec(), body)
}
