//! The model that names pictures here: the embedded one, a service by key, or none.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use nomina_engine::Limits;
use nomina_vision::providers::{Anthropic, Ask, Client, Gemini, Key, OpenAi, Provider, Settings};
use nomina_vision::{Description, Embedded};

use super::NamingInfo;
use super::config::{NamingConfig, ProviderChoice};
use super::turns::Turns;
use crate::assets::Shelf;

/// The files that `scripts/fetch-models` makes: what sees, and what reads. Without the second, pages are named by look.
const WEIGHTS: &str = "nomina-vision.bin";
const TEXT_WEIGHTS: &str = "nomina-text.bin";
/// People waiting for the embedded model before newcomers are asked to come back.
const LONGEST_LINE: usize = 512;

#[derive(Debug)]
pub struct Namer {
    kind: Kind,
    pub turns: Turns,
}

#[derive(Debug)]
enum Kind {
    Embedded(Arc<Embedded>),
    Remote(Box<Client>),
    /// No model: the old name, cleaned, and the reason why.
    Missing(String),
}

impl Namer {
    /// The model that the settings ask for. A model that cannot be had is a reason, never an error.
    pub fn open(config: &NamingConfig) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match remote(config) {
            Some((provider, settings)) => {
                let client = Client::new(http(), provider, settings);
                Self {
                    kind: Kind::Remote(Box::new(client)),
                    turns: Turns::new(settings.concurrency, LONGEST_LINE),
                }
            }
            None => Self { kind: embedded(config), turns: Turns::new(cores, LONGEST_LINE) },
        }
    }

    /// A name for the picture, or the sentence why there is none.
    pub async fn describe(
        &self,
        image: Bytes,
        mime: &str,
        context: Option<&str>,
    ) -> Result<Description, String> {
        match &self.kind {
            Kind::Embedded(model) => {
                let (model, context) = (model.clone(), context.map(str::to_owned));
                let seen = tokio::task::spawn_blocking(move || {
                    model.describe(&image, context.as_deref(), &Limits::default()).map_err(|e| e.to_string())
                });
                seen.await.map_err(|_| "the model stopped".to_owned())?
            }
            Kind::Remote(client) => {
                client.describe(&Ask { image: &image, mime, context }).await.map_err(|e| e.to_string())
            }
            Kind::Missing(reason) => Err(reason.clone()),
        }
    }

    /// Why there is no model, if there is none.
    pub fn missing(&self) -> Option<&str> {
        match &self.kind {
            Kind::Missing(reason) => Some(reason),
            _ => None,
        }
    }

    pub fn about(&self) -> NamingInfo {
        let info = |provider: &str, label: &str, leaves_server, concurrency, pause_ms| NamingInfo {
            provider: provider.into(),
            label: label.into(),
            leaves_server,
            max_image_bytes: super::MAX_IMAGE_BYTES,
            concurrency,
            pause_ms,
            problem: self.missing().map(str::to_owned),
        };
        match &self.kind {
            Kind::Embedded(_) => info("embedded", "the model on this server", false, None, 0),
            Kind::Missing(_) => info("original", "cleaned original names", false, None, 0),
            Kind::Remote(client) => {
                let settings = client.settings();
                let at_once = u32::try_from(settings.concurrency).ok();
                let pause_ms = u32::try_from(settings.pause.as_millis()).unwrap_or(u32::MAX);
                info(client.provider().id(), client.provider().label(), true, at_once, pause_ms)
            }
        }
    }
}

fn embedded(config: &NamingConfig) -> Kind {
    if config.ai_provider == ProviderChoice::None {
        return Kind::Missing("no naming model is switched on".into());
    }
    let Some(weights) = Shelf::Models.get(WEIGHTS) else {
        return Kind::Missing("the naming model is not installed: run `make setup` with a network".into());
    };
    let model = Embedded::load(&weights.bytes).and_then(|model| match Shelf::Models.get(TEXT_WEIGHTS) {
        Some(text) => model.with_text(&text.bytes),
        None => Ok(model),
    });
    match model {
        Ok(model) => Kind::Embedded(Arc::new(model)),
        Err(error) => Kind::Missing(error.to_string()),
    }
}

/// The service by key: the chosen one, or the first that is configured.
fn remote(config: &NamingConfig) -> Option<(Box<dyn Provider>, Settings)> {
    let wants = |choice| config.ai_provider == choice || config.ai_provider == ProviderChoice::Auto;
    let settings = Settings {
        concurrency: config.ai_concurrency as usize,
        pause: Duration::from_millis(config.ai_pause_ms.into()),
        time_out: Duration::from_secs(config.ai_time_out_s),
        ..Settings::default()
    };
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
    None
}

/// Redirects are not followed: a key must not travel to another host.
fn http() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap_or_default()
}
