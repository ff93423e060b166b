//! What every feature can reach: settings, database, clock, randomness, and the ways out. Knows no feature. Cheap to clone.

use std::ops::Deref;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::base::blobs::Blobs;
use crate::base::clock::Clock;
use crate::base::config::Config;
use crate::base::db::Db;
use crate::base::hub::Hub;
use crate::base::mail::Mailer;
use crate::base::metrics::Metrics;
use crate::base::passwords::Passwords;
use crate::base::personal::Holding;
use crate::base::random::Random;
use crate::base::secrets::Keys;
use crate::base::wake::Wake;

#[derive(Clone, Debug)]
pub struct Context(Arc<Shared>);

#[derive(Debug)]
pub struct Shared {
    pub config: Config,
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Random>,
    pub keys: Keys,
    pub passwords: Passwords,
    pub mailer: Mailer,
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
    pub metrics: Metrics,
    /// What all features hold about a person.
    pub personal: Vec<&'static Holding>,
    /// Cancelled when a stop begins: /readyz then tells load balancers to send no more requests.
    pub draining: CancellationToken,
    /// Cancelled when the server stops: streams end, the worker puts its task back.
    pub shutdown: CancellationToken,
}

impl From<Shared> for Context {
    fn from(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }
}

impl Deref for Context {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Shared {
    /// Whether new visitors may be sent here.
    pub fn is_taking(&self) -> bool {
        !self.draining.is_cancelled() && !self.shutdown.is_cancelled()
    }
}
