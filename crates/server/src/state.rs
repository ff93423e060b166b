//! What every handler can reach: settings, database, clock, randomness. Cheap to clone.

use std::ops::Deref;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::assets::Encoded;
use crate::clock::{Clock, SystemClock};
use crate::config::Config;
use crate::db::{ConnectError, Db};
use crate::random::{Random, SystemRandom};

#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

#[derive(Debug)]
pub struct Shared {
    pub config: Config,
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Random>,
    /// Squeezed forms of the embedded files.
    pub encoded: Encoded,
    /// One permit per request being served.
    pub concurrency: Semaphore,
    /// Cancelled when the server stops: streams end, the worker puts its task back.
    pub shutdown: CancellationToken,
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// The real thing: the wall clock and the system's randomness.
    pub async fn open(config: Config) -> Result<Self, ConnectError> {
        Self::with(config, Arc::new(SystemClock), Arc::new(SystemRandom)).await
    }

    /// Opens everything with a given clock and randomness.
    pub async fn with(
        config: Config,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Result<Self, ConnectError> {
        let db = Db::connect(&config, &*clock).await?;
        Ok(Self(Arc::new(Shared {
            concurrency: Semaphore::new(config.max_concurrency),
            encoded: Encoded::default(),
            shutdown: CancellationToken::new(),
            config,
            db,
            clock,
            random,
        })))
    }
}
