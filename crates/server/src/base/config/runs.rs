//! What the operator allows batches of programs.

use clap::Args;

use super::Switch;

#[derive(Args, Clone, Debug)]
pub struct RunsConfig {
    /// The largest batch that a program may send, in megabytes
    #[arg(long, env = "MAX_BATCH_MB", default_value_t = 1024)]
    pub max_batch_mb: u64,
    /// Whether this server works on batches of programs itself; `off` leaves them to `nomina worker`
    #[arg(long, env = "BATCH_WORK", value_enum, default_value = "on")]
    pub batch_work: Switch,
    /// Hosts from which images of a batch may be fetched, separated by commas; `*` is every public host, empty is none
    #[arg(long, env = "FETCH_HOSTS", value_delimiter = ',', num_args = 0..)]
    pub fetch_hosts: Vec<String>,
    /// Whether images and webhooks may also go to private and local addresses; only where every program is trusted
    #[arg(long, env = "ALLOW_PRIVATE_ADDRESSES", value_enum, default_value = "off")]
    pub allow_private_addresses: Switch,
}

impl RunsConfig {
    /// Whether images may be fetched from this host. A name stands for its subdomains too when it begins with a dot.
    pub fn may_fetch(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.fetch_hosts
            .iter()
            .map(|name| name.trim().to_ascii_lowercase())
            .any(|name| name == "*" || name == host || (name.starts_with('.') && host.ends_with(&name)))
    }

    pub fn works_here(&self) -> bool {
        self.batch_work == Switch::On
    }

    pub fn allows_private(&self) -> bool {
        self.allow_private_addresses == Switch::On
    }
}
