//! The danger zone (ROUTE-17): history, export, deactivation, restoring, and the end.

use std::io::{Cursor, Read};

use http::{Method, StatusCode};
use nomina_server::app::worker;
use nomina_server::base::clock::DAY_MS;
use nomina_server::base::db::{Db, Query};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app::{PASSWORD, TestApp};
use crate::engines::stories;

stories![
    deleting_the_history_removes_rows_and_files_of_one_person_only,
    deleting_the_history_takes_the_ended_jobs_with_it,
    deactivating_needs_the_address_and_the_password_and_ends_every_session,
    signing_in_within_thirty_days_restores_the_account,
    after_thirty_days_nothing_personal_is_left,
    the_export_holds_everything_about_one_person,
    a_sign_up_that_nobody_confirms_is_forgotten_after_a_day,
];

async fn run(app: &TestApp, sql: &'static str, id: Uuid, user: Uuid, path: &str) {
    let statement = Query::new(sql, vec![id.into(), user.into(), path.into()]);
    assert_eq!(statement.execute(&app.state.db).await.unwrap(), 1);
}

/// A finished batch with a stored ZIP.
async fn batch(app: &TestApp, user: &Value) -> std::path::PathBuf {
    let user: Uuid = user["id"].as_str().unwrap().parse().unwrap();
    let id = Uuid::from_u128(user.as_u128() ^ 1);
    let key = format!("zips/{id}.zip");
    let file = app.folder.join("objects").join(&key);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, b"stored zip").unwrap();
    let batch = "INSERT INTO batch_results (id, user_id, batch_name, file_count, status, expires_at, zip_file_path, created_at, updated_at)
        VALUES ($1, $2, 'Trip', 1, 'completed', 9999999999999, $3, 0, 0)";
    run(app, batch, id, user, &key).await;
    let processed = "INSERT INTO processed_files (id, batch_id, original_filename, processed_filename, original_size, processed_size, mime_type, status)
        SELECT $1, b.id, 'IMG_1.JPG', 'red-boat.jpg', 1, 1, 'image/jpeg', 'stored' FROM batch_results b WHERE b.user_id = $2 AND b.zip_file_path = $3";
    run(app, processed, Uuid::from_u128(user.as_u128() ^ 2), user, &key).await;
    file
}

async fn deleting_the_history_removes_rows_and_files_of_one_person_only(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let kept = batch(&app, &ada.get("/api/v1/me").await.json()).await;
    let gone = batch(&app, &eve.get("/api/v1/me").await.json()).await;
    let answer = eve.send(Method::DELETE, "/api/v1/batches", None).await.expect(StatusCode::OK);
    assert_eq!(answer.json()["deleted"], 1);
    assert!(!gone.exists() && kept.exists());
    let answer = eve.send(Method::DELETE, "/api/v1/batches", None).await.expect(StatusCode::OK);
    assert_eq!(answer.json()["deleted"], 0);
    assert_eq!(ada.send(Method::DELETE, "/api/v1/batches", None).await.json()["deleted"], 1);
}

async fn deleting_the_history_takes_the_ended_jobs_with_it(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    let ended = crate::jobs::start(&mut eve, 2, 1).await;
    let address = format!("/api/v1/jobs/{}", ended["id"].as_str().unwrap());
    eve.send(Method::PATCH, &address, Some(json!({ "status": "completed" }))).await.expect(StatusCode::OK);
    let running = crate::jobs::start(&mut eve, 2, 1).await;
    crate::jobs::start(&mut ada, 2, 1).await;
    let told = crate::jobs::told(&app).await;
    // The second time nothing has ended, and nothing is told.
    for _ in 0..2 {
        eve.send(Method::DELETE, "/api/v1/batches", None).await.expect(StatusCode::OK);
        assert_eq!(crate::jobs::told(&app).await, told + 1);
    }
    let left = eve.get("/api/v1/jobs").await.json();
    assert_eq!(
        (&left["total"], &left["items"][0]["id"]),
        (&1.into(), &running["id"]),
        "only what still runs"
    );
    assert_eq!(ada.get("/api/v1/jobs").await.json()["total"], 1);
}

const DEACTIVATE: &str = "/api/v1/me/deactivate";

async fn deactivating_needs_the_address_and_the_password_and_ends_every_session(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let (mut phone, _) = app.log_in("ada@x.org", PASSWORD).await;
    ada.post(DEACTIVATE, json!({ "email": "eve@x.org" }))
        .await
        .refused(422, "Type your e-mail address exactly to confirm");
    ada.post(DEACTIVATE, json!({ "email": "ada@x.org" })).await.refused(422, "Password is required");
    ada.post(DEACTIVATE, json!({ "email": "ada@x.org", "password": "wrong" }))
        .await
        .refused(422, "Password is incorrect");
    ada.post(DEACTIVATE, json!({ "email": " Ada@x.org ", "password": PASSWORD }))
        .await
        .expect(StatusCode::OK);
    for device in [&mut ada, &mut phone] {
        device.get("/api/v1/me").await.refused(401, "No user logged in");
    }
    phone.post("/api/v1/auth/refresh", json!({})).await.refused(401, "Invalid Refresh Token");
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Your account was deactivated");
    app.log_in("ada@x.org", PASSWORD).await.1.refused(403, "This account is deactivated.");
    app.log_in("ada@x.org", "wrong password").await.1.refused(400, "Invalid login credentials");
}

async fn signing_in_within_thirty_days_restores_the_account(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.post(DEACTIVATE, json!({ "email": "ada@x.org", "password": PASSWORD })).await.expect(StatusCode::OK);
    app.clock.advance_ms(29 * DAY_MS);
    worker::clean_up(&app.state).await.unwrap();
    let login = json!({ "email": "ada@x.org", "password": PASSWORD, "restore": true });
    let mut back = app.visitor();
    back.post("/api/v1/auth/login", login).await.expect(StatusCode::OK);
    app.clock.advance_ms(2 * DAY_MS);
    worker::clean_up(&app.state).await.unwrap();
    app.log_in("ada@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

async fn after_thirty_days_nothing_personal_is_left(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    app.member("eve@x.org").await;
    let user = ada.get("/api/v1/me").await.json();
    let file = batch(&app, &user).await;
    ada.post("/api/v1/newsletter", json!({ "email": "ada@x.org" })).await.expect(StatusCode::OK);
    ada.send(Method::PUT, "/api/v1/preferences", Some(json!({ "defaultQuality": 60 })))
        .await
        .expect(StatusCode::OK);
    ada.post(DEACTIVATE, json!({ "email": "ada@x.org", "password": PASSWORD })).await.expect(StatusCode::OK);
    app.mails("ada@x.org").await;
    app.clock.advance_ms(30 * DAY_MS);
    // A letter that still waits names its reader; it must go with the account.
    app.visitor()
        .post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" }))
        .await
        .expect(StatusCode::ACCEPTED);
    worker::clean_up(&app.state).await.unwrap();
    assert!(!file.exists(), "the stored ZIP is gone");
    let left = rows_about(&app, user["id"].as_str().unwrap(), "ada@x.org").await;
    assert!(left.is_empty(), "still there: {left:?}");
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
    app.log_in("eve@x.org", PASSWORD).await.1.expect(StatusCode::OK);
}

/// Looks at every table of the schema, so that a new one is not forgotten. Only the audit log may keep the bare id.
async fn rows_about(app: &TestApp, id: &str, email: &str) -> Vec<String> {
    let id: Uuid = id.parse().unwrap();
    let catalogue = match &app.state.db {
        Db::Sqlite { .. } => {
            "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
        }
        Db::Postgres { .. } => {
            "SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = 'public'"
        }
    };
    let columns: Vec<(String, String)> = match &app.state.db {
        Db::Sqlite { writer, .. } => sqlx::query_as(catalogue).fetch_all(writer).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_as(catalogue).fetch_all(pool).await.unwrap(),
    };
    assert!(columns.len() > 50);
    let mut found = Vec::new();
    for (table, column) in columns.iter().filter(|(table, _)| !table.starts_with("sqlite")) {
        let text = format!("SELECT COUNT(*) FROM {table} WHERE CAST({column} AS TEXT) LIKE $1");
        let ours = format!("SELECT COUNT(*) FROM {table} WHERE {column} = $1");
        let is_id = column == "user_id" || (table == "users" && column == "id");
        let count: i64 = match (&app.state.db, is_id) {
            (Db::Sqlite { writer, .. }, true) => {
                sqlx::query_scalar(sqlx::AssertSqlSafe(ours)).bind(id).fetch_one(writer).await.unwrap()
            }
            (Db::Postgres { pool, .. }, true) => {
                sqlx::query_scalar(sqlx::AssertSqlSafe(ours)).bind(id).fetch_one(pool).await.unwrap()
            }
            (Db::Sqlite { writer, .. }, false) => sqlx::query_scalar(sqlx::AssertSqlSafe(text))
                .bind(format!("%{email}%"))
                .fetch_one(writer)
                .await
                .unwrap(),
            (Db::Postgres { pool, .. }, false) => sqlx::query_scalar(sqlx::AssertSqlSafe(text))
                .bind(format!("%{email}%"))
                .fetch_one(pool)
                .await
                .unwrap(),
        };
        if count > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

async fn the_export_holds_everything_about_one_person(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut eve = app.member("eve@x.org").await;
    batch(&app, &ada.get("/api/v1/me").await.json()).await;
    batch(&app, &eve.get("/api/v1/me").await.json()).await;
    let own = json!({ "defaultAddedKeywords": "Acme Sofas" });
    ada.send(Method::PUT, "/api/v1/preferences", Some(own)).await.expect(StatusCode::OK);
    ada.post("/api/v1/me/export", json!({})).await.refused(422, "Password is required");
    let answer = ada.post("/api/v1/me/export", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    let mut zip = zip::ZipArchive::new(Cursor::new(answer.body.to_vec())).expect("a ZIP");
    let mut all = String::new();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    for name in &names {
        zip.by_name(name).unwrap().read_to_string(&mut all).unwrap();
    }
    for expected in [
        "profile.json",
        "preferences.json",
        "identities.json",
        "sessions.json",
        "usage.json",
        "batches.json",
        "processed-files.json",
        "api-keys.json",
        "account-events.json",
        "newsletter.json",
    ] {
        assert!(names.iter().any(|name| name == expected), "{expected} in {names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("files/")), "{names:?}");
    assert!(all.contains("ada@x.org") && all.contains("red-boat.jpg") && all.contains("stored zip"));
    assert!(all.contains("Acme Sofas"), "{all}");
    assert!(!all.contains("eve@x.org") && !all.contains("argon2id"), "{all}");
}

async fn a_sign_up_that_nobody_confirms_is_forgotten_after_a_day(app: TestApp) {
    app.sign_up("ada@x.org").await;
    app.visitor().post("/api/v1/newsletter", json!({ "email": "ada@x.org" })).await.expect(StatusCode::OK);
    app.mails("ada@x.org").await;
    app.clock.advance_ms(DAY_MS);
    worker::clean_up(&app.state).await.unwrap();
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
    let left = rows_about(&app, &Uuid::nil().to_string(), "ada@x.org").await;
    assert_eq!(left, ["newsletter.email"], "somebody else typed the address; the newsletter is its owner's");
}
