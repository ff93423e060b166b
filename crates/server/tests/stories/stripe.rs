//! PLAN-05..07 with a Stripe key: what we ask of Stripe, and what its answers do.

use http::StatusCode;
use nomina_server::base::clock::DAY_MS;
use nomina_server::base::config::{Config, Switch};
use nomina_server::base::secret::Secret;
use nomina_server::features::billing::{duties, operators, reports};
use serde_json::json;

use crate::app::{Answer, TestApp, Visitor};
use crate::billing::id_of;
use crate::engines::stories;
use crate::stripe_events::{everything, tell};
use crate::stripe_stub::{Stub, invoice, subscription};

stories![
    a_checkout_says_what_stripe_needs_and_makes_the_customer_once,
    coming_back_from_the_checkout_does_not_wait_for_a_webhook,
    a_plan_is_changed_canceled_and_resumed_at_stripe,
    a_refused_card_changes_nothing_and_says_so,
    after_a_failed_payment_the_plan_stays_for_seven_days,
    a_refund_is_noted,
    every_night_what_differs_is_mended,
    an_older_answer_never_overwrites_a_newer_one,
    a_price_nobody_knows_takes_no_plan_away,
    stripe_is_asked_again_when_it_is_busy,
    the_portal_is_stripes_page_or_a_sentence,
    who_leaves_pays_no_more,
    test_plans_end_when_the_server_goes_over_to_stripe,
];

/// The same database with a Stripe key.
pub(crate) async fn with_stripe(app: &TestApp, stub: &Stub) -> TestApp {
    app.again(|config: &mut Config| {
        let billing = &mut config.billing;
        billing.stripe_secret_key = Secret::new("sk_test_1");
        billing.stripe_webhook_secret = Secret::new("whsec_next,whsec_first");
        billing.stripe_api_base = stub.url.clone();
        billing.stripe_price_essential_month = "price_em".into();
        billing.stripe_price_essential_year = "price_ey".into();
        billing.stripe_price_professional_month = "price_pm".into();
        billing.stripe_price_professional_year = "price_py".into();
    })
    .await
}

/// Somebody who has been to the checkout, and is customer cus_1 from then on.
pub(crate) async fn customer(app: &TestApp, email: &str) -> Visitor {
    let mut visitor = app.member(email).await;
    checkout(&mut visitor).await.expect(StatusCode::OK);
    visitor
}

pub(crate) async fn checkout(visitor: &mut Visitor) -> Answer {
    let user = id_of(visitor).await;
    let order = json!({ "userId": user, "priceId": "price_em", "metadata": { "tier": "essential", "interval": "month" } });
    visitor.post("/api/stripe/create-checkout-session", order).await
}

pub(crate) async fn plan(visitor: &mut Visitor) -> (String, String) {
    let held = visitor.get("/api/v1/billing/subscription").await.expect(StatusCode::OK).json();
    (held["tier"].as_str().unwrap().into(), held["status"].as_str().unwrap().into())
}

pub(crate) fn pair(tier: &str, status: &str) -> (String, String) {
    (tier.to_owned(), status.to_owned())
}

async fn a_checkout_says_what_stripe_needs_and_makes_the_customer_once(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = app.member("ada@x.org").await;
    let user = id_of(&mut ada).await;
    let answer = checkout(&mut ada).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&answer["sessionId"], &answer["url"]),
        (&json!("cs_1"), &json!("https://checkout.stripe.test/cs_1"))
    );
    let asked = stub.last("POST /v1/checkout/sessions");
    let said = |name: &str| asked.form.get(name).map(String::as_str).unwrap_or_default();
    assert_eq!(
        (said("mode"), said("customer"), said("client_reference_id")),
        ("subscription", "cus_1", user.as_str())
    );
    assert_eq!((said("line_items[0][price]"), said("line_items[0][quantity]")), ("price_em", "1"));
    assert_eq!(
        said("success_url"),
        "http://nomina.localhost/dashboard?section=billing&success=true&session_id={CHECKOUT_SESSION_ID}"
    );
    for place in ["metadata", "subscription_data[metadata]"] {
        let found = ["userId", "tier", "interval"].map(|name| said(&format!("{place}[{name}]")).to_owned());
        assert_eq!(found, [user.clone(), "essential".into(), "month".into()]);
    }
    assert_eq!(asked.headers["authorization"], "Bearer sk_test_1");
    assert_eq!(asked.headers["stripe-version"], "2025-03-31.basil");
    assert!(asked.headers.contains_key("idempotency-key"));
    checkout(&mut ada).await.expect(StatusCode::OK);
    assert_eq!(stub.count("POST /v1/customers"), 1);
    assert_eq!(stub.last("POST /v1/customers").headers["idempotency-key"], format!("cust-{user}").as_str());
    assert_eq!(stub.count("POST /v1/checkout/sessions/cs_1/expire"), 1, "only the newest checkout is open");
}

async fn coming_back_from_the_checkout_does_not_wait_for_a_webhook(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    let mut trial = subscription("sub_1", "trialing", "price_ey");
    trial["trial_end"] = json!(1_802_592_000);
    stub.world(|world| world.subscriptions = vec![trial]);
    let held = ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&held["tier"], &held["status"], &held["interval"]),
        (&json!("essential"), &json!("trialing"), &json!("year"))
    );
    assert_eq!(held["trialEnd"], held["currentPeriodEnd"]);
    checkout(&mut ada).await.refused(409, "User is already on essential plan");
}

async fn a_plan_is_changed_canceled_and_resumed_at_stripe(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    let up = ada.post("/api/v1/billing/upgrade", json!({ "tier": "professional", "interval": "year" })).await;
    assert_eq!(up.expect(StatusCode::OK).json()["tier"], "professional");
    let asked = stub.last("POST /v1/subscriptions/sub_1").form;
    assert_eq!((asked["items[0][id]"].as_str(), asked["items[0][price]"].as_str()), ("si_1", "price_py"));
    assert_eq!(asked["proration_behavior"], "always_invoice");
    let held = ada.post("/api/v1/billing/cancel", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&held["tier"], &held["cancelAtPeriodEnd"]),
        (&json!("professional"), &json!(true)),
        "paid until then"
    );
    let held = ada.post("/api/v1/billing/resume", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(held["cancelAtPeriodEnd"], false);
    let held =
        ada.post("/api/v1/billing/cancel", json!({ "when": "now" })).await.expect(StatusCode::OK).json();
    assert_eq!((&held["tier"], &held["status"]), (&json!("starter"), &json!("canceled")));
    assert_eq!(stub.count("DELETE /v1/subscriptions/sub_1"), 1);
}

async fn a_refused_card_changes_nothing_and_says_so(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    stub.world(|world| world.fail = (1, 402));
    let up = json!({ "tier": "professional", "interval": "month" });
    ada.post("/api/v1/billing/upgrade", up.clone())
        .await
        .refused(402, "Failed to update subscription tier: Your card was declined.");
    stub.world(|world| world.fail = (3, 500));
    ada.post("/api/v1/billing/upgrade", up).await.refused(502, "Failed to update subscription");
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    let mut eve = app.member("eve@x.org").await;
    stub.world(|world| world.fail = (3, 500));
    checkout(&mut eve).await.refused(502, "Failed to create checkout session");
}

async fn after_a_failed_payment_the_plan_stays_for_seven_days(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| {
        world.subscriptions = vec![subscription("sub_1", "past_due", "price_em")];
        world.invoices = vec![invoice("in_2", "open", 999)];
    });
    tell(&app, "evt_1", "invoice.payment_failed").await.expect(StatusCode::OK);
    app.work().await;
    assert_eq!(plan(&mut ada).await, pair("essential", "past_due"));
    assert!(everything(&app).await.ends_with("in_2 failed 999"));
    let mail = app.mails("ada@x.org").await.remove(0);
    assert_eq!(mail["subject"], "Your payment did not go through");
    assert!(mail.to_string().contains("until 2027-01-22"), "{mail}");
    app.clock.advance_ms(6 * DAY_MS);
    tell(&app, "evt_2", "invoice.payment_failed").await.expect(StatusCode::OK);
    duties::turn_over(&app.state.billing).await.unwrap();
    assert_eq!(app.mails("ada@x.org").await[0]["subject"], "Your payment did not go through");
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(plan(&mut ada).await, pair("essential", "past_due"));
    app.clock.advance_ms(DAY_MS);
    duties::turn_over(&app.state.billing).await.unwrap();
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(plan(&mut ada).await, pair("starter", "past_due"), "the limits of starter");
    let letters = app.mails("ada@x.org").await;
    assert_eq!(letters.iter().filter(|mail| mail["subject"] == "Your payment did not go through").count(), 1);
    stub.world(|world| {
        world.subscriptions = vec![subscription("sub_1", "active", "price_em")];
        world.invoices = vec![invoice("in_2", "paid", 999)];
    });
    tell(&app, "evt_3", "invoice.paid").await.expect(StatusCode::OK);
    app.work().await;
    assert_eq!(plan(&mut ada).await, pair("essential", "active"), "paid: everything is back");
    assert!(everything(&app).await.ends_with("in_2 paid 999"));
}

async fn a_refund_is_noted(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| {
        world.subscriptions = vec![subscription("sub_1", "active", "price_em")];
        world.invoices = vec![invoice("in_1", "paid", 999)];
        world.charges = vec![json!({ "id": "ch_1", "currency": "usd", "created": 1_800_000_100, "amount_refunded": 400, "receipt_url": null })];
    });
    tell(&app, "evt_1", "charge.refunded").await.expect(StatusCode::OK);
    app.work().await;
    let history = ada.get("/api/v1/billing/history").await.json();
    assert_eq!(history["totals"], json!([{ "amount": 599, "currency": "usd" }]));
    assert_eq!(
        (&history["records"][0]["status"], &history["records"][0]["amount"]),
        (&json!("refunded"), &json!(-400))
    );
}

async fn every_night_what_differs_is_mended(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_pm")]);
    assert_eq!(duties::compare_all(&app.state.billing).await.unwrap(), 1);
    app.work().await;
    assert_eq!(plan(&mut ada).await, pair("professional", "active"));
    stub.world(|world| world.refuse = Some("/v1/customers"));
    let sentence = "Stripe could not be asked about your plan. Try again in a moment.";
    ada.post("/api/v1/billing/sync", json!({})).await.refused(502, sentence);
    assert_eq!(plan(&mut ada).await, pair("professional", "active"), "no answer takes nothing away");
    stub.world(|world| world.refuse = None);
    stub.world(|world| world.subscriptions.clear());
    duties::compare_all(&app.state.billing).await.unwrap();
    app.work().await;
    assert_eq!(plan(&mut ada).await, pair("starter", "canceled"));
    let said = operators::sync(&app.state.billing, "ada@x.org").await.unwrap();
    assert_eq!(said, "ada@x.org: was the same as at Stripe. Now starter, canceled.");
}

async fn an_older_answer_never_overwrites_a_newer_one(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_pm")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    app.clock.advance_ms(-5_000);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await.0, "professional");
    app.clock.advance_ms(5_000);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await.0, "essential");
}

async fn a_price_nobody_knows_takes_no_plan_away(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_else")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    let open = reports::all_open(&app.state.db).await.unwrap();
    assert_eq!((open[0].kind.as_str(), open[0].stripe_id.as_str()), ("unknown_price", "sub_1"));
    assert!(open[0].detail.contains("price_else is none of STRIPE_PRICE_*"), "{open:?}");
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_pm")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("professional", "active"));
    assert!(reports::all_open(&app.state.db).await.unwrap().is_empty());
}

async fn stripe_is_asked_again_when_it_is_busy(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = app.member("ada@x.org").await;
    stub.world(|world| world.fail = (2, 429));
    checkout(&mut ada).await.expect(StatusCode::OK);
    let keys = stub.world(|world| {
        let customers = world.asked.iter().filter(|asked| asked.what == "POST /v1/customers");
        customers.map(|asked| asked.headers["idempotency-key"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| *key == keys[0]), "the same key: done once");
}

async fn the_portal_is_stripes_page_or_a_sentence(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let disabled = "Billing portal is currently disabled. Contact support for assistance.";
    let mut eve = app.member("eve@x.org").await;
    let portal = json!({ "userId": id_of(&mut eve).await });
    eve.post("/api/stripe/create-billing-portal-session", portal).await.refused(409, disabled);
    let mut ada = customer(&app, "ada@x.org").await;
    let portal = json!({ "userId": id_of(&mut ada).await, "returnUrl": "/dashboard/billing" });
    let answer = ada.post("/api/stripe/create-billing-portal-session", portal.clone()).await;
    assert_eq!(answer.expect(StatusCode::OK).json()["url"], "https://billing.stripe.test/p");
    let asked = stub.last("POST /v1/billing_portal/sessions").form;
    assert_eq!(
        (asked["customer"].as_str(), asked["return_url"].as_str()),
        ("cus_1", "http://nomina.localhost/dashboard/billing")
    );
    stub.world(|world| world.fail = (3, 500));
    ada.post("/api/stripe/create-billing-portal-session", portal)
        .await
        .refused(502, "Failed to create billing portal session");
    let closed = app.again(|config| config.billing.stripe_portal = Switch::Off).await;
    let (mut ada, _) = closed.log_in("ada@x.org", crate::app::PASSWORD).await;
    let portal = json!({ "userId": id_of(&mut ada).await });
    ada.post("/api/stripe/create-billing-portal-session", portal).await.refused(409, disabled);
}

async fn test_plans_end_when_the_server_goes_over_to_stripe(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let order = json!({ "userId": id_of(&mut ada).await, "priceId": "price_test_essential_month" });
    let started = ada.post("/api/stripe/create-checkout-session", order).await.json();
    let path = format!("/api/v1/billing/checkouts/{}/pay", started["sessionId"].as_str().unwrap());
    ada.post(&path, json!({})).await.expect(StatusCode::OK);
    let stub = Stub::start().await;
    let live = with_stripe(&app, &stub).await;
    duties::turn_over(&live.state.billing).await.unwrap();
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    live.clock.advance_ms(32 * DAY_MS);
    duties::turn_over(&live.state.billing).await.unwrap();
    let (mut ada, _) = live.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(plan(&mut ada).await, pair("starter", "canceled"));
}

async fn who_leaves_pays_no_more(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_ey")]);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    ada.post("/api/v1/me/deactivate", json!({ "email": "ada@x.org", "password": crate::app::PASSWORD }))
        .await
        .expect(StatusCode::OK);
    app.work().await;
    assert_eq!(stub.last("POST /v1/subscriptions/sub_1").form["cancel_at_period_end"], "true");
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    let back = json!({ "email": "ada@x.org", "password": crate::app::PASSWORD, "restore": true });
    ada.post("/api/v1/auth/login", back).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"), "what is paid for stays");
}
