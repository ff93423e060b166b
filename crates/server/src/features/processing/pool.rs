//! The pool: as many images at once as there are cores, and a short line. A request is admitted before its body is
//! read, so that what waits is counted; work for somebody who went away, or that takes too long, is called off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nomina_engine::EngineError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::base::error::{ApiError, Result};
use crate::features::naming::Turns;

/// For every slot so many wait with their images in memory.
const WAITING_PER_SLOT: usize = 3;
const TIME_LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Pool {
    slots: usize,
    admitted: Arc<Semaphore>,
    turns: Turns,
}

/// The right to send an image. Given back when the request is over.
#[derive(Debug)]
pub struct Admission {
    _slot: OwnedSemaphorePermit,
}

impl Pool {
    /// `slots` images at once; none given means one for every core.
    pub fn new(slots: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let slots = if slots == 0 { cores } else { slots };
        let most = slots * (1 + WAITING_PER_SLOT);
        Self { slots, admitted: Arc::new(Semaphore::new(most)), turns: Turns::new(slots, most) }
    }

    /// How many images are worked on at once.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Free slots, and images that wait for one.
    pub fn length(&self) -> (usize, usize) {
        self.turns.length()
    }

    pub fn admit(&self) -> Result<Admission> {
        let slot = self.admitted.clone().try_acquire_owned().map_err(|_| ApiError::overloaded())?;
        Ok(Admission { _slot: slot })
    }

    /// Runs engine work on a thread of its own when a slot is free. `work` asks its argument whether to stop.
    pub async fn run<T: Send + 'static>(
        &self,
        priority: u8,
        work: impl FnOnce(&dyn Fn() -> bool) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T> {
        let turn = self.turns.take(priority).await.map_err(|_| ApiError::overloaded())?;
        let stop = Stop::default();
        let flag = stop.0.clone();
        let working = tokio::task::spawn_blocking(move || {
            // The slot is free when the work has ended, not when somebody stopped waiting for it.
            let _turn = turn;
            work(&|| flag.load(Ordering::Relaxed))
        });
        match tokio::time::timeout(TIME_LIMIT, working).await {
            Ok(Ok(result)) => result.map_err(refusal),
            Ok(Err(error)) => Err(ApiError::internal(error)),
            Err(_) => Err(ApiError::invalid("image", "This image takes too long to process.")),
        }
    }
}

/// Dropped with the request, it stops the work.
#[derive(Debug, Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn refusal(error: EngineError) -> ApiError {
    let field = if matches!(error, EngineError::BadRecipe { .. }) { "recipe" } else { "image" };
    ApiError::invalid(field, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn who_does_not_fit_is_told_to_come_back_and_a_place_is_given_back() {
        let pool = Pool::new(1);
        let mut held: Vec<Admission> = (0..4).map(|_| pool.admit().unwrap()).collect();
        assert_eq!(pool.admit().unwrap_err().code(), "overloaded");
        held.pop();
        assert!(pool.admit().is_ok());
    }

    #[tokio::test]
    async fn work_for_somebody_who_went_away_is_called_off() {
        let pool = Arc::new(Pool::new(1));
        let ((began, begun), (ended, end)) = (mpsc::channel(), mpsc::channel());
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move {
                let work = move |stop: &dyn Fn() -> bool| {
                    began.send(()).unwrap();
                    while !stop() {
                        std::thread::yield_now();
                    }
                    ended.send(()).unwrap();
                    Err::<(), _>(EngineError::Cancelled)
                };
                pool.run(0, work).await
            }
        });
        tokio::task::spawn_blocking(move || begun.recv()).await.unwrap().unwrap();
        waiting.abort();
        tokio::task::spawn_blocking(move || end.recv()).await.unwrap().unwrap();
        assert_eq!(pool.run(0, |_| Ok(7)).await.unwrap(), 7, "the slot is free again");
    }
}
