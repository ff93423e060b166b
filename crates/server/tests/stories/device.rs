//! Naming on the visitor's device: the weights a browser takes, and the count of what it named.

use http::StatusCode;
use http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use nomina_server::base::config::ProviderChoice;
use nomina_server::base::secret::Secret;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::app::TestApp;
use crate::engines::stories;

stories![
    what_a_device_named_counts_like_any_name,
    a_count_says_only_how_many,
    a_guest_is_counted_by_cookie_and_by_address,
    the_weights_are_offered_with_an_address_that_may_be_kept_for_ever,
    without_weights_or_with_naming_switched_off_the_reason_is_told,
];

const COUNT: &str = "/api/v1/ai/count";

async fn what_a_device_named_counts_like_any_name(app: TestApp) {
    let mut member = app.member("device@example.org").await;
    let answer = member.post(COUNT, json!({ "files": 48 })).await.expect(StatusCode::OK).json();
    assert_eq!((&answer["dailyFiles"], &answer["dailyLimit"]), (&json!(48), &json!(50)));
    let refusal = "Daily limit exceeded. You can process 2 more files today.";
    member.post(COUNT, json!({ "files": 3 })).await.refused(429, refusal);
    member.post(COUNT, json!({ "files": 2 })).await.expect(StatusCode::OK);
    let refused = member.post(COUNT, json!({ "files": 1 })).await;
    assert_eq!(refused.json()["code"], "daily_limit");
    refused.refused(429, "Daily limit exceeded. You can process 0 more files today.");
    let usage = member.get("/api/v1/usage").await.expect(StatusCode::OK).json();
    assert_eq!(usage["dailyFiles"], 50, "what was refused is not counted");
}

async fn a_count_says_only_how_many(app: TestApp) {
    let mut visitor = app.visitor();
    for files in [0, 1_001] {
        let title = "Between 1 and 1000 images can be counted.";
        visitor.post(COUNT, json!({ "files": files })).await.refused(422, title);
    }
    for body in [json!({}), json!({ "files": -1 }), json!({ "files": 1, "name": "beagle-dog" })] {
        visitor.post(COUNT, body).await.refused(422, "The body is not as expected.");
    }
    assert_eq!(visitor.get("/api/v1/usage").await.json()["dailyFiles"], 0);
}

async fn a_guest_is_counted_by_cookie_and_by_address(app: TestApp) {
    let mut guest = app.visitor();
    guest.post(COUNT, json!({ "files": 50 })).await.expect(StatusCode::OK);
    assert!(!guest.cookies.is_empty(), "the guest is known from now on");
    assert_eq!(guest.get("/api/v1/usage").await.json()["dailyFiles"], 50);
    app.visitor().post(COUNT, json!({ "files": 50 })).await.expect(StatusCode::OK);
    let third = app.visitor().post(COUNT, json!({ "files": 1 })).await;
    assert_eq!(third.json()["code"], "guest_limit", "clearing the browser does not help for ever");
}

async fn the_weights_are_offered_with_an_address_that_may_be_kept_for_ever(app: TestApp) {
    // A service by key needs no weights on the server; the browser may have them all the same.
    let with_key = app
        .again(|config| {
            config.naming.ai_provider = ProviderChoice::Gemini;
            config.naming.gemini_api_key = Secret::new("key");
        })
        .await;
    let mut visitor = with_key.visitor();
    let model = visitor.get("/api/v1/naming/device").await.expect(StatusCode::OK).json();
    let Some(file) = model["files"].get(0) else {
        assert!(model["problem"].as_str().unwrap().contains("make setup"));
        nomina_needs::missing("model", "the weights are not there; run scripts/fetch-models");
        return;
    };
    if let Some(best) = model["best"]["url"].as_str() {
        let answer = visitor.get(best).await.expect(StatusCode::OK);
        assert_eq!(answer.body.len() as u64, model["best"]["bytes"].as_u64().unwrap());
        assert!(answer.body.starts_with(b"NOMINAB1"));
        assert_eq!(answer.headers[CACHE_CONTROL], "public, max-age=31536000, immutable");
        let hash: String = Sha256::digest(&answer.body).iter().map(|byte| format!("{byte:02x}")).collect();
        let version = best.split("?v=").nth(1).unwrap();
        assert!(version.len() >= 16 && hash.starts_with(version), "browsers check the file by it");
    }
    let url = file["url"].as_str().unwrap();
    let answer = visitor.get(url).await.expect(StatusCode::OK);
    assert_eq!(answer.body.len(), file["bytes"].as_u64().unwrap() as usize);
    assert_eq!(answer.headers[CACHE_CONTROL], "public, max-age=31536000, immutable");
    let plain = visitor.get(url.split('?').next().unwrap()).await.expect(StatusCode::OK);
    assert_eq!(plain.headers[CACHE_CONTROL], "public, max-age=86400");
    visitor.headers.insert(IF_NONE_MATCH, plain.headers[ETAG].clone());
    let unchanged = visitor.get(url).await.expect(StatusCode::NOT_MODIFIED);
    assert!(unchanged.body.is_empty());
}

async fn without_weights_or_with_naming_switched_off_the_reason_is_told(app: TestApp) {
    let mut visitor = app.visitor();
    let model = visitor.get("/api/v1/naming/device").await.expect(StatusCode::OK).json();
    assert_eq!(model, json!({ "files": [], "best": null, "problem": "No naming model is switched on." }));
    let missing = "The naming model is not installed on this server. Run `make setup` with a network.";
    visitor.get("/models/nomina-other.bin").await.refused(404, missing);
}
