//! An independent reader: exiftool, when the machine has it.

use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

const WINDOWS_RATING: [&str; 2] =
    ["[minor] Non-standard IFD0 tag 0x4746 Rating", "[minor] Non-standard IFD0 tag 0x4749 RatingPercent"];

/// Files in a folder of their own, gone when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// `None`, with a reason on stderr, when exiftool is missing.
    pub(crate) fn new(name: &str) -> Option<Self> {
        if Command::new("exiftool").arg("-ver").output().is_err() {
            nomina_needs::missing("exiftool", "it is not installed (Debian: libimage-exiftool-perl)");
            return None;
        }
        let path = std::env::temp_dir().join(format!("nomina-metadata-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for test files");
        Some(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).expect("a test file");
    }

    /// Every tag of every file as `Group1:Tag`, by file name.
    pub(crate) fn tags(&self) -> Map<String, Value> {
        let text = self.run(&["-j", "-a", "-u", "-G1", "-charset", "filename=utf8"]);
        let files: Vec<Map<String, Value>> = serde_json::from_str(&text).expect("exiftool's JSON");
        let name = |file: &Map<String, Value>| {
            let path = file["SourceFile"].as_str().expect("a path");
            path.rsplit('/').next().unwrap_or(path).to_owned()
        };
        files.into_iter().map(|file| (name(&file), Value::Object(file))).collect()
    }

    /// The complaints of exiftool's validation, one line each, with the file's name. Windows' own rating tags are known
    /// to be outside the standard and are not counted.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let text = self.run(&["-validate", "-warning", "-error", "-a", "-s"]);
        let mut file = "";
        let mut found = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("======== ") {
                file = name.rsplit('/').next().unwrap_or(name);
            }
            let complaint = line.starts_with("Warning") || line.starts_with("Error");
            if complaint && !WINDOWS_RATING.iter().any(|known| line.ends_with(known)) {
                found.push(format!("{file}: {line}"));
            }
        }
        assert!(text.contains("Validate"), "exiftool validated nothing: {text}");
        found
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new("exiftool").args(arguments).arg(&self.0).output().expect("exiftool runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left-over files of a failed removal do no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
