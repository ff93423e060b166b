//! The cleanup heals what a crash left: bytes without a row, rows whose bytes are gone, half an upload.

use nomina_server::clock::{DAY_MS, HOUR_MS};
use nomina_server::db::Query;
use nomina_server::{blobs, worker};
use serde_json::json;

use crate::app::TestApp;
use crate::engines::stories;
use crate::history::{saved, stored};

stories![
    a_crash_between_the_bytes_and_the_row_is_mended,
    bytes_that_no_row_knows_are_found_once_a_day,
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
    blobs::doom(&app.state.db, &key, app.state.clock.now().plus_ms(HOUR_MS)).await.unwrap();
    write(&app, &key);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (2, 1), "an upload may still be going on");
    app.clock.advance_ms(HOUR_MS);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!((stored(&app), doomed(&app).await), (1, 0));
    let gone = blobs::new_key(&*app.state.random, "zips");
    blobs::doom(&app.state.db, &gone, app.state.clock.now()).await.unwrap();
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
