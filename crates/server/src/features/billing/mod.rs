//! Plans and money: upgrade, downgrade, cancel, invoices. One trait (`provider`): Stripe, the built-in test checkout, or
//! payments that are off. Whatever happens, `standing` is where a person's plan is read and written.

pub mod calendar;
pub mod direction;
pub mod duties;
pub(crate) mod emails;
mod feature;
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

use std::sync::Arc;

use uuid::Uuid;

pub(crate) use emails::EMAILS;
pub use feature::feature;
pub use provider::{BillingContext, Mode, Provider};

use crate::base::clock::MINUTE_MS;
use crate::base::config::{Config, Switch};
use crate::base::context::Context;
use crate::base::db::Db;
use crate::base::error::{ApiError, Result};
use crate::base::http::client::Client;
use crate::base::rate::Limit;
use off::PaymentsOff;
use standing::{Source, Standing};
use stripe::Stripe;
use test_mode::TestCheckout;

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
