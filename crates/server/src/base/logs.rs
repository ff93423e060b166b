//! Logs: one line per event on standard error, as text or JSON.

use std::io::IsTerminal;
use std::str::FromStr;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::base::config::{LogArgs, LogFormat};

/// Starts logging. A level that makes no sense is refused with a sentence.
pub fn start(config: &LogArgs) -> Result<(), String> {
    let targets = levels(&config.log_level)
        .ok_or_else(|| {
            format!(
                "LOG_LEVEL \"{}\" is not a level: error, warn, info, debug, trace, or target=level pairs.",
                config.log_level
            )
        })?
        // Statements can hold personal data; messages about connections are of no use.
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

/// A bare word that is no level would be taken as a target, and the log would be silent.
fn levels(text: &str) -> Option<Targets> {
    let is_level = |part: &str| part.contains('=') || LevelFilter::from_str(part.trim()).is_ok();
    text.split(',').all(is_level).then(|| Targets::from_str(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::levels;

    #[test]
    fn a_level_or_pairs_are_taken_and_other_words_are_not() {
        for good in ["info", "TRACE", "warn,nomina_server=debug", "nomina_server::sql=trace,error"] {
            assert!(levels(good).is_some(), "{good}");
        }
        for bad in ["loud", "info,nomina_server", "nomina_server=loud"] {
            assert!(levels(bad).is_none(), "{bad}");
        }
    }
}
