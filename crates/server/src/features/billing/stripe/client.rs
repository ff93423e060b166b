//! A thin client of Stripe's API: form-encoded requests with an idempotency key, and patience with a busy server.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::base::config::BillingConfig;
use crate::base::random;
use crate::base::secret::Secret;
use crate::features::billing::provider::BillingContext;

const API_VERSION: &str = "2025-03-31.basil";
/// Tries beside the first, for answers that another try may heal.
const RETRIES: u32 = 2;

/// Pairs of a form or a query, in Stripe's bracket notation.
pub(super) type Form = Vec<(String, String)>;

/// `form![("a[b]", value), ...]`
macro_rules! form {
    ($(($key:expr, $value:expr)),* $(,)?) => {
        vec![$((String::from($key), String::from($value))),*]
    };
}
pub(super) use form;

#[derive(Clone, Debug)]
pub(super) struct Client {
    http: reqwest::Client,
    base: String,
    key: Secret,
}

/// Why Stripe did not do it.
#[derive(Debug, thiserror::Error)]
pub(super) enum StripeError {
    #[error("Stripe answered {status} ({code}): {message}")]
    Refused { status: u16, code: String, message: String },
    #[error("Stripe cannot be reached: {0}")]
    Unreachable(String),
    #[error("Stripe's answer was not understood: {0}")]
    Unclear(String),
}

impl StripeError {
    /// The sentence for the person when their bank refused; everything else is between Stripe and us.
    pub(super) fn refusal_of_card(&self) -> Option<&str> {
        match self {
            Self::Refused { status: 402, message, .. } => Some(message),
            _ => None,
        }
    }

    /// There is no such thing at Stripe: the address names nothing (404), or a parameter does not (400).
    pub(super) fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
            || matches!(self, Self::Refused { status: 400, code, .. } if code == "resource_missing")
    }

    /// The request was understood and will be refused again; nothing is wrong with Stripe or with our key.
    pub(super) fn is_refused(&self) -> bool {
        matches!(self, Self::Refused { status: 400 | 404, .. })
    }

    pub(super) fn is_refunded_already(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if code == "charge_already_refunded")
    }

    fn is_worth_another_try(&self) -> bool {
        match self {
            Self::Refused { status, .. } => matches!(status, 409 | 429 | 500..),
            Self::Unreachable(_) => true,
            Self::Unclear(_) => false,
        }
    }
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalFacts,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RefusalFacts {
    code: Option<String>,
    message: Option<String>,
}

impl Client {
    pub(super) fn new(config: &BillingConfig, http: reqwest::Client) -> Self {
        Self {
            http,
            base: config.stripe_api_base.trim_end_matches('/').to_owned(),
            key: config.stripe_secret_key.clone(),
        }
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: &Form) -> Result<T, StripeError> {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let path = format!("{path}?{query}");
        self.patiently(|| self.request(Method::GET, &path)).await
    }

    /// The same key makes a repetition harmless: Stripe answers what it answered the first time.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &Form,
        key: &str,
    ) -> Result<T, StripeError> {
        let request = || self.request(Method::POST, path).header("Idempotency-Key", key).form(form);
        self.patiently(request).await
    }

    pub(super) async fn delete<T: DeserializeOwned>(&self, path: &str) -> Result<T, StripeError> {
        self.patiently(|| self.request(Method::DELETE, path)).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.base);
        self.http.request(method, url).bearer_auth(self.key.expose()).header("Stripe-Version", API_VERSION)
    }

    async fn patiently<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<T, StripeError> {
        let mut tries = 0;
        loop {
            match send(request()).await {
                Err(error) if tries < RETRIES && error.is_worth_another_try() => {
                    tries += 1;
                    tracing::info!(%error, tries, "asking Stripe again");
                    tokio::time::sleep(pause(tries)).await;
                }
                outcome => return outcome,
            }
        }
    }
}

/// Longer before each further try.
fn pause(tries: u32) -> Duration {
    Duration::from_millis(200 * u64::from(tries * tries))
}

async fn send<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, StripeError> {
    let response =
        request.send().await.map_err(|error| StripeError::Unreachable(crate::base::error::chain(&error)))?;
    let status = response.status();
    let body = response
        .bytes()
        .await
        .map_err(|error| StripeError::Unreachable(crate::base::error::chain(&error)))?;
    if status.is_success() {
        return serde_json::from_slice(&body).map_err(|error| StripeError::Unclear(error.to_string()));
    }
    let facts = serde_json::from_slice(&body)
        .map_or_else(|_| RefusalFacts::default(), |refusal: Refusal| refusal.error);
    Err(StripeError::Refused {
        status: status.as_u16(),
        code: facts.code.unwrap_or_default(),
        message: facts.message.unwrap_or_else(|| "no reason given".into()),
    })
}

/// A request that is repeated by itself carries the same key; a new wish of the person a new one.
pub(super) fn key(state: &BillingContext) -> String {
    random::token(&*state.random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_pause_is_longer() {
        assert_eq!([1, 2].map(pause), [Duration::from_millis(200), Duration::from_millis(800)]);
    }

    #[test]
    fn what_stripe_answers_tells_what_to_do() {
        let refused = |status: u16, code: &str| StripeError::Refused {
            status,
            code: code.to_owned(),
            message: "Your card was declined.".to_owned(),
        };
        let told = |error: &StripeError| {
            [
                error.is_missing(),
                error.is_refused(),
                error.is_refunded_already(),
                error.is_worth_another_try(),
            ]
        };
        for (status, code, wanted) in [
            (404, "", [true, true, false, false]),
            (400, "resource_missing", [true, true, false, false]),
            (400, "parameter_invalid", [false, true, false, false]),
            (400, "charge_already_refunded", [false, true, true, false]),
            (402, "resource_missing", [false, false, false, false]),
            (401, "", [false, false, false, false]),
            (409, "", [false, false, false, true]),
            (429, "", [false, false, false, true]),
            (499, "", [false, false, false, false]),
            (500, "", [false, false, false, true]),
            (503, "", [false, false, false, true]),
        ] {
            assert_eq!(told(&refused(status, code)), wanted, "{status} {code}");
        }
        assert_eq!(told(&StripeError::Unreachable(String::new())), [false, false, false, true]);
        assert_eq!(told(&StripeError::Unclear(String::new())), [false; 4]);
        assert_eq!(refused(402, "card_declined").refusal_of_card(), Some("Your card was declined."));
        assert_eq!(refused(400, "card_declined").refusal_of_card(), None);
    }
}
