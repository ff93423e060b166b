//! `nomina inspect`: what the headers of images say.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use nomina_engine::Limits;
use serde_json::json;

use crate::files::{find, read};
use crate::lines::{json_line, print, say, shown};
use crate::outcome::Outcome;

#[derive(Args, Debug)]
pub(crate) struct InspectArgs {
    /// Print JSON, one line a file
    #[arg(long)]
    json: bool,
    /// Images or folders
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn inspect(args: &InspectArgs) -> Outcome {
    let mut failed = 0;
    for file in find(&args.files)? {
        let seen = read(&file)
            .and_then(|b| nomina_engine::inspect(&b, &Limits::default()).map_err(|e| e.to_string()));
        match seen {
            Ok(seen) if args.json => print(&json_line(&json!({ "file": file, "inspection": seen }))?)?,
            Ok(seen) => {
                let taken = seen.taken_at.as_deref().unwrap_or("no date");
                let size = format!("{}x{}", seen.width, seen.height);
                print(&format!(
                    "{}: {} {size}, {} frame(s), {taken}\n",
                    shown(&file),
                    seen.format,
                    seen.frames
                ))?;
            }
            Err(reason) => {
                failed += 1;
                if args.json {
                    print(&json_line(&json!({ "file": file, "error": reason }))?)?;
                }
                say(&format!("{}: {reason}", shown(&file)));
            }
        }
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
