//! How a subcommand ends.

use std::process::ExitCode;

/// An exit code, or a sentence for the person at the terminal.
pub(crate) type Outcome = Result<ExitCode, String>;

/// The exit code of work that went on after failures.
pub(crate) fn ended(failed: bool) -> ExitCode {
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
