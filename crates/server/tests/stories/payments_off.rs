//! Without Stripe nothing is sold to anybody but people at this machine, and what was opened in test mode cannot be paid
//! for once the mode has changed.

use http::{HeaderValue, StatusCode};
use nomina_server::base::clock::DAY_MS;
use nomina_server::base::config::Switch;
use nomina_server::features::billing::duties;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::billing::{buy, id_of, start_checkout, subscription};
use crate::engines::stories;
use crate::stripe::{pair, plan, with_stripe};
use crate::stripe_stub::Stub;

stories![
    without_stripe_nothing_is_sold_to_other_machines,
    behind_a_proxy_on_this_machine_nothing_is_given_away,
    the_operator_can_open_the_test_checkout_to_everybody,
    a_test_checkout_ends_when_the_server_goes_over_to_stripe,
    a_plan_that_was_given_away_ends_with_its_period_and_can_be_given_up,
    a_plan_that_stripe_bills_is_not_ended_without_stripe,
];

const NOT_SET_UP: &str = "Payments are not set up here. Nothing can be bought or changed until whoever runs this site sets them up.";

/// The same database at an address that others reach.
async fn public(app: &TestApp) -> TestApp {
    app.again(|config| config.public_url = "https://names.example.org".into()).await
}

async fn again(app: &TestApp, email: &str) -> Visitor {
    app.log_in(email, PASSWORD).await.0
}

/// Everything that sells, with its refusal.
async fn nothing_is_sold(visitor: &mut Visitor) {
    let user = id_of(visitor).await;
    let order = json!({ "userId": user, "priceId": "price_test_professional_year" });
    let told = visitor.post("/api/stripe/create-checkout-session", order).await;
    assert_eq!(told.json()["code"], "payments_not_set_up");
    told.refused(409, NOT_SET_UP);
    let portal = json!({ "userId": user });
    visitor.post("/api/stripe/create-billing-portal-session", portal).await.refused(409, NOT_SET_UP);
    for verb in ["upgrade", "downgrade"] {
        let wish = json!({ "tier": "essential", "interval": "month" });
        visitor.post(&format!("/api/v1/billing/{verb}"), wish).await.refused(409, NOT_SET_UP);
    }
}

async fn without_stripe_nothing_is_sold_to_other_machines(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let checkout = start_checkout(&mut ada, "professional", "year").await;
    let public = public(&app).await;
    let mut ada = again(&public, "ada@x.org").await;
    nothing_is_sold(&mut ada).await;
    let pay = format!("/api/v1/billing/checkouts/{checkout}/pay");
    ada.post(&pay, json!({})).await.refused(409, NOT_SET_UP);
    let held = subscription(&mut ada).await;
    assert_eq!(
        (&held["mode"], &held["tier"], &held["portal"]),
        (&json!("off"), &json!("starter"), &json!(false))
    );
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    let listening = app.again(|config| config.listen = "0.0.0.0:8080".parse().unwrap()).await;
    nothing_is_sold(&mut again(&listening, "ada@x.org").await).await;
}

async fn behind_a_proxy_on_this_machine_nothing_is_given_away(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let checkout = start_checkout(&mut ada, "professional", "year").await;
    ada.headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.9"));
    nothing_is_sold(&mut ada).await;
    let pay = format!("/api/v1/billing/checkouts/{checkout}/pay");
    ada.post(&pay, json!({})).await.refused(409, NOT_SET_UP);
    assert_eq!(plan(&mut ada).await, pair("starter", "active"));
}

async fn the_operator_can_open_the_test_checkout_to_everybody(app: TestApp) {
    app.member("ada@x.org").await;
    let open = public(&app).await.again(|config| config.billing.billing_test = Switch::On).await;
    let mut ada = again(&open, "ada@x.org").await;
    ada.headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.9"));
    buy(&mut ada, "essential", "month").await;
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}

async fn a_test_checkout_ends_when_the_server_goes_over_to_stripe(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let checkout = start_checkout(&mut ada, "professional", "year").await;
    let stub = Stub::start().await;
    let live = with_stripe(&app, &stub).await;
    let over = "This checkout is over. Choose a plan again to start a new one.";
    let path = format!("/api/v1/billing/checkouts/{checkout}");
    let mut with_key = again(&live, "ada@x.org").await;
    assert_eq!(with_key.get(&path).await.expect(StatusCode::OK).json()["open"], false);
    with_key.post(&format!("{path}/pay"), json!({})).await.refused(409, over);
    // The first server still runs in test mode, and finds the checkout ended.
    ada.post(&format!("{path}/pay"), json!({})).await.refused(409, over);
    assert_eq!(plan(&mut ada).await, pair("starter", "active"));
}

async fn a_plan_that_was_given_away_ends_with_its_period_and_can_be_given_up(app: TestApp) {
    let (mut ada, mut eve) = (app.member("ada@x.org").await, app.member("eve@x.org").await);
    buy(&mut ada, "essential", "month").await;
    buy(&mut eve, "essential", "month").await;
    let public = public(&app).await;
    let mut eve = again(&public, "eve@x.org").await;
    eve.post("/api/v1/billing/cancel", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut eve).await, pair("starter", "canceled"));
    duties::turn_over(&public.state.billing).await.unwrap();
    assert_eq!(plan(&mut again(&public, "ada@x.org").await).await, pair("essential", "active"));
    public.clock.advance_ms(32 * DAY_MS);
    duties::turn_over(&public.state.billing).await.unwrap();
    assert_eq!(plan(&mut again(&public, "ada@x.org").await).await, pair("starter", "canceled"));
}

async fn a_plan_that_stripe_bills_is_not_ended_without_stripe(app: TestApp) {
    let stub = Stub::start().await;
    let live = with_stripe(&app, &stub).await;
    let mut ada = crate::stripe::customer(&live, "ada@x.org").await;
    assert!(stub.pay("cs_1"));
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    // The key was taken out of the settings, here and at a public address.
    for keyless in [app.again(|_| ()).await, public(&app).await] {
        let mut ada = again(&keyless, "ada@x.org").await;
        for when in ["now", "period_end"] {
            ada.post("/api/v1/billing/cancel", json!({ "when": when })).await.refused(409, NOT_SET_UP);
        }
        ada.post("/api/v1/billing/upgrade", json!({ "tier": "professional", "interval": "month" }))
            .await
            .refused(409, NOT_SET_UP);
        assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    }
}
