//! Batches for programs: images and a recipe in, one ZIP out, whoever works on it and whatever happens meanwhile.

use std::io::Read;
use std::path::Path;

use http::{HeaderMap, Method, StatusCode};
use nomina_server::app::worker;
use nomina_server::base::clock::{HOUR_MS, MINUTE_MS, SECOND_MS};
use nomina_server::base::config::Switch;
use nomina_server::base::db::Query;
use nomina_server::base::secrets::sign;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::app::{Answer, TestApp, Visitor};
use crate::asking::promote;
use crate::engines::stories;
use crate::model::png;

stories![
    many_images_go_in_and_one_zip_comes_out_in_their_order,
    how_many_work_on_a_batch_changes_nothing_in_its_result,
    a_killed_workers_image_is_taken_over_and_one_that_kills_is_given_up,
    cancelling_and_deleting_give_back_what_was_counted_and_leave_nothing_stored,
    every_limit_is_checked_before_anything_is_counted,
    a_request_sent_again_makes_one_batch_and_another_body_is_refused,
    a_result_expires_with_everything_that_was_stored,
    the_end_is_told_with_a_seal_until_somebody_listens,
    images_are_fetched_only_from_hosts_that_the_operator_allows,
];

pub(crate) const KEEP: &str = r#"{"keepNames":true,"resizeImages":true,"maxWidth":16,"maxHeight":16}"#;

/// A program of somebody with the professional plan.
async fn program(app: &TestApp, scopes: &[&str]) -> Visitor {
    let mut owner = app.member("ada@x.org").await;
    promote(app, "ada@x.org", "professional").await;
    let made = owner.post("/api/v1/keys", json!({ "name": "Import", "scopes": scopes })).await;
    let mut program = app.visitor();
    program.bearer = made.expect(StatusCode::CREATED).json()["secret"].as_str().map(str::to_owned);
    program
}

pub(crate) async fn everything(app: &TestApp) -> Visitor {
    program(app, &["name", "process", "read"]).await
}

/// The same program at another replica.
fn the_same(program: &Visitor, app: &TestApp) -> Visitor {
    let mut visitor = app.visitor();
    visitor.bearer.clone_from(&program.bearer);
    visitor
}

/// Sends images under their names, with further fields.
pub(crate) async fn send(program: &mut Visitor, images: &[(&str, &[u8])], fields: &[(&str, &str)]) -> Answer {
    let mut body = Vec::new();
    let mut add = |head: String, value: &[u8]| {
        body.extend(format!("--b\r\ncontent-disposition: form-data; {head}\r\n\r\n").bytes());
        body.extend(value);
        body.extend(b"\r\n");
    };
    images.iter().for_each(|(name, bytes)| add(format!("name=\"image\"; filename=\"{name}\""), bytes));
    fields.iter().for_each(|(name, value)| add(format!("name=\"{name}\""), value.as_bytes()));
    body.extend(b"--b--\r\n");
    let content = (b"multipart/form-data; boundary=b".to_vec(), body);
    program.send_raw(Method::POST, "/api/v1/batches/process", Some(content)).await
}

pub(crate) async fn begun(
    program: &mut Visitor,
    images: &[(&str, &[u8])],
    fields: &[(&str, &str)],
) -> String {
    let answer = send(program, images, fields).await.expect(StatusCode::ACCEPTED);
    answer.json()["id"].as_str().unwrap().to_owned()
}

pub(crate) fn at(id: &str) -> String {
    format!("/api/v1/batches/process/{id}")
}

pub(crate) async fn zip(program: &mut Visitor, id: &str) -> (Vec<(String, Vec<u8>)>, Vec<u8>) {
    let answer = program.get(&format!("{}/result", at(id))).await.expect(StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "application/zip");
    let bytes = answer.body.to_vec();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes.clone())).unwrap();
    let entries = (0..archive.len()).map(|at| {
        let mut entry = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (entry.name().unwrap().into_owned(), bytes)
    });
    (entries.collect(), bytes)
}

/// How many files the store holds.
pub(crate) fn stored(app: &TestApp) -> usize {
    fn count(folder: &Path) -> usize {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| if entry.path().is_dir() { count(&entry.path()) } else { 1 }).sum()
    }
    count(&app.state.config.data_dir.join("objects"))
}

pub(crate) async fn used(program: &mut Visitor) -> i64 {
    program.get("/api/v1/usage").await.json()["dailyFiles"].as_i64().unwrap()
}

async fn sql(app: &TestApp, sql: &'static str) -> u64 {
    Query::new(sql, Vec::new()).execute(&app.state.db).await.unwrap()
}

async fn many_images_go_in_and_one_zip_comes_out_in_their_order(app: TestApp) {
    let mut program = everything(&app).await;
    let (wide, high) = (png(64, 32), png(32, 64));
    let images: [(&str, &[u8]); 4] =
        [("b.png", &wide), ("A.PNG", &high), ("broken.jpg", b"hello"), ("a.png", &wide)];
    let answer = send(&mut program, &images, &[("recipe", KEEP), ("jobName", "Shop")]).await;
    assert_eq!(answer.headers["nomina-usage-day"], "0", "without a model nothing is counted");
    let id = answer.expect(StatusCode::ACCEPTED).json()["id"].as_str().unwrap().to_owned();
    let early = program.get(&format!("{}/result", at(&id))).await;
    early.refused(409, "This batch is not finished yet. Try again in a moment.");
    app.work().await;
    let run = program.get(&at(&id)).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&run["status"], &run["processedCount"], &run["jobName"]),
        (&json!("completed"), &json!(4), &json!("Shop"))
    );
    let names: Vec<_> = run["pictures"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [json!("b.png"), json!("A.png"), Value::Null, json!("a-2.png")]);
    assert_eq!(run["pictures"][2]["status"], "failed");
    assert!(run["pictures"][2]["error"].as_str().unwrap().starts_with("This is not an image"), "{run}");
    let (entries, _) = zip(&mut program, &id).await;
    assert_eq!(
        entries.iter().map(|entry| entry.0.as_str()).collect::<Vec<_>>(),
        ["b.png", "A.png", "a-2.png"]
    );
    let form = crate::model::form(&[("image", &wide), ("recipe", KEEP.as_bytes())]);
    let single = program.send_raw(Method::POST, "/api/v1/process", Some(form)).await.expect(StatusCode::OK);
    assert_eq!(entries[0].1, single.body, "one image and a batch come out the same");
    assert_eq!(stored(&app), 1, "of everything only the ZIP is kept");
    program.headers.insert("range", "bytes=0-3".parse().unwrap());
    let part = program.get(&format!("{}/result", at(&id))).await.expect(StatusCode::PARTIAL_CONTENT);
    assert_eq!(&part.body[..], b"PK\x03\x04");
}

async fn how_many_work_on_a_batch_changes_nothing_in_its_result(app: TestApp) {
    let mut program = everything(&app).await;
    let sizes: Vec<Vec<u8>> = (1..=12).map(|n| png(n * 5, 60)).collect();
    let names: Vec<String> = (0..12).map(|n| format!("IMG {}.png", n % 5)).collect();
    let images: Vec<(&str, &[u8])> =
        names.iter().zip(&sizes).map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let recipe = r#"{"convertFormat":true,"outputFormat":"webp","prefix":"shop-"}"#;
    let alone = begun(&mut program, &images, &[("recipe", recipe)]).await;
    app.work().await;
    let together = begun(&mut program, &images, &[("recipe", recipe)]).await;
    let others = [app.again(|_| ()).await, app.again(|_| ()).await, app.again(|_| ()).await];
    let works = others.iter().map(|other| worker::run_due(&other.state));
    let counts = futures_util::future::try_join_all(works).await.unwrap();
    assert_eq!(counts.iter().sum::<usize>(), 13, "each image once, and the ZIP: {counts:?}");
    let (entries, first) = zip(&mut program, &alone).await;
    assert_eq!(entries[1].0, "shop-img-1.webp");
    assert_eq!(entries[6].0, "shop-img-1-2.webp");
    assert!(first == zip(&mut program, &together).await.1, "byte for byte");
}

async fn a_killed_workers_image_is_taken_over_and_one_that_kills_is_given_up(app: TestApp) {
    let mut program = everything(&app).await;
    let image = png(8, 8);
    let id = begun(&mut program, &[("a.png", &image), ("b.png", &image), ("c.png", &image)], &[]).await;
    assert_eq!(used(&mut program).await, 3, "counted when it begins");
    // As a killed worker leaves them: taken, the try counted, nothing done. The third has killed three workers.
    let until = app.state.clock.now().plus_ms(2 * MINUTE_MS);
    let taken = "UPDATE tasks SET locked_until = $1, locked_by = id, attempts = 1 WHERE kind = 'picture'";
    Query::new(taken, vec![until.into()]).execute(&app.state.db).await.unwrap();
    sql(&app, "UPDATE run_pictures SET tries = 1 WHERE position < 2").await;
    sql(&app, "UPDATE run_pictures SET tries = 3 WHERE position = 2").await;
    app.work().await;
    assert_eq!(program.get(&at(&id)).await.json()["processedCount"], 0, "they are somebody's");
    app.clock.advance_ms(2 * MINUTE_MS + SECOND_MS);
    app.work().await;
    let run = program.get(&at(&id)).await.json();
    assert_eq!((&run["status"], &run["processedCount"]), (&json!("completed"), &json!(3)), "{run}");
    assert_eq!(run["pictures"][1]["status"], "done");
    assert_eq!(run["pictures"][2]["error"], "This image could not be processed.");
    assert_eq!(used(&mut program).await, 0, "no model is at work here: everything is given back");
}

async fn cancelling_and_deleting_give_back_what_was_counted_and_leave_nothing_stored(app: TestApp) {
    let mut program = everything(&app).await;
    let image = png(8, 8);
    let id = begun(&mut program, &[("a.png", &image), ("b.png", &image)], &[]).await;
    assert_eq!((used(&mut program).await, stored(&app)), (2, 2));
    let stopped = program.post(&format!("{}/cancel", at(&id)), json!({})).await.expect(StatusCode::OK).json();
    assert_eq!((&stopped["status"], &stopped["errorMessage"]), (&json!("failed"), &json!("Cancelled")));
    app.work().await;
    worker::clean_up(&app.state).await.unwrap();
    assert_eq!((used(&mut program).await, stored(&app)), (0, 0));
    program.get(&format!("{}/result", at(&id))).await.refused(409, "This batch has no result: Cancelled");
    program.post(&format!("{}/cancel", at(&id)), json!({})).await.refused(409, "This job is already failed.");
    let other = begun(&mut program, &[("a.png", &image)], &[("recipe", KEEP)]).await;
    app.work().await;
    program.send(Method::DELETE, &at(&other), None).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(stored(&app), 0);
    program.get(&at(&other)).await.refused(404, "There is no such batch, or it has expired.");
    let mut reader = program.clone();
    reader.bearer = {
        let (mut owner, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
        let again = owner.post(&format!("/api/v1/jobs/{id}/resume"), json!({ "newFiles": 1 })).await;
        again.refused(409, "This job is failed and cannot be taken up again.");
        let key = owner.post("/api/v1/keys", json!({ "name": "R", "scopes": ["process"] })).await.json();
        key["secret"].as_str().map(str::to_owned)
    };
    reader.get(&at(&id)).await.refused(403, "This API key does not have the scope \"read\".");
    let named = send(&mut reader, &[("a.png", &image)], &[]).await;
    named.refused(403, "This API key does not have the scope \"name\".");
}

async fn every_limit_is_checked_before_anything_is_counted(app: TestApp) {
    let small = app.again(|config| config.runs.max_batch_mb = 1).await;
    let mut program = everything(&small).await;
    let image = png(8, 8);
    let none = send(&mut program, &[], &[("recipe", KEEP)]).await;
    none.refused(422, "Please send at least one image in the field \"image\".");
    let large = vec![0; 700 << 10];
    let two = send(&mut program, &[("a", &large), ("b", &large)], &[]).await;
    two.refused(413, "A batch may have 1 MB. Send it in parts.");
    let many: Vec<(&str, &[u8])> = (0..251).map(|_| ("a.png", image.as_slice())).collect();
    send(&mut program, &many, &[]).await.refused(422, "Cannot exceed 250 images per batch.");
    sql(&app, "UPDATE user_usage SET daily_files_processed = 0").await;
    let running = nomina_rules::plans::Tier::Professional.plan().limits.concurrent;
    for _ in 0..running {
        begun(&mut program, &[("a.png", &image)], &[]).await;
    }
    let busy = send(&mut program, &[("a.png", &image)], &[]).await;
    assert_eq!((busy.status.as_u16(), &busy.json()["code"]), (429, &json!("concurrent_limit")));
    assert_eq!(used(&mut program).await, i64::from(running), "what is refused is not counted");
}

async fn a_request_sent_again_makes_one_batch_and_another_body_is_refused(app: TestApp) {
    let mut program = everything(&app).await;
    let (one, other) = (png(8, 8), png(9, 9));
    program.headers =
        HeaderMap::from_iter([("idempotency-key".parse().unwrap(), "order-1".parse().unwrap())]);
    let first = begun(&mut program, &[("a.png", &one)], &[("recipe", KEEP)]).await;
    let again = begun(&mut program, &[("a.png", &one)], &[("recipe", KEEP)]).await;
    assert_eq!(first, again);
    let mismatch = "This Idempotency-Key was used with another request. Use a new key.";
    send(&mut program, &[("a.png", &other)], &[("recipe", KEEP)]).await.refused(422, mismatch);
    let form = crate::model::form(&[("image", &one)]);
    program.send_raw(Method::POST, "/api/v1/names", Some(form.clone())).await.refused(422, mismatch);
    // The same for one image: the answer is kept, and a refusal is not.
    program.headers.insert("idempotency-key", "order-2".parse().unwrap());
    let broken = crate::model::form(&[("image", b"hello")]);
    let refused = program.send_raw(Method::POST, "/api/v1/names", Some(broken)).await;
    refused.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let named = program.send_raw(Method::POST, "/api/v1/names", Some(form.clone())).await;
    let named = named.expect(StatusCode::OK).json();
    let kept = sql(
        &app,
        "UPDATE idempotent_answers SET claimed_until = 0 WHERE key = 'order-2' AND answer IS NOT NULL",
    );
    assert_eq!(kept.await, 1);
    let same = program.send_raw(Method::POST, "/api/v1/names", Some(form.clone())).await;
    assert_eq!(same.expect(StatusCode::OK).json(), named);
    program.headers.insert("idempotency-key", "order-3".parse().unwrap());
    let processed = program.send_raw(Method::POST, "/api/v1/process", Some(form.clone())).await;
    let processed = processed.expect(StatusCode::OK).body;
    let same = program.send_raw(Method::POST, "/api/v1/process", Some(form.clone())).await;
    assert_eq!(same.expect(StatusCode::OK).body, processed);
    // While the first is at work the second waits; after a crash, and after a day, the key is free.
    sql(
        &app,
        "UPDATE idempotent_answers SET answer = NULL, claimed_until = expires_at WHERE key = 'order-3'",
    )
    .await;
    let waiting = program.send_raw(Method::POST, "/api/v1/process", Some(form.clone())).await;
    assert_eq!((waiting.status.as_u16(), &waiting.json()["code"]), (409, &json!("idempotency_in_progress")));
    app.clock.advance_ms(24 * HOUR_MS + SECOND_MS);
    let other = crate::model::form(&[("image", &other)]);
    program.send_raw(Method::POST, "/api/v1/process", Some(other)).await.expect(StatusCode::OK);
}

async fn a_result_expires_with_everything_that_was_stored(app: TestApp) {
    let mut program = everything(&app).await;
    let image = png(8, 8);
    let done = begun(&mut program, &[("a.png", &image)], &[("recipe", KEEP)]).await;
    app.work().await;
    let waiting = begun(&mut program, &[("a.png", &image)], &[]).await;
    app.clock.advance_ms(24 * HOUR_MS - SECOND_MS);
    worker::clean_up(&app.state).await.unwrap();
    zip(&mut program, &done).await;
    assert_eq!(program.get(&at(&waiting)).await.json()["status"], "processing", "it may wait for its turn");
    app.clock.advance_ms(2 * SECOND_MS);
    worker::clean_up(&app.state).await.unwrap();
    for id in [&done, &waiting] {
        program.get(&at(id)).await.refused(404, "There is no such batch, or it has expired.");
    }
    assert_eq!(stored(&app), 0);
    let (mut owner, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    let jobs = owner.get("/api/v1/jobs").await.json();
    let end = |id: &str| {
        jobs["items"].as_array().unwrap().iter().find(|job| job["id"] == id).unwrap()["status"].clone()
    };
    assert_eq!((end(&done), end(&waiting)), (json!("completed"), json!("failed")));
}

/// Answers every request with the next of these, and gives back what it was asked.
async fn server(answers: Vec<&'static str>) -> (u16, tokio::task::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = tokio::spawn(async move {
        let mut asked = Vec::new();
        for answer in answers {
            let (mut line, _) = listener.accept().await.unwrap();
            asked.push(request(&mut line).await);
            let head = format!("HTTP/1.1 {answer}\r\nconnection: close\r\n");
            line.write_all(head.as_bytes()).await.unwrap();
            let body = if answer.starts_with("200") { png(8, 8) } else { Vec::new() };
            line.write_all(format!("content-length: {}\r\n\r\n", body.len()).as_bytes()).await.unwrap();
            line.write_all(&body).await.unwrap();
        }
        asked
    });
    (port, asked)
}

/// What it was asked; a question that never comes is a failure and no endless wait.
async fn heard(asked: tokio::task::JoinHandle<Vec<String>>) -> Vec<String> {
    let waited = tokio::time::timeout(std::time::Duration::from_secs(60), asked).await;
    waited.expect("every question has come").unwrap()
}

async fn request(line: &mut tokio::net::TcpStream) -> String {
    let mut text = Vec::new();
    loop {
        let whole = String::from_utf8_lossy(&text).into_owned();
        if let Some((head, body)) = whole.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|row| row.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return whole;
            }
        }
        let mut piece = [0; 4096];
        let read = line.read(&mut piece).await.unwrap();
        text.extend(&piece[..read]);
    }
}

async fn the_end_is_told_with_a_seal_until_somebody_listens(app: TestApp) {
    let mut program = everything(&app).await;
    let image = png(8, 8);
    for private in ["http://127.0.0.1:9/x", "http://[::1]/", "http://localhost/", "http://169.254.169.254/"] {
        let refused = send(&mut program, &[("a.png", &image)], &[("webhookUrl", private)]).await;
        refused.refused(422, "Private and local addresses are not allowed.");
    }
    let open = app.again(|config| config.runs.allow_private_addresses = Switch::On).await;
    let (port, asked) = server(vec!["500 Oh", "204 Fine"]).await;
    let mut program = the_same(&program, &open);
    let hook = format!("http://127.0.0.1:{port}/hook");
    let fields = [("recipe", KEEP), ("webhookUrl", hook.as_str())];
    let run = send(&mut program, &[("a.png", &image)], &fields).await.expect(StatusCode::ACCEPTED).json();
    open.work().await;
    open.clock.advance_ms(MINUTE_MS);
    open.work().await;
    let asked = heard(asked).await;
    let (head, body) = asked[1].split_once("\r\n\r\n").unwrap();
    let header = head.lines().find_map(|row| row.strip_prefix("nomina-signature: ")).unwrap();
    let time = header.strip_prefix("t=").unwrap().split(',').next().unwrap();
    let seal = sign(run["webhookSecret"].as_str().unwrap(), time, body.as_bytes());
    assert_eq!(header, format!("t={time},v1={seal}"));
    let told: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&told["type"], &told["batch"]["id"]), (&json!("batch.completed"), &run["id"]));
    assert_eq!(told["batch"]["webhookSecret"], Value::Null, "the secret does not travel");
}

async fn images_are_fetched_only_from_hosts_that_the_operator_allows(app: TestApp) {
    let mut program = everything(&app).await;
    let off = send(&mut program, &[], &[("url", "https://example.org/a.png")]).await;
    off.refused(422, "This server does not fetch images. Send them in the field \"image\".");
    let (port, asked) = server(vec!["200 Fine", "302 Elsewhere"]).await;
    let open = app
        .again(|config| {
            config.runs.fetch_hosts = vec!["127.0.0.1".into(), "localhost".into()];
            config.runs.allow_private_addresses = Switch::On;
            config.process_places = 1;
        })
        .await;
    let mut program = the_same(&program, &open);
    let elsewhere = send(&mut program, &[], &[("url", "https://example.org/a.png")]).await;
    elsewhere
        .refused(422, "This server does not fetch images from that host. Send them in the field \"image\".");
    let urls = [1, 2].map(|n| format!("http://127.0.0.1:{port}/shop/dog%20{n}.png?size=large"));
    let fields = [("recipe", KEEP), ("url", urls[0].as_str()), ("url", urls[1].as_str())];
    let id = begun(&mut program, &[], &fields).await;
    open.work().await;
    let run = program.get(&at(&id)).await.json();
    let ends: Vec<_> = run["pictures"].as_array().unwrap().iter().map(|one| one["error"].clone()).collect();
    assert!(ends.contains(&Value::Null) && ends.contains(&json!("The host answered 302.")), "{run}");
    let asked = heard(asked).await.join("\n");
    assert!(asked.contains("GET /shop/dog%201.png?size=large "), "as it was given: {asked}");
    // A name that leads home is refused where it is looked up: the operator allowed the host and not the address.
    let strict = app.again(|config| config.runs.fetch_hosts = vec!["*".into()]).await;
    let mut program = the_same(&program, &strict);
    let home = send(&mut program, &[], &[("url", "http://127.0.0.1/a.png")]).await;
    home.refused(422, "Private and local addresses are not allowed.");
}
