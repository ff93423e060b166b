//! The two providers: their addresses, and whether this server has been registered with them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::base::config::OauthConfig;
use crate::base::secret::Secret;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    Google,
    Github,
}

/// What a flow needs to know about a provider.
#[derive(Clone, Debug)]
pub struct Registration {
    pub client_id: String,
    pub client_secret: Secret,
    pub auth_url: String,
    pub token_url: String,
    pub scopes: &'static [&'static str],
    /// Who signs id tokens; empty for a provider without any.
    pub issuers: Vec<String>,
}

/// A provider as the sign-in page sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProviderView {
    pub id: Provider,
    pub label: &'static str,
    /// Whether the button will work on this server.
    pub configured: bool,
}

impl Provider {
    pub const ALL: [Self; 2] = [Self::Google, Self::Github];

    pub fn id(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Github => "github",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.id() == id)
    }

    /// How to reach it; nothing when no client id is configured.
    pub fn registration(self, config: &OauthConfig) -> Option<Registration> {
        let registration = match self {
            Self::Google => Registration {
                client_id: config.google_client_id.clone(),
                client_secret: config.google_client_secret.clone(),
                auth_url: config.google_auth_url.clone(),
                token_url: config.google_token_url.clone(),
                scopes: &["openid", "email", "profile"],
                issuers: config.google_issuers(),
            },
            Self::Github => Registration {
                client_id: config.github_client_id.clone(),
                client_secret: config.github_client_secret.clone(),
                auth_url: format!("{}/login/oauth/authorize", config.github_base_url.trim_end_matches('/')),
                token_url: format!(
                    "{}/login/oauth/access_token",
                    config.github_base_url.trim_end_matches('/')
                ),
                scopes: &["read:user", "user:email"],
                issuers: Vec::new(),
            },
        };
        (!registration.client_id.is_empty()).then_some(registration)
    }

    pub fn view(self, config: &OauthConfig) -> ProviderView {
        let label = match self {
            Self::Google => "Google",
            Self::Github => "GitHub",
        };
        ProviderView { id: self, label, configured: self.registration(config).is_some() }
    }
}
