//! What operators do to accounts: `nomina billing sync` and `nomina user set-tier`. They use the server's settings and
//! its database, beside a running server or without one.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use nomina_rules::plans::{PLANS, Tier};
use nomina_server::app::state::AppState;
use nomina_server::base::config::Config;
use nomina_server::base::error::ApiError;
use nomina_server::features::billing::operators;

use crate::lines::print;
use crate::outcome::Outcome;
use crate::runtime::runtime;

#[derive(Subcommand)]
pub(crate) enum BillingCommand {
    /// Compare one person with Stripe and mend what differs
    Sync(SyncArgs),
}

#[derive(Args)]
pub(crate) struct SyncArgs {
    /// The account's e-mail address or id
    user: String,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand)]
pub(crate) enum UserCommand {
    /// Give somebody a plan without a payment
    SetTier(SetTierArgs),
}

#[derive(Args)]
pub(crate) struct SetTierArgs {
    /// The account's e-mail address or id
    user: String,
    /// starter, essential, professional or enterprise
    #[arg(value_parser = tier)]
    tier: Tier,
    #[command(flatten)]
    config: Config,
}

pub(crate) fn billing(command: BillingCommand) -> Outcome {
    let BillingCommand::Sync(SyncArgs { user, config }) = command;
    at_work(config, async |state| operators::sync(&state.billing, &user).await)
}

pub(crate) fn user(command: UserCommand) -> Outcome {
    let UserCommand::SetTier(SetTierArgs { user, tier, config }) = command;
    at_work(config, async |state| operators::set_tier(&state.billing, &user, tier).await)
}

/// Opens the server's data, does one thing and says what came of it.
fn at_work(config: Config, work: impl AsyncFnOnce(AppState) -> Result<String, ApiError>) -> Outcome {
    runtime()?.block_on(async {
        let state = AppState::open(config).await.map_err(|error| error.to_string())?;
        let outcome = work(state.clone()).await;
        state.db.close().await;
        print(&format!("{}\n", outcome.map_err(|error| error.title().to_owned())?))?;
        Ok(ExitCode::SUCCESS)
    })
}

fn tier(name: &str) -> Result<Tier, String> {
    let given = PLANS.iter().map(|plan| plan.tier).filter(|tier| *tier != Tier::Guest);
    let known: Vec<&str> = given.map(Tier::as_str).collect();
    if known.contains(&name) {
        Ok(Tier::from_name(name))
    } else {
        Err(format!("choose one of {}", known.join(", ")))
    }
}
