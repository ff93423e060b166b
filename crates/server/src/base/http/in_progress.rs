//! Requests in progress: a bounded number is worked on at once, and one network has a bounded share of all that are open. A
//! permit is held while the server works, and given back while it waits for the client's bytes: slow senders cost none.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::PollSemaphore;

use crate::base::rate;

/// One network may have this part of all requests open at once.
const SHARE: usize = 4;

#[derive(Debug)]
pub struct InProgress {
    permits: Arc<Semaphore>,
    share: usize,
    open: Arc<Mutex<HashMap<String, usize>>>,
}

impl InProgress {
    /// `most` requests at once. `factor` multiplies the share of one network, as it does its rates.
    pub fn new(most: usize, factor: u32) -> Self {
        let share = (most / SHARE).max(1).saturating_mul(factor as usize);
        Self { permits: Arc::new(Semaphore::new(most)), share, open: Arc::default() }
    }

    /// Counts an open request of this network; none when it has its share.
    pub fn share_of(&self, ip: IpAddr) -> Option<Share> {
        let network = rate::subscriber(ip);
        let mut open = lock(&self.open);
        let count = open.entry(network.clone()).or_default();
        if *count >= self.share {
            return None;
        }
        *count += 1;
        Some(Share { open: self.open.clone(), network })
    }

    /// The right to be worked on; none when the server is full.
    pub fn permit(&self) -> Option<Permit> {
        let permit = self.permits.clone().try_acquire_owned().ok()?;
        let held = Arc::new(Mutex::new(Some(permit)));
        Some(Permit { held, turns: PollSemaphore::new(self.permits.clone()) })
    }

    /// Permits that nobody holds.
    pub fn free(&self) -> usize {
        self.permits.available_permits()
    }

    /// Requests that have no answer yet, worked on or not.
    pub fn open(&self) -> usize {
        lock(&self.open).values().sum()
    }
}

/// One open request of a network, until dropped.
#[derive(Debug)]
pub struct Share {
    open: Arc<Mutex<HashMap<String, usize>>>,
    network: String,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        match open.get_mut(&self.network) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(open.remove(&self.network)),
        }
    }
}

/// The permit of one request. Clones are the same permit.
#[derive(Clone, Debug)]
pub struct Permit {
    held: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
    turns: PollSemaphore,
}

impl Permit {
    pub(super) fn give_back(&self) {
        lock(&self.held).take();
    }

    /// Waits until the request has a permit again, in the order of asking.
    pub(super) fn poll_take(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if lock(&self.held).is_some() {
            return Poll::Ready(());
        }
        // None when the semaphore is closed, which it never is.
        let permit = ready!(self.turns.poll_acquire(context));
        *lock(&self.held) = permit;
        Poll::Ready(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_network_has_a_quarter_and_others_still_come_in() {
        let requests = InProgress::new(8, 1);
        let held: Vec<Share> = (0..2).filter_map(|_| requests.share_of(ip("2001:db8::1"))).collect();
        assert_eq!((held.len(), requests.open()), (2, 2));
        assert!(requests.share_of(ip("2001:db8::2")).is_none(), "the same network");
        assert!(requests.share_of(ip("192.0.2.1")).is_some());
        drop(held);
        assert!(requests.share_of(ip("2001:db8::2")).is_some());
        assert_eq!(requests.open(), 0, "nothing is left behind");
    }
}
