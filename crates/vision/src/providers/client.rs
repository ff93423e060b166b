//! One client for every provider: it waits its turn, sends, retries what may pass, and cleans the answer.

use super::breaker::Breaker;
use super::pacing::Pacing;
use super::reply::{self, Reply};
use super::{Ask, Provider, ProviderError, tongue};
use crate::Description;
use std::sync::Mutex;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How a service wants to be treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Images in flight at once.
    pub concurrency: usize,
    /// The rest after so many images.
    pub pause: Duration,
    /// One attempt's limit, from the first byte sent to the last received.
    pub time_out: Duration,
    /// Attempts beside the first.
    pub retries: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { concurrency: 3, pause: Duration::from_secs(1), time_out: Duration::from_secs(30), retries: 2 }
    }
}

/// The longest wait that a service may ask for before a batch is better off without it.
const LONGEST_WAIT_S: u64 = 20;
/// An answer is a few words; more than this is not read.
const MAX_ANSWER_BYTES: usize = 256 << 10;

#[derive(Debug)]
pub struct Client {
    http: reqwest::Client,
    provider: Box<dyn Provider>,
    settings: Settings,
    pacing: Pacing,
    breaker: Mutex<Breaker>,
}

impl Client {
    /// `http` is the host's: with its TLS, and without following redirects to other hosts.
    pub fn new(http: reqwest::Client, provider: Box<dyn Provider>, settings: Settings) -> Self {
        let pacing = Pacing::new(settings.concurrency, settings.pause);
        Self { http, provider, settings, pacing, breaker: Mutex::default() }
    }

    pub fn provider(&self) -> &dyn Provider {
        &*self.provider
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// A name for the image. Dropping the future ends the request.
    pub async fn describe(&self, ask: &Ask<'_>) -> Result<Description, ProviderError> {
        let first = self.described(ask).await?;
        if tongue::is_in(&first, ask.spelling.language) {
            return Ok(first);
        }
        // The second answer counts, whatever it is; without one the first does.
        Ok(self.described(&Ask { again: true, ..*ask }).await.unwrap_or(first))
    }

    async fn described(&self, ask: &Ask<'_>) -> Result<Description, ProviderError> {
        reply::describe(&self.answer(ask).await?, self.provider.id(), ask.spelling)
    }

    async fn answer(&self, ask: &Ask<'_>) -> Result<String, ProviderError> {
        let mut attempt = 0;
        loop {
            let result = self.attempt(ask).await;
            let error = match result {
                Err(error) if error.is_passing() && attempt < self.settings.retries => error,
                other => return other,
            };
            let Some(wait) = wait(&error, attempt) else { return Err(error) };
            attempt += 1;
            sleep(wait).await;
        }
    }

    async fn attempt(&self, ask: &Ask<'_>) -> Result<String, ProviderError> {
        let _turn = self.pacing.turn().await;
        if !self.with_breaker(|b| b.lets_pass(Instant::now())) {
            return Err(ProviderError::Paused(self.label()));
        }
        let result = match tokio::time::timeout(self.settings.time_out, self.send(ask)).await {
            Ok(result) => result,
            Err(_) => Err(ProviderError::TimedOut(self.label())),
        };
        match &result {
            Err(error) if error.is_passing() => self.with_breaker(|b| b.failed(Instant::now())),
            _ => self.with_breaker(Breaker::succeeded),
        }
        result
    }

    async fn send(&self, ask: &Ask<'_>) -> Result<String, ProviderError> {
        let out = self.provider.request(ask);
        let mut request = self.http.post(&out.url).json(&out.body);
        for (name, value) in &out.headers {
            request = request.header(*name, value);
        }
        let unreachable = |_| ProviderError::Unreachable(self.label());
        let mut response = request.send().await.map_err(unreachable)?;
        let status = response.status().as_u16();
        let retry_after_s =
            response.headers().get("retry-after").and_then(|v| v.to_str().ok()?.trim().parse::<u64>().ok());
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
            if bytes.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(ProviderError::Empty(self.label()));
            }
            bytes.extend_from_slice(&chunk);
        }
        reply::text(&*self.provider, Reply { status, retry_after_s, body: &bytes })
    }

    fn label(&self) -> String {
        self.provider.label().to_owned()
    }

    fn with_breaker<T>(&self, use_it: impl FnOnce(&mut Breaker) -> T) -> T {
        use_it(&mut self.breaker.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// How long to wait before the next attempt; `None` when the service asks for longer than a batch can wait.
fn wait(error: &ProviderError, attempt: u32) -> Option<Duration> {
    match error {
        ProviderError::Status { retry_after_s: Some(s), .. } if *s > LONGEST_WAIT_S => None,
        ProviderError::Status { retry_after_s: Some(s), .. } => Some(Duration::from_secs(*s)),
        _ => Some(Duration::from_millis(500 << attempt.min(6))),
    }
}
