//! The runtime of subcommands that wait for a network or a database.

pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Runtime::new().map_err(|error| format!("The program could not start: {error}"))
}
