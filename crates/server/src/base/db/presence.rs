//! Whether the database answers. Work that takes long is compared with a fresh connection: when that fails as well, the
//! database is away, and until it is back everybody is told at once instead of waiting in line.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::base::error::is_away;

/// Between two looks while the database is away.
const PAUSE: Duration = Duration::from_millis(500);
/// Work that takes long is asked about ever more rarely.
const LONGEST_PATIENCE: Duration = Duration::from_secs(10);

type Probing = Pin<Box<dyn Future<Output = Result<(), sqlx::Error>> + Send>>;

/// Cheap to clone.
#[derive(Clone)]
pub struct Presence(Arc<Inner>);

struct Inner {
    probe: Box<dyn Fn() -> Probing + Send + Sync>,
    patience: Duration,
    away: AtomicBool,
    /// The latest look and what it saw; whoever holds the lock looks for all others.
    seen: Mutex<Option<(Instant, bool)>>,
}

impl std::fmt::Debug for Presence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Presence(away: {})", self.is_away())
    }
}

impl Presence {
    /// `probe` opens a connection of its own. Work and probe each get `patience` before they are doubted.
    pub fn new(patience: Duration, probe: impl Fn() -> Probing + Send + Sync + 'static) -> Self {
        let (away, seen) = (AtomicBool::new(false), Mutex::new(None));
        Self(Arc::new(Inner { probe: Box::new(probe), patience, away, seen }))
    }

    pub fn is_away(&self) -> bool {
        self.0.away.load(Ordering::Relaxed)
    }

    /// Does the work, or says within twice the patience that the database is away.
    pub async fn unless_away<T>(
        &self,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        if self.is_away() {
            return Err(away());
        }
        tokio::pin!(work);
        let mut patience = self.0.patience;
        loop {
            if let Ok(done) = timeout(patience, &mut work).await {
                return done;
            }
            tokio::select! {
                done = &mut work => return done,
                answers = self.answers() => if !answers { return Err(away()) },
            }
            patience = (patience * 2).min(LONGEST_PATIENCE);
        }
    }

    /// Looks, or takes the look of somebody else a moment ago.
    pub async fn answers(&self) -> bool {
        let mut seen = self.0.seen.lock().await;
        if let Some((at, answers)) = *seen
            && at.elapsed() < self.0.patience
        {
            return answers;
        }
        let answers = self.0.look().await;
        *seen = Some((Instant::now(), answers));
        if !answers && !self.0.away.swap(true, Ordering::Relaxed) {
            tracing::error!("the database does not answer");
            tokio::spawn(wait_for_return(Arc::downgrade(&self.0)));
        }
        answers
    }
}

impl Inner {
    /// A database that refuses for a reason of its own, such as too many connections, is there.
    async fn look(&self) -> bool {
        match timeout(self.patience, (self.probe)()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => !is_away(&error),
            Err(_) => false,
        }
    }
}

async fn wait_for_return(inner: Weak<Inner>) {
    loop {
        sleep(PAUSE).await;
        let Some(inner) = inner.upgrade() else { return };
        if inner.look().await {
            *inner.seen.lock().await = None;
            inner.away.store(false, Ordering::Relaxed);
            tracing::info!("the database answers again");
            return;
        }
    }
}

fn away() -> sqlx::Error {
    let kind = std::io::ErrorKind::NotConnected;
    sqlx::Error::Io(std::io::Error::new(kind, "the database does not answer"))
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(700);

    fn refused() -> sqlx::Error {
        sqlx::Error::Io(std::io::ErrorKind::ConnectionRefused.into())
    }

    /// A database whose first `away` looks see nothing, and how often it was looked at.
    fn database(away: usize) -> (Presence, Arc<AtomicUsize>) {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = looks.clone();
        let probe = move || -> Probing {
            let look = counted.fetch_add(1, Ordering::Relaxed);
            Box::pin(ready(if look < away { Err(refused()) } else { Ok(()) }))
        };
        (Presence::new(PATIENCE, probe), looks)
    }

    #[tokio::test(start_paused = true)]
    async fn without_an_answer_work_ends_within_two_seconds_and_later_work_at_once() {
        let silent = Presence::new(PATIENCE, || Box::pin(pending()));
        let start = Instant::now();
        let crowd = (0..100).map(|_| silent.unless_away(pending::<Result<(), _>>()));
        let answers = futures_util::future::join_all(crowd).await;
        assert!(answers.iter().all(|answer| answer.as_ref().is_err_and(is_away)));
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        let (start, touched) = (Instant::now(), AtomicBool::new(false));
        let work = async {
            touched.store(true, Ordering::Relaxed);
            Ok(())
        };
        assert!(silent.unless_away(work).await.is_err());
        assert!(!touched.into_inner() && start.elapsed().is_zero(), "nobody waits any more");
    }

    #[tokio::test(start_paused = true)]
    async fn long_work_goes_on_while_the_database_answers() {
        let (there, looks) = database(0);
        let long = async {
            sleep(Duration::from_secs(60)).await;
            Ok(7)
        };
        assert_eq!(there.unless_away(long).await.unwrap(), 7);
        assert!(looks.load(Ordering::Relaxed) < 12, "and is asked about ever more rarely");
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_looks_once_and_work_goes_on_when_the_database_is_back() {
        let (returning, looks) = database(3);
        let crowd = (0..100).map(|_| returning.unless_away(pending::<Result<(), _>>()));
        futures_util::future::join_all(crowd).await;
        assert_eq!(looks.load(Ordering::Relaxed), 1);
        while returning.is_away() {
            sleep(PAUSE).await;
        }
        assert_eq!(looks.load(Ordering::Relaxed), 4);
        assert_eq!(returning.unless_away(ready(Ok(7))).await.unwrap(), 7);
    }
}
