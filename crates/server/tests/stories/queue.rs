//! The queue of mails when the mail server is away: retried with growing pauses, never lost, given up in the end.

use nomina_server::clock::HOUR_MS;
use nomina_server::mail::Mailer;
use nomina_server::secrets::Secret;
use nomina_server::worker;
use sqlx::Row;

use crate::app::TestApp;
use crate::engines::stories;

stories![a_mail_waits_for_the_mail_server_to_come_back, a_mail_that_never_leaves_is_given_up_and_kept];

/// A replica whose SMTP server refuses every connection.
async fn without_mail_server(app: &TestApp) -> TestApp {
    let broken = app.again(|config| config.mail.smtp_url = Secret::new("smtp://127.0.0.1:1")).await;
    assert!(matches!(broken.state.mailer, Mailer::Smtp { .. }));
    broken
}

async fn a_mail_waits_for_the_mail_server_to_come_back(app: TestApp) {
    let broken = without_mail_server(&app).await;
    broken.sign_up("ada@x.org").await;
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 1);
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 0, "not at once again");
    assert!(app.mails("ada@x.org").await.is_empty());
    app.clock.advance_ms(70_000);
    assert_eq!(app.mails("ada@x.org").await.len(), 1, "another replica sends it later");
}

async fn a_mail_that_never_leaves_is_given_up_and_kept(app: TestApp) {
    let broken = without_mail_server(&app).await;
    broken.sign_up("ada@x.org").await;
    for _ in 0..30 {
        worker::run_due(&broken.state).await.unwrap();
        app.clock.advance_ms(7 * HOUR_MS);
    }
    assert_eq!(worker::run_due(&broken.state).await.unwrap(), 0);
    let sql = "SELECT attempts, last_error FROM tasks WHERE dead_at IS NOT NULL";
    let (attempts, error): (i64, String) = match &app.state.db {
        nomina_server::db::Db::Sqlite { writer, .. } => {
            let row = sqlx::query(sql).fetch_one(writer).await.unwrap();
            (row.get(0), row.get(1))
        }
        nomina_server::db::Db::Postgres { pool, .. } => {
            let row = sqlx::query(sql).fetch_one(pool).await.unwrap();
            (row.get(0), row.get(1))
        }
    };
    assert_eq!(attempts, 8);
    assert!(error.contains("Connection"), "{error}");
}
