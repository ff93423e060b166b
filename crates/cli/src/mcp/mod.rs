//! `nomina mcp`: the Model Context Protocol over standard input and output, so that an assistant can tidy a folder.
//! It reaches only the folders that were allowed, replaces nothing, and shows a rename before it is done.

mod fence;
mod protocol;
mod schemas;
mod tools;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use clap::Args;
use serde_json::Value;

use crate::looking::LookArgs;
use crate::outcome::Outcome;
use fence::Fence;
use tools::Tools;

#[derive(Args, Debug)]
pub(crate) struct McpArgs {
    /// A folder that the assistant may use; may be given several times; without it the current folder
    #[arg(long = "allow", value_name = "FOLDER")]
    allowed: Vec<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

/// Answers until the input ends. A tool runs beside the next requests, so that `ping` is answered meanwhile.
pub(crate) fn mcp(args: &McpArgs) -> Outcome {
    let tools = Arc::new(Tools::new(Fence::around(&args.allowed)?, args.look.clone()));
    let out = Arc::new(Mutex::new(std::io::stdout()));
    let mut running = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| format!("Reading failed: {error}"))?;
        let (tools, out) = (tools.clone(), out.clone());
        running.retain(|thread: &std::thread::JoinHandle<()>| !thread.is_finished());
        running.push(std::thread::spawn(move || {
            if let Some(answer) = protocol::answer(&line, &tools) {
                write(&out, &answer);
            }
        }));
    }
    running.into_iter().for_each(|thread| drop(thread.join()));
    Ok(ExitCode::SUCCESS)
}

/// One message a line. An assistant that went away is not told.
fn write(out: &Mutex<std::io::Stdout>, answer: &Value) {
    if let Ok(mut out) = out.lock() {
        let _ = out.write_all(format!("{answer}\n").as_bytes()).and_then(|()| out.flush());
    }
}
