//! Logs: one line per event on standard error, as text or JSON.

use std::io::IsTerminal;
use std::str::FromStr;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::config::{Config, LogFormat};

/// Starts logging. A level that makes no sense is refused with a sentence.
pub fn start(config: &Config) -> Result<(), String> {
    let targets = Targets::from_str(&config.log_level)
        .map_err(|error| format!("LOG_LEVEL \"{}\" is not a level: {error}", config.log_level))?
        // Statements can hold personal data; connection chatter helps nobody.
        .with_targets([("sqlx", tracing::Level::WARN), ("hyper", tracing::Level::WARN)]);
    let layer = match config.log_format {
        LogFormat::Text => fmt::layer()
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal())
            .with_target(false)
            .boxed(),
        LogFormat::Json => fmt::layer().json().with_writer(std::io::stderr).boxed(),
    };
    tracing_subscriber::registry()
        .with(layer.with_filter(targets))
        .try_init()
        .map_err(|error| error.to_string())
}
