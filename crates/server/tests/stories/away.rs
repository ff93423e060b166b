//! Without its database the server says so, at once and to everybody, and goes on when it is back.

use http::StatusCode;

use crate::app::{Answer, TestApp};
use crate::postgres::cluster_or_reason;

fn says_what_is_wrong(answer: &Answer) {
    let problem = answer.json();
    assert_eq!((answer.status.as_u16(), problem["code"].as_str()), (503, Some("unavailable")), "{problem}");
    let sentence = "The server cannot reach its data right now. Please try again in a moment.";
    assert_eq!(answer.title(), sentence);
    assert!(answer.headers.contains_key("retry-after"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_database_every_answer_says_so_and_nobody_waits_for_it() {
    let Some(cluster) = cluster_or_reason() else { return };
    let app = TestApp::start(&cluster.database("away").await, |config| config.pg_patience_ms = 700).await;
    let mut ada = app.member("ada@x.org").await;
    cluster.freeze();
    let ready = ada.get("/readyz").await;
    says_what_is_wrong(&ready);
    assert_eq!(ready.json()["detail"], "The database does not answer.");
    let crowd = (0..200).map(|_| {
        let mut tab = ada.clone();
        async move { tab.get("/api/v1/me").await }
    });
    for answer in futures_util::future::join_all(crowd).await.iter().filter(|one| one.status != 429) {
        says_what_is_wrong(answer);
    }
    ada.get("/healthz").await.expect(StatusCode::OK);
    cluster.thaw();
    while ada.get("/readyz").await.status != StatusCode::OK {
        tokio::task::yield_now().await;
    }
    ada.get("/api/v1/me").await.expect(StatusCode::OK);
}
