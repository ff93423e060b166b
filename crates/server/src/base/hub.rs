//! Wakes the streams of open tabs in this process, and counts how many each person has open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;
use uuid::Uuid;

/// Wakes the streams of a person, and counts how many each has open here.
#[derive(Clone, Debug)]
pub struct Hub {
    news: broadcast::Sender<Uuid>,
    open: Arc<Mutex<HashMap<Uuid, usize>>>,
}

/// The right to one open stream. Given back when the stream is over.
#[derive(Debug)]
pub struct Seat {
    user: Uuid,
    hub: Hub,
}

impl Default for Hub {
    fn default() -> Self {
        Self { news: broadcast::channel(1024).0, open: Arc::default() }
    }
}

impl Hub {
    pub fn wake(&self, user: Uuid) {
        // It fails only when no stream is open.
        let _ = self.news.send(user);
    }

    /// All streams of all people at this server.
    pub fn open_streams(&self) -> usize {
        self.counts().values().sum()
    }

    pub fn subscribe(&self) -> broadcast::Receiver<Uuid> {
        self.news.subscribe()
    }

    /// None when the person has as many open as one may.
    pub fn seat(&self, user: Uuid, most: usize) -> Option<Seat> {
        let mut counts = self.counts();
        let count = counts.entry(user).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Seat { user, hub: self.clone() })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Uuid, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.hub.counts();
        if let Some(count) = counts.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.user);
            }
        }
    }
}
