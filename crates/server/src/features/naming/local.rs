//! A program on this computer as the model: Ollama, LM Studio or llama.cpp. It is looked for with the first image, on this computer
//! only, and a model that takes images is chosen.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nomina_vision::Description;
use nomina_vision::providers::{Ask, Client, OpenAi, ProviderError, Settings};
use serde::Serialize;
use tokio::sync::Mutex;
use url::{Host, Url};
use utoipa::ToSchema;

use super::programs::{Found, LocalProgram};
use crate::base::config::NamingConfig;

/// How long what was found is taken for granted.
const KNOWN_FOR: Duration = Duration::from_secs(30);
/// A model on a processor takes its time.
const LEAST_TIME_OUT: Duration = Duration::from_secs(180);

#[derive(Debug)]
pub(super) struct Local {
    pub(super) program: LocalProgram,
    address: String,
    /// Empty: the first that takes images.
    model: String,
    settings: Settings,
    /// None until the first image, and when the model or the program has gone: there may be another one.
    client: Mutex<Option<Arc<Client>>>,
}

/// What was found on this computer, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalState {
    pub program: LocalProgram,
    pub found: Found,
    pub sentence: String,
}

impl LocalState {
    /// The models that take images.
    pub fn models(&self) -> &[String] {
        match &self.found {
            Found::Models(models) => models,
            _ => &[],
        }
    }
}

/// A model that somebody at this computer can choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LocalOffer {
    /// What a naming request says to use it: `ollama`, `lmstudio`, `llamacpp`.
    pub service: String,
    pub model: String,
    /// What a person reads about the program.
    pub label: String,
}

/// The programs of this computer that are offered beside the model of the server.
#[derive(Debug, Default)]
pub(super) struct Locals {
    all: Vec<Local>,
    found: Mutex<Option<(Instant, Vec<LocalOffer>)>>,
}

impl Locals {
    pub(super) fn of(config: &NamingConfig, settings: Settings) -> Self {
        let all =
            LocalProgram::ALL.into_iter().filter_map(|program| Local::new(program, config, settings).ok());
        Self { all: all.collect(), found: Mutex::default() }
    }

    pub(super) fn get(&self, service: &str) -> Option<&Local> {
        self.all.iter().find(|local| local.program.id() == service)
    }

    /// The first model of each program that takes images.
    pub(super) async fn offers(&self) -> Vec<LocalOffer> {
        let mut known = self.found.lock().await;
        if let Some((at, offers)) = known.as_ref()
            && at.elapsed() < KNOWN_FOR
        {
            return offers.clone();
        }
        let offers: Vec<LocalOffer> = if self.all.is_empty() { Vec::new() } else { offered().await };
        *known = Some((Instant::now(), offers.clone()));
        offers
    }
}

async fn offered() -> Vec<LocalOffer> {
    let offer = |state: LocalState| {
        let model = state.models().first()?.clone();
        let (service, label) = (state.program.id().to_owned(), state.program.label().to_owned());
        Some(LocalOffer { service, model, label })
    };
    found("", "").await.into_iter().filter_map(offer).collect()
}

impl Local {
    /// Refuses addresses of other computers: images must not leave this one by a setting that says they stay.
    pub(super) fn new(
        program: LocalProgram,
        config: &NamingConfig,
        settings: Settings,
    ) -> Result<Self, String> {
        let address = match config.local_ai_url.trim() {
            "" => program.address().to_owned(),
            own => base(own),
        };
        if !is_here(&address) {
            return Err(format!(
                "{address} is not this computer: {} is used on this computer only. Set OPENAI_BASE_URL for another one",
                program.label()
            ));
        }
        // One image at a time: a model on this computer has one processor or graphics card.
        let time_out = settings.time_out.max(LEAST_TIME_OUT);
        let settings = Settings { concurrency: 1, pause: Duration::ZERO, time_out, ..settings };
        Ok(Self {
            program,
            address,
            model: config.local_ai_model.clone(),
            settings,
            client: Mutex::default(),
        })
    }

    /// Names that one model gave are not another's.
    pub(super) fn voice(&self) -> String {
        format!("{} {}", self.program.id(), self.model)
    }

    pub(super) fn settings(&self) -> Settings {
        self.settings
    }

    pub(super) async fn describe(&self, ask: &Ask<'_>) -> Result<Description, String> {
        let client = self.client().await?;
        match client.describe(ask).await {
            Ok(seen) => Ok(Description { source: self.program.id().to_owned(), ..seen }),
            Err(error) => {
                if is_gone(&error) {
                    self.client.lock().await.take_if(|known| Arc::ptr_eq(known, &client));
                }
                Err(error.to_string())
            }
        }
    }

    async fn client(&self) -> Result<Arc<Client>, String> {
        let mut known = self.client.lock().await;
        if let Some(client) = known.as_ref() {
            return Ok(client.clone());
        }
        let client = Arc::new(self.connect().await?);
        *known = Some(client.clone());
        Ok(client)
    }

    async fn connect(&self) -> Result<Client, String> {
        let http = http()?;
        let state = look(&http, self.program, &self.address).await;
        let chosen = match self.model.is_empty() {
            true => state.models().first().cloned(),
            false => state.models().iter().find(|model| is_called(model, &self.model)).cloned(),
        };
        let Some(model) = chosen else {
            return Err(match state.models().is_empty() {
                true => state.sentence,
                false => format!(
                    "{} has no model {} that takes images; it has {}",
                    self.program.label(),
                    self.model,
                    state.models().join(", ")
                ),
            });
        };
        let provider = OpenAi {
            base_url: format!("{}/v1", self.address),
            label: format!("{} ({model})", self.program.label()),
            model,
            key: None,
        };
        Ok(Client::new(http, Box::new(provider), self.settings))
    }
}

/// What each of the programs offers on this computer, for `nomina doctor`. `own` is the address of the one that was `asked` for.
pub async fn found(own: &str, asked: &str) -> Vec<LocalState> {
    let Ok(http) = http() else { return Vec::new() };
    let address = |program: LocalProgram| match own.trim() {
        own if !own.is_empty() && program.id() == asked && is_here(own) => base(own),
        _ => program.address().to_owned(),
    };
    let [one, two, three] = LocalProgram::ALL.map(|program| (program, address(program)));
    let look = async |(program, address): (LocalProgram, String)| look(&http, program, &address).await;
    let (one, two, three) = tokio::join!(look(one), look(two), look(three));
    vec![one, two, three]
}

/// The address without the path of the chat service, which people copy along.
fn base(address: &str) -> String {
    address.trim().trim_end_matches('/').trim_end_matches("/v1").to_owned()
}

async fn look(http: &reqwest::Client, program: LocalProgram, address: &str) -> LocalState {
    let (label, found) = (program.label(), program.look(http, address).await);
    let sentence = match &found {
        Found::Nothing => format!("{label} does not answer at {address}"),
        Found::SomethingElse => format!("something answers at {address}, but it is not {label}"),
        Found::Models(models) if models.is_empty() => {
            format!("{label} has no model that takes images: {}", program.advice())
        }
        Found::Models(models) => format!("{label} has {}", models.join(", ")),
    };
    LocalState { program, found, sentence }
}

/// Other failures are one image's, or pass: the client counts them and rests.
fn is_gone(error: &ProviderError) -> bool {
    matches!(error, ProviderError::Status { status: 404, .. } | ProviderError::Unreachable(_))
}

/// `llava` means `llava:latest`.
fn is_called(model: &str, wanted: &str) -> bool {
    model == wanted || model.strip_suffix(":latest") == Some(wanted)
}

fn is_here(address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let here = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    here && matches!(url.scheme(), "http" | "https")
}

/// Neither redirects nor proxies: a request to this computer stays on it.
fn http() -> Result<reqwest::Client, String> {
    crate::base::tls::install();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build();
    client.map_err(|error| format!("the HTTP client could not be set up: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_computer_is_asked() {
        for here in
            ["http://127.0.0.1:11434", "http://localhost:1234", "http://[::1]:8080", "http://127.9.9.9"]
        {
            assert!(is_here(here), "{here}");
        }
        for other in [
            "http://10.0.0.5:11434",
            "http://example.org",
            "file:///etc",
            "127.0.0.1:11434",
            "",
            "http://0.0.0.0",
        ] {
            assert!(!is_here(other), "{other}");
        }
    }

    #[test]
    fn a_model_is_looked_for_again_when_it_has_gone_and_not_after_every_failure() {
        let status = |status| ProviderError::Status {
            label: "Ollama".into(),
            status,
            message: String::new(),
            retry_after_s: None,
        };
        assert!(is_gone(&status(404)) && is_gone(&ProviderError::Unreachable("Ollama".into())));
        for other in [status(500), ProviderError::TimedOut("Ollama".into()), ProviderError::InvalidName] {
            assert!(!is_gone(&other), "{other}");
        }
    }

    #[test]
    fn a_model_is_known_without_its_tag() {
        assert!(is_called("llava:latest", "llava") && is_called("llava:7b", "llava:7b"));
        assert!(!is_called("llava:7b", "llava"));
    }
}
