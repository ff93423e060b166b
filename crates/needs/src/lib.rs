//! What a test needs and a machine may lack: `postgres`, `images`, `exiftool`, `pillow`, `model`, `fonts`. A test without it
//! says so and ends; `scripts/test` counts it as skipped, and it fails where `NOMINA_REQUIRE` names what is missing.

use std::fmt::Display;
use std::io::Write;

/// Says that the test which calls this is passed over, and why.
///
/// # Panics
/// When `NOMINA_REQUIRE` names what is missing.
#[track_caller]
pub fn missing(what: &str, reason: impl Display) {
    let required = std::env::var("NOMINA_REQUIRE").unwrap_or_default();
    assert!(!names(&required, what), "NOMINA_REQUIRE wants {what}, but {reason}");
    eprintln!("passed over: {what}: {reason}");
    if let Some(list) = std::env::var_os("NOMINA_SKIPPED") {
        note(list.as_ref()).unwrap_or_else(|error| panic!("NOMINA_SKIPPED cannot be written: {error}"));
    }
}

fn names(list: &str, what: &str) -> bool {
    list.split(',').any(|item| item.trim() == what)
}

/// One line per test, by program and name; a test that misses several things writes the same line again.
fn note(list: &std::path::Path) -> std::io::Result<()> {
    let thread = std::thread::current();
    // A worker of a test's runtime is not the test: that one goes on with the rest of what it checks.
    let Some(test) = thread.name().filter(|name| !name.starts_with("tokio")) else { return Ok(()) };
    let program = std::env::current_exe()?;
    let line = format!("{} {test}\n", program.file_stem().unwrap_or_default().display());
    std::fs::File::options().create(true).append(true).open(list)?.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn a_need_is_named_by_its_whole_word() {
        assert!(names("postgres, images", "images"));
        assert!(!names("postgres,images", "image"));
        assert!(!names("", "model"));
    }
}
