//! Running the binary with settings of its own, a folder of small images, and a service that answers as told.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

/// What came back.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `nomina` with these settings and no others.
pub(crate) fn nomina(args: &[&str], settings: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nomina"));
    command.env_clear().envs(settings.iter().copied()).args(args);
    let done = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
}

/// A folder that is gone afterwards.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nomina-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Writes a file and gives its path.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Writes a bitmap of four pixels.
    pub(crate) fn image(&self, name: &str) -> String {
        self.bitmap(name, 2)
    }

    /// Writes a bitmap of 48 KB.
    #[cfg(unix)]
    pub(crate) fn large_image(&self, name: &str) -> String {
        self.bitmap(name, 128)
    }

    /// A bitmap of four pixels whose first is its own, so that no two files have the same bytes.
    pub(crate) fn numbered(&self, name: &str, number: u32) -> String {
        let path = self.image(name);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[54..57].copy_from_slice(&number.to_le_bytes()[..3]);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn bitmap(&self, name: &str, side: u8) -> String {
        let mut file = b"BM".to_vec();
        let row = (usize::from(side) * 3).next_multiple_of(4);
        let length = (54 + row * usize::from(side)) as u32;
        file.extend(length.to_le_bytes());
        file.extend([0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, side, 0, 0, 0, side, 0, 0, 0, 1, 0, 24, 0]);
        file.extend([0; 24]);
        let mut line = [200, 90, 40].repeat(usize::from(side));
        line.resize(row, 0);
        file.extend(line.repeat(usize::from(side)));
        self.file(name, &file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A chat service that gives the same answer to everybody and keeps what it was asked.
pub(crate) struct Service {
    pub(crate) url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Service {
    pub(crate) fn start(status: u16, body: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let notes = heard.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                notes.lock().unwrap().push(read_request(&mut stream));
                let head =
                    format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close", body.len());
                let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
            }
        });
        Self { url, heard }
    }

    pub(crate) fn saying(answer: &'static str) -> Self {
        let body = serde_json::json!({ "choices": [{ "message": { "content": answer } }] });
        Self::start(200, Box::leak(body.to_string().into_boxed_str()))
    }

    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

/// Reads a request of a chat service and answers it.
pub(crate) fn answer(mut stream: TcpStream, words: &str) {
    read_request(&mut stream);
    let body = serde_json::json!({ "choices": [{ "message": { "content": words } }] }).to_string();
    let head = format!("HTTP/1.1 200 X\r\ncontent-length: {}\r\nconnection: close", body.len());
    let _ = stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes());
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let n = stream.read(&mut chunk).unwrap_or(0);
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
