//! Ctrl+C and SIGTERM. The first asks the work to end with nothing half done; the second ends it at once. Neither leaves a file
//! behind that was still being written.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::lines::say;

/// What a shell calls an end by Ctrl+C.
const CODE: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);
static WRITING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// From now on a signal asks before it ends the program. Where signals cannot be heard they end it, as without this.
pub(crate) fn listen() {
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let Ok(runtime) = runtime {
            runtime.block_on(heed());
        }
    });
}

#[cfg(unix)]
async fn heed() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return;
    };
    loop {
        tokio::select! {
            _ = interrupt.recv() => heard(),
            _ = terminate.recv() => heard(),
        }
    }
}

#[cfg(not(unix))]
async fn heed() {
    while tokio::signal::ctrl_c().await.is_ok() {
        heard();
    }
}

fn heard() {
    if !ASKED.swap(true, Ordering::Relaxed) {
        say("\nStopping; what is being written is finished first. Once more ends at once.");
        return;
    }
    // Held to the end, so that no other thread begins a file.
    let writing = writing();
    writing.iter().for_each(|path| drop(fs::remove_file(path)));
    std::process::exit(i32::from(CODE));
}

/// Whether the work shall end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The exit code of work that was asked to end.
pub(crate) fn code() -> ExitCode {
    ExitCode::from(CODE)
}

/// A file that must not be left as it is; gone when this is dropped, unless it was moved.
#[derive(Debug)]
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    /// Said before the file is made.
    pub(crate) fn at(path: PathBuf) -> Self {
        writing().insert(path.clone());
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
        writing().remove(&self.0);
    }
}

fn writing() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}
