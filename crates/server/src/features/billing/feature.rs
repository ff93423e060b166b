//! What this feature offers to the program: routes, retention, personal data, emails, tasks.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{BillingContext, EMAILS, duties, given, leaving, routes, stripe, test_mode};
use crate::base::clock::{DAY_MS, MINUTE_MS};
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Duty, Feature, Host, TaskKind};
use crate::base::personal::{Holding, sql};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S>
where
    Context: FromRef<S>,
    BillingContext: FromRef<S>,
{
    Feature {
        routes: || {
            OpenApiRouter::new()
                .routes(routes!(routes::subscription))
                .routes(routes!(routes::history))
                .routes(routes!(routes::invoice))
                .routes(routes!(routes::upgrade))
                .routes(routes!(routes::downgrade))
                .routes(routes!(routes::cancel))
                .routes(routes!(routes::resume))
                .routes(routes!(routes::sync))
                .routes(routes!(test_mode::checkout::show))
                .routes(routes!(test_mode::checkout::pay))
                .routes(routes!(test_mode::checkout::cancel))
                .routes(routes!(given::subscription))
                .routes(routes!(given::create_checkout_session))
                .routes(routes!(given::create_billing_portal_session))
                .routes(routes!(stripe::webhook::webhook))
        },
        tasks: vec![
            TaskKind {
                name: stripe::TASK,
                at_once: |_| 2,
                run: |state, payload| {
                    let billing = BillingContext::from_ref(state);
                    Box::pin(async move { stripe::work(&billing, payload).await })
                },
            },
            TaskKind {
                name: stripe::doubles::TASK,
                at_once: |_| 1,
                run: |state, payload| {
                    let billing = BillingContext::from_ref(state);
                    Box::pin(async move { stripe::doubles::work(&billing, payload).await })
                },
            },
            TaskKind {
                name: leaving::TASK,
                at_once: |_| 1,
                run: |state, payload| {
                    let billing = BillingContext::from_ref(state);
                    Box::pin(async move { leaving::work(&billing, payload).await })
                },
            },
        ],
        duties: vec![
            Duty {
                name: "billing-periods",
                period_ms: 10 * MINUTE_MS,
                run: |state| {
                    let billing = BillingContext::from_ref(state);
                    Box::pin(async move { duties::turn_over(&billing).await })
                },
            },
            Duty {
                name: "billing-comparison",
                period_ms: DAY_MS,
                run: |state| {
                    let billing = BillingContext::from_ref(state);
                    Box::pin(async move { duties::compare_all(&billing).await.map(drop) })
                },
            },
        ],
        expires: EXPIRES,
        personal: PERSONAL,
        emails: EMAILS,
        ..Feature::new("billing")
    }
}

/// Personal data of this feature; the plan itself is part of the account.
const PERSONAL: &[Holding] = &[
    Holding {
        tables: &["billing_history"],
        export: Some((
            "billing-history.json",
            sql!(
                ById,
                "SELECT id, amount, currency, description, status, stripe_invoice_id, invoice_url, period_start, period_end,
                 created_at FROM billing_history WHERE user_id = $1 ORDER BY created_at"
            ),
        )),
        forget: None,
    },
    Holding {
        tables: &["billing_reports"],
        export: Some((
            "billing-reports.json",
            sql!(
                ById,
                "SELECT kind, stripe_id, detail, created_at, settled_at FROM billing_reports WHERE user_id = $1
                 ORDER BY created_at"
            ),
        )),
        forget: None,
    },
    Holding { tables: &["billing_holds"], export: None, forget: None },
    // A day's copy of what somebody was about to buy.
    Holding { tables: &["test_checkouts"], export: None, forget: None },
];

/// How long rows are kept.
const EXPIRES: &[Expiry] = &[
    Expiry::Rule(Rule {
        name: "events of Stripe",
        tables: &["stripe_events"],
        run: |state| {
            let before = state.clock.now().plus_ms(-STRIPE_EVENT_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM stripe_events WHERE received_at <= $1", before))
        },
    }),
    Expiry::Rule(Rule {
        name: "test checkouts",
        tables: &["test_checkouts"],
        run: |state| {
            let yesterday = state.clock.now().plus_ms(-DAY_MS);
            rows(state, q!("DELETE FROM test_checkouts WHERE expires_at <= $1", yesterday))
        },
    }),
    Expiry::Rule(Rule {
        name: "billing reports that are settled",
        tables: &["billing_reports"],
        run: |state| {
            let before = state.clock.now().plus_ms(-REPORT_DAYS * DAY_MS);
            rows(state, q!("DELETE FROM billing_reports WHERE settled_at <= $1", before))
        },
    }),
    Expiry::Rule(Rule {
        name: "holds of people whose plan was being changed",
        tables: &["billing_holds"],
        run: |state| rows(state, q!("DELETE FROM billing_holds WHERE held_until <= $1", state.clock.now())),
    }),
    Expiry::Stays("billing_history", "a person's receipts, until the account ends"),
];

/// Stripe repeats an event for three days at most; what is kept longer is for looking at.
const STRIPE_EVENT_DAYS: i64 = 90;

/// Second subscriptions stay on record for longer than Stripe repeats anything about them.
const REPORT_DAYS: i64 = 365;
