//! Naming servers (`nomina namer`): machines of the operator that only look at images. The least busy one is asked; what one that
//! dies was asked goes to the next.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use nomina_rules::language::{Language, Spelling};
use nomina_vision::Description;
use nomina_vision::providers::Ask;
use serde::{Deserialize, Serialize};
use url::Url;

use super::services::http;
use crate::base::config::NamingConfig;
use crate::base::secret::Secret;

/// Where a naming server listens for images.
pub const DESCRIBE_PATH: &str = "/v1/describe";
/// How long a naming server that did not answer is asked last.
const AWAY_FOR: Duration = Duration::from_secs(5);
/// The rest before all of them are tried once more; it doubles.
const FIRST_REST: Duration = Duration::from_millis(500);

/// One image for a naming server.
#[derive(Debug, Serialize, Deserialize)]
pub struct Question {
    /// Base64.
    pub image: String,
    pub mime: String,
    pub context: Option<String>,
    #[serde(default)]
    pub language: Language,
    #[serde(default)]
    pub keep_accents: bool,
}

impl Question {
    fn new(ask: &Ask<'_>) -> Self {
        let Spelling { language, keep_accents } = ask.spelling;
        let context = ask.context.map(str::to_owned);
        let (image, mime) = (STANDARD.encode(ask.image), ask.mime.to_owned());
        Self { image, mime, context, language, keep_accents }
    }

    pub fn spelling(&self) -> Spelling {
        Spelling { language: self.language, keep_accents: self.keep_accents }
    }

    /// The bytes of the image, unless it is not Base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        STANDARD.decode(&self.image).ok()
    }
}

/// Why a naming server made no name of an image.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refusal {
    pub reason: String,
}

#[derive(Debug)]
pub(super) struct Pool {
    http: reqwest::Client,
    token: Secret,
    time_out: Duration,
    retries: u32,
    members: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    url: String,
    busy: AtomicUsize,
    away_since: Mutex<Option<Instant>>,
}

/// What became of one question.
enum Trouble {
    /// The image cannot be named, here or elsewhere.
    Refused(String),
    /// Another one may answer.
    Away(String),
}

impl Pool {
    pub(super) fn new(config: &NamingConfig) -> Result<Self, String> {
        let members: Vec<Member> = addresses(&config.namer_url)?.into_iter().map(Member::new).collect();
        let http = http().map_err(|error| format!("the HTTP client could not be set up: {error}"))?;
        let time_out = Duration::from_secs(config.ai_time_out_s);
        Ok(Self { http, token: config.namer_token.clone(), time_out, retries: config.ai_retries, members })
    }

    /// How many images it takes at once.
    pub(super) fn places(&self, each: u32) -> usize {
        self.members.len() * each.max(1) as usize
    }

    pub(super) async fn describe(&self, ask: &Ask<'_>) -> Result<Description, String> {
        let question = Question::new(ask);
        let (mut said, mut rest) = (String::new(), FIRST_REST);
        for attempt in 0..=self.retries {
            if attempt > 0 {
                tokio::time::sleep(rest).await;
                rest *= 2;
            }
            let mut tried = vec![false; self.members.len()];
            while let Some(at) = self.next(&tried) {
                tried[at] = true;
                match self.members[at].ask(self, &question).await {
                    Ok(seen) => return Ok(seen),
                    Err(Trouble::Refused(reason)) => return Err(reason),
                    Err(Trouble::Away(reason)) => said = reason,
                }
            }
        }
        Err(said)
    }

    /// The least busy one that was not tried yet; those that did not answer lately come last.
    fn next(&self, tried: &[bool]) -> Option<usize> {
        let left = (0..self.members.len()).filter(|at| !tried[*at]);
        left.min_by_key(|at| {
            let member = &self.members[*at];
            (member.is_away(), member.busy.load(Ordering::Relaxed))
        })
    }
}

impl Member {
    fn new(url: String) -> Self {
        Self { url, busy: AtomicUsize::new(0), away_since: Mutex::default() }
    }

    fn is_away(&self) -> bool {
        let since = *self.away_since.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() < AWAY_FOR)
    }

    fn set_away(&self, away: bool) {
        *self.away_since.lock().unwrap_or_else(PoisonError::into_inner) = away.then(Instant::now);
    }

    async fn ask(&self, pool: &Pool, question: &Question) -> Result<Description, Trouble> {
        let _busy = Busy::at(&self.busy);
        let answer = self.answer(pool, question).await;
        self.set_away(matches!(answer, Err(Trouble::Away(_))));
        answer
    }

    async fn answer(&self, pool: &Pool, question: &Question) -> Result<Description, Trouble> {
        let request = pool.http.post(format!("{}{DESCRIBE_PATH}", self.url)).timeout(pool.time_out);
        let sent = request.bearer_auth(pool.token.expose()).json(question).send().await;
        let away = |reason: &str| Trouble::Away(format!("The naming server at {} {reason}", self.url));
        let answer = sent.map_err(|error| match error.is_timeout() {
            true => away("did not answer in time"),
            false => away("could not be reached"),
        })?;
        match answer.status() {
            StatusCode::OK => answer.json().await.map_err(|_| away("broke off its answer")),
            StatusCode::UNPROCESSABLE_ENTITY => {
                let refusal: Refusal = answer.json().await.map_err(|_| away("broke off its answer"))?;
                Err(Trouble::Refused(refusal.reason))
            }
            StatusCode::UNAUTHORIZED => Err(away("refuses NAMER_TOKEN")),
            StatusCode::SERVICE_UNAVAILABLE => Err(away("is busy")),
            status => Err(away(&format!("answered {}", status.as_u16()))),
        }
    }
}

/// A question under way; it is counted also when whoever asked has left.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn at(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The addresses in NAMER_URL, without a slash at their end.
pub fn addresses(text: &str) -> Result<Vec<String>, String> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return Err("AI_PROVIDER is namer, but NAMER_URL is not set".to_owned());
    }
    let wrong = |part: &&&str| !Url::parse(part).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    match parts.iter().find(wrong) {
        Some(part) => Err(format!("NAMER_URL: {part} is not an address; write http://namer-1:8090")),
        None => Ok(parts.into_iter().map(|part| part.trim_end_matches('/').to_owned()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(count: usize) -> Pool {
        let members = (0..count).map(|at| Member::new(format!("http://namer-{at}"))).collect();
        let http = reqwest::Client::new();
        Pool { http, token: Secret::new("t"), time_out: Duration::from_secs(1), retries: 0, members }
    }

    #[test]
    fn the_least_busy_is_asked_and_who_did_not_answer_comes_last() {
        crate::base::tls::install();
        let pool = pool(3);
        let (_one, _two) = (Busy::at(&pool.members[0].busy), Busy::at(&pool.members[2].busy));
        assert_eq!(pool.next(&[false; 3]), Some(1));
        pool.members[1].set_away(true);
        assert_eq!(pool.next(&[false; 3]), Some(0));
        assert_eq!(pool.next(&[true, false, true]), Some(1), "better than nobody");
        assert_eq!(pool.next(&[true; 3]), None);
        pool.members[1].set_away(false);
        assert_eq!(pool.next(&[false; 3]), Some(1));
    }

    #[test]
    fn a_question_that_was_given_up_is_not_counted() {
        let count = AtomicUsize::new(0);
        drop(Busy::at(&count));
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn addresses_are_separated_by_commas() {
        assert_eq!(addresses(" http://a:1/ , https://b").unwrap(), ["http://a:1", "https://b"]);
        assert!(addresses(" ,").unwrap_err().contains("NAMER_URL is not set"));
        assert!(addresses("namer:8090").unwrap_err().contains("namer:8090 is not an address"));
    }
}
