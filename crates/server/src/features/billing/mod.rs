//! Plans and money: upgrade, downgrade, cancel, invoices. One trait (`provider`): Stripe, the built-in test checkout, or
//! payments that are off. Whatever happens, `standing` is where a person's plan is read and written.

pub mod calendar;
pub mod direction;
pub mod duties;
pub(crate) mod emails;
mod feature;
pub mod given;
mod here;
pub mod holds;
pub mod leaving;
pub mod off;
pub mod operators;
pub mod provider;
pub mod records;
mod refusals;
pub mod reports;
pub mod return_urls;
pub mod routes;
pub mod standing;
pub mod stripe;
pub mod test_mode;
pub mod view;

use std::sync::Arc;

pub(crate) use emails::EMAILS;
pub use feature::feature;
pub use provider::{BillingContext, Mode, Provider};

use crate::base::clock::MINUTE_MS;
use crate::base::config::Config;
use crate::base::db::Db;
use crate::base::rate::Limit;
use off::PaymentsOff;
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
