//! Two workers and one task: whoever lost its lease touches it no more, and a task is heard of everywhere.

use std::time::Duration;

use nomina_server::app::worker;
use nomina_server::base::clock::MINUTE_MS;
use nomina_server::base::db::Query;
use nomina_server::base::events;
use nomina_server::base::secret::Secret;
use tokio::net::TcpListener;

use crate::app::TestApp;
use crate::engines::stories;

stories![
    a_worker_that_was_away_too_long_does_not_put_back_what_another_one_does,
    a_task_of_another_process_wakes_this_one_at_once,
];

/// A replica whose mail server takes connections and says nothing.
async fn with_silent_mail_server(app: &TestApp) -> (TestApp, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", listener.local_addr().unwrap());
    (app.again(|config| config.mail.smtp_url = Secret::new(address)).await, listener)
}

async fn task(app: &TestApp) -> (i64, Option<i64>, Option<String>) {
    let sql = "SELECT attempts, locked_until, last_error FROM tasks";
    Query::new(sql, Vec::new()).one(&app.state.db).await.unwrap()
}

async fn a_worker_that_was_away_too_long_does_not_put_back_what_another_one_does(app: TestApp) {
    let (slow, at_slow) = with_silent_mail_server(&app).await;
    let (next, at_next) = with_silent_mail_server(&app).await;
    app.sign_up("ada@x.org").await;
    let state = slow.state.clone();
    let first = tokio::spawn(async move { worker::run_due(&state).await.unwrap() });
    let (line, _) = at_slow.accept().await.unwrap();
    assert_eq!(worker::run_due(&app.state).await.unwrap(), 0, "it is taken");
    app.clock.advance_ms(3 * MINUTE_MS);
    let state = next.state.clone();
    let second = tokio::spawn(async move { worker::run_due(&state).await.unwrap() });
    let (other_line, _) = at_next.accept().await.unwrap();
    drop((line, at_slow));
    assert_eq!(first.await.unwrap(), 1);
    let (attempts, until, error) = task(&app).await;
    assert_eq!(
        (attempts, error),
        (2, None),
        "the first one's failure is not written over the second one's work"
    );
    assert!(until.is_some_and(|until| until > app.state.clock.now().0), "it is still the second one's");
    assert_eq!(worker::run_due(&app.state).await.unwrap(), 0);
    drop((other_line, at_next));
    assert_eq!(second.await.unwrap(), 1);
    let (attempts, until, error) = task(&app).await;
    assert_eq!((attempts, until), (2, None));
    assert!(error.is_some());
    app.clock.advance_ms(10 * MINUTE_MS);
    assert_eq!(app.mails("ada@x.org").await.len(), 1, "a third one finishes it");
}

async fn a_task_of_another_process_wakes_this_one_at_once(app: TestApp) {
    let other = app.again(|_| ()).await;
    if !other.state.config.uses_postgres() {
        return; // SQLite serves one process; others look every few seconds.
    }
    let mut woken = other.state.worker.subscribe();
    let listening = tokio::spawn(events::listen(other.state.context.clone()));
    let mut hint = async || {
        tokio::time::timeout(Duration::from_secs(60), woken.changed()).await.expect("a hint").unwrap();
    };
    // It looks once when it begins to listen, and then only when it is told.
    hint().await;
    app.sign_up("ada@x.org").await;
    hint().await;
    other.state.shutdown.cancel();
    listening.await.unwrap();
}
