//! The one binary: a table of subcommands, each in its own file.

mod backup;
mod dedupe;
mod files;
mod filters;
mod heap;
mod images;
mod inspect;
mod interrupt;
mod job;
mod lines;
mod looking;
mod mcp;
mod memory;
mod name;
mod operators;
mod outcome;
mod own;
mod parallel;
mod pipe;
mod process;
mod progress;
mod recipe;
mod rename;
mod results;
mod runtime;
mod search;
mod serve;
mod shell;
mod sort;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use nomina_server::app::namer::NamerConfig;
use nomina_server::base::config::Config;

#[derive(Parser)]
#[command(
    name = "nomina",
    version = env!("NOMINA_VERSION"),
    about = "Descriptive file names for images, in bulk.",
    after_help = "Exit codes: 0 all went well, 1 something failed and was said, 2 the arguments were wrong, 130 stopped by Ctrl+C."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the web app and its server
    Serve(Box<Config>),
    /// Do only the work of the queue, beside servers on the same database: batches for programs, mails, expiry
    Worker(Box<Config>),
    /// Only name images, for servers and workers that ask over the network (AI_PROVIDER=namer)
    Namer(Box<NamerConfig>),
    /// Say what is configured, what is missing and what is wrong
    Doctor(Box<Config>),
    /// Save the database and all stored files in one file, also while the server runs
    Backup(Box<backup::BackupArgs>),
    /// Put a backup in place
    Restore(Box<backup::RestoreArgs>),
    /// Compare what people pay with Stripe
    #[command(subcommand)]
    Billing(operators::BillingCommand),
    /// Change somebody's account by hand
    #[command(subcommand)]
    User(operators::UserCommand),
    /// Print the OpenAPI document
    Openapi,
    /// Suggest a descriptive name for each image
    Name(Box<name::NameArgs>),
    /// Give the images of a folder descriptive names; shows them first, --apply renames
    Rename(Box<rename::RenameArgs>),
    /// Take a rename back
    Undo(rename::UndoArgs),
    /// Name images as they arrive in a folder
    Watch(Box<watch::WatchArgs>),
    /// Move the images of a folder into folders by date, camera, place or subject; shows them first, --apply moves
    Sort(Box<sort::SortArgs>),
    /// Find images by words that a model said about them before; looks at nothing anew
    Find(search::FindArgs),
    /// Find images that show the same; --apply moves all but the best of each group into a folder
    Dedupe(dedupe::DedupeArgs),
    /// Run a recipe over an image or a folder
    Process(process::ProcessArgs),
    /// Look after recipes
    Recipe(recipe::RecipeArgs),
    /// Say what an image's headers tell
    Inspect(inspect::InspectArgs),
    /// Serve an assistant over standard input and output (Model Context Protocol)
    Mcp(Box<mcp::McpArgs>),
    /// Print completions for a shell
    Completions(shell::CompletionsArgs),
    /// Print the manual page
    Man(shell::ManArgs),
}

fn main() -> ExitCode {
    nomina_server::base::tls::install();
    let outcome = match arguments().command {
        Command::Serve(config) => serve::serve(*config),
        Command::Worker(config) => serve::worker(*config),
        Command::Namer(config) => serve::namer(&config),
        Command::Doctor(config) => serve::doctor(&config),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Billing(command) => operators::billing(command),
        Command::User(command) => operators::user(command),
        Command::Openapi => serve::openapi(),
        Command::Name(args) => name::name(&args),
        Command::Rename(args) => rename::rename(&args),
        Command::Undo(args) => rename::undo(&args),
        Command::Watch(args) => watch::watch(&args),
        Command::Sort(args) => sort::sort(&args),
        Command::Find(args) => search::find_words(&args),
        Command::Dedupe(args) => dedupe::dedupe(&args),
        Command::Process(args) => process::process(&args),
        Command::Recipe(args) => recipe::recipe(&args),
        Command::Inspect(args) => inspect::inspect(&args),
        Command::Mcp(args) => mcp::mcp(&args),
        Command::Completions(args) => shell::completions(&args, command()),
        Command::Man(args) => shell::man(&args, command()),
    };
    match outcome {
        Ok(code) => code,
        Err(sentence) => {
            lines::say(&sentence);
            ExitCode::FAILURE
        }
    }
}

/// The arguments, or their fault and the end. A shell's pattern may have filled in names that steer a terminal.
fn arguments() -> Cli {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|fault| {
        let shown = std::env::args_os().map(|one| lines::escaped(&one.to_string_lossy()));
        command().try_get_matches_from(shown).err().unwrap_or(fault).exit()
    })
}

/// The commands. Those that name images share the server's settings of naming; what only a server needs is not shown there.
fn command() -> clap::Command {
    let short = |sub: clap::Command| {
        ["ai_guest_daily_per_ip", "openai_label"]
            .into_iter()
            .fold(sub, |sub, id| sub.mut_arg(id, |arg| arg.hide(true)))
    };
    ["name", "rename", "watch", "sort", "process", "mcp"]
        .into_iter()
        .fold(Cli::command(), |all, name| all.mut_subcommand(name, short))
}
