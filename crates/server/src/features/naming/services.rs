//! The services by key: which one the settings ask for, and how it wants to be treated.

use std::time::Duration;

use nomina_vision::providers::{Anthropic, Gemini, Key, Mistral, OpenAi, Provider, Settings};

use super::programs::LocalProgram;
use crate::base::config::{NamingConfig, ProviderChoice};

/// How services want to be treated.
pub(super) fn settings(config: &NamingConfig) -> Settings {
    Settings {
        concurrency: config.ai_concurrency as usize,
        pause: Duration::from_millis(config.ai_pause_ms.into()),
        time_out: Duration::from_secs(config.ai_time_out_s),
        retries: config.ai_retries,
    }
}

/// The program on this computer that was asked for by name.
pub(super) fn program(config: &NamingConfig) -> Option<LocalProgram> {
    match config.ai_provider {
        ProviderChoice::Ollama => Some(LocalProgram::Ollama),
        ProviderChoice::Lmstudio => Some(LocalProgram::LmStudio),
        ProviderChoice::Llamacpp => Some(LocalProgram::LlamaCpp),
        _ => None,
    }
}

/// The service by key: the chosen one, or the first that is configured.
pub(super) fn remote(config: &NamingConfig) -> Option<(Box<dyn Provider>, Settings)> {
    let wants = |choice| config.ai_provider == choice || config.ai_provider == ProviderChoice::Auto;
    let settings = settings(config);
    let free = Settings { pause: Duration::ZERO, ..settings };
    if wants(ProviderChoice::Gemini) && !config.gemini_api_key.is_empty() {
        let provider = Gemini {
            base_url: config.gemini_base_url.clone(),
            model: config.gemini_model.clone(),
            key: Key::new(config.gemini_api_key.expose()),
        };
        return Some((Box::new(provider), settings));
    }
    let own_server = config.openai_base_url != OpenAi::BASE_URL;
    if wants(ProviderChoice::Openai) && (own_server || !config.openai_api_key.is_empty()) {
        let provider = OpenAi {
            base_url: config.openai_base_url.clone(),
            model: config.openai_model.clone(),
            key: (!config.openai_api_key.is_empty()).then(|| Key::new(config.openai_api_key.expose())),
            label: config.openai_label.clone(),
        };
        return Some((Box::new(provider), free));
    }
    if wants(ProviderChoice::Anthropic) && !config.anthropic_api_key.is_empty() {
        let provider = Anthropic {
            base_url: config.anthropic_base_url.clone(),
            model: config.anthropic_model.clone(),
            key: Key::new(config.anthropic_api_key.expose()),
        };
        return Some((Box::new(provider), free));
    }
    if wants(ProviderChoice::Mistral) && !config.mistral_api_key.is_empty() {
        let provider = Mistral {
            base_url: config.mistral_base_url.clone(),
            model: config.mistral_model.clone(),
            key: Key::new(config.mistral_api_key.expose()),
        };
        return Some((Box::new(provider), free));
    }
    None
}

/// Redirects are not followed: a key must not travel to another host. A client that cannot be made so is none.
pub(super) fn http() -> Result<reqwest::Client, reqwest::Error> {
    crate::base::tls::install();
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()
}
