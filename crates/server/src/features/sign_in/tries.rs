//! How often a password may be tried. A browser in which the person has signed in before has a count of its own, so
//! that nobody locks them out by guessing from elsewhere.

use uuid::Uuid;

use crate::base::context::Context;
use crate::base::error::Result;
use crate::base::http::client::Client;
use crate::base::rate::{self, Limit};

/// The counts that a sign-in belongs to.
pub(super) struct Tries(Vec<(Limit, String)>);

impl Tries {
    /// `user` is the account of the address, when it has one.
    pub(super) fn of(state: &Context, client: &Client, email: &str, user: Option<Uuid>) -> Self {
        // Compared also for an address without an account: the work is the same.
        let user = user.unwrap_or_default();
        let device = client.device.as_deref().filter(|token| state.keys.is_device_of(token, user));
        Self(match device {
            Some(token) => vec![(rate::LOGIN_FAILURES_DEVICE, token.to_owned())],
            None => vec![
                (rate::LOGIN_FAILURES, format!("{email} {}", rate::subscriber(client.ip))),
                (rate::LOGIN_FAILURES_ANYWHERE, email.to_owned()),
            ],
        })
    }

    /// Refuses when there were too many.
    pub(super) async fn check(&self, state: &Context) -> Result<()> {
        for (limit, who) in &self.0 {
            rate::peek(state, *limit, who).await?;
        }
        Ok(())
    }

    /// Counts a failure.
    pub(super) async fn count(&self, state: &Context) {
        for (limit, who) in &self.0 {
            // A full count is refused at the next try, not at this one.
            rate::take(state, *limit, who).await.ok();
        }
    }
}
