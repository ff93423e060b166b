//! The least that axum can do, for `bench/load.mjs`: how much of a request is ours. Prints its address.
#![expect(clippy::print_stdout, reason = "the bench reads the address")]

use axum::Router;
use axum::routing::get;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, Router::new().route("/", get(async || "hello"))).await
}
