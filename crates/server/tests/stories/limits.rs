//! Limits that cannot be raced, and that begin anew with the calendar: day, week, month.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use http::StatusCode;
use nomina_server::base::clock::{DAY_MS, HOUR_MS};
use nomina_server::base::db::Query;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{TestApp, Visitor};
use crate::asking::{promote, used};
use crate::engines::stories;

stories![
    five_hundred_names_at_once_leave_exactly_the_fifty_of_the_day,
    a_request_that_is_given_up_at_any_step_counts_nothing,
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
    let busy = AtomicUsize::new(0);
    let asked = futures_util::future::join_all((0..500).map(|turn| {
        // Every second one asks the other replica.
        let mut tab = if turn % 2 == 0 { app.visitor() } else { other.visitor() };
        tab.bearer = ada.bearer.clone();
        // From everywhere: one network alone may not have so many requests open.
        tab.peer = format!("10.0.{}.{}:1", turn / 250, turn % 250).parse().unwrap();
        let busy = &busy;
        async move {
            loop {
                let answer = tab.post("/api/v1/ai/count", json!({ "files": 1 })).await;
                if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                    return (answer.status, answer.json());
                }
                busy.fetch_add(1, Ordering::Relaxed);
            }
        }
    }));
    let answers = asked.await;
    let granted = answers.iter().filter(|(status, _)| *status == StatusCode::OK).count();
    // A server without time for a request gives its image back, perhaps after all others were refused.
    assert!(granted <= 50 && granted + busy.into_inner() >= 50, "{granted}");
    for (status, body) in answers.iter().filter(|(status, _)| *status != StatusCode::OK) {
        assert_eq!(*status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(body["title"], "Daily limit exceeded. You can process 0 more files today.");
    }
    assert_eq!(used(&mut ada, granted as i64).await, granted as i64, "whatever is counted was answered");
    if granted < 50 {
        ada.post("/api/v1/ai/count", json!({ "files": 50 - granted })).await.expect(StatusCode::OK);
    }
    ada.post("/api/v1/ai/count", json!({ "files": 1 })).await.expect(StatusCode::TOO_MANY_REQUESTS);
}

/// Lets a future run so many steps and drops it then.
async fn steps<T>(count: usize, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut left) = (std::pin::pin!(work), count);
    std::future::poll_fn(|context| match left.checked_sub(1) {
        None => Poll::Ready(None),
        Some(fewer) => {
            left = fewer;
            work.as_mut().poll(context).map(Some)
        }
    })
    .await
}

/// Sends a request again and again, given up one step later each time, until it is answered. On a busy machine an answer
/// can be there at the first step: then all over again. Gives the number of answers.
async fn given_up_at_every_step(visitor: &Visitor, form: Value) -> i64 {
    let (mut answers, mut count) = (0, 1);
    loop {
        let mut tab = visitor.clone();
        match steps(count, tab.post("/api/v1/ai/count", form.clone())).await {
            None => count += 1,
            Some(answer) => {
                answer.expect(StatusCode::OK);
                answers += 1;
                if count > 1 {
                    return answers;
                }
            }
        }
    }
}

async fn a_request_that_is_given_up_at_any_step_counts_nothing(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "professional").await;
    let counted = given_up_at_every_step(&ada, json!({ "files": 1 })).await;
    assert_eq!(used(&mut ada, counted).await, counted, "as many answers, as many counts");

    let form = json!({ "fileCount": 200, "newFiles": 200 });
    let job = ada.post("/api/v1/jobs", form).await.expect(StatusCode::CREATED).json()["id"].clone();
    let answers = given_up_at_every_step(&ada, json!({ "files": 1, "jobId": job })).await;
    let path = format!("/api/v1/jobs/{}", job.as_str().unwrap());
    let mut named = Value::Null;
    // Giving back runs by itself.
    for _ in 0..500 {
        named = ada.get(&path).await.json()["aiUsed"].clone();
        if named == answers {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    assert_eq!(named, answers, "of what the job has reserved one image is named for each answer");
    let all = counted + 200;
    assert_eq!(used(&mut ada, all).await, all, "and none is counted beside it");
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
