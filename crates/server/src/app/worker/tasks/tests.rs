//! Leases of long work, with a clock that tests move.

use std::sync::Arc;

use super::*;
use crate::base::clock::ManualClock;
use crate::base::config::{Config, ProviderChoice};
use crate::base::random::SystemRandom;
use crate::base::tasks::{NewTask, enqueue};

const OFTEN: Duration = Duration::from_millis(2);

/// A server with one task that is claimed.
async fn claimed(clock: &ManualClock) -> (AppState, Task, Uuid) {
    let mut config = Config::defaults();
    let name = random::id(&SystemRandom, Timestamp(0)).simple().to_string();
    config.data_dir = std::env::temp_dir().join(format!("nomina-lease-{name}"));
    config.naming.ai_provider = ProviderChoice::None;
    let state = AppState::with(config, Arc::new(clock.clone()), Arc::new(SystemRandom)).await.unwrap();
    ask_for_one(&state).await;
    let mark = random::id(&SystemRandom, Timestamp(0));
    let task = claim(&state, "mail", mark).await.unwrap().expect("a task");
    (state, task, mark)
}

async fn ask_for_one(state: &AppState) {
    let new =
        NewTask { kind: "mail", payload: Value::Null, dedupe: "one".into(), replace: true, priority: 0 };
    let mut tx = state.db.begin().await.unwrap();
    enqueue(state, &mut tx, new).await.unwrap();
    tx.commit().await.unwrap();
}

/// Waits until the lease has been renewed from this moment on.
async fn renewed(state: &AppState) {
    let until = state.clock.now().0 + lease_ms(state);
    while q!("SELECT locked_until FROM tasks").number(&state.db).await.unwrap() < until {
        tokio::time::sleep(OFTEN).await;
    }
}

#[tokio::test]
async fn long_work_keeps_its_task_beyond_the_first_lease() {
    let clock = ManualClock::at(Timestamp(1_800_000_000_000));
    let (state, task, mark) = claimed(&clock).await;
    let work = async {
        for _ in 0..3 {
            clock.advance_ms(lease_ms(&state) - 1);
            renewed(&state).await;
            assert!(claim(&state, "mail", Uuid::nil()).await.unwrap().is_none(), "nobody else takes it");
        }
    };
    assert!(while_held(&state, &task, mark, OFTEN, work).await.is_some());
    settle(&state, &task, mark, Ok(Outcome::Done)).await.unwrap();
    assert_eq!(q!("SELECT COUNT(*) FROM tasks").number(&state.db).await.unwrap(), 0);
    std::fs::remove_dir_all(&state.config.data_dir).unwrap();
}

#[tokio::test]
async fn work_whose_task_was_taken_over_is_broken_off_and_changes_nothing() {
    let clock = ManualClock::at(Timestamp(1_800_000_000_000));
    let (state, task, mark) = claimed(&clock).await;
    clock.advance_ms(lease_ms(&state));
    let other = random::id(&SystemRandom, Timestamp(0));
    let taken = claim(&state, "mail", other).await.unwrap().expect("its lease is over");
    assert!(while_held(&state, &task, mark, OFTEN, std::future::pending::<()>()).await.is_none());
    for outcome in
        [Ok(Outcome::Done), Ok(Outcome::Later(Timestamp(0))), Err(crate::base::error::ApiError::overloaded())]
    {
        settle(&state, &Task { attempts: MOST_ATTEMPTS, ..copy(&task) }, mark, outcome).await.unwrap();
    }
    let still = q!(
        "SELECT COUNT(*) FROM tasks WHERE dead_at IS NULL AND last_error IS NULL AND locked_until IS NOT NULL"
    );
    assert_eq!(still.number(&state.db).await.unwrap(), 1);
    settle(&state, &taken, other, Ok(Outcome::Done)).await.unwrap();
    std::fs::remove_dir_all(&state.config.data_dir).unwrap();
}

#[tokio::test]
async fn work_that_was_asked_for_again_during_its_last_attempt_is_not_buried() {
    for attempts in [MOST_ATTEMPTS, 3] {
        let clock = ManualClock::at(Timestamp(1_800_000_000_000));
        let (state, task, mark) = claimed(&clock).await;
        q!("UPDATE tasks SET attempts = $1", attempts).execute(&state.db).await.unwrap();
        let task = Task { attempts, ..task };
        ask_for_one(&state).await;
        settle(&state, &task, mark, Err(crate::base::error::ApiError::overloaded())).await.unwrap();
        let next = claim(&state, "mail", Uuid::nil()).await.unwrap().expect("the new work is due at once");
        assert_eq!(next.attempts, 1, "with all its attempts");
        std::fs::remove_dir_all(&state.config.data_dir).unwrap();
    }
}

fn copy(task: &Task) -> Task {
    Task { id: task.id, kind: task.kind.clone(), payload: task.payload.clone(), attempts: task.attempts }
}

#[tokio::test]
async fn the_next_task_is_found_without_looking_at_all_that_wait() {
    let clock = ManualClock::at(Timestamp(1_800_000_000_000));
    let (state, ..) = claimed(&clock).await;
    let Db::Sqlite { writer, .. } = &state.db else { unreachable!("the default is SQLite") };
    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(concat!("EXPLAIN QUERY PLAN ", claim!(""))).fetch_all(writer).await.unwrap();
    let steps: Vec<&str> = plan.iter().map(|(.., step)| step.as_str()).collect();
    assert!(steps.iter().any(|step| step.contains("tasks_next")), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("SORT") || step.contains("ORDER BY")), "{steps:?}");
    std::fs::remove_dir_all(&state.config.data_dir).unwrap();
}
