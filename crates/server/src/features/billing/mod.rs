//! Plans and money: upgrade, downgrade, cancel, invoices. One trait (`provider`): Stripe, the built-in test checkout, or
//! payments that are off. Whatever happens, `standing` is where a person's plan is read and written.

pub mod calendar;
pub mod direction;
pub mod duties;
pub(crate) mod emails;
pub mod given;
pub mod holds;
pub mod leaving;
pub mod off;
pub mod operators;
pub mod provider;
pub mod records;
pub mod reports;
pub mod return_urls;
pub mod routes;
pub mod standing;
pub mod stripe;
pub mod test_mode;
pub mod view;

pub(crate) use emails::EMAILS;
pub use provider::{Mode, Provider};

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::base::clock::{DAY_MS, MINUTE_MS};
use crate::base::config::{Config, Switch};
use crate::base::context::Context;
use crate::base::db::{Db, q};
use crate::base::error::{ApiError, Result};
use crate::base::expiry::{Expiry, Rule, rows};
use crate::base::feature::{Duty, Feature, Host, TaskKind};
use crate::base::http::client::Client;
use crate::base::personal::{Holding, sql};
use crate::base::rate::Limit;
use off::PaymentsOff;
use standing::{Source, Standing};
use stripe::Stripe;
use test_mode::TestCheckout;

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

/// What billing needs.
#[derive(Clone, Debug)]
pub struct BillingContext {
    context: Context,
    pub provider: Arc<dyn Provider>,
}

impl BillingContext {
    pub fn new(context: Context, provider: Arc<dyn Provider>) -> Self {
        Self { context, provider }
    }
}

impl Deref for BillingContext {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

/// Personal data of this feature; the plan itself is part of the account.
pub(crate) const PERSONAL: &[Holding] = &[
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

/// Stripe repeats an event for three days at most; what is kept longer is for looking at.
const STRIPE_EVENT_DAYS: i64 = 90;

/// Second subscriptions stay on record for longer than Stripe repeats anything about them.
const REPORT_DAYS: i64 = 365;

/// How long rows are kept.
pub(crate) const EXPIRES: &[Expiry] = &[
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

/// The provider that the settings ask for.
pub fn open(config: &Config, http: &reqwest::Client) -> Arc<dyn Provider> {
    match Mode::of(config) {
        Mode::Stripe => Arc::new(Stripe::new(&config.billing, http.clone())),
        Mode::Test => Arc::new(TestCheckout),
        Mode::Off => Arc::new(PaymentsOff),
    }
}

/// Calls that change a plan or ask Stripe, per person.
const CHANGES_PER_USER: Limit = Limit { name: "billing-user", count: 40, window_ms: 5 * MINUTE_MS };

/// A server that starts in another mode ends the test checkouts that are still open.
pub(crate) async fn end_test_checkouts(config: &Config, db: &Db) -> Result<(), sqlx::Error> {
    if Mode::of(config) != Mode::Test {
        let ended = test_mode::checkout::end_all(db).await?;
        if ended > 0 {
            tracing::info!(ended, "open test checkouts ended: this server is not in test mode");
        }
    }
    Ok(())
}

/// Says at the start what is sold, and what is missing for it. Stripe's prices are asked for meanwhile.
pub fn announce(state: &BillingContext) {
    let mode = state.provider.mode();
    match mode {
        Mode::Stripe => tracing::info!("{}", mode.describe()),
        Mode::Test | Mode::Off => tracing::warn!("{}", mode.describe()),
    }
    if mode == Mode::Stripe {
        let (config, http) = (state.config.billing.clone(), state.http.clone());
        tokio::spawn(async move {
            for fault in stripe::health::faults(&config, http).await {
                tracing::error!("Payments are not set up completely: {fault}");
            }
        });
    }
}

/// Free days for somebody who never had a plan.
fn trial_days(state: &Context, before: &Standing) -> u32 {
    let first = before.trial_ends_at.is_none() && before.period_start.is_none();
    if first { state.config.billing.billing_trial_days } else { 0 }
}

/// Ends a plan that Stripe does not manage: back to starter, at once.
async fn end_locally(state: &Context, user: Uuid) -> Result<()> {
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    refuse_billed_elsewhere(&before.standing)?;
    if before.standing.tier <= nomina_rules::plans::Tier::Starter && !before.standing.is_live() {
        return Err(nothing_to_change());
    }
    standing::write(state, &mut tx, user, &before, &before.standing.ended(now), now).await?;
    tx.commit().await?;
    Ok(())
}

/// What Stripe bills cannot be changed without asking it: saying that it ended would be wrong.
fn refuse_billed_elsewhere(held: &Standing) -> Result<()> {
    let billed = held.source == Some(Source::Stripe) && held.is_live() && held.subscription_id.is_some();
    if billed { Err(not_set_up()) } else { Ok(()) }
}

fn conflict(code: &'static str, title: &'static str) -> ApiError {
    ApiError::new(http::StatusCode::CONFLICT, code, title)
}

fn checkout_first() -> ApiError {
    conflict("checkout_required", "This plan starts at the checkout: there is no subscription to change yet.")
}

fn already_subscribed() -> ApiError {
    conflict(
        "already_subscribed",
        "You already have a subscription. Change its plan instead of buying a second one.",
    )
}

/// Nothing is sold here, or not to this visitor: the test checkout gives plans away, and only to people at this machine
/// (behind a proxy on it everybody would look local) unless the operator has opened it with BILLING_TEST.
fn check_sells(state: &BillingContext, client: &Client) -> Result<()> {
    let open_to_all = state.config.billing.billing_test == Switch::On;
    match state.provider.mode() {
        Mode::Stripe => Ok(()),
        Mode::Test if open_to_all || client.is_local => Ok(()),
        Mode::Test | Mode::Off => Err(not_set_up()),
    }
}

fn not_set_up() -> ApiError {
    conflict(
        "payments_not_set_up",
        "Payments are not set up here. Nothing can be bought or changed until whoever runs this site sets them up.",
    )
}

fn nothing_to_change() -> ApiError {
    conflict("no_subscription", "There is no subscription to change.")
}
