//! Opening the program from its settings: database, keys, stored files, and the contexts of all features.

use std::io::ErrorKind;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::app::features::holdings;
use crate::app::state::{AppState, Parts};
use crate::app::{shared_folder, shared_key};
use crate::base::blobs::{BlobError, Blobs};
use crate::base::clock::{Clock, SystemClock};
use crate::base::config::Config;
use crate::base::context::{Context, Shared};
use crate::base::db::{ConnectError, Db};
use crate::base::http::in_progress::InProgress;
use crate::base::http::outbound;
use crate::base::hub::Hub;
use crate::base::mail::{MailError, Mailer};
use crate::base::metrics::Metrics;
use crate::base::passwords::Passwords;
use crate::base::random::{self, Random, SystemRandom};
use crate::base::secrets::Keys;
use crate::base::tls;
use crate::base::wake::Wake;
use crate::features::assets::WebApp;
use crate::features::billing::{self, BillingContext};
use crate::features::naming::{Namer, NamingContext};
use crate::features::processing::{Pool, ProcessingContext};

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
        if !shared_key::is_shared(&config, &db, &keys).await? {
            return Err(StartError::KeyNotShared);
        }
        shared_folder::check(&config, &db, &*random).await?;
        billing::end_test_checkouts(&config, &db).await.map_err(StartError::Checkouts)?;
        let context = Context::from(Shared {
            keys,
            passwords: Passwords::default(),
            mailer: Mailer::new(&config)?,
            http,
            outbound: outbound::client(config.runs.allows_private())?,
            blobs: Blobs::open(&config)?,
            events: Hub::default(),
            replica: random::id(&*random, clock.now()),
            worker: Wake::default(),
            metrics: Metrics::default(),
            personal: holdings().collect(),
            draining: CancellationToken::new(),
            shutdown: CancellationToken::new(),
            config,
            db,
            clock,
            random,
        });
        Ok(Self::of(context))
    }

    fn of(context: Context) -> Self {
        let config = &context.config;
        let naming = NamingContext::new(context.clone(), Namer::open(&config.naming));
        Self::from(Parts {
            web: WebApp::new(context.clone()),
            processing: ProcessingContext::new(naming.clone(), Pool::new(config.process_places)),
            naming,
            billing: BillingContext::new(context.clone(), billing::open(config, &context.http)),
            requests: Arc::new(InProgress::new(config.max_concurrency, config.rate_factor)),
            context,
        })
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
