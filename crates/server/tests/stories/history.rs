//! The history (HIST-01 .. HIST-07): saving a batch, listing, renaming, and what expires.

use std::io::{Cursor, Write};

use http::{HeaderValue, Method, StatusCode};
use nomina_server::app::worker;
use nomina_server::base::clock::{DAY_MS, MINUTE_MS};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::app::{Answer, TestApp, Visitor};
use crate::engines::stories;
use crate::model::{form, png};

stories![
    a_batch_is_saved_with_its_files_and_its_zip_and_a_mail_says_so,
    a_batch_made_with_options_above_the_plan_is_not_stored,
    a_run_that_is_taken_up_again_counts_all_its_files,
    the_list_can_be_searched_sorted_and_paged,
    a_list_shows_each_batch_as_it_is_by_itself,
    a_name_is_trimmed_and_has_its_sentences,
    with_saving_switched_off_nothing_is_stored,
    what_never_finished_has_failed_after_ten_minutes,
    the_plans_time_over_the_bytes_are_gone,
    nobody_who_declined_gets_a_mail,
    no_mail_tells_of_a_batch_that_was_deleted,
    memory_stores_as_well_as_a_folder,
];

/// A ZIP as the tool makes it.
pub(crate) fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        zip.start_file(*name, stored).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(crate) async fn begin(visitor: &mut Visitor, name: &str) -> Value {
    let options = json!({ "prefix": "trip-", "imageWatermarkFile": "data:image/png;base64,AAAA" });
    let form =
        json!({ "batchName": name, "fileCount": 2, "processedCount": 2, "processingOptions": options });
    visitor.post("/api/v1/batches", form).await.expect(StatusCode::CREATED).json()
}

pub(crate) async fn upload(visitor: &mut Visitor, batch: &Value, zip: &[u8]) -> Answer {
    let id = batch["id"].as_str().unwrap();
    let fields =
        [("zipFile", zip), ("batchId", id.as_bytes()), ("originalFilename", b"processed-images.zip")];
    visitor.send_raw(Method::POST, "/server/api/store-zip", Some(form(&fields))).await
}

/// A finished batch.
pub(crate) async fn saved(visitor: &mut Visitor, name: &str) -> Value {
    let batch = begin(visitor, name).await;
    upload(visitor, &batch, &zip_of(&[("red-boat.png", &png(2, 2))])).await.expect(StatusCode::OK);
    batch
}

pub(crate) fn path(batch: &Value) -> String {
    format!("/api/v1/batches/{}", batch["id"].as_str().unwrap())
}

/// Every file that is stored.
pub(crate) fn stored(app: &TestApp) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
    }
    count(&app.folder.join("objects")) + count(&app.folder.join("tmp"))
}

async fn a_batch_is_saved_with_its_files_and_its_zip_and_a_mail_says_so(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.headers.insert("idempotency-key", HeaderValue::from_static("save-1"));
    let batch = begin(&mut ada, "Trip").await;
    assert_eq!(begin(&mut ada, "Trip").await["id"], batch["id"], "sent twice, saved once");
    ada.headers.clear();
    assert_eq!((&batch["status"], &batch["isDownloadable"]), (&"processing".into(), &false.into()));
    let file = |name: &str| {
        json!({ "originalFilename": "IMG_1.PNG", "processedFilename": name, "originalSize": 9,
        "processedSize": 5, "mimeType": "image/png", "thumbnail": "data:image/webp;base64,AAAA" })
    };
    let files = json!({ "files": [file("red-boat.png"), file("blue-boat.png")] });
    for _ in 0..2 {
        let answer = ada.post(&format!("{}/files", path(&batch)), files.clone()).await;
        assert_eq!(answer.expect(StatusCode::OK).json()["saved"], 2);
    }
    let zip = zip_of(&[("red-boat.png", &png(2, 2)), ("blue-boat.png", &png(3, 3))]);
    let answer = upload(&mut ada, &batch, &zip).await.expect(StatusCode::OK).json();
    assert_eq!(answer["fileSize"], zip.len());
    let item = ada.get("/api/v1/batches").await.json()["items"][0].clone();
    assert_eq!((&item["status"], &item["isDownloadable"]), (&"completed".into(), &true.into()));
    assert_eq!(item["thumbnails"].as_array().unwrap().len(), 2);
    assert!(item["processingOptions"]["imageWatermarkFile"].is_null(), "lists are small");
    let whole = ada.get(&path(&batch)).await.json();
    assert_eq!(whole["processingOptions"]["imageWatermarkFile"], "data:image/png;base64,AAAA");
    assert_eq!(whole["files"][1]["processedFilename"], "blue-boat.png");
    let mail = app.mails("ada@x.org").await[0].clone();
    assert_eq!(mail["subject"], "Your batch is ready");
    assert!(mail["textBody"].as_str().unwrap().contains("\"Trip\""), "{mail}");
    upload(&mut ada, &batch, &zip_of(&[("one.png", &png(2, 2))])).await.expect(StatusCode::OK);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(stored(&app), 1, "the first ZIP made room for the second");
}

/// OPT-05: a starter who rewrites an answer in the browser gets no further than the screen.
async fn a_batch_made_with_options_above_the_plan_is_not_stored(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut send = async |options: Value| {
        let form = json!({ "fileCount": 1, "processedCount": 1, "processingOptions": options });
        ada.post("/api/v1/batches", form).await
    };
    let metadata =
        "Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.";
    send(json!({ "addCustomMetadata": true, "customTitle": "Mine" })).await.refused(403, metadata);
    let position = "Custom positioning is an Essential feature. Upgrade to unlock.";
    let placed =
        json!({ "enableTextWatermark": true, "textWatermark": "x", "textWatermarkPosition": "custom" });
    send(placed).await.refused(403, position);
    send(json!({ "prefix": "trip", "removeMetadata": true })).await.expect(StatusCode::CREATED);
    assert_eq!(ada.get("/api/v1/batches").await.json()["total"], 1);
}

async fn a_run_that_is_taken_up_again_counts_all_its_files(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let form = json!({ "fileCount": 2, "processedCount": 1 });
    let batch = ada.post("/api/v1/batches", form).await.expect(StatusCode::CREATED).json();
    let file = |name: &str| {
        json!({ "originalFilename": name, "processedFilename": name, "originalSize": 1, "processedSize": 1,
                "mimeType": "image/png" })
    };
    let both = json!({ "files": [file("a.png"), file("b.png")] });
    ada.post(&format!("{}/files", path(&batch)), both).await.expect(StatusCode::OK);
    assert_eq!(ada.get(&path(&batch)).await.json()["processedCount"], 2);
}

async fn the_list_can_be_searched_sorted_and_paged(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for name in ["Zoo 100%", "alps", "Market"] {
        app.clock.advance_ms(1_000);
        begin(&mut ada, name).await;
    }
    let mut names = async |query: &str| -> Vec<String> {
        let page = ada.get(&format!("/api/v1/batches?{query}")).await.json();
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["batchName"].as_str().unwrap().into())
            .collect()
    };
    assert_eq!(names("").await, ["Market", "alps", "Zoo 100%"]);
    assert_eq!(names("sort=oldest&limit=2").await, ["Zoo 100%", "alps"]);
    assert_eq!(names("sort=name").await, ["alps", "Market", "Zoo 100%"]);
    assert_eq!(names("sort=name&offset=2").await, ["Zoo 100%"]);
    assert_eq!(
        names("sort=largest").await,
        ["Market", "alps", "Zoo 100%"],
        "none has a ZIP yet: the newest first"
    );
    assert_eq!(names("q=0%25").await, ["Zoo 100%"], "a sign of the pattern is only a sign");
    assert_eq!(names("q=ALP").await, ["alps"]);
}

/// The list reads its batches as one JSON text: names with signs of JSON, and every other column, must come through.
async fn a_list_shows_each_batch_as_it_is_by_itself(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    begin(&mut app.member("eve@x.org").await, "Eve's").await;
    for name in [r#"a "quoted" \ name"#, "Märkte 🦊", "{}[],"] {
        app.clock.advance_ms(1_000);
        let batch = saved(&mut ada, name).await;
        let file = |thumbnail: Option<&str>| {
            json!({ "originalFilename": "IMG_1.PNG", "processedFilename": "red-boat.png", "originalSize": 9,
                "processedSize": 5, "mimeType": "image/png", "thumbnail": thumbnail })
        };
        let shown = ["data:image/webp;base64,BBBB", "data:image/webp;base64,AAAA"].map(Some);
        let files = json!({ "files": [file(shown[0]), file(None), file(shown[1])] });
        ada.post(&format!("{}/files", path(&batch)), files).await.expect(StatusCode::OK);
    }
    app.clock.advance_ms(1_000);
    ada.post("/api/v1/batches", json!({ "fileCount": 1, "processedCount": 0 }))
        .await
        .expect(StatusCode::CREATED);
    let page = ada.get("/api/v1/batches").await.json();
    assert_eq!(
        (&page["total"], page["items"].as_array().unwrap().len()),
        (&4.into(), 4),
        "and nothing of Eve's"
    );
    for item in page["items"].as_array().unwrap() {
        let mut whole = ada.get(&path(item)).await.json();
        whole.as_object_mut().unwrap().remove("files");
        if let Some(options) = whole["processingOptions"].as_object_mut() {
            options.insert("imageWatermarkFile".into(), Value::Null);
        }
        assert_eq!(*item, whole);
    }
    assert_eq!(page["items"][1]["thumbnails"][0], "data:image/webp;base64,BBBB", "in the order of the files");
}

async fn a_name_is_trimmed_and_has_its_sentences(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Trip").await;
    let mut rename =
        async |name: &str| ada.send(Method::PATCH, &path(&batch), Some(json!({ "batchName": name }))).await;
    assert_eq!(rename("  Winter ").await.json()["batchName"], "Winter");
    rename("   ").await.refused(422, "Batch name cannot be empty");
    rename(&"x".repeat(256)).await.refused(422, "Batch name cannot exceed 255 characters");
    rename(&"ü".repeat(255)).await.expect(StatusCode::OK);
}

async fn with_saving_switched_off_nothing_is_stored(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Before").await;
    let off = json!({ "autoSave": false });
    ada.send(Method::PUT, "/api/v1/preferences", Some(off)).await.expect(StatusCode::OK);
    let sentence = "Saving to the history is switched off in Settings.";
    ada.post("/api/v1/batches", json!({ "fileCount": 1, "processedCount": 1 })).await.refused(409, sentence);
    let late = upload(&mut ada, &batch, &zip_of(&[("a.png", &png(2, 2))])).await;
    assert_eq!(late.json()["error"], sentence);
    assert_eq!(stored(&app), 0);
}

async fn what_never_finished_has_failed_after_ten_minutes(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Trip").await;
    app.clock.advance_ms(10 * MINUTE_MS - 1);
    assert_eq!(ada.get("/api/v1/batches").await.json()["items"][0]["status"], "processing");
    app.clock.advance_ms(1);
    assert_eq!(ada.get("/api/v1/batches").await.json()["items"][0]["status"], "failed");
    upload(&mut ada, &batch, &zip_of(&[("a.png", &png(2, 2))])).await.expect(StatusCode::OK);
    assert_eq!(ada.get(&path(&batch)).await.json()["status"], "completed", "trying again is allowed");
    begin(&mut ada, "Other").await;
    app.clock.advance_ms(10 * MINUTE_MS);
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(ada.get("/api/v1/batches").await.json()["items"][0]["status"], "failed");
}

async fn the_plans_time_over_the_bytes_are_gone(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = saved(&mut ada, "Trip").await;
    app.work().await;
    assert_eq!(batch["expiresAt"], ada.get(&path(&batch)).await.json()["expiresAt"]);
    ada.later(&app, 6 * DAY_MS + 1).await;
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Your batch expires soon");
    assert_eq!(stored(&app), 1);
    ada.later(&app, DAY_MS).await;
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!(stored(&app), 0);
    let item = ada.get("/api/v1/batches").await.json()["items"][0].clone();
    assert_eq!((&item["status"], &item["isDownloadable"]), (&"completed".into(), &false.into()));
    let sentence = "Batch has expired and is no longer available for download";
    ada.post(&format!("{}/download", path(&batch)), json!({})).await.refused(410, sentence);
    app.clock.advance_ms(31 * DAY_MS);
    worker::clean_up(&app.state).await.unwrap();
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(ada.get("/api/v1/batches").await.json()["total"], 0);
}

async fn nobody_who_declined_gets_a_mail(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let off = json!({ "processingNotifications": false });
    ada.send(Method::PUT, "/api/v1/preferences", Some(off)).await.expect(StatusCode::OK);
    let before = app.mails("ada@x.org").await.len();
    saved(&mut ada, "Trip").await;
    assert_eq!(app.mails("ada@x.org").await.len(), before);
}

async fn no_mail_tells_of_a_batch_that_was_deleted(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let before = app.mails("ada@x.org").await.len();
    let one = saved(&mut ada, "One").await;
    ada.send(Method::DELETE, &path(&one), None).await.expect(StatusCode::NO_CONTENT);
    saved(&mut ada, "All").await;
    ada.send(Method::DELETE, "/api/v1/batches", None).await.expect(StatusCode::OK);
    saved(&mut ada, "Kept").await;
    app.clock.advance_ms(10 * MINUTE_MS);
    let mails = app.mails("ada@x.org").await;
    assert_eq!(mails.len(), before + 1);
    assert!(mails[0]["textBody"].as_str().unwrap().contains("\"Kept\""), "{}", mails[0]);
}

async fn memory_stores_as_well_as_a_folder(app: TestApp) {
    let server =
        app.again(|config| config.blobs.storage = nomina_server::base::config::Storage::Memory).await;
    let mut ada = server.member("ada@x.org").await;
    let batch = saved(&mut ada, "Trip").await;
    let grant = ada.post(&format!("{}/download", path(&batch)), json!({})).await.json();
    let bytes = server.visitor().get(grant["url"].as_str().unwrap()).await.expect(StatusCode::OK).body;
    assert_eq!(bytes, zip_of(&[("red-boat.png", &png(2, 2))]));
}
