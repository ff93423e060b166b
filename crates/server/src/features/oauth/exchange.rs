//! The two calls of the protocol: the address of the consent page, and code for token (RFC 6749 4.1, PKCE RFC 7636).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use super::provider::Registration;
use super::{Failure, Provider};
use crate::base::clock::{MINUTE_MS, SECOND_MS, Timestamp};
use crate::base::context::Context;

/// What the provider gave for the code.
#[derive(Debug)]
pub(super) struct Granted {
    pub access_token: String,
    /// The subject that the id token names, from providers that give one.
    pub subject: Option<String>,
}

/// The consent page for this flow.
pub(super) fn consent_url(
    state: &Context,
    provider: Provider,
    registration: &Registration,
    flow: &str,
) -> Result<Url, Failure> {
    let mut url = Url::parse(&registration.auth_url).map_err(|_| Failure::NotConfigured)?;
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &registration.client_id)
        .append_pair("redirect_uri", &back(state, provider))
        .append_pair("scope", &registration.scopes.join(" "))
        .append_pair("state", flow)
        .append_pair("nonce", &state.keys.nonce(flow))
        .append_pair("code_challenge", &challenge(&state.keys.pkce_verifier(flow)))
        .append_pair("code_challenge_method", "S256");
    Ok(url)
}

/// Trades the code for a token. The verifier is computed again from the flow's state.
pub(super) async fn exchange(
    state: &Context,
    provider: Provider,
    registration: &Registration,
    flow: &str,
    code: String,
) -> Result<Granted, Failure> {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", &back(state, provider)),
        ("client_id", &registration.client_id),
        ("client_secret", registration.client_secret.expose()),
        ("code_verifier", &state.keys.pkce_verifier(flow)),
    ];
    let request = state.http.post(&registration.token_url).header("accept", "application/json").form(&form);
    let answer: TokenAnswer =
        async { request.send().await?.error_for_status()?.json().await }.await.map_err(
            |error: reqwest::Error| refused(provider, &crate::base::error::chain(&error.without_url())),
        )?;
    // GitHub refuses with status 200 and an error in the answer.
    let (Some(access_token), true) = (answer.access_token, answer.token_type.eq_ignore_ascii_case("bearer"))
    else {
        return Err(refused(
            provider,
            &answer.error.unwrap_or_else(|| "no bearer token in the answer".into()),
        ));
    };
    let expected = Expected {
        issuers: &registration.issuers,
        client_id: &registration.client_id,
        nonce: &state.keys.nonce(flow),
        now: state.clock.now(),
    };
    let subject = match (&answer.id_token, registration.issuers.is_empty()) {
        (_, true) => None,
        (Some(token), false) => Some(expected.subject(token).inspect_err(|_| {
            tracing::warn!(provider = provider.id(), "an id token of another issuer, client, flow or time");
        })?),
        (None, false) => return Err(refused(provider, "no id token in the answer")),
    };
    Ok(Granted { access_token, subject })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TokenAnswer {
    access_token: Option<String>,
    token_type: String,
    id_token: Option<String>,
    error: Option<String>,
}

fn refused(provider: Provider, why: &str) -> Failure {
    tracing::warn!(provider = provider.id(), error = why, "code not accepted");
    Failure::Provider
}

/// Where the provider sends the browser back to; both calls must name the same.
fn back(state: &Context, provider: Provider) -> String {
    format!("{}/api/v1/auth/oauth/{}/callback", state.config.public_url(), provider.id())
}

/// RFC 7636 4.2, method S256.
fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    exp: i64,
    nonce: Option<String>,
    azp: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// Our clock and the provider's may differ by this much.
const CLOCK_SKEW_MS: i64 = MINUTE_MS;

/// What an id token must say (OpenID Core 3.1.3.7). Its signature is not checked: the token came straight from the
/// provider's token endpoint over TLS, which that chapter allows to stand for it.
struct Expected<'a> {
    issuers: &'a [String],
    client_id: &'a str,
    nonce: &'a str,
    now: Timestamp,
}

impl Expected<'_> {
    /// The subject of a token for this flow and for us.
    fn subject(&self, token: &str) -> Result<String, Failure> {
        let claims: Claims = token
            .split('.')
            .nth(1)
            .and_then(|part| URL_SAFE_NO_PAD.decode(part).ok())
            .and_then(|json| serde_json::from_slice(&json).ok())
            .ok_or(Failure::Provider)?;
        if !self.issuers.contains(&claims.iss) || !self.is_for_us(&claims) {
            return Err(Failure::Provider);
        }
        let expired = claims.exp.saturating_mul(SECOND_MS) <= self.now.0 - CLOCK_SKEW_MS;
        if expired || claims.nonce.as_deref() != Some(self.nonce) {
            return Err(Failure::State);
        }
        Ok(claims.sub)
    }

    /// A token for several clients must have been issued to us.
    fn is_for_us(&self, claims: &Claims) -> bool {
        let issued_to_us = claims.azp.as_deref().is_none_or(|client| client == self.client_id);
        match &claims.aud {
            Audience::One(client) => client == self.client_id && issued_to_us,
            Audience::Several(clients) => {
                let alone = clients.len() == 1 || claims.azp.is_some();
                clients.iter().any(|client| client == self.client_id) && alone && issued_to_us
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(claims: &str) -> String {
        format!("e30.{}.sig", URL_SAFE_NO_PAD.encode(claims))
    }

    /// The example of RFC 7636, appendix B.
    #[test]
    fn the_challenge_is_that_of_the_standard() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn an_id_token_of_another_flow_client_issuer_or_time_is_refused() {
        let issuers = ["https://accounts.example".to_owned()];
        let now = Timestamp(1_800_000_000_000);
        let expected = Expected { issuers: &issuers, client_id: "me", nonce: "n", now };
        let good = serde_json::json!({
            "iss": "https://accounts.example", "sub": "7", "nonce": "n", "aud": "me", "exp": 1_800_000_060
        });
        let with = |name: &str, value: serde_json::Value| {
            let mut claims = good.clone();
            claims[name] = value;
            expected.subject(&token(&claims.to_string()))
        };
        assert_eq!(with("sub", "7".into()), Ok("7".into()));
        assert_eq!(with("aud", serde_json::json!(["me"])), Ok("7".into()));
        assert_eq!(with("exp", 1_799_999_941.into()), Ok("7".into()), "clocks differ a little");
        let refused = [
            ("nonce", "other".into(), Failure::State),
            ("nonce", serde_json::Value::Null, Failure::State),
            ("exp", 1_799_999_940.into(), Failure::State),
            ("exp", serde_json::Value::Null, Failure::Provider),
            ("iss", "https://evil.example".into(), Failure::Provider),
            ("iss", serde_json::Value::Null, Failure::Provider),
            ("aud", "you".into(), Failure::Provider),
            ("aud", serde_json::json!(["you"]), Failure::Provider),
            ("aud", serde_json::json!(["me", "you"]), Failure::Provider),
            ("azp", "you".into(), Failure::Provider),
        ];
        for (name, value, failure) in refused {
            assert_eq!(with(name, value.clone()), Err(failure), "{name}: {value}");
        }
        assert_eq!(expected.subject("junk"), Err(Failure::Provider));
    }
}
