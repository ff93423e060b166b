//! Customers that Stripe no longer has, and people who leave: nobody keeps a plan that is not paid, and nobody who left is
//! billed.

use http::StatusCode;
use nomina_server::app::worker::clean_up;
use nomina_server::base::clock::{DAY_MS, MINUTE_MS};
use nomina_server::base::db::Query;
use nomina_server::features::billing::reports;
use serde_json::json;

use crate::app::{PASSWORD, TestApp, Visitor};
use crate::engines::stories;
use crate::stripe::{checkout, customer, pair, plan, with_stripe};
use crate::stripe_events::tell;
use crate::stripe_stub::Stub;

stories![
    a_customer_deleted_at_stripe_loses_the_plan_and_can_buy_again,
    with_the_key_of_another_account_nobody_loses_a_plan,
    a_leavers_subscription_is_ended_however_long_stripe_is_away,
    an_account_is_not_deleted_while_stripe_bills_it,
    who_paid_and_left_before_any_webhook_pays_no_more,
    who_comes_back_in_time_keeps_the_subscription,
];

/// Somebody with the essential plan, paid at Stripe.
async fn subscriber(app: &TestApp, stub: &Stub) -> Visitor {
    let mut ada = customer(app, "ada@x.org").await;
    assert!(stub.pay("cs_1"));
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    ada
}

async fn leave(visitor: &mut Visitor) {
    let form = json!({ "email": "ada@x.org", "password": PASSWORD });
    visitor.post("/api/v1/me/deactivate", form).await.expect(StatusCode::OK);
}

async fn number(app: &TestApp, sql: &'static str) -> i64 {
    Query::new(sql, Vec::new()).number(&app.state.db).await.unwrap()
}

async fn a_customer_deleted_at_stripe_loses_the_plan_and_can_buy_again(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = subscriber(&app, &stub).await;
    stub.world(|world| {
        world.customers[0] = json!({ "id": "cus_1", "object": "customer", "deleted": true });
        world.subscriptions.clear();
    });
    app.clock.advance_ms(MINUTE_MS);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("starter", "canceled"));
    tell(&app, "evt_1", "customer.deleted").await.expect(StatusCode::OK);
    app.work().await;
    checkout(&mut ada).await.expect(StatusCode::OK);
    assert_eq!(stub.last("POST /v1/checkout/sessions").form["customer"], "cus_2", "a new customer");
    assert!(stub.pay("cs_2"));
    app.clock.advance_ms(MINUTE_MS);
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}

async fn with_the_key_of_another_account_nobody_loses_a_plan(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = subscriber(&app, &stub).await;
    let other = Stub::start().await;
    other.world(|world| world.prices.clear());
    let wrong = with_stripe(&app, &other).await;
    app.clock.advance_ms(MINUTE_MS);
    let (mut there, _) = wrong.log_in("ada@x.org", PASSWORD).await;
    there.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    let open = reports::all_open(&app.state.db).await.unwrap();
    assert_eq!((open[0].kind.as_str(), open[0].stripe_id.as_str()), ("unknown_customer", "cus_1"));
    ada.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert!(reports::all_open(&app.state.db).await.unwrap().is_empty(), "with the right key it is settled");
    // The account has our prices and no such customer: they are gone.
    other.world(|world| world.prices = stub.world(|world| world.prices.clone()));
    there.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await, pair("starter", "canceled"));
}

async fn a_leavers_subscription_is_ended_however_long_stripe_is_away(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = subscriber(&app, &stub).await;
    stub.world(|world| world.refuse = Some("/v1/"));
    leave(&mut ada).await;
    for _ in 0..20 {
        app.work().await;
        app.clock.advance_ms(11 * MINUTE_MS);
    }
    assert_eq!(
        number(&app, "SELECT COUNT(*) FROM tasks WHERE kind = 'billing-leave' AND dead_at IS NULL").await,
        1
    );
    assert_eq!(reports::all_open(&app.state.db).await.unwrap()[0].kind, "leaver_billed");
    stub.world(|world| world.refuse = None);
    app.work().await;
    assert_eq!(stub.last("POST /v1/subscriptions/sub_1").form["cancel_at_period_end"], "true");
    assert!(reports::all_open(&app.state.db).await.unwrap().is_empty());
}

async fn an_account_is_not_deleted_while_stripe_bills_it(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = subscriber(&app, &stub).await;
    leave(&mut ada).await;
    app.work().await;
    stub.world(|world| world.refuse = Some("/v1/"));
    for _ in 0..3 {
        app.clock.advance_ms(31 * DAY_MS);
        clean_up(&app.state).await.unwrap();
        app.work().await;
    }
    assert_eq!(number(&app, "SELECT COUNT(*) FROM users").await, 1, "Stripe may still bill it");
    stub.world(|world| world.refuse = None);
    app.clock.advance_ms(11 * MINUTE_MS);
    app.work().await;
    assert_eq!(stub.live(), 0);
    clean_up(&app.state).await.unwrap();
    assert_eq!(number(&app, "SELECT COUNT(*) FROM users").await, 0);
}

async fn who_paid_and_left_before_any_webhook_pays_no_more(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    checkout(&mut ada).await.expect(StatusCode::OK);
    assert!(stub.pay("cs_2"));
    leave(&mut ada).await;
    app.work().await;
    assert_eq!(stub.last("POST /v1/subscriptions/sub_2").form["cancel_at_period_end"], "true");
    // And whatever is heard of later, such as a payment that was under way while they left.
    stub.world(|world| world.subscriptions[0]["cancel_at_period_end"] = json!(false));
    app.clock.advance_ms(MINUTE_MS);
    tell(&app, "evt_1", "customer.subscription.updated").await.expect(StatusCode::OK);
    app.work().await;
    assert_eq!(stub.world(|world| world.subscriptions[0]["cancel_at_period_end"].clone()), json!(true));
}

async fn who_comes_back_in_time_keeps_the_subscription(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = subscriber(&app, &stub).await;
    leave(&mut ada).await;
    let back = json!({ "email": "ada@x.org", "password": PASSWORD, "restore": true });
    app.visitor().post("/api/v1/auth/login", back).await.expect(StatusCode::OK);
    app.work().await;
    assert_eq!(stub.count("POST /v1/subscriptions/sub_1"), 0);
}
