//! Not more at once, and not faster, than a service wants.

use std::time::Duration;
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep_until};

/// Slots in flight, and a least distance between two starts.
#[derive(Debug)]
pub(super) struct Pacing {
    slots: Semaphore,
    distance: Duration,
    next_start: Mutex<Instant>,
}

impl Pacing {
    /// `pause` is the rest after every `concurrency` calls, spread evenly over them.
    pub(super) fn new(concurrency: usize, pause: Duration) -> Self {
        let concurrency = concurrency.max(1);
        Self {
            slots: Semaphore::new(concurrency),
            distance: pause / u32::try_from(concurrency).unwrap_or(u32::MAX),
            next_start: Mutex::new(Instant::now()),
        }
    }

    /// Waits for a slot and for its time. Dropping the future gives the place up.
    pub(super) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        let permit = self.slots.acquire().await.ok()?;
        let start = {
            let mut next = self.next_start.lock().await;
            let start = (*next).max(Instant::now());
            *next = start + self.distance;
            start
        };
        sleep_until(start).await;
        Some(permit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn six_calls_of_three_at_a_time_with_a_second_between_take_their_time() {
        let pacing = Pacing::new(3, Duration::from_secs(1));
        let start = Instant::now();
        for _ in 0..7 {
            drop(pacing.turn().await);
        }
        assert_eq!(start.elapsed().as_millis(), 1_999 + 1);
    }
}
