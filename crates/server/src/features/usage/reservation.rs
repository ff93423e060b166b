//! Images that are counted but not yet named.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::base::error::{ApiError, Result};

type Undo = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// Dropped without `spend`, the images are given back: a failure, a cancel or a browser that went away costs nothing.
pub struct Reservation {
    undo: Option<Undo>,
}

impl fmt::Debug for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.undo.is_some() { "Reservation(open)" } else { "Reservation(spent)" })
    }
}

impl Reservation {
    /// `undo` runs only if the work is not done.
    pub(crate) fn new(undo: impl Future<Output = Result<()>> + Send + 'static) -> Self {
        Self { undo: Some(Box::pin(undo)) }
    }

    /// Counts in a task of its own. A request may be given up at any moment, by a time-out or because its browser went away:
    /// the task still ends, and a reservation that nobody waits for any more gives its images back.
    pub(crate) async fn made_by(
        counting: impl Future<Output = Result<Self>> + Send + 'static,
    ) -> Result<Self> {
        tokio::spawn(counting).await.map_err(ApiError::internal)?
    }

    /// Nothing to give back: the count is kept elsewhere.
    pub(crate) fn none() -> Self {
        Self { undo: None }
    }

    /// The work was done: the count stands.
    pub fn spend(mut self) {
        self.undo = None;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let Some(undo) = self.undo.take() else { return };
        tokio::spawn(async move {
            if let Err(error) = undo.await {
                tracing::error!(?error, "counted images could not be given back");
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_says_whether_it_is_open() {
        let open = Reservation::new(async { Ok(()) });
        assert_eq!(format!("{open:?}"), "Reservation(open)");
        open.spend();
        assert_eq!(format!("{:?}", Reservation::none()), "Reservation(spent)");
    }
}
