//! Downloading a stored batch (HIST-04, HIST-05): tickets, parts, names, and who may not.

use http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_RANGE, ETAG, IF_RANGE, RANGE};
use http::{Method, StatusCode};
use nomina_server::base::clock::{DAY_MS, MINUTE_MS};
use serde_json::{Value, json};

use crate::app::{TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;
use crate::history::{begin, path, saved, upload, zip_of};
use crate::model::png;

stories![
    a_ticket_serves_the_bytes_with_their_name_also_in_parts,
    a_batch_counts_once_in_seven_days_however_often_it_is_downloaded,
    a_ticket_is_over_after_a_while_and_cannot_be_forged,
    what_is_not_there_is_told_by_its_own_sentence,
];

async fn grant(visitor: &mut Visitor, batch: &Value) -> Value {
    let answer = visitor.post(&format!("{}/download", path(batch)), json!({})).await;
    answer.expect(StatusCode::OK).json()
}

async fn a_ticket_serves_the_bytes_with_their_name_also_in_parts(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = begin(&mut ada, "Grüße: 1/2").await;
    let zip = zip_of(&[("red-boat.png", &png(40, 40)), ("big.png", &png(400, 300))]);
    upload(&mut ada, &batch, &zip).await.expect(StatusCode::OK);
    let given = grant(&mut ada, &batch).await;
    assert_eq!((&given["downloadsUsed"], &given["downloadsLimit"]), (&1.into(), &3.into()));
    assert_eq!(given["fileName"], "Grüße_ 1_2.zip");
    let url = given["url"].as_str().unwrap();
    let mut guest = app.visitor();
    guest.headers.insert("accept-encoding", "gzip, br".parse().unwrap());
    let whole = guest.get(url).await.expect(StatusCode::OK);
    assert!(!whole.headers.contains_key(CONTENT_ENCODING));
    assert_eq!(whole.headers["content-length"], zip.len().to_string());
    assert_eq!(whole.body, zip);
    let name = whole.headers[CONTENT_DISPOSITION].to_str().unwrap();
    assert!(name.ends_with("filename*=UTF-8''Gr%C3%BC%C3%9Fe_%201_2.zip"), "{name}");
    guest.headers.insert(RANGE, "bytes=10-".parse().unwrap());
    let rest = guest.get(url).await.expect(StatusCode::PARTIAL_CONTENT);
    assert_eq!(rest.headers[CONTENT_RANGE], format!("bytes 10-{}/{}", zip.len() - 1, zip.len()));
    assert_eq!(rest.body, zip[10..]);
    guest.headers.insert(IF_RANGE, "\"another\"".parse().unwrap());
    guest.get(url).await.expect(StatusCode::OK);
    guest.headers.insert(IF_RANGE, whole.headers[ETAG].clone());
    guest.get(url).await.expect(StatusCode::PARTIAL_CONTENT);
    guest.headers.insert(RANGE, "bytes=999999999-".parse().unwrap());
    let outside = guest.get(url).await.expect(StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(outside.headers[CONTENT_RANGE], format!("bytes */{}", zip.len()));
    assert_eq!(ada.get("/api/v1/downloads/count").await.json()["count"], 1, "parts count nothing");
}

/// HIST-05: four downloads of one batch are logged, and count once in its seven days.
async fn a_batch_counts_once_in_seven_days_however_often_it_is_downloaded(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = saved(&mut ada, "Trip").await;
    for _ in 0..5 {
        assert_eq!(grant(&mut ada, &batch).await["downloadsUsed"], 1);
    }
    assert_eq!(
        ada.get(&path(&batch)).await.json()["downloadCount"],
        1,
        "one click more is the same download"
    );
    for logged in 2..=4 {
        app.clock.advance_ms(15 * MINUTE_MS);
        assert_eq!(grant(&mut ada, &batch).await["downloadsUsed"], 1);
        assert_eq!(ada.get(&path(&batch)).await.json()["downloadCount"], logged);
    }
    let others =
        [saved(&mut ada, "Two").await, saved(&mut ada, "Three").await, saved(&mut ada, "Four").await];
    for (other, used) in others[..2].iter().zip([2, 3]) {
        assert_eq!(grant(&mut ada, other).await["downloadsUsed"], used);
    }
    let permission = ada.get(&format!("{}/download-permission", path(&others[2]))).await.json();
    let sentence = "Download limit reached (3 per week)";
    let full = json!({ "canDownload": false, "reason": sentence, "downloadsUsed": 3, "downloadsLimit": 3 });
    assert_eq!(permission, full);
    assert_eq!(grant(&mut ada, &batch).await["downloadsUsed"], 3, "what was counted stays free");
    promote(&app, "ada@x.org", "essential").await;
    assert!(grant(&mut ada, &others[2]).await["downloadsLimit"].is_null());
}

async fn a_ticket_is_over_after_a_while_and_cannot_be_forged(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let batch = saved(&mut ada, "Trip").await;
    let url = grant(&mut ada, &batch).await["url"].as_str().unwrap().to_owned();
    let over = "This download is over. Start it again from your history.";
    let later = url.replacen(".18", ".19", 1);
    assert_ne!(later, url);
    app.visitor().get(&later).await.refused(404, over);
    app.clock.advance_ms(15 * MINUTE_MS - 1);
    app.visitor().get(&url).await.expect(StatusCode::OK);
    app.clock.advance_ms(1);
    app.visitor().get(&url).await.refused(404, over);
    let url = grant(&mut ada, &batch).await["url"].as_str().unwrap().to_owned();
    ada.send(Method::DELETE, &path(&batch), None).await.expect(StatusCode::NO_CONTENT);
    app.visitor().get(&url).await.refused(404, over);
    assert_eq!(crate::history::stored(&app), 0);
}

async fn what_is_not_there_is_told_by_its_own_sentence(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let empty = begin(&mut ada, "Empty").await;
    let ask = |batch: &Value| format!("{}/download", path(batch));
    ada.post(&ask(&empty), json!({})).await.refused(409, "Download URL not available for this batch");
    let done = json!({ "status": "completed" });
    ada.send(Method::PATCH, &path(&empty), Some(done)).await.expect(StatusCode::OK);
    ada.post(&ask(&empty), json!({})).await.refused(409, "Download URL not available for this batch");
    promote(&app, "ada@x.org", "essential").await;
    let kept = saved(&mut ada, "Kept for thirty days").await;
    promote(&app, "ada@x.org", "starter").await;
    ada.later(&app, 8 * DAY_MS).await;
    ada.post(&ask(&kept), json!({})).await.refused(403, "Starter tier access expired");
}
