//! Connections that read a SQLite file. sqlx's own pool starts a task for every connection that comes back and asks its thread
//! whether it still works: two exchanges between threads for every statement, where the statement itself needs one. A file
//! cannot hang up and these connections hold no transactions, so that here they are simply put back.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Error};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Readers(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: SqliteConnectOptions,
    most: u32,
    patience: Duration,
    free: Semaphore,
    /// Open and unused; the one that was used last is taken first, because its pages are still in the processor's cache.
    idle: Mutex<Vec<SqliteConnection>>,
}

/// A connection in use. Dropped, it is put back, even when its reader left before the end: its thread then ends the statement
/// before it begins the next.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    connection: Option<SqliteConnection>,
    from: &'a Inner,
    /// Given back after the connection, see `drop`.
    _permit: SemaphorePermit<'a>,
}

impl Readers {
    /// Opens the first connection, so that a file that cannot be read is found out at the start.
    pub(super) async fn open(
        options: SqliteConnectOptions,
        most: u32,
        patience: Duration,
    ) -> Result<Self, Error> {
        let idle = Mutex::new(vec![options.connect().await?]);
        let free = Semaphore::new(most as usize);
        Ok(Self(Arc::new(Inner { options, most, patience, free, idle })))
    }

    /// Waits for an unused connection, or opens one more.
    pub(super) async fn acquire(&self) -> Result<Reader<'_>, Error> {
        let inner = &*self.0;
        let waiting = tokio::time::timeout(inner.patience, inner.free.acquire());
        let permit = waiting.await.map_err(|_| Error::PoolTimedOut)?.map_err(|_| Error::PoolClosed)?;
        let idle = inner.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => inner.options.connect().await?,
        };
        Ok(Reader { connection: Some(connection), from: inner, _permit: permit })
    }

    /// Open connections, and how many of them are unused.
    pub(super) fn count(&self) -> (u32, usize) {
        let idle = self.0.idle().len();
        let used = self.0.most as usize - self.0.free.available_permits().min(self.0.most as usize);
        (u32::try_from(used + idle).unwrap_or(self.0.most), idle)
    }

    /// Waits for the readers that are at work and closes every connection; from then on nobody gets one.
    pub(super) async fn close(&self) {
        let Ok(_all) = self.0.free.acquire_many(self.0.most).await else { return };
        self.0.free.close();
        let idle = std::mem::take(&mut *self.0.idle());
        for connection in idle {
            if let Err(error) = connection.close().await {
                tracing::debug!(%error, "a connection to the database was not closed");
            }
        }
    }
}

impl Inner {
    fn idle(&self) -> MutexGuard<'_, Vec<SqliteConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader<'_> {
    pub(super) fn connection(&mut self) -> Result<&mut SqliteConnection, Error> {
        self.connection.as_mut().ok_or(Error::WorkerCrashed)
    }

    /// Hands a result on. A connection whose thread is gone is not put back.
    pub(super) fn finish<T>(mut self, result: Result<T, Error>) -> Result<T, Error> {
        if matches!(result, Err(Error::WorkerCrashed)) {
            self.connection = None;
        }
        result
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.from.idle().push(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At most two connections, each to a database of its own in memory.
    async fn two() -> Readers {
        Readers::open(SqliteConnectOptions::new(), 2, Duration::from_millis(50)).await.unwrap()
    }

    async fn one_plus_one(reader: &mut Reader<'_>) -> i64 {
        sqlx::query_scalar("SELECT 1 + 1").fetch_one(reader.connection().unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_connection_is_used_again_and_a_third_reader_waits() {
        let readers = two().await;
        assert_eq!(readers.count(), (1, 1));
        let mut first = readers.acquire().await.unwrap();
        assert_eq!(one_plus_one(&mut first).await, 2);
        let second = readers.acquire().await.unwrap();
        assert_eq!(readers.count(), (2, 0));
        assert!(matches!(readers.acquire().await, Err(Error::PoolTimedOut)));
        drop((first, second));
        assert_eq!(readers.count(), (2, 2));
        let mut third = readers.acquire().await.unwrap();
        assert_eq!(one_plus_one(&mut third).await, 2);
        assert_eq!(readers.count(), (2, 1), "none was opened");
    }

    #[tokio::test]
    async fn a_reader_that_leaves_in_the_middle_leaves_a_usable_connection() {
        let readers = two().await;
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
        let mut reader = readers.acquire().await.unwrap();
        let rows = sqlx::query(endless).fetch_all(reader.connection().unwrap());
        assert!(tokio::time::timeout(Duration::from_millis(20), rows).await.is_err());
        drop(reader);
        let mut next = readers.acquire().await.unwrap();
        assert_eq!(one_plus_one(&mut next).await, 2);
        assert_eq!(readers.count(), (1, 0), "the same connection");
    }

    #[tokio::test]
    async fn a_connection_without_its_thread_is_not_put_back() {
        let readers = two().await;
        let reader = readers.acquire().await.unwrap();
        assert!(reader.finish::<()>(Err(Error::WorkerCrashed)).is_err());
        assert_eq!(readers.count(), (0, 0));
        assert_eq!(one_plus_one(&mut readers.acquire().await.unwrap()).await, 2);
    }

    #[tokio::test]
    async fn closed_readers_wait_for_those_at_work_and_give_no_more() {
        let readers = two().await;
        let reader = readers.acquire().await.unwrap();
        let all = readers.clone();
        let closing = tokio::spawn(async move { all.close().await });
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        drop(reader);
        closing.await.unwrap();
        assert_eq!(readers.count().1, 0);
        assert!(matches!(readers.acquire().await, Err(Error::PoolClosed)));
    }
}
