//! The emails about a stored batch: it is ready, and it will be deleted soon. None is sent about a deleted one.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::{Tx, q};
use crate::base::error::Result;
use crate::base::feature::Email;
use crate::base::mail::{Words, counted, said};
use crate::features::emails::{self, AT_LEISURE, EmailTemplate, Pace, email};
use crate::features::preferences::Preferences;
use crate::features::users::User;

pub(crate) const EMAILS: &[Email] = &[email::<BatchReady>(), email::<BatchExpires>()];

/// What an email says about a batch.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BatchNews {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) files: i64,
    pub(crate) expires_at: Timestamp,
}

impl BatchNews {
    /// The day in UTC, as `2026-11-15`.
    fn day(&self) -> String {
        self.expires_at.to_string().chars().take(10).collect()
    }

    /// Whether the batch has not been deleted meanwhile.
    async fn is_there(&self, state: &Context, user: Uuid) -> Result<bool> {
        let found = q!("SELECT COUNT(*) FROM batch_results WHERE id = $1 AND user_id = $2", self.id, user);
        Ok(found.number(&state.db).await? > 0)
    }
}

/// An email about a batch. What all of them have in common is below.
trait AboutBatch: Serialize + DeserializeOwned + Send + Sync + 'static {
    const KIND: &'static str;

    fn news(&self) -> &BatchNews;

    fn words(&self, state: &Context) -> Words;
}

impl<L: AboutBatch> EmailTemplate for L {
    const KIND: &'static str = <L as AboutBatch>::KIND;
    const PRIORITY: i64 = AT_LEISURE;
    const PACE: Pace = Pace::News;

    fn about(&self) -> Option<Uuid> {
        Some(self.news().id)
    }

    fn is_wanted(preferences: &Preferences) -> bool {
        preferences.processing_notifications
    }

    async fn is_due(&self, state: &Context, reader: Uuid) -> Result<bool> {
        self.news().is_there(state, reader).await
    }

    async fn words(&self, state: &Context, _: &User) -> Result<Words> {
        Ok(AboutBatch::words(self, state))
    }
}

/// A stored batch can be downloaded.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BatchReady(pub(crate) BatchNews);

impl AboutBatch for BatchReady {
    const KIND: &'static str = "batch_ready";

    fn news(&self) -> &BatchNews {
        &self.0
    }

    fn words(&self, state: &Context) -> Words {
        let news = &self.0;
        Words {
            subject: said!("Your batch is ready"),
            before: counted!(
                news.files,
                "\"{0}\" is stored: # image is ready to download.",
                "\"{0}\" is stored: # images are ready to download.",
                news.name
            ),
            button: (said!("Open your history"), history(state)),
            after: said!("The ZIP is kept until {0}. You can turn these emails off in Settings.", news.day()),
        }
    }
}

/// A stored batch will soon be deleted.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BatchExpires(pub(crate) BatchNews);

impl AboutBatch for BatchExpires {
    const KIND: &'static str = "batch_expires";

    fn news(&self) -> &BatchNews {
        &self.0
    }

    fn words(&self, state: &Context) -> Words {
        let news = &self.0;
        Words {
            subject: said!("Your batch expires soon"),
            before: said!("\"{0}\" will be deleted on {1}.", news.name, news.day()),
            button: (said!("Download it"), history(state)),
            after: said!(
                "If you already have your images, there is nothing to do. You can turn these emails off in Settings."
            ),
        }
    }
}

fn history(state: &Context) -> String {
    format!("{}/dashboard/jobs", state.config.public_url())
}

/// Takes the emails about a batch out of the queue when it is deleted.
pub(super) async fn forget(tx: &mut Tx, to: &str, batch: Uuid) -> Result<(), sqlx::Error> {
    emails::forget::<BatchReady>(tx, to, Some(batch)).await?;
    emails::forget::<BatchExpires>(tx, to, Some(batch)).await
}
