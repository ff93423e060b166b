//! Limits that cannot be raced, and that begin anew with the calendar: day, week, month.

use http::StatusCode;
use nomina_server::base::clock::{DAY_MS, HOUR_MS};
use nomina_server::base::db::Query;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{TestApp, Visitor};
use crate::asking::used;
use crate::engines::stories;

stories![
    five_hundred_names_at_once_leave_exactly_the_fifty_of_the_day,
    fifty_downloads_at_once_leave_exactly_the_three_of_the_week,
    the_day_and_the_month_begin_anew_at_midnight,
    a_download_of_last_week_no_longer_counts,
];

/// Sends a request until the server had time for it.
async fn insist(visitor: &mut Visitor, path: &str, body: Value) -> (StatusCode, Value) {
    loop {
        let answer = visitor.post(path, body.clone()).await;
        if answer.status != StatusCode::SERVICE_UNAVAILABLE {
            return (answer.status, answer.json());
        }
    }
}

async fn five_hundred_names_at_once_leave_exactly_the_fifty_of_the_day(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let other = app.again(|_| ()).await;
    let asked = futures_util::future::join_all((0..500).map(|turn| {
        // Every second one asks the other replica.
        let mut tab = if turn % 2 == 0 { app.visitor() } else { other.visitor() };
        tab.bearer = ada.bearer.clone();
        // From everywhere: one network alone may not have so many requests open.
        tab.peer = format!("10.0.{}.{}:1", turn / 250, turn % 250).parse().unwrap();
        async move { insist(&mut tab, "/api/v1/ai/count", json!({ "files": 1 })).await }
    }));
    let answers = asked.await;
    let granted = answers.iter().filter(|(status, _)| *status == StatusCode::OK).count();
    assert_eq!(granted, 50);
    for (status, body) in answers.iter().filter(|(status, _)| *status != StatusCode::OK) {
        assert_eq!(*status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(body["title"], "Daily limit exceeded. You can process 0 more files today.");
    }
    assert_eq!(used(&mut ada, 50).await, 50);
}

/// Finished batches with something stored.
async fn batches(app: &TestApp, visitor: &mut Visitor, count: usize) -> Vec<Value> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let form = json!({ "fileCount": 1, "processedCount": 1 });
        let batch = visitor.post("/api/v1/batches", form).await.expect(StatusCode::CREATED).json();
        let id: Uuid = batch["id"].as_str().unwrap().parse().unwrap();
        let sql = "UPDATE batch_results SET status = 'completed', zip_file_path = 'zips/none', zip_file_size = 1 WHERE id = $1";
        Query::new(sql, vec![id.into()]).execute(&app.state.db).await.unwrap();
        ids.push(batch["id"].clone());
    }
    ids
}

fn grant(id: &Value) -> String {
    format!("/api/v1/batches/{}/download", id.as_str().unwrap())
}

async fn fifty_downloads_at_once_leave_exactly_the_three_of_the_week(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let stored = batches(&app, &mut ada, 50).await;
    let asked = futures_util::future::join_all(stored.iter().map(|id| {
        let (mut tab, path) = (ada.clone(), grant(id));
        async move { insist(&mut tab, &path, json!({})).await }
    }));
    let answers = asked.await;
    let granted: Vec<&Value> =
        answers.iter().filter(|one| one.0 == StatusCode::OK).map(|one| &one.1).collect();
    assert_eq!(granted.len(), 3);
    let refused = answers.iter().find(|one| one.0 != StatusCode::OK).unwrap();
    assert_eq!(refused.1["title"], "Download limit reached (3 per week)");
    assert_eq!(ada.get("/api/v1/downloads/count").await.json(), json!({ "count": 3, "limit": 3 }));
}

async fn the_day_and_the_month_begin_anew_at_midnight(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let fifty = || json!({ "files": 50 });
    ada.post("/api/v1/ai/count", fifty()).await.expect(StatusCode::OK);
    let midnight = 1_800_057_600_000 - app.state.clock.now().0;
    assert_eq!(ada.get("/api/v1/usage").await.json()["dailyResetsAt"], "2027-01-16T00:00:00.000Z");
    ada.later(&app, midnight - 1).await;
    let full = "Daily limit exceeded. You can process 0 more files today.";
    ada.post("/api/v1/ai/count", json!({ "files": 1 })).await.refused(429, full);
    app.clock.advance_ms(1);
    ada.post("/api/v1/ai/count", fifty()).await.expect(StatusCode::OK);
    ada.later(&app, DAY_MS).await;
    let month = "Monthly limit exceeded. You can process 0 more files this month.";
    ada.post("/api/v1/ai/count", json!({ "files": 1 })).await.refused(429, month);
    ada.later(&app, 14 * DAY_MS).await;
    ada.post("/api/v1/ai/count", json!({ "files": 1 })).await.refused(429, month);
    ada.later(&app, DAY_MS).await;
    assert_eq!(ada.get("/api/v1/usage").await.json()["monthlyFiles"], 0);
    ada.post("/api/v1/ai/count", fifty()).await.expect(StatusCode::OK);
}

async fn a_download_of_last_week_no_longer_counts(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let stored = batches(&app, &mut ada, 3).await;
    for id in &stored {
        ada.post(&grant(id), json!({})).await.expect(StatusCode::OK);
    }
    ada.later(&app, 7 * DAY_MS - HOUR_MS).await;
    let fresh = batches(&app, &mut ada, 1).await;
    ada.post(&grant(&fresh[0]), json!({})).await.refused(429, "Download limit reached (3 per week)");
    app.clock.advance_ms(HOUR_MS - 1);
    ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    ada.post(&grant(&fresh[0]), json!({})).await.refused(429, "Download limit reached (3 per week)");
    app.clock.advance_ms(1);
    ada.post(&grant(&fresh[0]), json!({})).await.expect(StatusCode::OK);
}
