//! The two calls of the protocol: the address of the consent page, and code for token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use oauth2::basic::{
    BasicErrorResponse, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse, BasicTokenType,
};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken, EndpointNotSet,
    EndpointSet, ExtraTokenFields, HttpRequest, HttpResponse, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, Scope, StandardRevocableToken, StandardTokenResponse, TokenResponse, TokenUrl,
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::provider::Registration;
use super::{Failure, Provider};
use crate::state::AppState;

/// What OpenID providers send beside the access token.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct IdToken {
    id_token: Option<String>,
}
impl ExtraTokenFields for IdToken {}

type OwnClient = Client<
    BasicErrorResponse,
    StandardTokenResponse<IdToken, BasicTokenType>,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

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
    let client = client(state, provider, registration)?;
    let verifier = PkceCodeVerifier::new(state.keys.pkce_verifier(flow));
    let flow_token = flow.to_owned();
    let (url, _) = client
        .authorize_url(|| CsrfToken::new(flow_token))
        .add_scopes(registration.scopes.iter().map(|scope| Scope::new((*scope).to_owned())))
        .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
        .add_extra_param("nonce", state.keys.nonce(flow))
        .url();
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
    let client = client(state, provider, registration)?;
    let http = |request: HttpRequest| fetch(state.http.clone(), request);
    let response = client
        .exchange_code(AuthorizationCode::new(code))
        .set_pkce_verifier(PkceCodeVerifier::new(state.keys.pkce_verifier(flow)))
        .request_async(&http)
        .await
        .map_err(|error| {
            tracing::warn!(provider = provider.id(), error = %crate::error::chain(&error), "code not accepted");
            Failure::Provider
        })?;
    let subject = match &response.extra_fields().id_token {
        Some(token) => Some(checked_subject(token, &state.keys.nonce(flow), &registration.client_id)?),
        None => None,
    };
    Ok(Granted { access_token: response.access_token().secret().clone(), subject })
}

fn client(state: &AppState, provider: Provider, registration: &Registration) -> Result<OwnClient, Failure> {
    let bad = |_| Failure::NotConfigured;
    let back = format!("{}/api/v1/auth/oauth/{}/callback", state.config.public_url(), provider.id());
    Ok(Client::new(ClientId::new(registration.client_id.clone()))
        .set_client_secret(ClientSecret::new(registration.client_secret.expose().to_owned()))
        .set_auth_type(AuthType::RequestBody)
        .set_auth_uri(AuthUrl::new(registration.auth_url.clone()).map_err(bad)?)
        .set_token_uri(TokenUrl::new(registration.token_url.clone()).map_err(bad)?)
        .set_redirect_uri(RedirectUrl::new(back).map_err(bad)?))
}

/// `oauth2` brings no client of its own; this is ours.
async fn fetch(http: reqwest::Client, request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let (parts, body) = request.into_parts();
    let answer =
        http.request(parts.method, parts.uri.to_string()).headers(parts.headers).body(body).send().await?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let mut response = HttpResponse::new(answer.bytes().await?.to_vec());
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
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
