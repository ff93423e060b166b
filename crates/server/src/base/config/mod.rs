//! The settings: each is a flag and an environment variable, each has a default that works on a laptop.

mod billing;
mod blobs;
mod check;
mod choices;
mod naming;
mod runs;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use ipnet::IpNet;

pub use billing::BillingConfig;
pub use blobs::{BlobsConfig, Storage};
pub use choices::{Auto, LogArgs, LogFormat, SqliteSync, Switch};
pub use naming::{NamingConfig, ProviderChoice};
pub use runs::RunsConfig;

use crate::base::secret::Secret;

/// Everything that can be configured.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address and port of metrics, health and readiness for operators, such as 127.0.0.1:9090; empty means off
    #[arg(long, env = "ADMIN_LISTEN", default_value = "")]
    pub admin_listen: String,
    /// The address people type; empty means http:// and the listening address
    #[arg(long, env = "PUBLIC_URL", default_value = "")]
    pub public_url: String,
    /// Folder for the database and stored files
    #[arg(long, env = "DATA_DIR", default_value = "./data")]
    pub data_dir: PathBuf,
    /// postgres://... ; empty means SQLite in the data folder
    #[arg(long, env = "DATABASE_URL", default_value = "", hide_env_values = true)]
    pub database_url: Secret,
    /// A direct address of the same database for hearing other servers, when the one above goes through pgbouncer
    #[arg(long, env = "DATABASE_URL_LISTEN", default_value = "", hide_env_values = true)]
    pub database_url_listen: Secret,
    /// Connections to PostgreSQL per server
    #[arg(long, env = "PG_POOL", default_value_t = 16)]
    pub pg_pool: u32,
    /// Milliseconds after which PostgreSQL is asked by a connection of its own whether it is there; twice as long without an
    /// answer means that it is away
    #[arg(long, env = "PG_PATIENCE_MS", default_value_t = 700)]
    pub pg_patience_ms: u64,
    /// Named prepared statements; switch off behind pgbouncer in transaction mode
    #[arg(long, env = "PG_PREPARED", value_enum, default_value = "on")]
    pub pg_prepared: Switch,
    /// `full` also survives a power cut, at the price of slower writes
    #[arg(long, env = "SQLITE_SYNC", value_enum, default_value = "normal")]
    pub sqlite_sync: SqliteSync,
    /// Networks of reverse proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', num_args = 0..)]
    pub trusted_proxies: Vec<IpNet>,
    /// Requests served at the same time; more are answered with 503
    #[arg(long, env = "MAX_CONCURRENCY", default_value_t = 512)]
    pub max_concurrency: usize,
    /// Images worked on at the same time for programs; 0 is one for every core
    #[arg(long, env = "PROCESS_PLACES", default_value_t = 0)]
    pub process_places: usize,
    #[command(flatten)]
    pub runs: RunsConfig,
    /// Seconds after which the task of a server or worker that died is taken over by another; long work keeps its own
    #[arg(long, env = "TASK_LEASE", default_value_t = 120)]
    pub task_lease: u32,
    /// Multiplies every rate limit, that of emails included; for load tests and offices behind one address
    #[arg(long, env = "RATE_FACTOR", default_value_t = 1)]
    pub rate_factor: u32,
    /// Seconds that running requests get when the server is stopped
    #[arg(long, env = "SHUTDOWN_GRACE", default_value_t = 20)]
    pub shutdown_grace: u64,
    /// Seconds between the first sign of a stop (/readyz says no) and the stop itself, for load balancers to turn away
    #[arg(long, env = "SHUTDOWN_DELAY", default_value_t = 0)]
    pub shutdown_delay: u64,
    /// Streams of events that one person may have open at one server
    #[arg(long, env = "EVENT_STREAMS", default_value_t = 32)]
    pub event_streams: usize,
    #[command(flatten)]
    pub logs: LogArgs,

    #[command(flatten)]
    pub auth: AuthConfig,
    #[command(flatten)]
    pub oauth: OauthConfig,
    #[command(flatten)]
    pub mail: MailConfig,
    #[command(flatten)]
    pub naming: NamingConfig,
    #[command(flatten)]
    pub billing: BillingConfig,
    #[command(flatten)]
    pub blobs: BlobsConfig,
}

/// Accounts and sessions.
#[derive(Args, Clone, Debug)]
pub struct AuthConfig {
    /// Key of refresh tokens, the same on every replica; empty means a file made in the data folder
    #[arg(long, env = "AUTH_SECRET", default_value = "", hide_env_values = true)]
    pub auth_secret: Secret,
    /// Shortest password
    #[arg(long, env = "AUTH_PASSWORD_MIN", default_value_t = 6)]
    pub auth_password_min: usize,
    /// Whether passwords that everybody tries first are refused
    #[arg(long, env = "AUTH_BLOCKLIST", value_enum, default_value = "off")]
    pub auth_blocklist: Switch,
    /// Whether a new address must be confirmed by email before the first sign-in
    #[arg(long, env = "AUTH_CONFIRM_EMAIL", value_enum, default_value = "on")]
    pub auth_confirm_email: Switch,
    /// Minutes that an access token lives
    #[arg(long, env = "SESSION_ACCESS_MINUTES", default_value_t = 60)]
    pub session_access_minutes: i64,
    /// Days without use after which a session ends
    #[arg(long, env = "SESSION_IDLE_DAYS", default_value_t = 30)]
    pub session_idle_days: i64,
    /// Days after which a session ends in any case
    #[arg(long, env = "SESSION_ABSOLUTE_DAYS", default_value_t = 90)]
    pub session_absolute_days: i64,
}

/// Sign-in with Google and GitHub. The base URLs exist so that look-alike servers can be used in tests.
#[derive(Args, Clone, Debug)]
pub struct OauthConfig {
    #[arg(long, env = "GOOGLE_CLIENT_ID", default_value = "")]
    pub google_client_id: String,
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", default_value = "", hide_env_values = true)]
    pub google_client_secret: Secret,
    /// Where Google's consent page lives
    #[arg(long, env = "GOOGLE_AUTH_URL", default_value = "https://accounts.google.com/o/oauth2/v2/auth")]
    pub google_auth_url: String,
    #[arg(long, env = "GOOGLE_TOKEN_URL", default_value = "https://oauth2.googleapis.com/token")]
    pub google_token_url: String,
    #[arg(
        long,
        env = "GOOGLE_USERINFO_URL",
        default_value = "https://openidconnect.googleapis.com/v1/userinfo"
    )]
    pub google_userinfo_url: String,
    /// Who must have issued Google's id tokens
    #[arg(long, env = "GOOGLE_ISSUER", default_value = "https://accounts.google.com")]
    pub google_issuer: String,
    #[arg(long, env = "GITHUB_CLIENT_ID", default_value = "")]
    pub github_client_id: String,
    #[arg(long, env = "GITHUB_CLIENT_SECRET", default_value = "", hide_env_values = true)]
    pub github_client_secret: Secret,
    /// Where GitHub's consent page lives
    #[arg(long, env = "GITHUB_BASE_URL", default_value = "https://github.com")]
    pub github_base_url: String,
    #[arg(long, env = "GITHUB_API_URL", default_value = "https://api.github.com")]
    pub github_api_url: String,
}

/// Outgoing mail.
#[derive(Args, Clone, Debug)]
pub struct MailConfig {
    /// smtp://user:password@host:587 or smtps://...; empty means the local mailbox
    #[arg(long, env = "SMTP_URL", default_value = "", hide_env_values = true)]
    pub smtp_url: Secret,
    #[arg(long, env = "MAIL_FROM", default_value = "Nomina <no-reply@localhost>")]
    pub mail_from: String,
    /// The page /dev/mailbox, which exists while no SMTP server is set and PUBLIC_URL is a loopback address: auto shows it to
    /// loopback visitors, on to all; either way the address needs the token that is printed at the start
    #[arg(long, env = "DEV_MAILBOX", value_enum, default_value = "auto")]
    pub dev_mailbox: Auto,
}

impl OauthConfig {
    /// Google writes its issuer with and without the scheme.
    pub fn google_issuers(&self) -> Vec<String> {
        let bare = self.google_issuer.strip_prefix("https://").map(str::to_owned);
        [self.google_issuer.clone()].into_iter().chain(bare).collect()
    }

    /// Every address and the name of its setting.
    fn addresses(&self) -> [(&'static str, &str); 6] {
        [
            ("GOOGLE_AUTH_URL", &self.google_auth_url),
            ("GOOGLE_TOKEN_URL", &self.google_token_url),
            ("GOOGLE_USERINFO_URL", &self.google_userinfo_url),
            ("GOOGLE_ISSUER", &self.google_issuer),
            ("GITHUB_BASE_URL", &self.github_base_url),
            ("GITHUB_API_URL", &self.github_api_url),
        ]
    }
}

impl Config {
    /// The settings a laptop gets: every default.
    pub fn defaults() -> Self {
        #[derive(clap::Parser)]
        struct Defaults {
            #[command(flatten)]
            config: Config,
        }
        use clap::{CommandFactory, FromArgMatches};
        let matches = Defaults::command().mut_args(|arg| arg.env(None::<&str>)).get_matches_from(["nomina"]);
        Defaults::from_arg_matches(&matches).expect("every setting has a default").config
    }

    /// The public address without a slash at its end.
    pub fn public_url(&self) -> String {
        match self.public_url.trim().trim_end_matches('/') {
            "" => format!("http://{}", self.listen),
            url => url.to_owned(),
        }
    }

    /// Whether visitors come by https, which decides cookie names and HSTS.
    pub fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }

    /// Whether emails go to the local mailbox: the public address is this machine, and no mail server is set.
    pub fn has_mailbox(&self) -> bool {
        self.mail.smtp_url.is_empty() && self.mail.dev_mailbox != Auto::Off && self.is_loopback()
    }

    /// Whether the public address is this very machine.
    pub fn is_loopback(&self) -> bool {
        let address = url::Url::parse(&self.public_url());
        address.is_ok_and(|url| match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        })
    }

    /// The operators' address, if they want one.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin_listen.trim().parse().ok()
    }

    pub fn sqlite_path(&self) -> PathBuf {
        self.data_dir.join("nomina.db")
    }

    pub fn uses_postgres(&self) -> bool {
        !self.database_url.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Args, Command};

    use super::*;

    const README: &str = include_str!("../../../../../README.md");
    const OPERATIONS: &str = include_str!("../../../../../docs/operations.md");

    /// Every setting: its variable and its default.
    fn settings() -> Vec<(String, String)> {
        let command = Config::augment_args(Command::new("nomina"));
        let of = |arg: &Arg| {
            let defaults: Vec<_> = arg.get_default_values().iter().map(|one| one.to_string_lossy()).collect();
            Some((arg.get_env()?.to_string_lossy().into_owned(), defaults.join(",")))
        };
        command.get_arguments().filter_map(of).collect()
    }

    #[test]
    fn every_setting_stands_in_the_readme_or_in_the_operators_book() {
        let settings = settings();
        assert!(settings.len() > 70, "the settings are found: {}", settings.len());
        let names = |text: &str, name: &str| {
            [format!("`{name}`"), format!("`{name}=")].iter().any(|n| text.contains(n))
        };
        let missing: Vec<_> =
            settings.iter().filter(|(name, _)| !names(README, name) && !names(OPERATIONS, name)).collect();
        assert!(missing.is_empty(), "write what they decide into docs/operations.md: {missing:?}");
    }

    #[test]
    fn the_table_of_rare_settings_has_their_defaults() {
        let section =
            OPERATIONS.split("\n## ").find(|section| section.starts_with("Settings for rare needs"));
        let rows = section.unwrap().lines().filter_map(|line| line.strip_prefix("| `"));
        let rows: Vec<_> = rows.filter_map(|row| row.split_once("` | `")).collect();
        assert!(rows.len() > 20, "the rows are found: {rows:?}");
        let settings = settings();
        for (name, rest) in rows {
            let said = rest.split('`').next().unwrap_or_default();
            let real = settings.iter().find(|setting| setting.0 == name);
            assert_eq!(real.map(|setting| setting.1.as_str()), Some(said), "{name}");
        }
    }
}
