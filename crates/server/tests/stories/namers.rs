//! Naming servers: asked over the network with a token, and what one that dies was asked goes to the next.

use std::sync::Arc;

use http::StatusCode;
use nomina_server::app::namer;
use nomina_server::base::config::Config;
use nomina_server::base::config::ProviderChoice::{self, Openai};
use nomina_server::base::secret::Secret;
use nomina_server::features::naming::Namer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::TestApp;
use crate::asking::{suggest, used};
use crate::engines::stories;
use crate::model::{Act, Model, says};

stories![
    a_naming_server_names_for_those_that_know_its_token,
    what_a_naming_server_that_dies_was_asked_goes_to_the_next,
    without_one_that_answers_the_old_name_stays_and_nothing_is_counted,
];

/// A naming server whose model is a service; its address.
async fn naming_server(app: &TestApp, model: &Model) -> String {
    let mut config = Config::clone(&app.state.config);
    model.configure(&mut config, 3);
    let namer = Arc::new(Namer::open(&config.naming));
    let routes = namer::router(namer, Secret::new("shared"), CancellationToken::new());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

/// A server that asks them.
async fn asking(app: &TestApp, urls: &[&str], token: &str) -> TestApp {
    app.again(|config| {
        let naming = &mut config.naming;
        (naming.ai_provider, naming.ai_retries, naming.ai_time_out_s) = (ProviderChoice::Namer, 0, 1);
        (naming.namer_url, naming.namer_token) = (urls.join(","), Secret::new(token));
    })
    .await
}

async fn fox() -> Model {
    Model::start(Openai, vec![Act::Answer(200, "", says(Openai, "Red Fox"))]).await
}

async fn a_naming_server_names_for_those_that_know_its_token(app: TestApp) {
    let model = fox().await;
    let url = naming_server(&app, &model).await;
    let mut guest = asking(&app, &[&url], "shared").await.visitor();
    let named = suggest(&mut guest).await.expect(StatusCode::OK).json();
    assert_eq!((&named["suggestedName"], &named["provider"]), (&"red-fox".into(), &"namer".into()));
    let about = guest.get("/api/v1/naming").await.json();
    assert_eq!((&about["leavesServer"], &about["problem"]), (&false.into(), &serde_json::Value::Null));
    for token in ["", "share", "Shared"] {
        let mut stranger = asking(&app, &[&url], token).await.visitor();
        let answer = suggest(&mut stranger).await.expect(StatusCode::OK).json();
        assert!(answer["error"].as_str().unwrap().ends_with("refuses NAMER_TOKEN"), "{answer}");
    }
    assert_eq!(model.asked(), 1, "nothing was looked at for strangers");
}

async fn what_a_naming_server_that_dies_was_asked_goes_to_the_next(app: TestApp) {
    let model = fox().await;
    let alive = naming_server(&app, &model).await;
    for act in [
        Act::Cut,
        Act::Silence,
        Act::Answer(200, "", "{\"name\":".into()),
        Act::Answer(503, "", String::new()),
    ] {
        let dying = Model::start(Openai, vec![act.clone()]).await;
        let server = asking(&app, &[&dying.url, &alive], "shared").await;
        let mut guest = server.visitor();
        let named = suggest(&mut guest).await.expect(StatusCode::OK).json();
        assert_eq!(named["suggestedName"], "red-fox", "{act:?}");
        assert_eq!((dying.asked(), used(&mut guest, 1).await), (1, 1), "{act:?}");
    }
}

async fn without_one_that_answers_the_old_name_stays_and_nothing_is_counted(app: TestApp) {
    let dead = Model::start(Openai, vec![Act::Cut]).await;
    let server = asking(&app, &[&dead.url], "shared").await;
    let mut guest = server.visitor();
    let answer = suggest(&mut guest).await.expect(StatusCode::OK).json();
    let reason = format!("The naming server at {} could not be reached", dead.url);
    assert_eq!((&answer["success"], &answer["error"]), (&false.into(), &reason.into()));
    assert_eq!(answer["suggestedName"], "my-holiday-photo-3");
    assert_eq!(used(&mut guest, 0).await, 0);
    let unset = asking(&app, &[], "shared").await;
    let about = unset.visitor().get("/api/v1/naming").await.json();
    assert_eq!(about["problem"], "AI_PROVIDER is namer, but NAMER_URL is not set");
}
