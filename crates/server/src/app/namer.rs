//! A naming server: the model behind HTTP and nothing else, for servers and workers that leave looking at images to other machines.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use clap::Args;
use http::StatusCode;
use http::header::AUTHORIZATION;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::base::config::{LogArgs, NamingConfig, ProviderChoice};
use crate::base::secret::Secret;
use crate::base::secrets::same;
use crate::features::naming::pool::{DESCRIBE_PATH, Question, Refusal};
use crate::features::naming::{MAX_IMAGE_BYTES, Namer};

/// An image as Base64, and room for what is said about it.
const LIMIT_BYTES: usize = MAX_IMAGE_BYTES / 3 * 4 + (64 << 10);
/// Every server that asks serves its own people in their order.
const PRIORITY: u8 = 0;

#[derive(Args, Clone, Debug)]
pub struct NamerConfig {
    /// Address and port to listen on
    #[arg(long, env = "NAMER_LISTEN", default_value = "127.0.0.1:8090")]
    pub listen: SocketAddr,
    /// Seconds that running requests get when it is stopped
    #[arg(long, env = "SHUTDOWN_GRACE", default_value_t = 20)]
    pub shutdown_grace: u64,
    #[command(flatten)]
    pub logs: LogArgs,
    #[command(flatten)]
    pub naming: NamingConfig,
}

impl NamerConfig {
    /// Everybody on the network could use a naming server without a token.
    pub fn fault(&self) -> Option<String> {
        let open = self.naming.namer_token.is_empty() && !self.listen.ip().is_loopback();
        open.then(|| {
            format!(
                "NAMER_TOKEN is not set, and {} can be reached from other machines: set the same token here and on the servers",
                self.listen
            )
        })
    }

    /// The model of this machine. The environment is often the servers': a naming server does not ask others.
    pub fn model(&self) -> Namer {
        let mut naming = self.naming.clone();
        if naming.ai_provider == ProviderChoice::Namer {
            naming.ai_provider = ProviderChoice::Embedded;
        }
        Namer::open(&naming)
    }
}

#[derive(Clone, Debug)]
struct Shared {
    namer: Arc<Namer>,
    token: Secret,
    stopping: CancellationToken,
}

/// The routes of a naming server: `/v1/describe` for images, `/healthz` and `/readyz` for operators.
pub fn router(namer: Arc<Namer>, token: Secret, stopping: CancellationToken) -> Router {
    let shared = Shared { namer, token, stopping };
    Router::new()
        .route(DESCRIBE_PATH, post(describe).layer(from_fn_with_state(shared.clone(), with_token)))
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .layer(DefaultBodyLimit::max(LIMIT_BYTES))
        .with_state(shared)
}

/// Before the image is read.
async fn with_token(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header.and_then(|header| header.strip_prefix("Bearer ")).unwrap_or_default();
    match same(token, shared.token.expose()) {
        true => next.run(request).await,
        false => StatusCode::UNAUTHORIZED.into_response(),
    }
}

async fn describe(State(shared): State<Shared>, Json(question): Json<Question>) -> Response {
    if shared.namer.missing().is_some() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let Some(image) = question.bytes() else { return refused("the image is not Base64".to_owned()) };
    let Ok(turn) = shared.namer.turns.take(PRIORITY).await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let context = question.context.as_deref();
    match shared.namer.describe(image.into(), &question.mime, context, question.spelling(), turn).await {
        Ok(seen) => Json(seen).into_response(),
        Err(reason) => refused(reason),
    }
}

fn refused(reason: String) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Json(Refusal { reason })).into_response()
}

async fn health(State(shared): State<Shared>) -> Response {
    let (free, waiting) = shared.namer.turns.length();
    Json(json!({ "free": free, "waiting": waiting })).into_response()
}

/// No while it stops, and when it has no model.
async fn ready(State(shared): State<Shared>) -> Response {
    match shared.namer.missing() {
        Some(reason) => (StatusCode::SERVICE_UNAVAILABLE, reason.to_owned()).into_response(),
        None if shared.stopping.is_cancelled() => {
            (StatusCode::SERVICE_UNAVAILABLE, "stopping").into_response()
        }
        None => "ready".into_response(),
    }
}
