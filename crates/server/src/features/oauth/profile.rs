//! Who the provider says somebody is. Only an address that the provider has verified counts.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::exchange::Granted;
use super::{Failure, Provider};
use crate::base::context::Context;
use crate::base::plain_text::plain;
use crate::features::accounts::LONGEST_NAME;

/// The part of a provider's profile that we use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Profile {
    pub subject: String,
    /// Lower case; verified by the provider.
    pub email: String,
    pub full_name: Option<String>,
    pub avatar_url: Option<String>,
}

pub(super) async fn fetch(
    state: &Context,
    provider: Provider,
    granted: &Granted,
) -> Result<Profile, Failure> {
    let config = &state.config.oauth;
    match provider {
        Provider::Google => {
            let user: GoogleUser = get(state, &config.google_userinfo_url, &granted.access_token).await?;
            google(user, granted.subject.as_deref())
        }
        Provider::Github => {
            let base = config.github_api_url.trim_end_matches('/');
            let user: GithubUser = get(state, &format!("{base}/user"), &granted.access_token).await?;
            let emails: Vec<GithubEmail> =
                get(state, &format!("{base}/user/emails"), &granted.access_token).await?;
            github(user, emails)
        }
    }
}

#[derive(Debug, Deserialize)]
struct GoogleUser {
    #[serde(alias = "id")]
    sub: String,
    email: Option<String>,
    #[serde(default, alias = "verified_email")]
    email_verified: bool,
    name: Option<String>,
    picture: Option<String>,
}

fn google(user: GoogleUser, expected: Option<&str>) -> Result<Profile, Failure> {
    if expected.is_some_and(|subject| subject != user.sub) {
        return Err(Failure::Provider);
    }
    let email = user.email.filter(|_| user.email_verified).ok_or(Failure::UnverifiedEmail)?;
    profile(user.sub, &email, user.name, user.picture)
}

#[derive(Debug, Deserialize)]
struct GithubUser {
    id: i64,
    login: String,
    name: Option<String>,
    avatar_url: Option<String>,
}

#[derive(Debug, Deserialize)]
struct GithubEmail {
    email: String,
    primary: bool,
    verified: bool,
}

fn github(user: GithubUser, emails: Vec<GithubEmail>) -> Result<Profile, Failure> {
    let email =
        emails.into_iter().find(|email| email.primary && email.verified).ok_or(Failure::UnverifiedEmail)?;
    profile(user.id.to_string(), &email.email, user.name.or(Some(user.login)), user.avatar_url)
}

fn profile(
    subject: String,
    email: &str,
    full_name: Option<String>,
    avatar_url: Option<String>,
) -> Result<Profile, Failure> {
    let email = crate::features::users::normalise_email(email).map_err(|_| Failure::UnverifiedEmail)?;
    let full_name = full_name.map(|name| tidy(&name)).filter(|name| !name.is_empty());
    let avatar_url = avatar_url.filter(|url| url.starts_with("https://") && url.len() <= 500);
    Ok(Profile { subject, email, full_name, avatar_url })
}

/// A name that keeps our own rules: nothing hidden, not endless. It cannot be sent back, so it is cut.
fn tidy(name: &str) -> String {
    plain(name).trim().chars().take(LONGEST_NAME).collect()
}

async fn get<T: DeserializeOwned>(state: &Context, url: &str, token: &str) -> Result<T, Failure> {
    let request = state.http.get(url).bearer_auth(token).header("accept", "application/json");
    let answer = async { request.send().await?.error_for_status()?.json().await }.await;
    answer.map_err(|error: reqwest::Error| {
        tracing::warn!(error = %crate::base::error::chain(&error.without_url()), "profile not readable");
        Failure::Provider
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_elsewhere_keeps_our_rules() {
        let name = format!("Ada\u{202e}\n Love\u{200b}lace{}", "x".repeat(500));
        let profile = profile("1".into(), "a@x.org", Some(name), None).unwrap();
        let kept = profile.full_name.unwrap();
        assert!(kept.starts_with("Ada Lovelacexx") && kept.chars().count() == LONGEST_NAME, "{kept}");
    }

    #[test]
    fn an_unverified_address_is_not_believed() {
        let user: GoogleUser =
            serde_json::from_str(r#"{"sub":"1","email":"a@x.org","email_verified":false}"#).unwrap();
        assert_eq!(google(user, None), Err(Failure::UnverifiedEmail));
        let user = GithubUser { id: 1, login: "a".into(), name: None, avatar_url: None };
        let emails = vec![
            GithubEmail { email: "a@x.org".into(), primary: true, verified: false },
            GithubEmail { email: "b@x.org".into(), primary: false, verified: true },
        ];
        assert_eq!(github(user, emails), Err(Failure::UnverifiedEmail));
    }
}
