//! The one binary: a table of subcommands, each in its own file.

mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nomina_server::config::Config;

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
    /// Print the OpenAPI document
    Openapi,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(config) => serve::serve(*config),
        Command::Doctor(config) => serve::doctor(&config),
        Command::Openapi => serve::openapi(),
    };
    match outcome {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}
