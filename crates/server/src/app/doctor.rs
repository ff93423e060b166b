//! `nomina doctor`: what is on, what is missing, what is wrong. Secrets are masked.

use std::fmt::Write;

use url::Url;

use crate::app::open::http_client;
use crate::app::serve;
use crate::base::blobs::Blobs;
use crate::base::config::{Config, NamingConfig, ProviderChoice, Switch};
use crate::base::db::Db;
use crate::base::mail::Mailer;
use crate::base::secret::Secret;
use crate::base::secrets::{KEY_FILE, key_file_fault};
use crate::features::assets::Shelf;
use crate::features::billing::stripe::health;
use crate::features::billing::{Mode, reports};
use crate::features::naming::programs::{Found, LocalProgram};
use crate::features::naming::{Namer, local, pool};
use crate::features::oauth::Provider;
use crate::features::second_factor::webauthn::Site;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Good,
    Note,
    Bad,
}

/// One line of the report.
#[derive(Debug)]
pub struct Finding {
    pub mark: Mark,
    pub area: &'static str,
    pub text: String,
}

fn good(area: &'static str, text: impl Into<String>) -> Finding {
    Finding { mark: Mark::Good, area, text: text.into() }
}

fn note(area: &'static str, text: impl Into<String>) -> Finding {
    Finding { mark: Mark::Note, area, text: text.into() }
}

fn bad(area: &'static str, text: impl Into<String>) -> Finding {
    Finding { mark: Mark::Bad, area, text: text.into() }
}

/// Looks at everything. Only `Bad` findings stop the server from working as configured.
pub async fn examine(config: &Config) -> Vec<Finding> {
    let mut findings = vec![listening(config).await, database(config).await];
    findings.extend(settings(config));
    findings.push(passkeys(config));
    findings.extend(unproven_addresses(config));
    findings.extend([web_app(), fonts(), models(), naming(&config.naming)]);
    findings.extend(programs(&config.naming).await);
    findings.extend(naming_servers(&config.naming).await);
    findings.extend([secret(config), mail(config).await, stored_files(config).await]);
    findings.extend(billing(config).await);
    findings.extend(billing_reports(config).await);
    findings.extend(Provider::ALL.map(|provider| social(config, provider)));
    findings
}

/// The report as text for a terminal.
pub fn report(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let mark = match finding.mark {
            Mark::Good => "ok  ",
            Mark::Note => "note",
            Mark::Bad => "BAD ",
        };
        let _ = writeln!(text, "{mark}  {:<12} {}", finding.area, finding.text);
    }
    text
}

async fn listening(config: &Config) -> Finding {
    match serve::listen(config.listen).await {
        Ok(_) => good("listen", config.listen.to_string()),
        // Perhaps it is this very server that runs there.
        Err(error @ serve::ServeError::PortTaken(_)) => note("listen", error.to_string()),
        Err(error) => bad("listen", error.to_string()),
    }
}

fn public_address(config: &Config) -> Finding {
    let url = config.public_url();
    if config.is_https() {
        good("public url", url)
    } else {
        note("public url", format!("{url} (no https: fine on one machine, not on the internet)"))
    }
}

/// What `serve` would refuse to start with.
fn settings(config: &Config) -> Vec<Finding> {
    match config.faults() {
        faults if faults.is_empty() => vec![public_address(config)],
        faults => faults.into_iter().map(|fault| bad("settings", fault)).collect(),
    }
}

async fn database(config: &Config) -> Finding {
    let place = if config.uses_postgres() {
        masked_address(&config.database_url)
    } else {
        config.sqlite_path().display().to_string()
    };
    match Db::open(config).await {
        Ok(db) => {
            let text = format!("{} at {place}", db.engine());
            db.close().await;
            good("database", text)
        }
        Err(error) => bad("database", error.to_string()),
    }
}

/// A key that is not there is looked for: whoever answers that can be reached.
async fn stored_files(config: &Config) -> Finding {
    let place = config.blobs.place(&config.data_dir);
    let reached = async { Blobs::open(config)?.read("nothing", None).await };
    match reached.await {
        Ok(_) => good("stored files", place),
        Err(error) => bad("stored files", format!("{place}: {error}")),
    }
}

/// The address without its password.
fn masked_address(address: &Secret) -> String {
    match url::Url::parse(address.expose()) {
        Ok(mut url) => {
            if url.password().is_some() {
                let _ = url.set_password(Some("********"));
            }
            url.to_string()
        }
        Err(_) => "********".into(),
    }
}

fn web_app() -> Finding {
    match Shelf::Web.count() {
        0 => note("web app", "not built: run make"),
        files => good("web app", format!("{files} files")),
    }
}

fn fonts() -> Finding {
    match Shelf::Fonts.count() {
        0 => note("fonts", "none: text watermarks need them, run make"),
        files => good("fonts", format!("{files} files")),
    }
}

fn models() -> Finding {
    match Shelf::Models.count() {
        0 => note("models", "none: images cannot be named inside the browser, run make"),
        files => good("models", format!("{files} files")),
    }
}

/// Which model names images, or why none does. What was asked for by name and cannot be had is wrong.
fn naming(config: &NamingConfig) -> Finding {
    let about = Namer::open(config).about();
    match about.problem {
        None if about.leaves_server => {
            good("naming", format!("{} looks at reduced copies of the images", about.label))
        }
        None => good("naming", about.label),
        Some(reason) => {
            let text = format!("{reason}; images get their cleaned original names");
            let empty = Shelf::Models.count() == 0 && config.ai_provider == ProviderChoice::Auto;
            if empty || config.ai_provider == ProviderChoice::None {
                note("naming", text)
            } else {
                bad("naming", text)
            }
        }
    }
}

/// What runs on this computer and could name images. A program that was asked for and is not there is wrong.
async fn programs(config: &NamingConfig) -> Vec<Finding> {
    const AREA: &str = "local models";
    let asked = match config.ai_provider {
        ProviderChoice::Ollama => "ollama",
        ProviderChoice::Lmstudio => "lmstudio",
        ProviderChoice::Llamacpp => "llamacpp",
        ProviderChoice::Auto => "",
        _ => return Vec::new(),
    };
    let states = local::found(&config.local_ai_url, asked).await;
    let mut said = Vec::new();
    for state in states {
        let id = state.program.id();
        match &state.found {
            Found::Models(models) if !models.is_empty() && id == asked => {
                said.push(good(AREA, state.sentence))
            }
            _ if id == asked => said.push(bad(AREA, state.sentence)),
            Found::Models(models) if !models.is_empty() => {
                said.push(note(AREA, format!("{}: --service {id} uses the first", state.sentence)));
            }
            // Many programs listen where llama.cpp does, this server among them.
            Found::Nothing => {}
            Found::SomethingElse if state.program == LocalProgram::LlamaCpp => {}
            _ => said.push(note(AREA, state.sentence)),
        }
    }
    if said.is_empty() {
        said.push(note(AREA, "none: neither Ollama nor LM Studio nor llama.cpp answers on this computer"));
    }
    said
}

/// Whether each naming server answers and has a model.
async fn naming_servers(config: &NamingConfig) -> Vec<Finding> {
    const AREA: &str = "namers";
    let addresses = pool::addresses(&config.namer_url);
    let (ProviderChoice::Namer, Ok(addresses)) = (config.ai_provider, addresses) else { return Vec::new() };
    let Ok(http) = http_client() else { return Vec::new() };
    let look = async |url: String| match http.get(format!("{url}/readyz")).send().await {
        Ok(answer) if answer.status().is_success() => good(AREA, format!("{url} is ready")),
        Ok(answer) => bad(AREA, format!("{url} answers {}", answer.status().as_u16())),
        Err(_) => bad(AREA, format!("{url} cannot be reached")),
    };
    futures_util::future::join_all(addresses.into_iter().map(look)).await
}

fn secret(config: &Config) -> Finding {
    let kept = config.data_dir.join(KEY_FILE);
    if config.auth.auth_secret.is_empty()
        && let Some(fault) = key_file_fault(&kept)
    {
        return bad("auth secret", fault);
    }
    match (&config.auth.auth_secret, config.uses_postgres()) {
        (secret, _) if !secret.is_empty() => good("auth secret", format!("{secret:?} from AUTH_SECRET")),
        (_, false) => good("auth secret", format!("kept in {}", kept.display())),
        (_, true) => note(
            "auth secret",
            format!(
                "kept in {}: a second replica does not start without a common AUTH_SECRET",
                kept.display()
            ),
        ),
    }
}

/// Passkeys belong to a name; under another one people have to add new ones.
fn passkeys(config: &Config) -> Finding {
    let url = config.public_url();
    let name = Site::of(&url).rp_id;
    match Url::parse(&url).ok().and_then(|url| url.host_str().map(|host| host == name)) {
        Some(true) => good("passkeys", format!("belong to {name}")),
        _ => note(
            "passkeys",
            format!("belong to {name}: an address of numbers cannot have any, open the site by its name"),
        ),
    }
}

fn unproven_addresses(config: &Config) -> Option<Finding> {
    let text = "AUTH_CONFIRM_EMAIL=off: addresses are not proven, and whoever signs up with one and then cannot sign in has \
                learnt that it has an account";
    (config.auth.auth_confirm_email == Switch::Off).then(|| note("addresses", text))
}

async fn mail(config: &Config) -> Finding {
    match Mailer::new(config) {
        Ok(Mailer::Mailbox) => note(
            "mail",
            "no SMTP_URL: mails are kept on this machine and shown at the address that `nomina serve` prints",
        ),
        Ok(Mailer::Missing) => bad(
            "mail",
            "no SMTP_URL and a public address: confirmations and new passwords reach nobody, so sign-ups are refused",
        ),
        Ok(smtp) => match smtp.test().await {
            Ok(true) => good(
                "mail",
                format!("{} from {}", masked_address(&config.mail.smtp_url), config.mail.mail_from),
            ),
            Ok(false) => bad("mail", "the SMTP server does not answer: check SMTP_URL"),
            Err(error) => bad("mail", error.to_string()),
        },
        Err(error) => bad("mail", error.to_string()),
    }
}

/// Whether real money is taken, and whether Stripe's prices are those of the plans.
async fn billing(config: &Config) -> Vec<Finding> {
    let mode = Mode::of(config);
    if mode != Mode::Stripe {
        return vec![note("billing", mode.describe())];
    }
    let faults = match http_client() {
        Ok(http) => health::faults(&config.billing, http).await,
        Err(error) => vec![error.to_string()],
    };
    if faults.is_empty() {
        let key = &config.billing.stripe_secret_key;
        return vec![good(
            "billing",
            format!("{} with {key:?}, every price as in the plans", mode.describe()),
        )];
    }
    faults.into_iter().map(|fault| bad("billing", fault)).collect()
}

/// What about somebody's money is not settled. A database that cannot be read is told elsewhere.
async fn billing_reports(config: &Config) -> Vec<Finding> {
    let Ok(db) = Db::open(config).await else { return Vec::new() };
    let open = reports::all_open(&db).await.unwrap_or_default();
    db.close().await;
    let line = |report: reports::Open| {
        format!("{} {} since {}: {}", report.kind, report.stripe_id, report.created_at, report.detail)
    };
    open.into_iter().map(|report| bad("billing", line(report))).collect()
}

fn social(config: &Config, provider: Provider) -> Finding {
    let view = provider.view(&config.oauth);
    if view.configured {
        good(view.id.id(), format!("sign-in with {} is on", view.label))
    } else {
        let name = view.id.id().to_uppercase();
        note(view.id.id(), format!("off: set {name}_CLIENT_ID and {name}_CLIENT_SECRET to switch it on"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_address_is_shown_without_its_password() {
        let shown = masked_address(&Secret::new("postgres://me:hunter2@db/x"));
        assert!(shown.contains("me") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn the_naming_model_is_named_and_a_missing_one_explained() {
        let look = |choice, key: &str| {
            let mut config = Config::defaults().naming;
            config.ai_provider = choice;
            config.gemini_api_key = Secret::new(key);
            naming(&config)
        };
        let service = look(ProviderChoice::Auto, "the-key");
        assert_eq!((service.mark, service.text.contains("Gemini")), (Mark::Good, true));
        assert!(!service.text.contains("the-key"));
        let keyless = look(ProviderChoice::Gemini, "");
        assert_eq!((keyless.mark, keyless.text.contains("GEMINI_API_KEY is not set")), (Mark::Bad, true));
        let off = look(ProviderChoice::None, "");
        assert_eq!((off.mark, off.text.contains("cleaned original names")), (Mark::Note, true));
    }
}
