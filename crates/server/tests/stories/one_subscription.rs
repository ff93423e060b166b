//! Nobody pays twice: one live subscription per person, whatever was pressed how often and whatever Stripe tells us when.

use http::StatusCode;
use nomina_server::app::doctor;
use nomina_server::base::clock::MINUTE_MS;
use nomina_server::base::db::Query;
use nomina_server::features::billing::stripe::health;
use nomina_server::features::billing::{duties, reports};
use serde_json::json;

use crate::app::{TestApp, Visitor};
use crate::engines::stories;
use crate::metrics;
use crate::stripe::{checkout, customer, pair, plan, with_stripe};
use crate::stripe_events::tell;
use crate::stripe_stub::{Stub, subscription};

stories![
    who_has_paid_gets_no_second_checkout_before_any_webhook,
    a_payment_is_seen_although_another_servers_clock_is_ahead,
    of_six_hurried_checkouts_one_can_be_paid,
    a_checkout_does_not_open_while_an_older_one_may_be_open,
    a_second_subscription_is_ended_and_refunded_however_it_is_found,
    a_second_subscription_that_cannot_be_refunded_is_told_until_it_is,
    two_answers_that_differ_never_end_both,
    what_we_do_not_sell_is_told_and_never_ended,
    a_payment_that_nobody_heard_of_is_found_at_night,
    a_price_that_costs_something_else_is_not_sold,
    a_hold_that_was_left_behind_ends,
];

const ALREADY: &str = "You already have a subscription. Change its plan instead of buying a second one.";

async fn sync(visitor: &mut Visitor) {
    visitor.post("/api/v1/billing/sync", json!({})).await.expect(StatusCode::OK);
}

async fn audited(app: &TestApp) -> Vec<String> {
    let sql = "SELECT action FROM audit_log WHERE action LIKE 'billing report%' ORDER BY created_at";
    let rows: Vec<(String,)> = Query::new(sql, Vec::new()).all(&app.state.db).await.unwrap();
    rows.into_iter().map(|row| row.0).collect()
}

/// Two subscriptions of cus_1, both paid.
fn pay_twice(stub: &Stub) {
    stub.world(|world| {
        world.bill(subscription("sub_1", "active", "price_em"));
        world.bill(subscription("sub_2", "active", "price_pm"));
    });
}

async fn who_has_paid_gets_no_second_checkout_before_any_webhook(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    assert!(stub.pay("cs_1"));
    checkout(&mut ada).await.refused(409, ALREADY);
    assert_eq!(stub.count("POST /v1/checkout/sessions"), 1);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"), "and it is known from then on");
}

async fn a_payment_is_seen_although_another_servers_clock_is_ahead(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    app.clock.advance_ms(5_000);
    sync(&mut ada).await;
    app.clock.advance_ms(-5_000);
    assert!(stub.pay("cs_1"));
    checkout(&mut ada).await.refused(409, ALREADY);
    assert_eq!(stub.count("POST /v1/checkout/sessions"), 1);
}

async fn of_six_hurried_checkouts_one_can_be_paid(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await.with_a_replica().await;
    let ada = app.member("ada@x.org").await;
    let hurried = (0..6).map(|_| {
        let mut ada = ada.clone();
        async move { checkout(&mut ada).await.expect(StatusCode::OK).json()["sessionId"].clone() }
    });
    let sessions = futures_util::future::join_all(hurried).await;
    assert_eq!(stub.count("POST /v1/customers"), 1);
    let paid = sessions.iter().filter(|id| stub.pay(id.as_str().unwrap())).count();
    assert_eq!((sessions.len(), paid, stub.live()), (6, 1, 1));
}

async fn a_checkout_does_not_open_while_an_older_one_may_be_open(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| world.refuse = Some("/v1/checkout/sessions/cs_1/expire"));
    checkout(&mut ada).await.refused(502, "Failed to create checkout session");
    assert_eq!(stub.count("POST /v1/checkout/sessions"), 1);
    stub.world(|world| world.refuse = None);
    checkout(&mut ada).await.expect(StatusCode::OK);
    assert!(!stub.pay("cs_1") && stub.pay("cs_2"));
}

async fn a_second_subscription_is_ended_and_refunded_however_it_is_found(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    for way in ["checkout", "event", "sync", "night"] {
        stub.world(|world| (world.subscriptions.clear(), world.invoices.clear(), world.charges.clear()));
        let name = |n: u8| format!("sub_{way}_{n}");
        stub.world(|world| {
            world.bill(subscription(&name(1), "active", "price_em"));
            world.bill(subscription(&name(2), "active", "price_pm"));
        });
        app.clock.advance_ms(MINUTE_MS);
        match way {
            "event" => drop(tell(&app, "evt_1", "checkout.session.completed").await.expect(StatusCode::OK)),
            "sync" => sync(&mut ada).await,
            "night" => drop(duties::compare_all(&app.state.billing).await.unwrap()),
            _ => checkout(&mut ada).await.refused(409, ALREADY),
        }
        app.work().await;
        app.work().await;
        assert_eq!(plan(&mut ada).await, pair("essential", "active"), "{way}: the first one stays");
        assert_eq!(stub.live(), 1, "{way}");
        assert_eq!(stub.count(&format!("DELETE /v1/subscriptions/{}", name(2))), 1, "{way}");
        let refund = stub.last("POST /v1/refunds");
        assert_eq!(refund.form["payment_intent"], format!("pi_{way}_2"));
        assert_eq!(refund.headers["idempotency-key"], format!("refund-in_{way}_2").as_str());
        assert!(reports::all_open(&app.state.db).await.unwrap().is_empty(), "{way}");
    }
    assert_eq!(stub.count("POST /v1/refunds"), 4);
    assert_eq!(audited(&app).await.len(), 4);
    let history = ada.get("/api/v1/billing/history").await.json();
    assert!(
        history["records"].as_array().unwrap().iter().any(|record| record["amount"] == -999),
        "{history}"
    );
    let text = metrics::metrics(&app).await;
    metrics::shows(&text, r#"nomina_billing_reports_opened_total{kind="second_subscription"} 4"#);
}

async fn a_second_subscription_that_cannot_be_refunded_is_told_until_it_is(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    pay_twice(&stub);
    stub.world(|world| world.refuse = Some("/v1/refunds"));
    sync(&mut ada).await;
    app.work().await;
    assert_eq!(stub.live(), 1, "it is ended in any case");
    metrics::shows(
        &metrics::metrics(&app).await,
        r#"nomina_billing_reports_open{kind="second_subscription"} 1"#,
    );
    let said = doctor::report(&doctor::examine(&app.state.config).await);
    assert!(said.contains("BAD   billing      second_subscription sub_2 since"), "{said}");
    // Not even the subscription can be read: that is no reason to settle it.
    stub.world(|world| world.refuse = Some("/v1/subscriptions/"));
    app.clock.advance_ms(MINUTE_MS);
    app.work().await;
    stub.world(|world| world.refuse = None);
    app.clock.advance_ms(10 * MINUTE_MS);
    app.work().await;
    assert_eq!(stub.world(|world| world.charges.len()), 1, "refunded, after the server was away in between");
    let said = doctor::report(&doctor::examine(&app.state.config).await);
    assert!(!said.contains("second_subscription"), "{said}");
    // Done by hand at Stripe in the meantime is done, too.
    app.clock.advance_ms(MINUTE_MS);
    sync(&mut ada).await;
    app.work().await;
    assert_eq!(stub.world(|world| world.charges.len()), 1);
}

async fn two_answers_that_differ_never_end_both(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    pay_twice(&stub);
    sync(&mut ada).await;
    stub.world(|world| world.subscriptions[0]["status"] = json!("past_due"));
    app.clock.advance_ms(MINUTE_MS);
    sync(&mut ada).await;
    app.work().await;
    assert_eq!(stub.count("DELETE /v1/subscriptions/sub_1"), 0);
    assert_eq!(stub.count("DELETE /v1/subscriptions/sub_2"), 1);
    assert_eq!(plan(&mut ada).await, pair("essential", "past_due"));
}

async fn what_we_do_not_sell_is_told_and_never_ended(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| {
        world.bill(subscription("sub_other", "active", "price_of_something_else"));
        world.bill(subscription("sub_1", "active", "price_em"));
    });
    sync(&mut ada).await;
    app.work().await;
    assert_eq!((stub.live(), stub.count("POST /v1/refunds")), (2, 0));
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
    let open = reports::all_open(&app.state.db).await.unwrap();
    assert_eq!((open.len(), open[0].stripe_id.as_str()), (1, "sub_other"));
    stub.world(|world| world.subscriptions.remove(0));
    app.clock.advance_ms(MINUTE_MS);
    sync(&mut ada).await;
    assert!(reports::all_open(&app.state.db).await.unwrap().is_empty());
}

async fn a_payment_that_nobody_heard_of_is_found_at_night(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    assert!(stub.pay("cs_1"));
    assert_eq!(duties::compare_all(&app.state.billing).await.unwrap(), 1);
    app.work().await;
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}

async fn a_price_that_costs_something_else_is_not_sold(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = app.member("ada@x.org").await;
    let wrong = "This plan cannot be bought right now: its price at Stripe is not the one shown here. Nothing was charged.";
    let faults = async || health::faults(&app.state.config.billing, app.state.billing.http.clone()).await;
    assert_eq!(faults().await, Vec::<String>::new());
    stub.world(|world| world.prices[0]["unit_amount"] = json!(99_900));
    let told = faults().await;
    assert!(told.len() == 1 && told[0].contains("price_em costs 99900 usd"), "{told:?}");
    checkout(&mut ada).await.refused(409, wrong);
    assert_eq!(stub.count("POST /v1/checkout/sessions"), 0);
    stub.world(|world| world.prices[0]["unit_amount"] = json!(999));
    checkout(&mut ada).await.expect(StatusCode::OK);
    assert!(stub.pay("cs_1"));
    sync(&mut ada).await;
    stub.world(|world| world.prices[2]["currency"] = json!("eur"));
    let up = json!({ "tier": "professional", "interval": "month" });
    ada.post("/api/v1/billing/upgrade", up).await.refused(409, wrong);
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}

async fn a_hold_that_was_left_behind_ends(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    let now = nomina_server::base::clock::Clock::now(&app.clock);
    // As a server leaves it that was killed in the middle of a checkout.
    let sql = "INSERT INTO billing_holds (user_id, held_by, held_until) SELECT id, id, $1 FROM users";
    Query::new(sql, vec![now.plus_ms(2 * MINUTE_MS).into()]).execute(&app.state.db).await.unwrap();
    app.clock.advance_ms(2 * MINUTE_MS);
    checkout(&mut ada).await.expect(StatusCode::OK);
    let left = Query::new("SELECT COUNT(*) FROM billing_holds", Vec::new()).number(&app.state.db).await;
    assert_eq!(left.unwrap(), 0);
}
