//! The program as a person at a terminal meets it: arguments in, lines and an exit code out.

mod bad_input;
mod beside;
mod doctor;
mod interrupted;
mod local;
mod name;
mod own;
mod process;
mod rename;
mod run;
mod sidecars;
#[cfg(unix)]
mod signals;
mod terminal;
mod tidy;
mod undo;
mod watch;
mod words;
