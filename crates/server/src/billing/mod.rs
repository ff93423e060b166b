//! Plans and money: upgrade, downgrade, cancel, invoices. One trait (`provider`), two ways to pay: the built-in test
//! checkout, and Stripe. Whatever happens, `standing` is where a person's plan is read and written.

pub mod calendar;
pub mod config;
pub mod direction;
pub mod duties;
pub mod given;
pub mod leaving;
pub(crate) mod letters;
pub mod operators;
pub mod provider;
pub mod records;
pub mod return_urls;
pub mod routes;
pub mod standing;
pub mod stripe;
pub mod test_mode;
pub mod view;

pub use config::BillingConfig;
pub(crate) use letters::LETTERS;
pub use provider::{Mode, Provider, open};

use uuid::Uuid;

use crate::clock::{DAY_MS, MINUTE_MS};
use crate::db::q;
use crate::error::{ApiError, Result};
use crate::expiry::{Expiry, Rule, rows};
use crate::personal::{Holding, sql};
use crate::rate::Limit;
use crate::state::AppState;
use standing::Standing;

/// What we hold about a person here; the plan itself is part of the account.
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
    // A day's copy of what somebody was about to buy.
    Holding { tables: &["test_checkouts"], export: None, forget: None },
];

/// Stripe repeats an event for three days at most; what is kept longer is for looking at.
const STRIPE_EVENT_DAYS: i64 = 90;

/// How long things stay here.
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
    Expiry::Stays("billing_history", "a person's receipts, until the account ends"),
];

/// Calls that change a plan or ask Stripe, per person.
const CHANGES_PER_USER: Limit = Limit { name: "billing-user", count: 40, window_ms: 5 * MINUTE_MS };

/// Free days for somebody who never had a plan.
fn trial_days(state: &AppState, before: &Standing) -> u32 {
    let first = before.trial_ends_at.is_none() && before.period_start.is_none();
    if first { state.config.billing.billing_trial_days } else { 0 }
}

/// Ends a plan that nobody else keeps: back to starter, at once.
async fn end_locally(state: &AppState, user: Uuid) -> Result<()> {
    let now = state.clock.now();
    let mut tx = state.db.begin().await?;
    let before = standing::lock(&mut tx, user).await?;
    if before.standing.tier <= nomina_rules::plans::Tier::Starter && !before.standing.is_live() {
        return Err(nothing_to_change());
    }
    standing::write(state, &mut tx, user, &before, &before.standing.ended(now), now).await?;
    tx.commit().await?;
    Ok(())
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

fn nothing_to_change() -> ApiError {
    conflict("no_subscription", "There is no subscription to change.")
}
