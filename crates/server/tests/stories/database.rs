//! The database layer: every statement of the program on both engines, and migrations that replicas start together.

use http::StatusCode;
use nomina_server::base::db::{Db, statements};
use nomina_server::base::secret::Secret;
use serde_json::json;
use sqlx::{AssertSqlSafe, Executor, Row, SqlSafeStr};

use crate::app::TestApp;
use crate::postgres::cluster_or_reason;

async fn prepare_all(db: &Db) {
    let (mut broken, mut count) = (Vec::new(), 0);
    for statement in statements() {
        count += 1;
        if let Err(error) = prepare(db, statement.sql).await {
            broken.push(format!("{}:{} {error}", statement.file, statement.line));
        }
    }
    assert!(count > 50, "the statements are found: {count}");
    assert!(broken.is_empty(), "{} {broken:#?}", db.engine());
}

pub(crate) async fn prepare(db: &Db, sql: &'static str) -> Result<(), sqlx::Error> {
    let sql = sql.into_sql_str();
    match db {
        Db::Sqlite { writer, .. } => writer.acquire().await?.prepare(sql).await.map(drop),
        Db::Postgres { pool, .. } => pool.acquire().await?.prepare(sql).await.map(drop),
    }
}

#[tokio::test]
async fn every_statement_can_be_prepared_on_sqlite() {
    let app = TestApp::start("", |_| ()).await;
    prepare_all(&app.state.db).await;
}

/// Where a table may be read from end to end, and why that stays quick.
const READ_THROUGH: &[(&str, &str, &str)] = &[
    ("emails/mailbox.rs", "dev_emails", "keeps the last 200"),
    ("emails/feature.rs", "dev_emails", "keeps the last 200"),
    ("accounts/signups.rs", "dev_emails", "keeps the last 200"),
    ("emails/feature.rs", "mail_pacing", "keeps a day"),
    ("oauth/feature.rs", "oauth_flows", "keeps some minutes"),
    ("billing/feature.rs", "test_checkouts", "keeps a day, without Stripe only"),
    ("billing/test_mode/checkout.rs", "test_checkouts", "keeps a day; ended when the mode changes"),
    ("sessions/feature.rs", "sessions", "by three moments at once, every ten minutes; ended ones leave"),
    ("db/migrate.rs", "schema_migrations", "a row for each step"),
    ("db/answers.rs", "schema_migrations", "a row for each step"),
    ("batches/list.rs", "shown", "the page itself"),
    ("accounts/feature.rs", "signups", "keeps a day; when an account ends"),
    ("emails/feature.rs", "tasks", "by what is in them, when an account ends; done ones leave"),
    ("accounts/signups.rs", "tasks", "by what is in them, every ten minutes; done ones leave"),
    ("app/metrics.rs", "doomed_objects", "when somebody measures; removed ones leave"),
    ("app/metrics.rs", "tasks", "when somebody measures; done ones leave"),
    ("billing/duties.rs", "users", "everybody is compared with Stripe, once a day"),
];

/// Tables that a statement reads from end to end, as SQLite would run it.
async fn read_through(db: &Db, sql: &str) -> Vec<String> {
    let Db::Sqlite { writer, .. } = db else { unreachable!("the default is SQLite") };
    let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let steps = sqlx::raw_sql(plan).fetch_all(writer).await.unwrap();
    let details = steps.iter().map(|step| step.get::<String, _>("detail"));
    details.filter_map(|step| Some(step.strip_prefix("SCAN ")?.split(' ').next()?.to_owned())).collect()
}

#[tokio::test]
async fn no_statement_reads_a_whole_table_that_grows() {
    let app = TestApp::start("", |_| ()).await;
    let mut slow = Vec::new();
    for statement in statements() {
        for table in read_through(&app.state.db, statement.sql).await {
            let known =
                |(file, small, _): &(&str, &str, &str)| statement.file.ends_with(file) && *small == table;
            if table != "CONSTANT" && !READ_THROUGH.iter().any(known) {
                slow.push(format!("{}:{} {table}", statement.file, statement.line));
            }
        }
    }
    assert!(slow.is_empty(), "an index is missing: {slow:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_can_be_prepared_on_postgresql_and_replicas_start_together() {
    let Some(cluster) = cluster_or_reason() else { return };
    let url = cluster.database("together").await;
    let replicas = (0..5)
        .map(|_| TestApp::start(&url, |config| config.auth.auth_secret = Secret::new("one secret for all")));
    let replicas = futures_util::future::join_all(replicas).await;
    assert_eq!(replicas.len(), 5);
    prepare_all(&replicas[0].state.db).await;
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_with_a_sentence() {
    let app = TestApp::start("", |_| ()).await;
    let Db::Sqlite { writer, .. } = &app.state.db else { unreachable!() };
    sqlx::query("INSERT INTO schema_migrations VALUES (999, 'later', 999, 0)").execute(writer).await.unwrap();
    let error = Db::connect(&app.state.config, &*app.state.clock).await.unwrap_err().to_string();
    assert!(error.contains("newer version of this program"), "{error}");
}

/// What a full disk does, by a limit of SQLite's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_writes_and_the_next_ones_work_again() {
    let app = TestApp::start("", |_| ()).await;
    let mut ada = app.member("ada@x.org").await;
    let Db::Sqlite { writer, .. } = &app.state.db else { unreachable!("the default is SQLite") };
    let new = json!({ "batchName": "x".repeat(100), "fileCount": 1, "processedCount": 1 });
    sqlx::raw_sql("PRAGMA max_page_count = 1").execute(writer).await.unwrap();
    let mut answer = ada.post("/api/v1/batches", new.clone()).await;
    for _ in 0..500 {
        if answer.status != StatusCode::CREATED {
            break;
        }
        answer = ada.post("/api/v1/batches", new.clone()).await;
    }
    let sentence = "The server cannot reach its data right now. Please try again in a moment.";
    answer.refused(503, sentence);
    ada.get("/api/v1/batches").await.expect(StatusCode::OK);
    // The limit was that connection's own: another one has taken its place.
    ada.post("/api/v1/batches", new).await.expect(StatusCode::CREATED);
}
