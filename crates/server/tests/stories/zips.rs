//! ZIPs that are not what the tool makes: refused with a sentence, nothing stored, nothing counted.

use std::io::{Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use nomina_server::base::db::{Arg, Query};
use serde_json::{Value, json};
use tower::ServiceExt;
use zip::write::SimpleFileOptions;

use crate::app::{TestApp, Visitor};
use crate::engines::stories;
use crate::history::{begin, path, saved, stored, upload, zip_of};
use crate::model::{form, png};

stories![
    every_bad_zip_is_refused_and_leaves_nothing_behind,
    an_upload_that_is_cut_or_too_large_leaves_nothing_behind,
    the_fields_may_come_in_any_order_and_none_may_be_missing,
    nobody_stores_into_somebody_elses_batch,
    owner_setting_and_quota_are_checked_before_a_byte_is_taken,
    form_and_address_must_name_the_same_batch,
];

fn squeezed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, SimpleFileOptions::default()).unwrap();
    zip.write_all(bytes).unwrap();
    zip.finish().unwrap().into_inner()
}

/// Where a record of the central directory begins.
pub(crate) fn central(zip: &[u8]) -> usize {
    zip.windows(4).position(|four| four == b"PK\x01\x02").unwrap()
}

/// The same ZIP with some bytes of its first central record changed.
pub(crate) fn changed(zip: &[u8], offset: usize, bytes: &[u8]) -> Vec<u8> {
    let (mut zip, at) = (zip.to_vec(), central(zip) + offset);
    zip[at..at + bytes.len()].copy_from_slice(bytes);
    zip
}

/// An image that unpacks to much more than it is.
pub(crate) fn bomb() -> Vec<u8> {
    let mut image = png(2, 2);
    image.resize(20 << 20, 0);
    squeezed("bomb.png", &image)
}

pub(crate) fn link() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("a.png", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap().into_inner()
}

async fn every_bad_zip_is_refused_and_leaves_nothing_behind(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Trip").await;
    let image = png(2, 2);
    let good = zip_of(&[("a.png", &image)]);
    let many: Vec<(String, &[u8])> = (0..21).map(|n| (format!("{n}.png"), &image[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let larger = u32::try_from(image.len() + 1).unwrap().to_le_bytes();
    let two = zip_of(&[("a.png", &image), ("b.png", &image)]);
    let second = two.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap() - central(&two);
    let cases: [(&str, Vec<u8>, &str); 18] = [
        ("not a ZIP", b"GIF89a".to_vec(), "The file is not a ZIP."),
        ("nothing", Vec::new(), "The file is not a ZIP."),
        ("no entries", zip_of(&[]), "The ZIP holds no images."),
        ("too many", zip_of(&many), "The ZIP holds more than 20 images."),
        ("a bomb", bomb(), "The images in the ZIP are too large when unpacked."),
        ("says 4 GB", changed(&good, 24, &[0xff; 4]), "The images in the ZIP are too large when unpacked."),
        ("climbs", zip_of(&[("../a.png", &image)]), "\"../a.png\" is not a name"),
        ("absolute", zip_of(&[("/a.png", &image)]), "\"/a.png\" is not a name"),
        ("a folder", zip_of(&[("x/a.png", &image)]), "\"x/a.png\" is not a name"),
        ("hidden", zip_of(&[(".a.png", &image)]), "\".a.png\" is not a name"),
        ("a link", link(), "\"a.png\" is not a name"),
        ("a program", zip_of(&[("a.exe", b"MZ......")]), "\"a.exe\" is not an image"),
        ("a page", zip_of(&[("a.png", b"<html>")]), "\"a.png\" is not an image"),
        ("another kind", zip_of(&[("a.jpg", &image)]), "\"a.jpg\" is not an image"),
        ("twice", zip_of(&[("a.png", &image), ("A.PNG", &image)]), "Two images in the ZIP are called"),
        ("a lying size", changed(&good, 24, &larger), "\"a.png\" is not as large as the ZIP says"),
        ("a wrong sum", changed(&good, 16, &[1, 2, 3, 4]), "\"a.png\" is not as large as the ZIP says"),
        ("overlapping", changed(&two, second + 42, &[0; 4]), "is not as large as the ZIP says"),
    ];
    for (what, zip, sentence) in cases {
        let answer = upload(&mut ada, &batch, &zip).await;
        let said = answer.json()["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}: {said}");
        assert!(said.contains(sentence), "{what}: {said}");
        assert_eq!((answer.json()["code"].as_str(), &answer.title()), (Some("invalid_zip"), &said));
        assert_eq!(stored(&app), 0, "{what}");
    }
    for cut in [good.len() - 1, good.len() / 2, 30, 4] {
        let answer = upload(&mut ada, &batch, &good[..cut]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "cut at {cut}");
    }
    assert_eq!(ada.get(&path(&batch)).await.json()["status"], "processing");
    upload(&mut ada, &batch, &squeezed("a.png", &image)).await.expect(StatusCode::OK);
}

async fn an_upload_that_is_cut_or_too_large_leaves_nothing_behind(app: TestApp) {
    let server = app.again(|config| config.blobs.max_zip_mb = 1).await;
    let mut ada = server.member("ada@x.org").await;
    let batch = begin(&mut ada, "Trip").await;
    let (kind, body) = form(&[("zipFile", &zip_of(&[("a.png", &png(2, 2))]))]);
    let cut = body[..body.len() - 30].to_vec();
    let answer = ada.send_raw(Method::POST, "/server/api/store-zip", Some((kind, cut))).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.json()["error"].is_string());
    let mut large = png(2, 2);
    large.resize(2 << 20, 7);
    let answer = upload(&mut ada, &batch, &zip_of(&[("a.png", &large)])).await;
    answer.refused(413, "The ZIP is larger than 1 MB.");
    assert_eq!(stored(&app), 0);
}

async fn the_fields_may_come_in_any_order_and_none_may_be_missing(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Trip").await;
    let id = batch["id"].as_str().unwrap().as_bytes();
    let zip = zip_of(&[("a.png", &png(2, 2))]);
    let send = async |visitor: &mut Visitor, fields: &[(&str, &[u8])]| {
        visitor.send_raw(Method::POST, "/server/api/store-zip", Some(form(fields))).await
    };
    send(&mut ada, &[("batchId", id)]).await.refused(422, "The field \"zipFile\" is missing.");
    send(&mut ada, &[("zipFile", &zip)]).await.refused(422, "The field \"batchId\" is missing.");
    let answer = send(&mut ada, &[("batchId", b"7"), ("zipFile", &zip)]).await;
    answer.refused(404, "Batch not found or access denied");
    let fields = [("originalFilename", &b"x.zip"[..]), ("batchId", id), ("zipFile", &zip)];
    send(&mut ada, &fields).await.expect(StatusCode::OK);
}

/// Announces a ZIP of so many bytes; says what was answered, and whether a byte of it was taken.
async fn announce(app: &TestApp, visitor: &Visitor, query: &str, bytes: u64) -> (StatusCode, String, bool) {
    let taken = Arc::new(AtomicBool::new(false));
    let flag = taken.clone();
    let body = Body::from_stream(futures_util::stream::once(async move {
        flag.store(true, Ordering::Relaxed);
        Ok::<_, std::io::Error>(Bytes::from_static(b"--X\r\n"))
    }));
    let request = Request::post(format!("/server/api/store-zip{query}"))
        .header(AUTHORIZATION, format!("Bearer {}", visitor.bearer.as_deref().unwrap()))
        .header(CONTENT_TYPE, "multipart/form-data; boundary=X")
        .header(CONTENT_LENGTH, bytes);
    let answer = app.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = answer.status();
    let text = answer.into_body().collect().await.unwrap().to_bytes();
    let code = serde_json::from_slice::<Value>(&text).unwrap()["code"].as_str().unwrap().to_owned();
    (status, code, taken.load(Ordering::Relaxed))
}

async fn owner_setting_and_quota_are_checked_before_a_byte_is_taken(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let eve = app.member("eve@x.org").await;
    let (full, other) = (saved(&mut ada, "Full").await, begin(&mut ada, "Other").await);
    let query = |batch: &Value| format!("?batchId={}", batch["id"].as_str().unwrap());
    let mb = |count: u64| count << 20;
    let refused = |status: u16, code: &str| (StatusCode::from_u16(status).unwrap(), code.to_owned(), false);
    assert_eq!(announce(&app, &eve, &query(&full), mb(100)).await, refused(404, "not_found"));
    assert_eq!(announce(&app, &ada, &query(&other), mb(600)).await, refused(413, "too_large"));
    let sql = "UPDATE batch_results SET zip_file_size = $1 WHERE zip_file_path IS NOT NULL";
    Query::new(sql, vec![Arg::from(1000i64 << 20)]).execute(&app.state.db).await.unwrap();
    assert_eq!(announce(&app, &ada, &query(&other), mb(100)).await, refused(413, "quota"));
    let into_itself = announce(&app, &ada, &query(&full), mb(100)).await;
    assert!(into_itself.2, "it takes the place of the old one: {into_itself:?}");
    let unnamed = announce(&app, &ada, "", mb(100)).await;
    assert!(unnamed.2, "it may take the place of the old one: {unnamed:?}");
    let off = json!({ "autoSave": false });
    ada.send(Method::PUT, "/api/v1/preferences", Some(off)).await.expect(StatusCode::OK);
    assert_eq!(announce(&app, &ada, "", 1).await, refused(409, "auto_save_off"));
}

async fn form_and_address_must_name_the_same_batch(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (one, two) = (begin(&mut ada, "One").await, begin(&mut ada, "Two").await);
    let zip = zip_of(&[("a.png", &png(2, 2))]);
    let body = form(&[("zipFile", &zip), ("batchId", two["id"].as_str().unwrap().as_bytes())]);
    let place = |batch: &Value| format!("/server/api/store-zip?batchId={}", batch["id"].as_str().unwrap());
    let answer = ada.send_raw(Method::POST, &place(&one), Some(body.clone())).await;
    answer.refused(422, "The form and the address name different batches.");
    assert_eq!(stored(&app), 0);
    ada.send_raw(Method::POST, &place(&two), Some(body)).await.expect(StatusCode::OK);
}

async fn nobody_stores_into_somebody_elses_batch(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let batch: Value = saved(&mut ada, "Trip").await;
    let before = ada.get(&path(&batch)).await.json();
    let answer = upload(&mut eve, &batch, &zip_of(&[("evil.png", &png(2, 2))])).await;
    answer.refused(404, "Batch not found or access denied");
    assert_eq!(ada.get(&path(&batch)).await.json(), before);
    assert_eq!(stored(&app), 1);
}
