//! The model that names images here: the embedded one, a service by key, or none.

use std::sync::Arc;

use bytes::Bytes;
use nomina_engine::Limits;
use nomina_rules::language::Spelling;
use nomina_vision::providers::{Ask, Client};
use nomina_vision::{Description, Embedded, fingerprint};

use super::NamingInfo;
use super::local::{Local, LocalOffer, Locals};
use super::pool::Pool;
use super::services::{http, program, remote, settings};
use super::turns::Turns;
use crate::base::config::{NamingConfig, ProviderChoice};
use crate::features::assets::Shelf;

/// The files that `scripts/fetch-models` makes: what sees, what reads, and the second eye. Without the second, pages are
/// named by look; without the third, names are the quick ones.
pub(super) const WEIGHTS: &str = "nomina-vision.bin";
pub(super) const TEXT_WEIGHTS: &str = "nomina-text.bin";
pub(super) const BEST_WEIGHTS: &str = "nomina-best.bin";
/// People waiting for the embedded model before newcomers are asked to come back.
const LONGEST_LINE: usize = 512;

#[derive(Debug)]
pub struct Namer {
    kind: Kind,
    pub turns: Turns,
    /// What runs on this computer beside it, for people who sit at it.
    locals: Locals,
}

#[derive(Debug)]
enum Kind {
    Embedded(Arc<Embedded>),
    Remote(Box<Client>),
    /// A program on this computer.
    Local(Box<Local>),
    /// Naming servers of the operator.
    Pool(Pool),
    /// No model: the old name, cleaned, and the reason why.
    Missing(String),
}

impl Namer {
    /// The model that the settings ask for. A model that cannot be had is a reason, never an error.
    pub fn open(config: &NamingConfig) -> Self {
        if let Some(program) = program(config) {
            let kind = match Local::new(program, config, settings(config)) {
                Ok(local) => Kind::Local(Box::new(local)),
                Err(reason) => Kind::Missing(reason),
            };
            return Self { kind, turns: Turns::new(1, LONGEST_LINE), locals: Locals::default() };
        }
        if config.ai_provider == ProviderChoice::Namer {
            return Self::asking_others(config);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match remote(config) {
            Some((provider, settings)) => {
                let kind = match http() {
                    Ok(http) => Kind::Remote(Box::new(Client::new(http, provider, settings))),
                    Err(error) => Kind::Missing(format!("the HTTP client could not be set up: {error}")),
                };
                let turns = Turns::new(settings.concurrency, LONGEST_LINE);
                Self { kind, turns, locals: Locals::default() }
            }
            None => {
                let offers = config.ai_provider == ProviderChoice::Auto && config.local_ai_url.is_empty();
                let locals = if offers { Locals::of(config, settings(config)) } else { Locals::default() };
                Self { kind: without_service(config), turns: Turns::new(cores, LONGEST_LINE), locals }
            }
        }
    }

    fn asking_others(config: &NamingConfig) -> Self {
        let (kind, places) = match Pool::new(config) {
            Ok(pool) => {
                let places = pool.places(config.namer_concurrency);
                (Kind::Pool(pool), places)
            }
            Err(reason) => (Kind::Missing(reason), 1),
        };
        Self { kind, turns: Turns::new(places, LONGEST_LINE), locals: Locals::default() }
    }

    /// A name for the image, or the sentence why there is none. The place is given up when the work is over, which
    /// can be after the person has left: a processor cannot be called back as a service can.
    pub async fn describe(
        &self,
        image: Bytes,
        mime: &str,
        context: Option<&str>,
        spelling: Spelling,
        place: impl Send + 'static,
    ) -> Result<Description, String> {
        match &self.kind {
            Kind::Embedded(model) => {
                let (model, context) = (model.clone(), context.map(str::to_owned));
                let seen = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    let limits = Limits::default();
                    let seen = model.describe_in(&image, context.as_deref(), spelling, &limits);
                    seen.map_err(|e| e.to_string())
                });
                seen.await.map_err(|_| "the model stopped".to_owned())?
            }
            Kind::Remote(client) => {
                let seen = client.describe(&Ask::new(&image, mime, context, spelling)).await;
                Ok(with_fingerprint(seen.map_err(|e| e.to_string())?, image).await)
            }
            Kind::Local(local) => {
                let seen = local.describe(&Ask::new(&image, mime, context, spelling)).await?;
                Ok(with_fingerprint(seen, image).await)
            }
            Kind::Pool(pool) => pool.describe(&Ask::new(&image, mime, context, spelling)).await,
            Kind::Missing(reason) => Err(reason.clone()),
        }
    }

    /// Models of programs on this computer that a person at it can choose; looked for when the settings leave the choice open.
    pub async fn offers(&self) -> Vec<LocalOffer> {
        self.locals.offers().await
    }

    /// A name by a program on this computer; none when it is not offered.
    pub async fn describe_locally(
        &self,
        service: &str,
        image: Bytes,
        mime: &str,
        context: Option<&str>,
        spelling: Spelling,
    ) -> Option<Result<Description, String>> {
        let local = self.locals.get(service)?;
        match local.describe(&Ask::new(&image, mime, context, spelling)).await {
            Ok(seen) => Some(Ok(with_fingerprint(seen, image).await)),
            Err(reason) => Some(Err(reason)),
        }
    }

    /// Who names, and how well: names that were kept by one are not another's.
    pub fn voice(&self) -> String {
        match &self.kind {
            Kind::Embedded(model) if model.is_best() => "embedded best".to_owned(),
            Kind::Local(local) => local.voice(),
            _ => self.about().provider,
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
            local: Vec::new(),
        };
        match &self.kind {
            Kind::Embedded(_) => info("embedded", "the model on this server", false, None, 0),
            Kind::Pool(_) => info("namer", "the model on this server", false, None, 0),
            Kind::Missing(_) => info("original", "cleaned original names", false, None, 0),
            Kind::Local(local) => {
                let label = format!("{} on this computer", local.program.label());
                let at_once = u32::try_from(local.settings().concurrency).ok();
                info(local.program.id(), &label, false, at_once, 0)
            }
            Kind::Remote(client) => {
                let settings = client.settings();
                let at_once = u32::try_from(settings.concurrency).ok();
                let pause_ms = u32::try_from(settings.pause.as_millis()).unwrap_or(u32::MAX);
                info(client.provider().id(), client.provider().label(), true, at_once, pause_ms)
            }
        }
    }
}

/// Services do not give one; it tells which images of a batch are alike.
async fn with_fingerprint(seen: Description, image: Bytes) -> Description {
    let looked = tokio::task::spawn_blocking(move || fingerprint(&image, &Limits::default()).ok());
    Description { fingerprint: looked.await.ok().flatten().unwrap_or_default(), ..seen }
}

/// What is at work when no service is: the embedded model, unless something else was asked for.
fn without_service(config: &NamingConfig) -> Kind {
    let reason = match config.ai_provider {
        ProviderChoice::Auto | ProviderChoice::Embedded => {
            return match embedded_model(config.ai_quick) {
                Ok(model) => Kind::Embedded(Arc::new(model)),
                Err(reason) => Kind::Missing(reason),
            };
        }
        ProviderChoice::None => "no naming model is switched on",
        ProviderChoice::Ollama | ProviderChoice::Lmstudio | ProviderChoice::Llamacpp => {
            "the program on this computer cannot be used"
        }
        ProviderChoice::Namer => "no naming server is configured",
        ProviderChoice::Gemini => "AI_PROVIDER is gemini, but GEMINI_API_KEY is not set",
        ProviderChoice::Openai => {
            "AI_PROVIDER is openai, but neither OPENAI_API_KEY nor OPENAI_BASE_URL is set"
        }
        ProviderChoice::Anthropic => "AI_PROVIDER is anthropic, but ANTHROPIC_API_KEY is not set",
        ProviderChoice::Mistral => "AI_PROVIDER is mistral, but MISTRAL_API_KEY is not set",
    };
    Kind::Missing(reason.into())
}

/// The model that is built in, or the sentence why there is none. The quick one leaves out the second look.
pub fn embedded_model(quick: bool) -> Result<Embedded, String> {
    let file = |name| Shelf::Models.get(name).map(|file| file.bytes);
    let best = (!quick).then(|| file(BEST_WEIGHTS)).flatten();
    embedded(file(WEIGHTS).as_deref(), file(TEXT_WEIGHTS).as_deref(), best.as_deref())
}

fn embedded(weights: Option<&[u8]>, text: Option<&[u8]>, best: Option<&[u8]>) -> Result<Embedded, String> {
    let weights = weights.ok_or("the naming model is not installed: run `make setup` with a network")?;
    let model = Embedded::load(weights)
        .and_then(|model| match text {
            Some(text) => model.with_text(text),
            None => Ok(model),
        })
        .and_then(|model| match best {
            Some(best) => model.with_best(best),
            None => Ok(model),
        });
    model.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    fn opened(change: impl FnOnce(&mut NamingConfig)) -> Namer {
        let mut config = Config::defaults().naming;
        config.ai_provider = ProviderChoice::None;
        change(&mut config);
        Namer::open(&config)
    }

    #[test]
    fn weights_that_are_missing_or_damaged_are_a_reason_and_no_panic() {
        let missing = embedded(None, None, None).unwrap_err();
        assert_eq!(missing, "the naming model is not installed: run `make setup` with a network");
        for damaged in [&b""[..], b"NOMINAV1", &[0; 64]] {
            let reason = embedded(Some(damaged), None, None).unwrap_err();
            assert!(reason.starts_with("The naming model cannot be loaded: "), "{reason}");
        }
    }

    #[test]
    fn auto_takes_the_first_service_with_a_key() {
        let auto = |change: fn(&mut NamingConfig)| {
            let namer = opened(|config| {
                config.ai_provider = ProviderChoice::Auto;
                config.mistral_api_key = "d".parse().unwrap();
                change(config);
            });
            namer.about().provider
        };
        assert_eq!(auto(|_| ()), "mistral");
        assert_eq!(auto(|config| config.anthropic_api_key = "c".parse().unwrap()), "anthropic");
        assert_eq!(auto(|config| config.openai_api_key = "b".parse().unwrap()), "openai");
        assert_eq!(auto(|config| config.openai_base_url = "http://localhost:11434/v1".into()), "openai");
        assert_eq!(auto(|config| config.gemini_api_key = "a".parse().unwrap()), "gemini");
    }

    #[test]
    fn a_service_that_is_asked_for_by_name_is_never_replaced_by_another() {
        for (choice, key) in [
            (ProviderChoice::Gemini, "GEMINI_API_KEY"),
            (ProviderChoice::Openai, "OPENAI_API_KEY"),
            (ProviderChoice::Anthropic, "ANTHROPIC_API_KEY"),
            (ProviderChoice::Mistral, "MISTRAL_API_KEY"),
        ] {
            let about = opened(|config| config.ai_provider = choice).about();
            assert_eq!((about.provider.as_str(), about.leaves_server), ("original", false));
            assert!(about.problem.is_some_and(|problem| problem.contains(key)));
        }
    }

    #[test]
    fn a_program_of_this_computer_is_asked_here_only() {
        let about = opened(|config| config.ai_provider = ProviderChoice::Ollama).about();
        let said = (about.provider.as_str(), about.label.as_str(), about.leaves_server, about.concurrency);
        assert_eq!(said, ("ollama", "Ollama on this computer", false, Some(1)));
        let away = opened(|config| {
            config.ai_provider = ProviderChoice::Ollama;
            config.local_ai_url = "http://192.168.0.9:11434".into();
        });
        assert!(away.about().problem.is_some_and(|problem| problem.contains("not this computer")));
    }

    #[test]
    fn only_gemini_is_paced_and_everybody_gets_three_at_a_time() {
        let about = |choice| {
            opened(|config| {
                config.ai_provider = choice;
                for key in [
                    &mut config.gemini_api_key,
                    &mut config.openai_api_key,
                    &mut config.anthropic_api_key,
                    &mut config.mistral_api_key,
                ] {
                    *key = "k".parse().unwrap();
                }
            })
            .about()
        };
        let paces = [
            ProviderChoice::Gemini,
            ProviderChoice::Openai,
            ProviderChoice::Anthropic,
            ProviderChoice::Mistral,
        ]
        .map(|choice| (about(choice).concurrency, about(choice).pause_ms));
        assert_eq!(paces, [(Some(3), 1000), (Some(3), 0), (Some(3), 0), (Some(3), 0)]);
    }
}
