//! PLAN-08: what Stripe's webhooks do, and that neither order nor repetition nor a crash matters.

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderValue, Method, StatusCode};
use nomina_server::base::clock::Clock;
use nomina_server::base::db::Query;
use nomina_server::base::secret::Secret;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp};
use crate::engines::stories;
use crate::stripe::{customer, pair, plan, with_stripe};
use crate::stripe_stub::{Stub, invoice, subscription};

stories![
    all_orders_of_four_events_end_in_the_same_state,
    a_hundred_duplicates_have_one_effect,
    forged_old_and_unsigned_events_are_refused,
    an_event_survives_a_crash_before_its_effect,
];

const SECRET: &str = "whsec_first";

fn sign(secret: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={hex}")
}

async fn send(app: &TestApp, body: &str, header: Option<&str>) -> Answer {
    let mut stripe = app.visitor();
    if let Some(header) = header {
        stripe.headers.insert("stripe-signature", HeaderValue::from_str(header).unwrap());
    }
    let content = (b"application/json".to_vec(), body.as_bytes().to_vec());
    stripe.send_raw(Method::POST, "/api/stripe/webhook", Some(content)).await
}

fn event(id: &str, kind: &str, object: Value) -> String {
    json!({ "id": id, "object": "event", "type": kind, "created": 1_800_000_000, "data": { "object": object } }).to_string()
}

/// A genuine event about cus_1.
pub(crate) async fn tell(app: &TestApp, id: &str, kind: &str) -> Answer {
    let body = event(id, kind, json!({ "id": "x_1", "object": "thing", "customer": "cus_1" }));
    let header = sign(SECRET, app.clock.now().0 / 1000, &body);
    send(app, &body, Some(&header)).await
}

/// Everything that billing holds about people, as one text.
pub(crate) async fn everything(app: &TestApp) -> String {
    let user = "SELECT subscription_tier || ' ' || subscription_status || ' ' || COALESCE(billing_interval, '-') || ' ' ||
        COALESCE(stripe_subscription_id, '-') || ' ' || COALESCE(CAST(current_period_end AS TEXT), '-') FROM users ORDER BY email";
    let lines = "SELECT stripe_invoice_id || ' ' || status || ' ' || CAST(amount AS TEXT) FROM billing_history ORDER BY stripe_invoice_id";
    let mut text = Vec::new();
    for sql in [user, lines] {
        let rows: Vec<(String,)> = Query::new(sql, Vec::new()).all(&app.state.db).await.unwrap();
        text.extend(rows.into_iter().map(|row| row.0));
    }
    text.join("\n")
}

async fn all_orders_of_four_events_end_in_the_same_state(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    let mut ada = customer(&app, "ada@x.org").await;
    stub.world(|world| {
        world.subscriptions = vec![subscription("sub_1", "active", "price_em")];
        world.invoices = vec![invoice("in_1", "paid", 999)];
    });
    let kinds = [
        "checkout.session.completed",
        "customer.subscription.created",
        "customer.subscription.updated",
        "invoice.paid",
    ];
    let mut ends = std::collections::BTreeSet::new();
    for (turn, order) in orders().into_iter().enumerate() {
        for place in order {
            tell(&app, &format!("evt_{turn}_{place}"), kinds[place]).await.expect(StatusCode::OK);
            if place % 2 == 0 {
                app.work().await;
            }
        }
        app.work().await;
        ends.insert(everything(&app).await);
    }
    assert_eq!(ends.len(), 1, "{ends:#?}");
    assert!(ends.first().unwrap().starts_with("essential active month sub_1"), "{ends:?}");
    assert!(ends.first().unwrap().ends_with("in_1 paid 999"));
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}

/// The 24 orders of four things.
fn orders() -> Vec<[usize; 4]> {
    let all = (0..256).map(|n| [n / 64 % 4, n / 16 % 4, n / 4 % 4, n % 4]);
    let orders: Vec<_> = all.filter(|order| (0..4).all(|place| order.contains(&place))).collect();
    assert_eq!(orders.len(), 24);
    orders
}

async fn a_hundred_duplicates_have_one_effect(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    customer(&app, "ada@x.org").await;
    stub.world(|world| {
        world.subscriptions = vec![subscription("sub_1", "active", "price_pm")];
        world.invoices = vec![invoice("in_1", "paid", 1499)];
    });
    let told = (0..100).map(|_| tell(&app, "evt_1", "invoice.paid"));
    for answer in futures_util::future::join_all(told).await {
        answer.expect(StatusCode::OK);
    }
    app.work().await;
    assert_eq!(stub.count("GET /v1/subscriptions"), 1, "Stripe is asked once");
    let count = |table: &'static str| Query::new(table, Vec::new()).number(&app.state.db);
    assert_eq!(count("SELECT COUNT(*) FROM stripe_events").await.unwrap(), 1);
    assert_eq!(count("SELECT COUNT(*) FROM billing_history").await.unwrap(), 1);
}

async fn forged_old_and_unsigned_events_are_refused(app: TestApp) {
    let stub = Stub::start().await;
    let app = with_stripe(&app, &stub).await;
    customer(&app, "ada@x.org").await;
    let seconds = app.clock.now().0 / 1000;
    let body = event("evt_1", "invoice.paid", json!({ "customer": "cus_1" }));
    let bad = [
        None,
        Some(String::new()),
        Some(sign("whsec_other", seconds, &body)),
        Some(sign(SECRET, seconds - 301, &body)),
        Some(sign(SECRET, seconds, &format!("{body} "))),
    ];
    for header in bad {
        send(&app, &body, header.as_deref()).await.refused(400, "The signature of this event does not hold.");
    }
    let nonsense = "not json";
    send(&app, nonsense, Some(&sign(SECRET, seconds, nonsense))).await.refused(400, "This is not an event.");
    let none =
        Query::new("SELECT COUNT(*) FROM stripe_events", Vec::new()).number(&app.state.db).await.unwrap();
    assert_eq!(none, 0);
    for secret in [SECRET, "whsec_next"] {
        send(&app, &body, Some(&sign(secret, seconds, &body))).await.expect(StatusCode::OK);
    }
    let unset = app.again(|config| config.billing.stripe_webhook_secret = Secret::default()).await;
    send(&unset, &body, Some(&sign("", seconds, &body)))
        .await
        .refused(400, "The signature of this event does not hold.");
}

async fn an_event_survives_a_crash_before_its_effect(app: TestApp) {
    let stub = Stub::start().await;
    let first = with_stripe(&app, &stub).await;
    let mut ada = customer(&first, "ada@x.org").await;
    stub.world(|world| world.subscriptions = vec![subscription("sub_1", "active", "price_em")]);
    tell(&first, "evt_1", "customer.subscription.created").await.expect(StatusCode::OK);
    assert_eq!(plan(&mut ada).await.0, "starter", "noted, not yet done");
    // The process is gone; another one opens the same database.
    drop(first);
    let second = with_stripe(&app, &stub).await;
    tell(&second, "evt_1", "customer.subscription.created").await.expect(StatusCode::OK);
    second.work().await;
    assert_eq!(plan(&mut ada).await, pair("essential", "active"));
}
