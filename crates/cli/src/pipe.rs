//! `nomina process - -`: one image from standard input or to standard output.

use std::io::{Read, Write};
use std::path::Path;

use nomina_engine::{EngineError, Format, Limits};
use nomina_rules::options::ProcessingOptions;
use nomina_server::features::processing::Beside;

use crate::files::{honoured, read, save};
use crate::lines::{say, shown};
use crate::looking::Looker;

const PIPE: &str = "-";

/// Whether a path stands for standard input or output.
pub(crate) fn is_pipe(path: &Path) -> bool {
    path == Path::new(PIPE)
}

/// Processes one image of which at least one end is a pipe.
pub(crate) fn run(
    recipe: &ProcessingOptions,
    (input, output): (&Path, &Path),
    overwrite: bool,
    looker: Option<&Looker>,
) -> Result<(), String> {
    let bytes = if is_pipe(input) { from_input() } else { read(input) };
    let bytes = bytes.map_err(|reason| format!("{}: {reason}", shown(input)))?;
    let source =
        Format::of(&bytes).ok_or_else(|| format!("{}: {}", shown(input), EngineError::Unsupported))?;
    let recipe =
        if is_pipe(output) { recipe.clone() } else { honoured(recipe, source, named_file(output)?)? };
    let recipe = match looker {
        Some(looker) => recipe.with_words(&looker.words(bytes.clone(), input)?),
        None => recipe,
    };
    let made = Beside::of(&recipe)?
        .process(&bytes, &recipe, &Limits::default(), &|_| false)
        .map_err(|error| format!("{}: {error}", shown(input)))?;
    made.facts.warnings.iter().for_each(|warning| say(&warning.to_string()));
    if is_pipe(output) {
        let mut out = std::io::stdout().lock();
        return out
            .write_all(&made.bytes)
            .and_then(|()| out.flush())
            .map_err(|e| format!("Writing failed: {e}"));
    }
    save(output, &made.bytes, overwrite, None).map_err(|error| error.to_string())
}

/// An image from a pipe has no name that a folder could give on.
fn named_file(output: &Path) -> Result<&Path, String> {
    match output.is_dir() {
        true => Err(format!("{} is a folder: name the file that standard input becomes.", shown(output))),
        false => Ok(output),
    }
}

fn from_input() -> Result<Vec<u8>, String> {
    let (mut bytes, limits) = (Vec::new(), Limits::default());
    // One byte more than allowed, so that a longer one is refused and not cut.
    let mut input = std::io::stdin().lock().take(limits.input_bytes as u64 + 1);
    input.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    limits.check_bytes(bytes.len()).map_err(|error| error.to_string())?;
    Ok(bytes)
}
