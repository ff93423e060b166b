//! Backup and restore: everything comes back as it was, and nothing is put over data that is there.

use http::{Method, StatusCode};
use nomina_server::app::backup::{self, BackupError, Summary};
use nomina_server::base::config::Config;

use crate::app::{TestApp, Visitor};
use crate::engines::stories;
use crate::history::{path, saved};

stories![
    what_was_saved_comes_back_as_it_was,
    a_backup_that_is_not_whole_changes_nothing,
    a_restore_that_fails_changes_no_data_and_can_be_repeated,
];

/// A replica with a folder of its own; with SQLite that is another database.
fn elsewhere(app: &TestApp) -> Config {
    Config { data_dir: app.folder.join("elsewhere"), ..app.state.config.clone() }
}

async fn names(visitor: &mut Visitor) -> Vec<String> {
    let list = visitor.get("/api/v1/batches").await.expect(StatusCode::OK).json();
    let items = list["items"].as_array().expect("a list").clone();
    items.iter().map(|batch| batch["batchName"].as_str().unwrap().to_owned()).collect()
}

async fn what_was_saved_comes_back_as_it_was(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let kept = saved(&mut ada, "Kept").await;
    let file = app.folder.join("backup.zip");
    let Summary { files, .. } = backup::backup(&app.state.config, &app.clock, &file).await.unwrap();
    assert_eq!(files, 1);
    let again = backup::backup(&app.state.config, &app.clock, &file).await.unwrap_err();
    assert!(matches!(again, BackupError::Exists(_)), "{again}");

    saved(&mut ada, "Too late").await;
    ada.send(Method::DELETE, &path(&kept), None).await.expect(StatusCode::NO_CONTENT);
    let here = backup::restore(&app.state.config, &app.clock, &file, false).await.unwrap_err();
    assert!(matches!(here, BackupError::NotEmpty(_)), "{here}");
    if !app.state.config.uses_postgres() {
        let used = backup::restore(&app.state.config, &app.clock, &file, true).await.unwrap_err();
        assert!(matches!(used, BackupError::InUse(_)), "{used}");
    }

    let config = elsewhere(&app);
    let replace = config.uses_postgres();
    let restored = backup::restore(&config, &app.clock, &file, replace).await.unwrap();
    assert_eq!(restored.files, 1);
    let copy = app.again(|settings| *settings = config).await;
    let mut later = copy.visitor();
    later.bearer = ada.bearer.clone();
    assert_eq!(names(&mut later).await, ["Kept"], "the session holds as well");
    let grant = later.post(&format!("{}/download", path(&kept)), serde_json::json!({})).await;
    let ticket = grant.expect(StatusCode::OK).json()["url"].as_str().unwrap().to_owned();
    let zip = later.get(&ticket).await.expect(StatusCode::OK);
    assert!(zip.body.starts_with(b"PK"));
    saved(&mut later, "Numbers go on").await;
}

async fn a_backup_that_is_not_whole_changes_nothing(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    saved(&mut ada, "Kept").await;
    let file = app.folder.join("backup.zip");
    backup::backup(&app.state.config, &app.clock, &file).await.unwrap();
    let whole = std::fs::read(&file).unwrap();
    // The stored ZIP inside is the one thing that is not packed: its bytes can be found and changed.
    let inside = whole.windows(4).position(|four| four == b"\x89PNG").unwrap();
    let mut wrong = whole.clone();
    wrong[inside + 9] ^= 1;
    for bytes in [&wrong[..], &whole[..whole.len() / 2], b"", b"no backup"] {
        std::fs::write(&file, bytes).unwrap();
        let refused = backup::restore(&elsewhere(&app), &app.clock, &file, true).await.unwrap_err();
        assert!(matches!(refused, BackupError::Damaged { .. }), "{refused}");
    }
    assert_eq!(names(&mut ada).await, ["Kept"]);
}

async fn a_restore_that_fails_changes_no_data_and_can_be_repeated(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    saved(&mut ada, "Kept").await;
    let file = app.folder.join("backup.zip");
    backup::backup(&app.state.config, &app.clock, &file).await.unwrap();
    saved(&mut ada, "Since then").await;

    let good = elsewhere(&app);
    let mut broken = good.clone();
    broken.blobs.s3_bucket = "nowhere".into();
    broken.blobs.s3_endpoint = refusing_store().await;
    broken.blobs.s3_access_key_id = "key".into();
    let replace = good.uses_postgres();
    let failed = backup::restore(&broken, &app.clock, &file, replace).await.unwrap_err();
    assert!(matches!(failed, BackupError::Blob(_)), "{failed}");
    assert_eq!(names(&mut ada).await.len(), 2, "the old data is in use");
    let left: Vec<_> =
        std::fs::read_dir(&good.data_dir).unwrap().map(|one| one.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name == "nomina.db" || name == "auth-secret"), "{left:?}");
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("restoring")), "{left:?}");

    let repeated = backup::restore(&good, &app.clock, &file, replace).await.unwrap();
    assert_eq!(repeated.files, 1, "the same command, repeated");
    let copy = app.again(|settings| *settings = good).await;
    let mut later = copy.visitor();
    later.bearer = ada.bearer.clone();
    assert_eq!(names(&mut later).await, ["Kept"]);
}

/// The address of a store that lets nobody in.
async fn refusing_store() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = axum::Router::new().fallback(async || StatusCode::FORBIDDEN);
    tokio::spawn(async { axum::serve(listener, router).await });
    address
}
