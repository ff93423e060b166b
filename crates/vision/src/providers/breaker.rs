//! The circuit breaker: a service that keeps failing is left alone for a while, so that a batch does not wait for
//! every time-out of every image.

use std::time::Duration;
use tokio::time::Instant;

const FAILURES: u32 = 5;
const REST: Duration = Duration::from_secs(30);

#[derive(Debug, Default)]
pub(super) struct Breaker {
    failures: u32,
    closed_until: Option<Instant>,
}

impl Breaker {
    /// Whether a call may go out now. After the rest one call at a time tries again.
    pub(super) fn lets_pass(&mut self, now: Instant) -> bool {
        match self.closed_until {
            Some(until) if now < until => false,
            Some(_) => {
                self.closed_until = Some(now + REST);
                true
            }
            None => true,
        }
    }

    pub(super) fn succeeded(&mut self) {
        *self = Self::default();
    }

    pub(super) fn failed(&mut self, now: Instant) {
        self.failures += 1;
        if self.failures >= FAILURES {
            self.closed_until = Some(now + REST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_five_failures_it_rests_and_then_lets_one_try() {
        let start = Instant::now();
        let mut breaker = Breaker::default();
        (0..4).for_each(|_| breaker.failed(start));
        assert!(breaker.lets_pass(start));
        breaker.failed(start);
        assert!(!breaker.lets_pass(start + Duration::from_secs(29)));
        assert!(breaker.lets_pass(start + REST), "one call tries");
        assert!(!breaker.lets_pass(start + REST), "the others still wait");
        breaker.succeeded();
        assert!(breaker.lets_pass(start + REST));
    }
}
