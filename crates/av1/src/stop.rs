//! Stopping rav1e inside a frame. It has no way to be told, but it marks its functions, down to those for single blocks, as spans
//! for profilers. A subscriber of its own thread sees those marks and unwinds from there.

use crate::error::Error;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, panicking, scope};
use std::time::Duration;
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber, subscriber};

const ASKED_EVERY: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, and asks `stop` on this one meanwhile.
pub(crate) fn stoppable<T: Send>(
    work: impl FnOnce() -> Result<T, Error> + Send,
    stop: &dyn Fn() -> bool,
) -> Result<T, Error> {
    if stop() {
        return Err(Error::Stopped);
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let marks = Marks(stopped.clone());
    let (working, ended) = channel::<()>();
    scope(|scope| {
        let work = move || {
            let _working = working;
            subscriber::with_default(marks, work)
        };
        let worker = Builder::new().spawn_scoped(scope, work).map_err(|_| Error::NoThread)?;
        while ended.recv_timeout(ASKED_EVERY) == Err(RecvTimeoutError::Timeout) {
            if stop() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        match worker.join() {
            Ok(result) => result,
            Err(_) if stopped.load(Ordering::Relaxed) => Err(Error::Stopped),
            Err(panic) => resume_unwind(panic),
        }
    })
}

/// Sees the encoder's spans.
struct Marks(Arc<AtomicBool>);

impl Subscriber for Marks {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        if self.0.load(Ordering::Relaxed) && !panicking() {
            // Not a panic: nothing is printed.
            resume_unwind(Box::new(Error::Stopped));
        }
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}
