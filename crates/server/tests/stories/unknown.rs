//! Known and unknown addresses: the same answer after the same work. Work is counted in password hashes and database
//! statements, because a clock on a busy machine proves nothing.

use std::sync::{Arc, Mutex};

use http::StatusCode;
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use crate::app::{PASSWORD, TestApp};

/// The statements that ran, in order.
#[derive(Clone, Default)]
pub(crate) struct Statements(pub(crate) Arc<Mutex<Vec<String>>>);

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "nomina_server::sql" {
            event.record(&mut self.clone());
        }
    }
}

impl Visit for Statements {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "sql" {
            self.0.lock().unwrap().push(value.to_owned());
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    status: StatusCode,
    body: Value,
    headers: Vec<String>,
    hashes: u64,
    statements: Vec<String>,
}

async fn outcome(app: &TestApp, heard: &Statements, path: &str, form: Value) -> Outcome {
    heard.0.lock().unwrap().clear();
    let before = app.state.passwords.computed();
    let answer = app.visitor().post(path, form).await;
    let mut headers: Vec<String> = answer.headers.keys().map(ToString::to_string).collect();
    headers.sort();
    Outcome {
        status: answer.status,
        body: answer.json(),
        headers,
        hashes: app.state.passwords.computed() - before,
        statements: heard.0.lock().unwrap().clone(),
    }
}

#[tokio::test]
async fn known_and_unknown_addresses_cost_the_same_work_and_get_the_same_answer() {
    let heard = Statements::default();
    let _listening = tracing::subscriber::set_default(tracing_subscriber::registry().with(heard.clone()));
    let app = TestApp::start("", |_| ()).await;
    app.member("known@x.org").await;
    app.sign_up("unconfirmed@x.org").await;
    let mut gone = app.member("gone@x.org").await;
    gone.post("/api/v1/me/deactivate", json!({ "email": "gone@x.org", "password": PASSWORD }))
        .await
        .expect(StatusCode::OK);

    // Path, the form without the address, and the hashes that it costs.
    let asked = [
        ("/api/v1/auth/login", json!({ "password": "wrong password" }), 1),
        ("/api/v1/auth/signup", json!({ "password": PASSWORD, "fullName": "Eve" }), 1),
        ("/api/v1/auth/forgot", json!({}), 0),
        ("/api/v1/auth/resend", json!({}), 0),
    ];
    for (turn, (path, form, hashes)) in asked.into_iter().enumerate() {
        let with = |email: &str| {
            let mut form = form.clone();
            form["email"] = email.into();
            form
        };
        let unknown = outcome(&app, &heard, path, with(&format!("nobody{turn}@x.org"))).await;
        assert!(unknown.statements.len() >= 2, "statements are heard: {:?}", unknown.statements);
        assert_eq!(unknown.hashes, hashes, "{path}");
        for email in ["known@x.org", "unconfirmed@x.org", "gone@x.org"] {
            assert_eq!(outcome(&app, &heard, path, with(email)).await, unknown, "{path} {email}");
        }
    }
}
