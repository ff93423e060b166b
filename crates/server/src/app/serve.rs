//! Listening, serving and stopping. A stop lets running requests finish, but not for ever.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::app::namer::{self, NamerConfig};
use crate::app::router::router;
use crate::app::state::AppState;
use crate::app::worker;
use crate::base::events;
use crate::base::http::client::Peer;
use crate::base::http::lingering::Lingering;

const HEADER_TIME_OUT: Duration = Duration::from_secs(10);
const LARGEST_HEADERS: usize = 64 << 10;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(
        "Port {port} is already in use. Stop the other program, or choose another port: LISTEN=127.0.0.1:{other} nomina serve",
        port = .0.port(), other = .0.port().wrapping_add(1).max(1024)
    )]
    PortTaken(SocketAddr),
    #[error("Listening on {0} is not allowed ({1}). Choose a port above 1023 with LISTEN.")]
    NotAllowed(SocketAddr, std::io::Error),
    #[error("Listening on {0} failed: {1}. Check LISTEN.")]
    Listen(SocketAddr, std::io::Error),
}

/// Takes the port, or says why not.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::PortTaken(address),
        std::io::ErrorKind::PermissionDenied => ServeError::NotAllowed(address, error),
        _ => ServeError::Listen(address, error),
    })
}

/// Serves until `state.shutdown` is cancelled and the running requests are done or out of time.
pub async fn serve(state: AppState, listener: TcpListener) {
    let worker = tokio::spawn(worker::run(state.clone()));
    tokio::spawn(events::listen(state.context.clone()));
    let grace = Duration::from_secs(state.config.shutdown_grace);
    accept(router(state.clone()), listener, &state.shutdown, grace).await;
    end_work(&state, worker, Duration::from_secs(3)).await;
}

/// A naming server, until it is told to stop.
pub async fn serve_namer(config: &NamerConfig, listener: TcpListener) {
    let stopping = CancellationToken::new();
    let app = namer::router(Arc::new(config.model()), config.naming.namer_token.clone(), stopping.clone());
    let told = stopping.clone();
    tokio::spawn(async move {
        stop_signal().await;
        told.cancel();
    });
    accept(app, listener, &stopping, Duration::from_secs(config.shutdown_grace)).await;
}

/// Takes connections until the stop, and lets running requests end.
async fn accept(app: Router, listener: TcpListener, stop: &CancellationToken, grace: Duration) {
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => connect(stream, peer, app.clone(), &connections),
            // Usually too many open files: a short rest lets some close.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(grace, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were cut off: they did not end within {} s", grace.as_secs());
    }
}

/// Does the work of the queue and nothing else, until `state.shutdown` is cancelled and what was begun is done.
pub async fn work(state: AppState) {
    let worker = tokio::spawn(worker::run(state.clone()));
    tokio::spawn(events::listen(state.context.clone()));
    state.shutdown.cancelled().await;
    end_work(&state, worker, Duration::from_secs(state.config.shutdown_grace)).await;
}

async fn end_work(state: &AppState, worker: JoinHandle<()>, grace: Duration) {
    if tokio::time::timeout(grace, worker).await.is_err() {
        tracing::warn!("the worker was cut off; its task is taken up again at the next start");
    }
    state.db.close().await;
}

fn connect(stream: TcpStream, peer: SocketAddr, app: Router, connections: &GracefulShutdown) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(app.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.map(Body::new)
    }));
    let connection = Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME_OUT)
        .max_buf_size(LARGEST_HEADERS)
        .serve_connection(TokioIo::new(Lingering::new(stream)), service);
    let watched = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = watched.await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}

/// Stops the server on a signal: first it reports that it is not ready, then it accepts no new connections.
pub fn stop_on_signal(state: &AppState) {
    let state = state.clone();
    tokio::spawn(async move {
        stop_signal().await;
        tracing::info!("stopping");
        state.draining.cancel();
        tokio::time::sleep(Duration::from_secs(state.config.shutdown_delay)).await;
        state.shutdown.cancel();
    });
}

#[cfg(unix)]
async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        },
        Err(_) => drop(tokio::signal::ctrl_c().await),
    }
}

#[cfg(not(unix))]
async fn stop_signal() {
    drop(tokio::signal::ctrl_c().await);
}
