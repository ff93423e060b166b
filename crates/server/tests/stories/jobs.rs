//! Jobs (JOB-01, JOB-02): what they reserve, how they end, and what comes back.

use http::{HeaderValue, Method, StatusCode};
use nomina_server::base::clock::{DAY_MS, MINUTE_MS};
use nomina_server::base::db::Query;
use serde_json::{Value, json};

use crate::app::{TestApp, Visitor};
use crate::asking::{promote, used};
use crate::engines::stories;

stories![
    a_job_reserves_names_are_taken_from_it_and_the_rest_comes_back,
    the_same_request_again_is_the_same_job_and_counts_once,
    a_job_moves_forward_only,
    a_cancelled_job_is_taken_up_again_with_a_reservation_of_its_own,
    what_cannot_be_taken_up_again_says_so_and_counts_nothing,
    a_job_with_options_above_the_plan_is_refused,
    no_more_jobs_at_once_than_the_plan_has_and_silent_ones_end_by_themselves,
    active_jobs_come_first_and_several_can_be_deleted,
    the_chart_shows_thirty_days_and_a_warning_comes_at_eighty_percent,
    days_that_no_chart_shows_are_forgotten,
    open_tabs_hear_of_news_and_not_of_every_step,
    a_job_with_nothing_new_needs_no_names_left,
];

pub(crate) async fn start(visitor: &mut Visitor, files: u32, new: u32) -> Value {
    let form = json!({ "fileCount": files, "newFiles": new });
    visitor.post("/api/v1/jobs", form).await.expect(StatusCode::CREATED).json()
}

fn path(job: &Value, rest: &str) -> String {
    format!("/api/v1/jobs/{}{rest}", job["id"].as_str().unwrap())
}

async fn patch(visitor: &mut Visitor, job: &Value, change: Value) -> Value {
    let answer = visitor.send(Method::PATCH, &path(job, ""), Some(change)).await;
    answer.expect(StatusCode::OK).json()
}

async fn a_job_reserves_names_are_taken_from_it_and_the_rest_comes_back(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let job = start(&mut ada, 10, 8).await;
    assert_eq!((&job["status"], &job["reservedFiles"]), (&"processing".into(), &8.into()));
    assert_eq!(used(&mut ada, 8).await, 8);
    let three = json!({ "files": 3, "jobId": job["id"] });
    ada.post("/api/v1/ai/count", three).await.expect(StatusCode::OK);
    assert_eq!(used(&mut ada, 8).await, 8, "taken from what the job has");
    let change = json!({ "processedCount": 99, "results": { "named": 3, "cached": 2, "failed": 5 }, "status": "completed" });
    let done = patch(&mut ada, &job, change).await;
    assert_eq!((&done["processedCount"], &done["aiUsed"]), (&10.into(), &3.into()));
    assert_eq!(done["results"]["cached"], 2);
    assert!(done["completedAt"].is_string());
    assert_eq!(used(&mut ada, 3).await, 3, "five were never named");
    let days = ada.get("/api/v1/usage/days").await.json();
    assert_eq!(days["days"][29]["files"], 3, "nor does the chart show them");
    let refused = ada.post("/api/v1/jobs", json!({ "fileCount": 20, "newFiles": 48 })).await;
    refused.refused(422, "A job cannot have more new files than files.");
}

async fn the_same_request_again_is_the_same_job_and_counts_once(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.headers.insert("idempotency-key", HeaderValue::from_static("run-1"));
    let first = start(&mut ada, 5, 5).await;
    let again = futures_util::future::join_all((0..8).map(|_| {
        let mut tab = ada.clone();
        async move { start(&mut tab, 5, 5).await["id"].clone() }
    }));
    assert!(again.await.iter().all(|id| *id == first["id"]));
    assert_eq!(used(&mut ada, 5).await, 5);
    let mut eve = app.member("eve@x.org").await;
    eve.headers = ada.headers.clone();
    assert_ne!(start(&mut eve, 5, 5).await["id"], first["id"], "a key belongs to one person");
}

async fn a_job_moves_forward_only(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let form = json!({ "fileCount": 4, "newFiles": 4, "start": false, "jobName": "  Trip  " });
    let job = ada.post("/api/v1/jobs", form).await.json();
    assert_eq!((&job["status"], &job["jobName"]), (&"pending".into(), &"Trip".into()));
    assert!(job["startedAt"].is_null());
    let renamed = patch(&mut ada, &job, json!({ "jobName": "Journey" })).await;
    assert_eq!((&renamed["status"], &renamed["jobName"]), (&"pending".into(), &"Journey".into()));
    let job = patch(&mut ada, &job, json!({ "status": "processing", "processedCount": 3 })).await;
    assert!(job["startedAt"].is_string());
    app.clock.advance_ms(1_000);
    let again = patch(&mut ada, &job, json!({ "status": "processing" })).await;
    assert_eq!(again["startedAt"], job["startedAt"], "it has begun once");
    let job = patch(&mut ada, &job, json!({ "processedCount": 1 })).await;
    assert_eq!(job["processedCount"], 3, "progress only grows");
    let back = ada.send(Method::PATCH, &path(&job, ""), Some(json!({ "status": "pending" }))).await;
    back.refused(409, "This job is already processing.");
    let job = ada.post(&path(&job, "/cancel"), json!({})).await.expect(StatusCode::OK).json();
    assert_eq!((&job["status"], &job["errorMessage"]), (&"failed".into(), &"Cancelled".into()));
    assert_eq!(used(&mut ada, 0).await, 0);
    for change in [json!({ "status": "completed" }), json!({ "processedCount": 4 })] {
        let late = ada.send(Method::PATCH, &path(&job, ""), Some(change)).await;
        late.refused(409, "This job is already failed.");
    }
    ada.post(&path(&job, "/cancel"), json!({})).await.refused(409, "This job is already failed.");
    assert_eq!(used(&mut ada, 0).await, 0, "nothing comes back twice");
}

async fn a_cancelled_job_is_taken_up_again_with_a_reservation_of_its_own(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let job = start(&mut ada, 8, 8).await;
    ada.post("/api/v1/ai/count", json!({ "files": 5, "jobId": job["id"] })).await.expect(StatusCode::OK);
    ada.post(&path(&job, "/cancel"), json!({})).await.expect(StatusCode::OK);
    assert_eq!(used(&mut ada, 5).await, 5);
    let again =
        ada.post(&path(&job, "/resume"), json!({ "newFiles": 3 })).await.expect(StatusCode::OK).json();
    assert_eq!((&again["id"], &again["status"]), (&job["id"], &"processing".into()));
    assert_eq!((&again["reservedFiles"], &again["aiUsed"]), (&8.into(), &5.into()));
    assert!(again["errorMessage"].is_null() && again["completedAt"].is_null());
    assert_eq!(used(&mut ada, 8).await, 8, "the three are reserved again");
    let same = ada.post(&path(&job, "/resume"), json!({ "newFiles": 3 })).await.expect(StatusCode::OK).json();
    assert_eq!(same["reservedFiles"], 8);
    assert_eq!(used(&mut ada, 8).await, 8, "a reload before the cancel came in counts nothing twice");
    ada.post("/api/v1/ai/count", json!({ "files": 3, "jobId": job["id"] })).await.expect(StatusCode::OK);
    let done = patch(&mut ada, &job, json!({ "processedCount": 8, "status": "completed" })).await;
    assert_eq!((&done["status"], &done["aiUsed"]), (&"completed".into(), &8.into()));
    assert_eq!(used(&mut ada, 8).await, 8);
}

async fn what_cannot_be_taken_up_again_says_so_and_counts_nothing(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let three = || json!({ "newFiles": 3 });
    let job = start(&mut ada, 3, 3).await;
    eve.post(&path(&job, "/resume"), three()).await.refused(404, "There is no such job.");
    ada.post(&path(&job, "/resume"), json!({ "newFiles": 4 }))
        .await
        .refused(422, "A job cannot have more new files than files.");
    patch(&mut ada, &job, json!({ "status": "completed" })).await;
    let refused = ada.post(&path(&job, "/resume"), three()).await;
    refused.refused(409, "This job is completed and cannot be taken up again.");
    let cancelled = start(&mut ada, 3, 3).await;
    ada.post(&path(&cancelled, "/cancel"), json!({})).await.expect(StatusCode::OK);
    start(&mut ada, 1, 0).await;
    start(&mut ada, 1, 0).await;
    let sentence = "You already have 2 batches in progress. Wait for one to finish, or cancel it.";
    ada.post(&path(&cancelled, "/resume"), three()).await.refused(429, sentence);
    assert_eq!(used(&mut ada, 0).await, 0);
    ada.later(&app, DAY_MS).await;
    let late = ada.post(&path(&cancelled, "/resume"), three()).await;
    late.refused(409, "This job is failed and cannot be taken up again.");
}

async fn a_job_with_options_above_the_plan_is_refused(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let recipe = json!({ "addCustomMetadata": true, "customTitle": "Mine" });
    let form = json!({ "fileCount": 1, "newFiles": 1, "processingOptions": recipe });
    let sentence =
        "Custom metadata editing is available with Premium plans and above. Upgrade to unlock this feature.";
    ada.post("/api/v1/jobs", form.clone()).await.refused(403, sentence);
    assert_eq!(used(&mut ada, 0).await, 0);
    promote(&app, "ada@x.org", "essential").await;
    ada.post("/api/v1/jobs", form).await.expect(StatusCode::CREATED);
}

async fn no_more_jobs_at_once_than_the_plan_has_and_silent_ones_end_by_themselves(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let silent = start(&mut ada, 5, 5).await;
    start(&mut ada, 1, 0).await;
    let form = || json!({ "fileCount": 1, "newFiles": 1 });
    let sentence = "You already have 2 batches in progress. Wait for one to finish, or cancel it.";
    ada.post("/api/v1/jobs", form()).await.refused(429, sentence);
    assert_eq!(used(&mut ada, 5).await, 5, "a refused job counts nothing");
    app.clock.advance_ms(10 * MINUTE_MS - 1);
    ada.post("/api/v1/jobs", form()).await.refused(429, sentence);
    app.clock.advance_ms(1);
    ada.post("/api/v1/jobs", form()).await.expect(StatusCode::CREATED);
    let ended = ada.get(&path(&silent, "")).await.json();
    assert_eq!(ended["errorMessage"], "Nothing was heard of this batch for 10 minutes.");
    assert_eq!(used(&mut ada, 1).await, 1);
    app.clock.advance_ms(10 * MINUTE_MS);
    nomina_server::app::worker::clean_up(&app.state).await.unwrap();
    assert_eq!(
        ada.get("/api/v1/jobs?status=active").await.json()["total"],
        0,
        "the cleanup ends them as well"
    );
    assert_eq!(used(&mut ada, 0).await, 0);
}

async fn active_jobs_come_first_and_several_can_be_deleted(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "essential").await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        app.clock.advance_ms(1_000);
        ids.push(start(&mut ada, 2, 1).await);
    }
    patch(&mut ada, &ids[3], json!({ "status": "completed" })).await;
    let page = ada.get("/api/v1/jobs?limit=2").await.json();
    assert_eq!((&page["total"], &page["items"][0]["id"]), (&4.into(), &ids[2]["id"]));
    let rest = ada.get("/api/v1/jobs?limit=2&offset=2").await.json();
    assert_eq!(rest["items"][1]["id"], ids[3]["id"], "what has ended comes last");
    let doomed = json!({ "ids": [ids[0]["id"], ids[3]["id"], "01a00000-0000-7000-8000-000000000000"] });
    assert_eq!(ada.post("/api/v1/jobs/delete", doomed).await.json()["deleted"], 2);
    assert_eq!(used(&mut ada, 2).await, 2, "a deleted job is cancelled first");
    ada.send(Method::DELETE, &path(&ids[1], ""), None).await.expect(StatusCode::NO_CONTENT);
    ada.get(&path(&ids[1], "")).await.refused(404, "There is no such job.");
    ada.send(Method::DELETE, &path(&ids[1], ""), None).await.refused(404, "There is no such job.");
}

async fn the_chart_shows_thirty_days_and_a_warning_comes_at_eighty_percent(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let count = |files: u32| json!({ "files": files });
    ada.post("/api/v1/ai/count", count(7)).await.expect(StatusCode::OK);
    ada.later(&app, 2 * DAY_MS).await;
    let usage = ada.post("/api/v1/ai/count", count(39)).await.json();
    assert!(usage["warning"].is_null(), "{usage}");
    let usage = ada.post("/api/v1/ai/count", count(1)).await.json();
    assert_eq!(usage["warning"], "approaching");
    let usage = ada.post("/api/v1/ai/count", count(5)).await.json();
    assert_eq!((&usage["warning"], &usage["dailyFiles"]), (&"near".into(), &45.into()));
    assert_eq!(usage["dailyResetsAt"], "2027-01-18T00:00:00.000Z");
    assert_eq!(usage["monthlyResetsAt"], "2027-02-01T00:00:00.000Z");
    let days = ada.get("/api/v1/usage/days").await.json();
    let days = days["days"].as_array().unwrap();
    assert_eq!(days.len(), 30);
    assert_eq!(days[29], json!({ "day": "2027-01-17", "files": 45 }));
    assert_eq!((&days[28]["files"], &days[27]["files"]), (&0.into(), &7.into()));
    let asked = ada.post("/api/v1/usage/check", json!({ "fileCount": 6 })).await.json();
    assert_eq!(asked["message"], "Daily limit exceeded. You can process 5 more files today.");
    assert_eq!(ada.post("/api/v1/usage/check", json!({ "fileCount": 5 })).await.json()["allowed"], true);
}

async fn days_that_no_chart_shows_are_forgotten(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    for days in [0, 2] {
        ada.later(&app, days * DAY_MS).await;
        ada.post("/api/v1/ai/count", json!({ "files": 1 })).await.expect(StatusCode::OK);
    }
    let kept = async || {
        nomina_server::app::worker::clean_up(&app.state).await.unwrap();
        Query::new("SELECT COUNT(*) FROM usage_days", Vec::new()).number(&app.state.db).await.unwrap()
    };
    app.clock.advance_ms(60 * DAY_MS);
    assert_eq!(kept().await, 2, "62 days are kept");
    app.clock.advance_ms(DAY_MS);
    assert_eq!(kept().await, 1);
}

/// How many changes of jobs were told so far.
pub(crate) async fn told(app: &TestApp) -> i64 {
    Query::new("SELECT COUNT(*) FROM events WHERE kind = 'job'", Vec::new())
        .number(&app.state.db)
        .await
        .unwrap()
}

async fn open_tabs_hear_of_news_and_not_of_every_step(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let form = json!({ "fileCount": 9, "newFiles": 0, "start": false });
    let job = ada.post("/api/v1/jobs", form).await.json();
    let mut before = told(&app).await;
    for (wait_ms, change, news) in [
        (0, json!({ "status": "processing" }), 1),
        (499, json!({ "processedCount": 1 }), 0),
        (500, json!({ "processedCount": 2 }), 1),
        (0, json!({ "jobName": "Trip" }), 1),
        (0, json!({ "processedCount": 3 }), 0),
    ] {
        app.clock.advance_ms(wait_ms);
        patch(&mut ada, &job, change.clone()).await;
        let now = told(&app).await;
        assert_eq!(now - before, news, "{change} after {wait_ms} ms");
        before = now;
    }
    let unknown = json!({ "ids": ["01a00000-0000-7000-8000-000000000000"] });
    assert_eq!(ada.post("/api/v1/jobs/delete", unknown).await.json()["deleted"], 0);
    assert_eq!(told(&app).await, before);
    ada.send(Method::DELETE, &path(&job, ""), None).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(told(&app).await, before + 2, "it is cancelled and deleted");
}

async fn a_job_with_nothing_new_needs_no_names_left(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    promote(&app, "ada@x.org", "professional").await;
    ada.post("/api/v1/ai/count", json!({ "files": 60 })).await.expect(StatusCode::OK);
    // More than the plan below has for a day.
    promote(&app, "ada@x.org", "starter").await;
    let job = start(&mut ada, 1, 0).await;
    ada.post(&path(&job, "/cancel"), json!({})).await.expect(StatusCode::OK);
    ada.post(&path(&job, "/resume"), json!({ "newFiles": 0 })).await.expect(StatusCode::OK);
}
