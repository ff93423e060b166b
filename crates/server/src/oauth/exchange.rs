//! The two calls of the protocol: the address of the consent page, and code for token (RFC 6749 4.1, PKCE RFC 7636).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::Url;

use super::provider::Registration;
use super::{Failure, Provider};
use crate::state::AppState;

/// What the provider gave for the code.
#[derive(Debug)]
pub(super) struct Granted {
    pub access_token: String,
    /// The subject that the id token names, when there was one and it fits this flow.
    pub subject: Option<String>,
}

/// The consent page for this flow.
pub(super) fn consent_url(
    state: &AppState,
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
    state: &AppState,
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
    let answer: TokenAnswer = async { request.send().await?.error_for_status()?.json().await }
        .await
        .map_err(|error: reqwest::Error| refused(provider, &crate::error::chain(&error.without_url())))?;
    // GitHub refuses with status 200 and an error in the answer.
    let (Some(access_token), true) = (answer.access_token, answer.token_type.eq_ignore_ascii_case("bearer"))
    else {
        return Err(refused(
            provider,
            &answer.error.unwrap_or_else(|| "no bearer token in the answer".into()),
        ));
    };
    let subject = match &answer.id_token {
        Some(token) => Some(checked_subject(token, &state.keys.nonce(flow), &registration.client_id)?),
        None => None,
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
fn back(state: &AppState, provider: Provider) -> String {
    format!("{}/api/v1/auth/oauth/{}/callback", state.config.public_url(), provider.id())
}

/// RFC 7636 4.2, method S256.
fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    nonce: Option<String>,
    aud: serde_json::Value,
}

/// The id token came straight from the provider over TLS, which stands for its signature (OpenID Core 3.1.3.7);
/// nonce and audience tie it to this flow and to us.
fn checked_subject(token: &str, nonce: &str, client_id: &str) -> Result<String, Failure> {
    let claims: Claims = token
        .split('.')
        .nth(1)
        .and_then(|part| URL_SAFE_NO_PAD.decode(part).ok())
        .and_then(|json| serde_json::from_slice(&json).ok())
        .ok_or(Failure::Provider)?;
    let audience_fits = match &claims.aud {
        serde_json::Value::String(one) => one == client_id,
        serde_json::Value::Array(many) => many.iter().any(|item| item == client_id),
        _ => false,
    };
    if claims.nonce.as_deref() != Some(nonce) || !audience_fits {
        return Err(Failure::State);
    }
    Ok(claims.sub)
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
    fn an_id_token_of_another_flow_or_client_is_refused() {
        let good = token(r#"{"sub":"7","nonce":"n","aud":"me"}"#);
        assert_eq!(checked_subject(&good, "n", "me"), Ok("7".into()));
        assert_eq!(checked_subject(&good, "other", "me"), Err(Failure::State));
        assert_eq!(checked_subject(&good, "n", "you"), Err(Failure::State));
        assert_eq!(checked_subject(&token(r#"{"sub":"7","aud":["me"]}"#), "n", "me"), Err(Failure::State));
        assert_eq!(checked_subject("junk", "n", "me"), Err(Failure::Provider));
    }
}
