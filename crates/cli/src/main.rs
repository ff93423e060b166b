//! The one binary: a table of subcommands, each in its own file.

mod files;
mod inspect;
mod name;
mod operators;
mod pictures;
mod process;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nomina_server::config::Config;

/// A sentence for the person at the terminal.
type Outcome = Result<ExitCode, String>;

#[derive(Parser)]
#[command(name = "nomina", version, about = "Descriptive file names for pictures, in bulk.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the web app and its server
    Serve(Box<Config>),
    /// Say what is configured, what is missing and what is wrong
    Doctor(Box<Config>),
    /// Compare what people pay with Stripe
    #[command(subcommand)]
    Billing(operators::BillingCommand),
    /// Change somebody's account by hand
    #[command(subcommand)]
    User(operators::UserCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Suggest a descriptive name for each picture
    Name(Box<name::NameArgs>),
    /// Run a recipe over a picture or a folder
    Process(process::ProcessArgs),
    /// Say what a picture's headers tell
    Inspect(inspect::InspectArgs),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(config) => serve::serve(*config),
        Command::Doctor(config) => serve::doctor(&config),
        Command::Billing(command) => operators::billing(command),
        Command::User(command) => operators::user(command),
        Command::Openapi => serve::openapi(),
        Command::Name(args) => name::name(&args),
        Command::Process(args) => process::process(&args),
        Command::Inspect(args) => inspect::inspect(&args),
    };
    match outcome {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
