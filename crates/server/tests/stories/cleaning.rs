//! The cleanup heals what a crash left: bytes without a row, rows whose bytes are gone, half an upload.

use nomina_server::app::{metrics, orphans, worker};
use nomina_server::base::clock::{DAY_MS, HOUR_MS};
use nomina_server::base::db::Query;
use nomina_server::base::{blobs, deletion};
use serde_json::json;
use tracing_subscriber::layer::SubscriberExt;

use crate::app::TestApp;
use crate::engines::stories;
use crate::history::{saved, stored};
use crate::unknown::Statements;

stories![
    a_crash_between_the_bytes_and_the_row_is_mended,
    bytes_that_no_row_knows_are_found_once_a_day,
    what_many_deleted_batches_left_is_swept_together_and_counted,
    what_expires_is_deleted_once_however_many_replicas_clean_up,
];

fn write(app: &TestApp, key: &str) {
    let path = app.folder.join("objects").join(key);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, b"left behind").unwrap();
}

async fn doomed(app: &TestApp) -> i64 {
    Query::new("SELECT COUNT(*) FROM doomed_objects", Vec::new()).number(&app.state.db).await.unwrap()
}

async fn a_crash_between_the_bytes_and_the_row_is_mended(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    saved(&mut ada, "Trip").await;
    let key = blobs::new_key(&*app.state.random, "zips");
    deletion::mark(&app.state.db, &key, app.state.clock.now().plus_ms(HOUR_MS)).await.unwrap();
    write(&app, &key);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (2, 1), "an upload may still be going on");
    app.clock.advance_ms(HOUR_MS);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (1, 0));
    let gone = blobs::new_key(&*app.state.random, "zips");
    deletion::mark(&app.state.db, &gone, app.state.clock.now()).await.unwrap();
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(doomed(&app).await, 0, "bytes that are gone already are no trouble");
}

async fn bytes_that_no_row_knows_are_found_once_a_day(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    saved(&mut ada, "Trip").await;
    write(&app, "zips/ff/lost.zip");
    worker::run_duties(&app.state).await.unwrap();
    assert_eq!(stored(&app), 1, "what belongs to a batch stays");
    write(&app, "zips/ff/lost.zip");
    worker::run_duties(&app.state).await.unwrap();
    assert_eq!(stored(&app), 2, "not again on the same day");
    app.clock.advance_ms(DAY_MS);
    worker::run_duties(&app.state).await.unwrap();
    assert_eq!(stored(&app), 1);
}

/// A line of the metrics.
async fn measured(app: &TestApp, name: &str) -> String {
    let text = metrics::text(&app.state).await.unwrap();
    let line = text.lines().find(|line| line.starts_with(name));
    line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).rsplit(' ').next().unwrap().to_owned()
}

async fn what_many_deleted_batches_left_is_swept_together_and_counted(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    saved(&mut ada, "Trip").await;
    for number in 0..134 {
        write(&app, &format!("zips/{:02x}/{number}.zip", number % 16));
    }
    for number in 0..1100 {
        let key = format!("zips/ff/{number}.zip");
        deletion::mark(&app.state.db, &key, app.state.clock.now()).await.unwrap();
    }
    assert_eq!(measured(&app, r#"nomina_objects_marked_for_deletion{state="due"}"#).await, "1100");
    worker::run_duties(&app.state).await.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (1, 0), "what belongs to a batch stays");
    assert_eq!(measured(&app, "nomina_orphaned_objects_total").await, "134");
    assert_eq!(measured(&app, r#"nomina_objects_marked_for_deletion{state="due"}"#).await, "0");
}

#[tokio::test]
async fn a_sweep_takes_no_statement_for_each_object() {
    let heard = Statements::default();
    let _listening = tracing::subscriber::set_default(tracing_subscriber::registry().with(heard.clone()));
    let app = TestApp::start("", |_| ()).await;
    for number in 0..134 {
        write(&app, &format!("zips/ff/{number}.zip"));
    }
    heard.0.lock().unwrap().clear();
    assert_eq!(orphans::remove(&app.state).await.unwrap(), 134);
    assert_eq!(stored(&app), 0);
    let statements = heard.0.lock().unwrap().clone();
    assert!((1..10).contains(&statements.len()), "{statements:#?}");
}

async fn what_expires_is_deleted_once_however_many_replicas_clean_up(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for name in ["a", "b", "c"] {
        saved(&mut ada, name).await;
    }
    let other = app.again(|_| ()).await;
    ada.later(&app, 8 * DAY_MS).await;
    let (one, two) = tokio::join!(worker::clean_up(&app.state), worker::clean_up(&other.state));
    one.unwrap();
    two.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (0, 0));
    assert_eq!(ada.get("/api/v1/batches").await.json()["total"], json!(3));
}
