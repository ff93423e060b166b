//! One function over many items on all cores. Results arrive in the items' order, whatever finishes first.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// How many things run side by side when nobody says.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// A result that can say why there is none.
pub(crate) trait Failing {
    fn failing(reason: String) -> Self;
}

impl<T> Failing for Result<T, String> {
    fn failing(reason: String) -> Self {
        Err(reason)
    }
}

impl<T> Failing for Option<T> {
    fn failing(_: String) -> Self {
        None
    }
}

/// Runs `work` over the items on `threads` threads; `done` sees every result, in order, on the calling thread. A panic over one
/// item is that item's failure, and the others go on.
pub(crate) fn each<T: Sync, R: Send + Failing>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(usize, R),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (next, work, sender) = (&next, &work, sender.clone());
            scope.spawn(move || {
                while let Some((at, item)) = take(items, next) {
                    if sender.send((at, guarded(|| work(item)))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        in_order(results, &mut done);
    });
}

/// What is said of an image on which our own code has failed.
const FAULT: &str =
    "Nomina failed on this image. This is a fault of ours: please report it, with the image if you can";

fn guarded<R: Failing>(work: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| R::failing(FAULT.to_owned()))
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, items.get(at)?))
}

/// Results that come early wait for those before them.
fn in_order<R>(results: mpsc::Receiver<(usize, R)>, done: &mut impl FnMut(usize, R)) {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    for (at, result) in results {
        early.insert(at, result);
        while let Some(result) = early.remove(&due) {
            done(due, result);
            due += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_however_long_each_takes() {
        let items: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let slow_first = |n: &u64| {
            std::thread::sleep(Duration::from_millis((40 - n) % 7));
            Some(n * 2)
        };
        each(&items, 4, slow_first, |at, result| seen.push((at as u64, result.unwrap())));
        assert_eq!(seen, items.iter().map(|n| (*n, n * 2)).collect::<Vec<_>>());
    }

    #[test]
    fn several_items_are_in_work_at_once() {
        let barrier = std::sync::Barrier::new(3);
        let mut count = 0;
        each(
            &[1, 2, 3],
            3,
            |_| {
                barrier.wait();
                Some(())
            },
            |_, _| count += 1,
        );
        assert_eq!(count, 3, "each waited for the other two");
    }

    #[test]
    fn a_panic_is_the_failure_of_one_item() {
        let mut seen = Vec::new();
        let work = |n: &u32| if *n == 2 { panic!("a fault") } else { Ok(*n) };
        each(&[1, 2, 3], 2, work, |_, result| seen.push(result));
        assert_eq!(seen, [Ok(1), Err(FAULT.to_owned()), Ok(3)]);
    }

    #[test]
    fn nothing_to_do_ends_at_once() {
        each(&[], 4, |n: &u8| Some(*n), |_, _| panic!("there is no result"));
    }
}
