//! What every handler can reach: settings, database, clock, randomness. Cheap to clone.

use std::io::ErrorKind;
use std::ops::Deref;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::base::blobs::{BlobError, Blobs};
use crate::base::clock::{Clock, SystemClock};
use crate::base::config::Config;
use crate::base::db::{ConnectError, Db};
use crate::base::events::Hub;
use crate::base::http::in_progress::InProgress;
use crate::base::http::outbound;
use crate::base::mail::{MailError, Mailer};
use crate::base::metrics::Metrics;
use crate::base::random::{self, Random, SystemRandom};
use crate::base::secrets::Keys;
use crate::base::worker::Wake;
use crate::base::{shared_folder, shared_key, tls};
use crate::features::accounts::Passwords;
use crate::features::assets::Encoded;
use crate::features::billing;
use crate::features::naming::Namer;
use crate::features::processing::Pool;

#[derive(Clone, Debug)]
pub struct AppState(Arc<Shared>);

#[derive(Debug)]
pub struct Shared {
    pub config: Config,
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Random>,
    pub keys: Keys,
    pub passwords: Passwords,
    pub mailer: Mailer,
    pub namer: Namer,
    pub billing: Box<dyn billing::Provider>,
    /// Where whole pictures are worked on.
    pub pool: Pool,
    /// Stored files of people.
    pub blobs: Blobs,
    /// Wakes open tabs.
    pub events: Hub,
    /// Outgoing requests: ten seconds, no redirects.
    pub http: reqwest::Client,
    /// Outgoing requests to addresses that programs chose: public ones only.
    pub outbound: reqwest::Client,
    /// This process among its replicas.
    pub replica: Uuid,
    /// Wakes the worker when there is something to do.
    pub worker: Wake,
    /// Squeezed forms of the embedded files.
    pub encoded: Encoded,
    /// Requests being served, each with a permit.
    pub requests: InProgress,
    pub metrics: Metrics,
    /// Cancelled at the first sign of a stop: load balancers are told to send nobody here any more.
    pub draining: CancellationToken,
    /// Cancelled when the server stops: streams end, the worker puts its task back.
    pub shutdown: CancellationToken,
}

/// Why the program cannot start; each says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Database(#[from] ConnectError),
    #[error("{}", key_sentence(.0))]
    Keys(std::io::Error),
    #[error(
        "This server's own key differs from the one that the other servers on this database use, so that each would end \
         the sessions of the others. Set AUTH_SECRET to the same value on all of them."
    )]
    KeyNotShared,
    #[error("The database could not be asked about the key: {0}")]
    KeyUnknown(#[from] sqlx::Error),
    #[error("Open test checkouts could not be ended: {0}")]
    Checkouts(sqlx::Error),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error("Stored files cannot be reached: {0}. Check DATA_DIR, or the S3_* settings.")]
    Blobs(#[from] BlobError),
    #[error("The HTTP client could not be set up: {0}")]
    Http(#[from] reqwest::Error),
}

/// A key that cannot be used says by itself what to do.
fn key_sentence(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::InvalidInput => error.to_string(),
        _ => format!(
            "The key file in the data folder cannot be used: {error}. Set AUTH_SECRET, or DATA_DIR to a folder that you own."
        ),
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl AppState {
    /// The real thing: the wall clock and the system's randomness.
    pub async fn open(config: Config) -> Result<Self, StartError> {
        Self::with(config, Arc::new(SystemClock), Arc::new(SystemRandom)).await
    }

    /// Opens everything with a given clock and randomness.
    pub async fn with(
        config: Config,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
    ) -> Result<Self, StartError> {
        let db = Db::connect(&config, &*clock).await?;
        let http = http_client()?;
        let keys = Keys::load(&config, &*random).map_err(StartError::Keys)?;
        shared_key::check(&config, &db, &keys).await?;
        shared_folder::check(&config, &db, &*random).await?;
        billing::end_test_checkouts(&config, &db).await.map_err(StartError::Checkouts)?;
        Ok(Self(Arc::new(Shared {
            keys,
            passwords: Passwords::default(),
            mailer: Mailer::new(&config)?,
            namer: Namer::open(&config.naming),
            billing: billing::open(&config, &http),
            http,
            outbound: outbound::client(config.runs.allows_private())?,
            pool: Pool::new(config.process_places),
            blobs: Blobs::open(&config)?,
            events: Hub::default(),
            replica: random::id(&*random, clock.now()),
            worker: Wake::default(),
            requests: InProgress::new(config.max_concurrency, config.rate_factor),
            encoded: Encoded::default(),
            metrics: Metrics::default(),
            draining: CancellationToken::new(),
            shutdown: CancellationToken::new(),
            config,
            db,
            clock,
            random,
        })))
    }
}

impl Shared {
    /// Whether new visitors may be sent here.
    pub fn is_taking(&self) -> bool {
        !self.draining.is_cancelled() && !self.shutdown.is_cancelled()
    }
}

/// The client for everything we ask of others.
pub(crate) fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    tls::install();
    reqwest::Client::builder()
        .user_agent(concat!("nomina/", env!("CARGO_PKG_VERSION")))
        .timeout(std::time::Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none())
        .build()
}
