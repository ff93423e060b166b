//! The person's own words about their images: who may use them, and how they lead a name.

use http::{Method, StatusCode};
use nomina_server::base::db::Db;
use serde_json::Value;

use crate::app::{TestApp, Visitor};
use crate::engines::stories;

stories![own_words_lead_the_name_only_when_asked_and_only_where_the_plan_includes_them];

/// One grey pixel.
const PNG: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\x00\x00\x0aIDATx\x9cch\x00\x00\x00\x82\x00\x81w\xcdr\xb6\x00\x00\x00\x00IEND\xaeB`\x82";

async fn upgrade(app: &TestApp, email: &str) {
    let sql = "UPDATE users SET subscription_tier = 'essential' WHERE email = $1";
    match &app.state.db {
        Db::Sqlite { writer, .. } => {
            sqlx::query(sql).bind(email).execute(writer).await.unwrap();
        }
        Db::Postgres { pool, .. } => {
            sqlx::query(sql).bind(email).execute(pool).await.unwrap();
        }
    }
}

async fn name(visitor: &mut Visitor, prefix: &str) -> Value {
    let fields: [(&str, &[u8]); 5] = [
        ("image", PNG),
        ("originalName", b"Beach Day.jpg"),
        ("contextMode", b"custom"),
        ("context", b"Smith / Jones wedding"),
        ("contextAsPrefix", prefix.as_bytes()),
    ];
    let mut body = Vec::new();
    for (field, bytes) in fields {
        let head = format!("--X\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"f\"\r\n\r\n");
        body.extend([head.as_bytes(), bytes, b"\r\n"].concat());
    }
    body.extend(b"--X--\r\n");
    let form = Some((b"multipart/form-data; boundary=X".to_vec(), body));
    let answer = visitor.send_raw(Method::POST, "/api/v1/ai/suggest-name", form).await;
    if answer.status == StatusCode::OK {
        answer.json()["suggestedName"].clone()
    } else {
        answer.json()["title"].clone()
    }
}

async fn own_words_lead_the_name_only_when_asked_and_only_where_the_plan_includes_them(app: TestApp) {
    let mut member = app.member("words@example.org").await;
    assert_eq!(name(&mut member, "true").await, "beach-day", "a starter has no context");
    upgrade(&app, "words@example.org").await;
    assert_eq!(name(&mut member, "true").await, "smith-jones-wedding-beach-day");
    assert_eq!(name(&mut member, "false").await, "beach-day");
    assert_eq!(name(&mut member, "perhaps").await, "This field is true or false.");
}
