//! A server without a socket, a clock that tests move, and visitors with a cookie jar.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, LOCATION, SET_COOKIE};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use nomina_server::app::router::router;
use nomina_server::app::state::AppState;
use nomina_server::app::worker;
use nomina_server::base::clock::{Clock, ManualClock, Timestamp};
use nomina_server::base::config::{Config, ProviderChoice};
use nomina_server::base::events;
use nomina_server::base::http::client::Peer;
use nomina_server::base::random::{self, Random, SystemRandom};
use nomina_server::base::secret::Secret;
use serde_json::{Value, json};
use tower::ServiceExt;

pub(crate) const PASSWORD: &str = "correct horse";

/// A running server with its own database and data folder.
pub(crate) struct TestApp {
    pub(crate) state: AppState,
    pub(crate) clock: ManualClock,
    pub(crate) router: Router,
    pub(crate) folder: PathBuf,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.state.shutdown.cancel();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl TestApp {
    /// `database_url` empty means SQLite.
    pub(crate) async fn start(database_url: &str, change: impl FnOnce(&mut Config)) -> Self {
        Self::drawing_from(Arc::new(SystemRandom), database_url, change).await
    }

    /// The same with the given randomness.
    pub(crate) async fn drawing_from(
        random: Arc<dyn Random>,
        database_url: &str,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let clock = ManualClock::at(Timestamp(1_800_000_000_000));
        let name = random::id(&SystemRandom, clock.now()).simple().to_string();
        let folder = std::env::temp_dir().join(format!("nomina-test-{name}"));
        let mut config = Config::defaults();
        config.data_dir = folder.clone();
        config.public_url = "http://nomina.localhost".into();
        config.database_url = Secret::new(database_url);
        config.pg_pool = 4;
        // Opening a connection takes long while other tests run; what is away is a test of its own.
        config.pg_patience_ms = 20_000;
        // The model takes seconds to load and has tests of its own.
        config.naming.ai_provider = ProviderChoice::None;
        change(&mut config);
        let state = AppState::with(config, Arc::new(clock.clone()), random).await.expect("a server");
        Self { router: router(state.clone()), state, clock, folder }
    }

    /// The same server with other settings, on the same database: a second replica or a new configuration.
    pub(crate) async fn again(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = self.state.config.clone();
        change(&mut config);
        let clock = self.clock.clone();
        let state =
            AppState::with(config, Arc::new(clock.clone()), Arc::new(SystemRandom)).await.expect("a server");
        Self { router: router(state.clone()), state, clock, folder: self.folder.join("none") }
    }

    /// With a second server on the same database: every request goes to the next of the two, as behind a load balancer.
    pub(crate) async fn with_a_replica(mut self) -> Self {
        let other = self.again(|_| ()).await;
        for state in [&self.state, &other.state] {
            tokio::spawn(events::listen(state.context.clone()));
        }
        self.router = by_turns(self.router.clone(), other);
        self
    }

    pub(crate) fn visitor(&self) -> Visitor {
        Visitor {
            router: self.router.clone(),
            cookies: HashMap::new(),
            bearer: None,
            peer: "127.0.0.1:40000".parse().unwrap(),
            host: "localhost".into(),
            headers: HeaderMap::new(),
        }
    }

    /// Does the background work that is due now.
    pub(crate) async fn work(&self) {
        worker::run_due(&self.state).await.expect("tasks run");
    }

    /// Mails to an address, the latest first.
    pub(crate) async fn mails(&self, to: &str) -> Vec<Value> {
        self.work().await;
        let token = self.state.keys.mailbox_token();
        let answer = self.visitor().get(&format!("/api/v1/dev/emails?to={to}&token={token}")).await;
        serde_json::from_slice(&answer.body).expect("a list of mails")
    }

    /// The token in the link of the latest mail.
    pub(crate) async fn link_token(&self, to: &str) -> String {
        let mails = self.mails(to).await;
        let text = mails.first().expect("a mail")["textBody"].as_str().unwrap();
        let token = text.split("token=").nth(1).unwrap_or_else(|| panic!("no link in {text}"));
        token.split_whitespace().next().unwrap().to_owned()
    }

    /// Somebody who waits for the link, in the browser that they used.
    pub(crate) async fn sign_up(&self, email: &str) -> Visitor {
        let form = json!({ "email": email, "password": PASSWORD, "fullName": "Ada Lovelace" });
        let mut visitor = self.visitor();
        visitor.post("/api/v1/auth/signup", form).await.expect(StatusCode::ACCEPTED);
        visitor
    }

    /// Somebody with a confirmed account who is signed in.
    pub(crate) async fn member(&self, email: &str) -> Visitor {
        let mut visitor = self.sign_up(email).await;
        let token = self.link_token(email).await;
        visitor.post("/api/v1/auth/confirm", json!({ "token": token })).await.expect(StatusCode::OK);
        self.clock.advance_ms(61_000);
        visitor
    }

    pub(crate) async fn log_in(&self, email: &str, password: &str) -> (Visitor, Answer) {
        let mut visitor = self.visitor();
        let answer =
            visitor.post("/api/v1/auth/login", json!({ "email": email, "password": password })).await;
        (visitor, answer)
    }
}

fn by_turns(first: Router, second: TestApp) -> Router {
    let turn = Arc::new((AtomicUsize::new(0), second));
    Router::new().fallback_service(tower::service_fn(move |request: Request<Body>| {
        let (turn, second) = &*turn;
        let next = if turn.fetch_add(1, Ordering::Relaxed) % 2 == 0 { &first } else { &second.router };
        next.clone().oneshot(request)
    }))
}

/// A browser: it keeps cookies, and the access token of the last session it got.
#[derive(Clone)]
pub(crate) struct Visitor {
    router: Router,
    pub(crate) cookies: HashMap<String, String>,
    pub(crate) bearer: Option<String>,
    pub(crate) peer: SocketAddr,
    pub(crate) host: String,
    pub(crate) headers: HeaderMap,
}

impl Visitor {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn send(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let content = body.map(|value| (b"application/json".to_vec(), value.to_string().into_bytes()));
        self.send_raw(method, path, content).await
    }

    /// Any body with any content type.
    pub(crate) async fn send_raw(
        &mut self,
        method: Method,
        path: &str,
        content: Option<(Vec<u8>, Vec<u8>)>,
    ) -> Answer {
        let (parts, body) = self.respond(method, path, content).await.into_parts();
        let endless = parts.headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
        let body = match endless {
            true => Bytes::new(),
            false => body.collect().await.expect("a whole body").to_bytes(),
        };
        self.keep_cookies(&parts.headers);
        let answer = Answer { status: parts.status, headers: parts.headers, body };
        if let Some(token) = answer.json()["accessToken"].as_str() {
            self.bearer = Some(token.to_owned());
        }
        answer
    }

    /// The answer as it begins; its body may go on for ever.
    pub(crate) async fn respond(
        &mut self,
        method: Method,
        path: &str,
        content: Option<(Vec<u8>, Vec<u8>)>,
    ) -> http::Response<Body> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        if let Some(token) = &self.bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if !self.cookies.is_empty() {
            let jar: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            request = request.header(COOKIE, jar.join("; "));
        }
        let body = match content {
            Some((kind, bytes)) => {
                request = request.header(CONTENT_TYPE, kind);
                Body::from(bytes)
            }
            None => Body::empty(),
        };
        let mut request = request.body(body).unwrap();
        request.headers_mut().extend(self.headers.clone());
        request.extensions_mut().insert(Peer(self.peer));
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// The same person later: an access token lives for an hour only.
    pub(crate) async fn later(&mut self, app: &TestApp, ms: i64) {
        app.clock.advance_ms(ms);
        self.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK);
    }

    fn keep_cookies(&mut self, headers: &HeaderMap) {
        for line in headers.get_all(SET_COOKIE) {
            let line = line.to_str().unwrap();
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    /// The body as JSON, or null.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn title(&self) -> String {
        self.json()["title"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn location(&self) -> String {
        self.headers.get(LOCATION).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
    }

    #[track_caller]
    pub(crate) fn expect(self, status: StatusCode) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }

    /// A refusal with this sentence, as problem+json.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, title: &str) {
        assert_eq!((self.status.as_u16(), self.title().as_str()), (status, title));
        assert_eq!(self.headers[CONTENT_TYPE], "application/problem+json");
        assert!(self.json()["code"].is_string());
    }
}
