//! `AUTH_CONFIRM_EMAIL=off`: an address is a label that anybody may type. Whoever proves it later owns the account.

use http::StatusCode;
use nomina_server::base::config::Switch;
use nomina_server::base::db::Query;
use serde_json::json;

use crate::app::{PASSWORD, TestApp};
use crate::asking::promote;
use crate::engines::stories;
use crate::second_step;
use crate::social::{Peer, walk};

stories![
    whoever_comes_by_google_gets_the_account_and_the_strangers_ways_in_are_gone,
    a_link_to_the_address_proves_it_and_signs_the_stranger_out,
    a_link_to_an_unproven_address_does_not_take_a_second_factor_away,
    google_and_github_ask_for_the_second_step_too,
];

/// A stranger's account under somebody else's address.
async fn opened_without_proof(app: &TestApp) -> TestApp {
    let app = app.again(|config| config.auth.auth_confirm_email = Switch::Off).await;
    app.sign_up("ada@x.org").await;
    app
}

async fn whoever_comes_by_google_gets_the_account_and_the_strangers_ways_in_are_gone(app: TestApp) {
    let app = opened_without_proof(&app).await;
    let (mut stranger, answer) = app.log_in("ada@x.org", PASSWORD).await;
    let answer = answer.expect(StatusCode::OK).json();
    assert!(answer["user"]["emailConfirmedAt"].is_null(), "nobody has shown that the address is theirs");
    promote(&app, "ada@x.org", "professional").await;
    let key = stranger.post("/api/v1/keys", json!({ "name": "K", "scopes": ["read"] })).await.json();
    second_step::set_up(&app, &mut stranger).await;

    let (peer, app) = Peer::start(&app).await;
    let mut ada = app.visitor();
    assert_eq!(walk(&peer, &mut ada, "google").await.location(), "/dashboard/jobs");
    let session = ada.post("/api/v1/auth/refresh", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(session["user"]["id"], answer["user"]["id"], "the account stays");
    assert_eq!(session["user"]["hasPassword"], false);
    assert!(session["user"]["emailConfirmedAt"].is_string());
    stranger.get("/api/v1/me").await.refused(401, "No user logged in");
    app.log_in("ada@x.org", PASSWORD).await.1.refused(400, "Invalid login credentials");
    let mut program = app.visitor();
    program.bearer = key["secret"].as_str().map(str::to_owned);
    assert_eq!(program.get("/api/v1/jobs").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(ada.get("/api/v1/me/second-factor").await.json()["isOn"], false);
    // From now on it is a proven account like any other.
    walk(&peer, &mut app.visitor(), "github").await;
    ada.get("/api/v1/me").await.expect(StatusCode::OK);
}

async fn a_link_to_the_address_proves_it_and_signs_the_stranger_out(app: TestApp) {
    let app = opened_without_proof(&app).await;
    let (mut stranger, _) = app.log_in("ada@x.org", PASSWORD).await;
    let mut ada = app.visitor();
    ada.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let reset = json!({ "token": app.link_token("ada@x.org").await, "password": "a new password" });
    ada.post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    stranger.get("/api/v1/me").await.refused(401, "No user logged in");
    let (_, answer) = app.log_in("ada@x.org", "a new password").await;
    assert!(answer.expect(StatusCode::OK).json()["user"]["emailConfirmedAt"].is_string());
}

async fn a_link_to_an_unproven_address_does_not_take_a_second_factor_away(app: TestApp) {
    let app = opened_without_proof(&app).await;
    let (mut owner, _) = app.log_in("ada@x.org", PASSWORD).await;
    second_step::set_up(&app, &mut owner).await;
    let mut reader = app.visitor();
    app.work().await;
    app.clock.advance_ms(60_000);
    reader.post("/api/v1/auth/forgot", json!({ "email": "ada@x.org" })).await.expect(StatusCode::ACCEPTED);
    let reset = json!({ "token": app.link_token("ada@x.org").await, "password": "a new password" });
    reader.post("/api/v1/auth/reset", reset).await.expect(StatusCode::OK);
    app.log_in("ada@x.org", "a new password").await.1.expect(StatusCode::ACCEPTED);
}

async fn google_and_github_ask_for_the_second_step_too(app: TestApp) {
    let mut known = app.member("ada@x.org").await;
    let (_, codes) = second_step::set_up(&app, &mut known).await;
    let (peer, app) = Peer::start(&app).await;
    for (turn, provider) in ["google", "github"].into_iter().enumerate() {
        let mut ada = app.visitor();
        let answer = walk(&peer, &mut ada, provider).await;
        assert_eq!(answer.location(), "/auth?mode=second-step&redirect=%2Fdashboard%2Fjobs");
        assert!(!ada.cookies.contains_key("rt"), "no session yet");
        ada.post("/api/v1/auth/refresh", json!({})).await.refused(401, "Refresh Token Not Found");
        let code = json!({ "code": codes[turn] });
        ada.post("/api/v1/auth/second-step", code).await.expect(StatusCode::OK);
        assert_eq!(ada.get("/api/v1/me").await.json()["email"], "ada@x.org");
        let action = format!("signed in with {provider}");
        let read = "SELECT COUNT(*) FROM audit_log WHERE action = $1";
        let noted = Query::new(read, vec![action.as_str().into()]);
        assert_eq!(noted.number(&app.state.db).await.unwrap(), 1);
    }
}
