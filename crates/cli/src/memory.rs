//! Names given before, in the person's cache folder: a dry run and its `--apply` look once, and a run that was cut off
//! goes on where it was. Kept are hashes of images and words, never an image or a path.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nomina_vision::Description;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// An image, who looked, and the words that went with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 32]);

impl Key {
    pub(crate) fn of(picture: &[u8], provider: &str, context: Option<&str>) -> Self {
        let mut hash = Sha256::new();
        for part in [env!("CARGO_PKG_VERSION"), provider, context.unwrap_or_default()] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.update(picture);
        Self(hash.finalize().into())
    }

    fn text(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The bytes of an image, whoever looked at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageHash([u8; 32]);

impl ImageHash {
    pub(crate) fn of(image: &[u8]) -> Self {
        Self(Sha256::digest(image).into())
    }

    fn text(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    /// Lines of earlier versions have none.
    #[serde(default)]
    image: String,
    seen: Description,
}

#[derive(Debug, Default)]
pub(crate) struct Memory {
    known: Mutex<HashMap<String, Description>>,
    /// The last words about each image.
    images: HashMap<String, Description>,
    file: Option<Mutex<File>>,
}

impl Memory {
    /// Remembers nothing.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// What is remembered. Without a cache folder, or when it cannot be used, everything is looked at again.
    pub(crate) fn open() -> Self {
        folder().map_or_else(Self::none, |folder| Self::at(&folder))
    }

    fn at(folder: &std::path::Path) -> Self {
        let path = folder.join("names.jsonl");
        let text = fs::read_to_string(&path).unwrap_or_default();
        // A line that was cut off by a kill is no line.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let (mut known, mut images) = (HashMap::new(), HashMap::new());
        for Line { key, image, seen } in lines {
            images.insert(image, seen.clone());
            known.insert(key, seen);
        }
        let _ = fs::create_dir_all(folder);
        let file = OpenOptions::new().append(true).create(true).open(path).ok();
        if let Some(mut file) = file.as_ref().filter(|_| !text.is_empty() && !text.ends_with('\n')) {
            let _ = file.write_all(b"\n");
        }
        Self { known: Mutex::new(known), images, file: file.map(Mutex::new) }
    }

    pub(crate) fn recall(&self, key: Key) -> Option<Description> {
        self.known().get(&key.text()).cloned()
    }

    /// What was said about an image when this was opened, whoever was asked.
    pub(crate) fn about(&self, image: ImageHash) -> Option<Description> {
        self.images.get(&image.text()).cloned()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Description>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A cache that cannot be written is no reason to stop.
    pub(crate) fn keep(&self, key: Key, image: ImageHash, seen: &Description) {
        if self.file.is_some() {
            self.known().insert(key.text(), seen.clone());
        }
        let line = Line { key: key.text(), image: image.text(), seen: seen.clone() };
        if let (Some(file), Ok(text)) = (&self.file, serde_json::to_string(&line))
            && let Ok(mut file) = file.lock()
        {
            let _ = file.write_all(format!("{text}\n").as_bytes());
        }
    }
}

fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base =
        set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".cache")));
    Some(base?.join("nomina"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fox() -> Description {
        serde_json::from_value(serde_json::json!({
            "name": "red-fox", "alternatives": [], "tags": [], "source": "embedded"
        }))
        .expect("a description")
    }

    #[test]
    fn what_was_kept_is_recalled_by_the_next_run_also_after_a_line_that_was_cut_off() {
        let folder = std::env::temp_dir().join(format!("nomina-memory-{}", std::process::id()));
        let key = Key::of(b"picture", "embedded", None);
        let image = ImageHash::of(b"picture");
        Memory::at(&folder).keep(key, image, &fox());
        let text = fs::read_to_string(folder.join("names.jsonl")).unwrap();
        fs::write(folder.join("names.jsonl"), format!("{text}{}", &text[..40])).unwrap();
        let other = Key::of(b"other", "embedded", None);
        Memory::at(&folder).keep(other, ImageHash::of(b"other"), &fox());
        let again = Memory::at(&folder);
        assert_eq!((again.recall(key), again.recall(other)), (Some(fox()), Some(fox())));
        assert_eq!((again.about(image), again.about(ImageHash::of(b"third"))), (Some(fox()), None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn another_image_provider_or_context_is_another_question() {
        let key = Key::of(b"picture", "embedded", Some("our dog"));
        assert_ne!(key, Key::of(b"picture2", "embedded", Some("our dog")));
        assert_ne!(key, Key::of(b"picture", "gemini", Some("our dog")));
        assert_ne!(key, Key::of(b"picture", "embedded", None));
    }
}
