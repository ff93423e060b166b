//! PLAN-02..07: buying, changing and ending a plan with the built-in test checkout.

use http::StatusCode;
use nomina_server::base::clock::{Clock, DAY_MS};
use nomina_server::base::config::Config;
use nomina_server::base::db::{Arg, Query};
use nomina_server::features::billing::duties;
use serde_json::{Value, json};

use crate::app::{TestApp, Visitor};
use crate::engines::stories;

stories![
    a_plan_is_bought_at_the_test_checkout,
    a_checkout_is_used_once_and_by_its_owner,
    a_checkout_can_be_left,
    a_payment_without_a_record_is_no_payment,
    a_year_is_bought_at_the_price_of_a_year,
    upgrades_go_up_and_downgrades_go_down,
    changing_the_plan_takes_off_what_was_not_used,
    canceling_goes_back_to_starter,
    a_plan_canceled_for_later_runs_out_and_can_be_resumed_before,
    a_period_is_renewed_with_a_receipt,
    a_downgrade_keeps_what_was_made,
    strangers_are_refused_on_all_three_given_paths,
    addresses_to_return_to_must_be_ours,
    a_price_must_exist,
    twenty_hurried_payments_make_one_plan,
    the_portal_of_the_test_mode_is_our_own_page,
];

pub(crate) async fn id_of(visitor: &mut Visitor) -> String {
    visitor.get("/api/v1/me").await.json()["id"].as_str().unwrap().to_owned()
}

/// Starts a checkout and gives its id.
pub(crate) async fn start_checkout(visitor: &mut Visitor, tier: &str, interval: &str) -> String {
    let user = id_of(visitor).await;
    let price = format!("price_test_{tier}_{interval}");
    let order = json!({ "userId": user, "priceId": price, "metadata": { "userId": user, "tier": tier, "interval": interval } });
    let answer = visitor.post("/api/stripe/create-checkout-session", order).await.expect(StatusCode::OK);
    answer.json()["sessionId"].as_str().unwrap().to_owned()
}

async fn pay(visitor: &mut Visitor, checkout: &str) -> String {
    let path = format!("/api/v1/billing/checkouts/{checkout}/pay");
    visitor.post(&path, json!({})).await.expect(StatusCode::OK).json()["url"].as_str().unwrap().to_owned()
}

pub(crate) async fn buy(visitor: &mut Visitor, tier: &str, interval: &str) {
    let checkout = start_checkout(visitor, tier, interval).await;
    pay(visitor, &checkout).await;
}

pub(crate) async fn subscription(visitor: &mut Visitor) -> Value {
    visitor.get("/api/v1/billing/subscription").await.expect(StatusCode::OK).json()
}

async fn records(visitor: &mut Visitor) -> Vec<Value> {
    let history = visitor.get("/api/v1/billing/history").await.expect(StatusCode::OK).json();
    history["records"].as_array().unwrap().clone()
}

async fn change(visitor: &mut Visitor, verb: &str, tier: &str) -> crate::app::Answer {
    visitor.post(&format!("/api/v1/billing/{verb}"), json!({ "tier": tier, "interval": "month" })).await
}

/// The tier as everything else in the product reads it.
async fn tier_everywhere(visitor: &mut Visitor) -> (String, String) {
    let me = visitor.get("/api/v1/me").await.json();
    let usage = visitor.get("/api/v1/usage").await.json();
    let tier = me["subscriptionTier"].as_str().unwrap().to_owned();
    assert_eq!(usage["tier"], tier);
    (tier, me["subscriptionStatus"].as_str().unwrap().to_owned())
}

fn pair(tier: &str, status: &str) -> (String, String) {
    (tier.to_owned(), status.to_owned())
}

async fn sql(app: &TestApp, sql: &'static str) {
    Query::new(sql, Vec::new()).execute(&app.state.db).await.unwrap();
}

async fn a_payment_without_a_record_is_no_payment(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let checkout = start_checkout(&mut ada, "essential", "month").await;
    let path = format!("/api/v1/billing/checkouts/{checkout}/pay");
    sql(&app, "ALTER TABLE billing_history RENAME TO billing_history_away").await;
    ada.post(&path, json!({})).await.refused(500, "Failed to add billing record");
    sql(&app, "ALTER TABLE billing_history_away RENAME TO billing_history").await;
    assert_eq!(tier_everywhere(&mut ada).await, pair("starter", "active"));
    pay(&mut ada, &checkout).await;
    assert_eq!(records(&mut ada).await.len(), 1);
}

async fn a_plan_is_bought_at_the_test_checkout(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let user = id_of(&mut ada).await;
    let path = format!("/api/stripe/subscription/{user}");
    assert_eq!(ada.get(&path).await.expect(StatusCode::OK).json(), Value::Null, "PLAN-07: nothing yet");
    let checkout = start_checkout(&mut ada, "essential", "month").await;
    let shown = ada.get(&format!("/api/v1/billing/checkouts/{checkout}")).await.json();
    assert_eq!((&shown["price"]["amount"], &shown["price"]["currency"]), (&json!(999), &json!("usd")));
    assert_eq!(
        tier_everywhere(&mut ada).await,
        pair("starter", "active"),
        "nothing changes before it is paid"
    );
    let back = pay(&mut ada, &checkout).await;
    assert_eq!(
        back,
        format!("http://nomina.localhost/dashboard?section=billing&success=true&session_id={checkout}")
    );
    assert_eq!(tier_everywhere(&mut ada).await, pair("essential", "active"));
    let held = ada.get(&path).await.json();
    assert_eq!(
        (&held["tier"], &held["status"], &held["interval"]),
        (&json!("essential"), &json!("active"), &json!("month"))
    );
    assert_eq!(held["nextBillingAt"], held["currentPeriodEnd"]);
    let record = records(&mut ada).await.remove(0);
    assert_eq!((&record["amount"], &record["status"]), (&json!(999), &json!("paid")));
    assert_eq!(record["description"], "Essential plan, monthly");
    let invoice = ada
        .get(&format!(
            "/api/v1{}",
            record["invoiceUrl"].as_str().unwrap().replace("/invoices", "/billing/invoices")
        ))
        .await;
    let invoice = invoice.expect(StatusCode::OK).json();
    assert_eq!((&invoice["buyerEmail"], &invoice["test"]), (&json!("ada@x.org"), &json!(true)));
}

async fn a_checkout_is_used_once_and_by_its_owner(app: TestApp) {
    let (mut ada, mut eve) = (app.member("ada@x.org").await, app.member("eve@x.org").await);
    let checkout = start_checkout(&mut ada, "essential", "month").await;
    for verb in ["", "/pay", "/cancel"] {
        let path = format!("/api/v1/billing/checkouts/{checkout}{verb}");
        let answer = if verb.is_empty() { eve.get(&path).await } else { eve.post(&path, json!({})).await };
        answer.refused(404, "This checkout does not exist.");
    }
    pay(&mut ada, &checkout).await;
    let path = format!("/api/v1/billing/checkouts/{checkout}/pay");
    ada.post(&path, json!({}))
        .await
        .refused(409, "This checkout is over. Choose a plan again to start a new one.");
    let late = start_checkout(&mut eve, "essential", "month").await;
    app.clock.advance_ms(DAY_MS);
    let (mut eve, _) = app.log_in("eve@x.org", crate::app::PASSWORD).await;
    let path = format!("/api/v1/billing/checkouts/{late}/pay");
    eve.post(&path, json!({}))
        .await
        .refused(409, "This checkout is over. Choose a plan again to start a new one.");
    assert_eq!(tier_everywhere(&mut eve).await.0, "starter");
}

async fn a_checkout_can_be_left(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let checkout = start_checkout(&mut ada, "professional", "month").await;
    let path = format!("/api/v1/billing/checkouts/{checkout}/cancel");
    let back = ada.post(&path, json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(back["url"], "http://nomina.localhost/dashboard?section=billing&canceled=true");
    assert_eq!(tier_everywhere(&mut ada).await.0, "starter");
    assert!(records(&mut ada).await.is_empty());
}

async fn a_year_is_bought_at_the_price_of_a_year(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "professional", "year").await;
    let held = subscription(&mut ada).await;
    assert_eq!((&held["interval"], &held["price"]["amount"]), (&json!("year"), &json!(14990)));
    assert_eq!(records(&mut ada).await[0]["amount"], 14990);
    let (start, end) =
        (held["currentPeriodStart"].as_str().unwrap(), held["currentPeriodEnd"].as_str().unwrap());
    assert_eq!((&start[..4], &end[..4], &start[4..]), ("2027", "2028", &end[4..]));
}

async fn upgrades_go_up_and_downgrades_go_down(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    change(&mut ada, "downgrade", "starter").await.refused(409, "User is already on starter plan");
    change(&mut ada, "downgrade", "essential")
        .await
        .refused(409, "Cannot downgrade from starter to essential. Use upgrade instead.");
    change(&mut ada, "upgrade", "essential")
        .await
        .refused(409, "This plan starts at the checkout: there is no subscription to change yet.");
    buy(&mut ada, "essential", "month").await;
    change(&mut ada, "upgrade", "essential").await.refused(409, "User is already on essential plan");
    change(&mut ada, "upgrade", "starter")
        .await
        .refused(409, "Cannot upgrade from essential to starter. Use downgrade instead.");
    change(&mut ada, "upgrade", "enterprise")
        .await
        .refused(422, "No price ID found for tier: enterprise, interval: month");
    change(&mut ada, "upgrade", "professional").await.expect(StatusCode::OK);
    assert_eq!(tier_everywhere(&mut ada).await, pair("professional", "active"));
    change(&mut ada, "upgrade", "essential")
        .await
        .refused(409, "Cannot upgrade from professional to essential. Use downgrade instead.");
    change(&mut ada, "downgrade", "essential").await.expect(StatusCode::OK);
    assert_eq!(tier_everywhere(&mut ada).await, pair("essential", "active"));
    let paid = records(&mut ada).await;
    assert_eq!(paid.len(), 3, "PLAN-04: every change of the tier adds a paid record");
    assert!(paid.iter().all(|record| record["status"] == "paid"));
    change(&mut ada, "downgrade", "starter").await.expect(StatusCode::OK);
    assert_eq!(tier_everywhere(&mut ada).await, pair("starter", "canceled"));
}

async fn changing_the_plan_takes_off_what_was_not_used(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "essential", "month").await;
    let held = change(&mut ada, "upgrade", "professional").await.expect(StatusCode::OK).json();
    assert_eq!(held["price"]["amount"], 1499);
    assert_eq!(amounts(&mut ada).await, [500, 999], "nothing of the first month was used");
    let history = ada.get("/api/v1/billing/history").await.json();
    assert_eq!(history["totals"], json!([{ "amount": 1499, "currency": "usd" }]));
    change(&mut ada, "downgrade", "essential").await.expect(StatusCode::OK);
    assert_eq!(amounts(&mut ada).await, [0, 500, 999], "never below nothing");
}

async fn amounts(visitor: &mut Visitor) -> Vec<i64> {
    let mut amounts: Vec<i64> =
        records(visitor).await.iter().map(|record| record["amount"].as_i64().unwrap()).collect();
    amounts.sort_unstable();
    amounts
}

async fn canceling_goes_back_to_starter(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    ada.post("/api/v1/billing/cancel", json!({})).await.refused(409, "There is no subscription to change.");
    buy(&mut ada, "essential", "month").await;
    let held = ada.post("/api/v1/billing/cancel", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(
        (&held["tier"], &held["status"], &held["live"]),
        (&json!("starter"), &json!("canceled"), &json!(false))
    );
    assert_eq!(held["nextBillingAt"], Value::Null);
    let path = format!("/api/stripe/subscription/{}", id_of(&mut ada).await);
    assert_eq!(ada.get(&path).await.json()["status"], "canceled", "it is told of afterwards, too");
    buy(&mut ada, "professional", "month").await;
    assert_eq!(tier_everywhere(&mut ada).await, pair("professional", "active"), "and can come back");
}

async fn a_plan_canceled_for_later_runs_out_and_can_be_resumed_before(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "essential", "month").await;
    let later = json!({ "when": "period_end" });
    let held = ada.post("/api/v1/billing/cancel", later.clone()).await.expect(StatusCode::OK).json();
    assert_eq!((&held["tier"], &held["cancelAtPeriodEnd"]), (&json!("essential"), &json!(true)));
    let held = ada.post("/api/v1/billing/resume", json!({})).await.expect(StatusCode::OK).json();
    assert_eq!(held["cancelAtPeriodEnd"], false);
    ada.post("/api/v1/billing/cancel", later).await.expect(StatusCode::OK);
    app.clock.advance_ms(30 * DAY_MS);
    duties::turn_over(&app.state.billing).await.unwrap();
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(tier_everywhere(&mut ada).await.0, "essential", "the month is not over");
    app.clock.advance_ms(2 * DAY_MS);
    duties::turn_over(&app.state.billing).await.unwrap();
    let (mut ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
    assert_eq!(tier_everywhere(&mut ada).await, pair("starter", "canceled"));
    assert_eq!(records(&mut ada).await.len(), 1);
}

async fn a_period_is_renewed_with_a_receipt(app: TestApp) {
    let app = app.again(|config: &mut Config| config.billing.billing_trial_days = 14).await;
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "essential", "month").await;
    assert_eq!(tier_everywhere(&mut ada).await, pair("essential", "trialing"));
    assert_eq!(records(&mut ada).await[0]["amount"], 0);
    let held = subscription(&mut ada).await;
    assert_eq!(held["trialEnd"], held["currentPeriodEnd"]);
    for (days, amounts) in [(14, vec![999, 0]), (31, vec![999, 999, 0])] {
        app.clock.advance_ms(days * DAY_MS);
        for _ in 0..2 {
            duties::turn_over(&app.state.billing).await.unwrap();
        }
        (ada, _) = app.log_in("ada@x.org", crate::app::PASSWORD).await;
        assert_eq!(tier_everywhere(&mut ada).await, pair("essential", "active"));
        let paid: Vec<i64> =
            records(&mut ada).await.iter().map(|record| record["amount"].as_i64().unwrap()).collect();
        assert_eq!(paid, amounts);
    }
    ada.post("/api/v1/billing/cancel", json!({})).await.expect(StatusCode::OK);
    buy(&mut ada, "essential", "month").await;
    assert_eq!(tier_everywhere(&mut ada).await.1, "active", "a trial is for the first time only");
}

async fn a_downgrade_keeps_what_was_made(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "professional", "month").await;
    let user: uuid::Uuid = id_of(&mut ada).await.parse().unwrap();
    let now = app.clock.now();
    let expires = now.plus_ms(90 * DAY_MS);
    let args = vec![Arg::from(uuid::Uuid::from_u128(1)), Arg::from(user), Arg::from(expires), Arg::from(now)];
    let sql = "INSERT INTO batch_results (id, user_id, batch_name, file_count, status, expires_at, created_at, updated_at)
         VALUES ($1, $2, 'Trip', 1, 'completed', $3, $4, $4)";
    Query::new(sql, args).execute(&app.state.db).await.unwrap();
    change(&mut ada, "downgrade", "starter").await.expect(StatusCode::OK);
    nomina_server::app::worker::clean_up(&app.state).await.unwrap();
    let kept =
        Query::new("SELECT expires_at FROM batch_results", Vec::new()).number(&app.state.db).await.unwrap();
    assert_eq!(kept, expires.0, "a batch keeps the retention it was made with");
    assert_eq!(records(&mut ada).await.len(), 1, "and so does the history of payments");
}

async fn strangers_are_refused_on_all_three_given_paths(app: TestApp) {
    let (mut ada, mut eve) = (app.member("ada@x.org").await, app.member("eve@x.org").await);
    let victim = id_of(&mut ada).await;
    let sentence = "You can only see and change your own subscription.";
    eve.get(&format!("/api/stripe/subscription/{victim}")).await.refused(403, sentence);
    let order = json!({ "userId": victim, "priceId": "price_test_essential_month" });
    eve.post("/api/stripe/create-checkout-session", order).await.refused(403, sentence);
    let hidden = json!({ "userId": id_of(&mut eve).await, "priceId": "price_test_essential_month", "metadata": { "userId": victim } });
    eve.post("/api/stripe/create-checkout-session", hidden).await.refused(403, sentence);
    eve.post("/api/stripe/create-billing-portal-session", json!({ "userId": victim }))
        .await
        .refused(403, sentence);
    let mut guest = app.visitor();
    guest.get(&format!("/api/stripe/subscription/{victim}")).await.refused(401, "No user logged in");
}

async fn addresses_to_return_to_must_be_ours(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let user = id_of(&mut ada).await;
    for field in ["successUrl", "cancelUrl"] {
        let mut order = json!({ "userId": user, "priceId": "price_test_essential_month" });
        order[field] = json!("https://evil.example/dashboard");
        ada.post("/api/stripe/create-checkout-session", order)
            .await
            .refused(422, "The address to return to must be on this site.");
    }
    let portal = json!({ "userId": user, "returnUrl": "//evil.example" });
    ada.post("/api/stripe/create-billing-portal-session", portal)
        .await
        .refused(422, "The address to return to must be on this site.");
    let order = json!({ "userId": user, "priceId": "price_test_essential_month", "successUrl": "http://localhost/dashboard" });
    let started = ada.post("/api/stripe/create-checkout-session", order).await.expect(StatusCode::OK).json();
    assert!(
        started["url"].as_str().unwrap().starts_with("http://localhost/checkout/test/"),
        "where the browser is"
    );
}

async fn a_price_must_exist(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let user = id_of(&mut ada).await;
    let mut ask = async |body: Value| {
        let mut order = json!({ "userId": user });
        order.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        ada.post("/api/stripe/create-checkout-session", order).await
    };
    ask(json!({ "metadata": { "tier": "gold", "interval": "month" } }))
        .await
        .refused(422, "No price ID found for tier: gold, interval: month");
    ask(json!({ "metadata": { "tier": "starter", "interval": "year" } }))
        .await
        .refused(422, "No price ID found for tier: starter, interval: year");
    let mixed = json!({ "priceId": "price_test_professional_month", "metadata": { "tier": "essential", "interval": "month" } });
    ask(mixed).await.refused(422, "No price ID found for tier: essential, interval: month");
    ask(json!({ "priceId": "price_1" })).await.refused(422, "This price is not known here.");
    ask(json!({})).await.refused(422, "Say what to buy: a priceId, or a tier and an interval.");
    ask(json!({ "metadata": { "tier": "essential", "interval": "year" } })).await.expect(StatusCode::OK);
}

async fn twenty_hurried_payments_make_one_plan(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let mut checkouts = Vec::new();
    for _ in 0..5 {
        checkouts.push(start_checkout(&mut ada, "essential", "month").await);
    }
    let clicks = (0..20).map(|turn| {
        let (mut ada, path) = (ada.clone(), format!("/api/v1/billing/checkouts/{}/pay", checkouts[turn % 5]));
        async move { ada.post(&path, json!({})).await.status }
    });
    let statuses = futures_util::future::join_all(clicks).await;
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::OK).count(), 1, "{statuses:?}");
    assert_eq!(records(&mut ada).await.len(), 1);
}

async fn the_portal_of_the_test_mode_is_our_own_page(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    let user = id_of(&mut ada).await;
    let answer = ada.post("/api/stripe/create-billing-portal-session", json!({ "userId": user })).await;
    let url = answer.expect(StatusCode::OK).json()["url"].as_str().unwrap().to_owned();
    assert_eq!(url, "http://nomina.localhost/dashboard?section=billing&manage=true");
    assert_eq!(subscription(&mut ada).await["portal"], true);
}
