//! Plans that end otherwise than by canceling: an operator gives another one, somebody leaves; and when the traces are forgotten.

use http::StatusCode;
use nomina_rules::plans::Tier;
use nomina_server::app::worker;
use nomina_server::base::clock::{Clock, DAY_MS};
use nomina_server::base::db::Query;
use nomina_server::features::billing::{duties, operators};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp};
use crate::billing::{buy, id_of, start_checkout, subscription};
use crate::engines::stories;
use crate::stripe::{pair, plan};

stories![
    an_operator_gives_a_plan_and_takes_the_period_away,
    who_leaves_keeps_a_test_plan_until_its_period_ends,
    what_is_over_is_forgotten_after_its_time,
];

async fn an_operator_gives_a_plan_and_takes_the_period_away(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "essential", "month").await;
    ada.post("/api/v1/billing/cancel", json!({ "when": "period_end" })).await.expect(StatusCode::OK);
    let billing = &app.state.billing;
    let said = operators::set_tier(billing, "ada@x.org", Tier::Professional).await.unwrap();
    assert_eq!(said, "ada@x.org is now on the professional plan.");
    assert_eq!(plan(&mut ada).await, pair("professional", "active"));
    let held = subscription(&mut ada).await;
    for (field, wanted) in [
        ("interval", Value::Null),
        ("currentPeriodEnd", Value::Null),
        ("cancelAtPeriodEnd", json!(false)),
        ("live", json!(false)),
    ] {
        assert_eq!(held[field], wanted, "{field}");
    }
    let by_id = operators::set_tier(billing, &id_of(&mut ada).await, Tier::Starter).await.unwrap();
    assert_eq!(by_id, "ada@x.org is now on the starter plan.");
    let unknown = operators::set_tier(billing, "eve@x.org", Tier::Starter).await.unwrap_err();
    assert_eq!(unknown.title(), "There is no account \"eve@x.org\". Use its e-mail address or its id.");
    let same = operators::sync(billing, "ada@x.org").await.unwrap();
    assert!(same.starts_with("ada@x.org: there is no Stripe key"), "{same}");
}

async fn number(app: &TestApp, sql: &'static str) -> i64 {
    Query::new(sql, Vec::new()).number(&app.state.db).await.unwrap()
}

async fn who_leaves_keeps_a_test_plan_until_its_period_ends(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    buy(&mut ada, "essential", "month").await;
    let form = json!({ "email": "ada@x.org", "password": PASSWORD });
    ada.post("/api/v1/me/deactivate", form).await.expect(StatusCode::OK);
    app.work().await;
    let ending = "SELECT COUNT(*) FROM users WHERE cancel_at_period_end AND subscription_tier = 'essential'";
    assert_eq!(number(&app, ending).await, 1);
    app.clock.advance_ms(32 * DAY_MS);
    duties::turn_over(&app.state.billing).await.unwrap();
    assert_eq!(number(&app, "SELECT COUNT(*) FROM users WHERE subscription_tier = 'starter'").await, 1);
}

async fn what_is_over_is_forgotten_after_its_time(app: TestApp) {
    let mut ada = app.member("ada@x.org").await;
    start_checkout(&mut ada, "essential", "month").await;
    let now = app.clock.now();
    for sql in [
        "INSERT INTO stripe_events (id, type, received_at) VALUES ('evt_1', 'x', $1)",
        "INSERT INTO billing_reports (id, user_id, kind, stripe_id, detail, created_at, settled_at)
         SELECT id, id, 'unknown_price', 'sub_1', '', $1, $1 FROM users",
    ] {
        Query::new(sql, vec![now.into()]).execute(&app.state.db).await.unwrap();
    }
    // Days that each is kept for; a checkout is open for one of its two.
    for (table, days, gone_by) in [
        ("SELECT COUNT(*) FROM test_checkouts", 2, 0),
        ("SELECT COUNT(*) FROM stripe_events", 90, 2),
        ("SELECT COUNT(*) FROM billing_reports", 365, 90),
    ] {
        app.clock.advance_ms((days - gone_by) * DAY_MS - 1);
        worker::clean_up(&app.state).await.unwrap();
        assert_eq!(number(&app, table).await, 1, "{table}");
        app.clock.advance_ms(1);
        worker::clean_up(&app.state).await.unwrap();
        assert_eq!(number(&app, table).await, 0, "{table}");
    }
}
