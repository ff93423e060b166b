//! Places at the model, handed out by priority: under load paid plans go first, and within a plan who came first.
//! The line is bounded; who leaves it gives the worker slot up.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A bounded line in front of a number of worker slots.
#[derive(Clone, Debug)]
pub struct Turns(Arc<Mutex<Line>>);

#[derive(Debug)]
struct Line {
    free: usize,
    longest: usize,
    next: u64,
    waiting: BTreeMap<(Reverse<u8>, u64), oneshot::Sender<Turn>>,
}

/// One worker slot. When it is dropped, the next in line gets it.
#[derive(Debug)]
pub struct Turn(Arc<Mutex<Line>>);

/// The line is as long as it may get.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

impl Turns {
    pub fn new(places: usize, longest: usize) -> Self {
        let line = Line { free: places.max(1), longest, next: 0, waiting: BTreeMap::new() };
        Self(Arc::new(Mutex::new(line)))
    }

    /// Free worker slots, and requests that wait for one.
    pub fn length(&self) -> (usize, usize) {
        let line = lock(&self.0);
        (line.free, line.waiting.values().filter(|sender| !sender.is_closed()).count())
    }

    /// Waits for a worker slot. Higher priorities are served first.
    pub async fn take(&self, priority: u8) -> Result<Turn, Full> {
        let receiver = {
            let mut line = lock(&self.0);
            if line.free > 0 {
                line.free -= 1;
                return Ok(Turn(self.0.clone()));
            }
            line.waiting.retain(|_, sender| !sender.is_closed());
            if line.waiting.len() >= line.longest {
                return Err(Full);
            }
            let (sender, receiver) = oneshot::channel();
            let key = (Reverse(priority), line.next);
            line.next += 1;
            line.waiting.insert(key, sender);
            receiver
        };
        receiver.await.map_err(|_| Full)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let first = lock(&self.0).waiting.pop_first();
        match first {
            // Refused because its person left: the returned turn is dropped here and goes to the one after.
            Some((_, sender)) => drop(sender.send(Self(self.0.clone()))),
            None => lock(&self.0).free += 1,
        }
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::task::yield_now;

    #[tokio::test]
    async fn paid_plans_are_served_first_and_equals_in_order() {
        let turns = Turns::new(1, 10);
        let held = turns.take(0).await.unwrap();
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (name, priority) in [("free-1", 0), ("free-2", 0), ("paid-1", 20), ("paid-2", 10)] {
            let (turns, served) = (turns.clone(), served.clone());
            tasks.push(tokio::spawn(async move {
                let _turn = turns.take(priority).await.unwrap();
                served.lock().unwrap().push(name);
            }));
            yield_now().await;
        }
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*served.lock().unwrap(), ["paid-1", "paid-2", "free-1", "free-2"]);
    }

    #[tokio::test]
    async fn a_full_line_refuses_and_a_person_who_leaves_makes_room() {
        let turns = Turns::new(1, 1);
        let held = turns.take(0).await.unwrap();
        let (line, waiting) = (
            turns.clone(),
            tokio::spawn({
                let t = turns.clone();
                async move { t.take(0).await }
            }),
        );
        yield_now().await;
        assert_eq!(line.take(0).await.unwrap_err(), Full);
        waiting.abort();
        let _ = waiting.await;
        let next = tokio::spawn({
            let t = turns.clone();
            async move { t.take(0).await }
        });
        yield_now().await;
        drop(held);
        assert!(next.await.unwrap().is_ok());
        assert!(turns.take(0).await.is_ok(), "the place was given back");
    }
}
