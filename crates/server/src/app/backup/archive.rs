//! The file of a backup: a ZIP whose last entry lists every other one with its size and SHA-256. It is written under
//! another name and gets its own when it is whole; reading begins with comparing everything.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::error::{BackupError, Result};
use crate::base::clock::Timestamp;
use crate::base::whole_file::sync_folder;

const MANIFEST: &str = "manifest.json";
const FORMAT: u32 = 1;
const PIECE: usize = 256 << 10;

/// Whose data it is and from when.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct About {
    pub(super) program: String,
    pub(super) engine: String,
    pub(super) schema: i64,
    pub(super) made_at: Timestamp,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    #[serde(flatten)]
    about: About,
    entries: BTreeMap<String, Part>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    size: u64,
    sha256: String,
}

/// A file that is removed with this value, unless it was given another name: a backup that fails leaves nothing behind.
pub(super) struct Passing(pub(super) PathBuf);

impl Drop for Passing {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A backup that is being written.
pub(super) struct Writer {
    path: PathBuf,
    part: Passing,
    zip: ZipWriter<BufWriter<File>>,
    entries: BTreeMap<String, Part>,
    current: Option<(String, Sha256, u64)>,
}

impl Writer {
    pub(super) fn create(path: &Path) -> Result<Self> {
        if path.exists() {
            return Err(BackupError::Exists(path.to_owned()));
        }
        let part = Passing(with_ending(path, ".part"));
        let file = private(&part.0).map_err(at(&part.0))?;
        let zip = ZipWriter::new(BufWriter::with_capacity(PIECE, file));
        Ok(Self { path: path.to_owned(), part, zip, entries: BTreeMap::new(), current: None })
    }

    /// An empty file beside the backup, for what must be a file first. Nobody else can read it.
    pub(super) fn beside(&self, ending: &str) -> Result<Passing> {
        let file = Passing(with_ending(&self.path, ending));
        private(&file.0).map_err(at(&file.0))?;
        Ok(file)
    }

    /// Starts an entry; what is packed already is only stored.
    pub(super) fn begin(&mut self, name: &str, pack: bool) -> Result<()> {
        let method = if pack { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default().compression_method(method).large_file(true);
        self.zip.start_file(name, options).map_err(|error| at(&self.part.0)(error.into()))?;
        self.current = Some((name.to_owned(), Sha256::new(), 0));
        Ok(())
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if let Some((_, hash, size)) = &mut self.current {
            hash.update(bytes);
            *size += bytes.len() as u64;
        }
        self.zip.write_all(bytes).map_err(at(&self.part.0))
    }

    pub(super) fn end(&mut self) {
        if let Some((name, hash, size)) = self.current.take() {
            self.entries.insert(name, Part { size, sha256: hex(hash) });
        }
    }

    pub(super) fn add_file(&mut self, name: &str, path: &Path) -> Result<()> {
        let mut file = File::open(path).map_err(at(path))?;
        self.begin(name, true)?;
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece).map_err(at(path))? {
                0 => break,
                read => self.write(&piece[..read])?,
            }
        }
        self.end();
        Ok(())
    }

    /// Writes the list, brings everything to the disk and gives the file its name. Says how large it is.
    pub(super) fn finish(mut self, about: About) -> Result<u64> {
        let entries = std::mem::take(&mut self.entries);
        let list = serde_json::to_vec_pretty(&Manifest { format: FORMAT, about, entries });
        self.begin(MANIFEST, true)?;
        self.write(&list.map_err(|error| at(&self.path)(error.into()))?)?;
        let (path, part) = (self.path, self.part);
        let file = self.zip.finish().map_err(|error| at(&part.0)(error.into()))?;
        let file = file.into_inner().map_err(|error| at(&part.0)(error.into_error()))?;
        file.sync_all().map_err(at(&part.0))?;
        let bytes = file.metadata().map_err(at(&part.0))?.len();
        std::fs::rename(&part.0, &path).map_err(at(&path))?;
        Ok(bytes)
    }
}

/// A backup whose every part was compared with the list.
pub(super) struct Reader {
    path: PathBuf,
    zip: ZipArchive<BufReader<File>>,
    manifest: Manifest,
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let damaged = |why: String| BackupError::Damaged { path: path.to_owned(), why };
        let file = File::open(path).map_err(at(path))?;
        let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(error.to_string()))?;
        let listed = zip.by_name(MANIFEST).map_err(|_| damaged("its list is missing".into()))?;
        let manifest: Manifest =
            serde_json::from_reader(listed).map_err(|error| damaged(format!("its list: {error}")))?;
        if manifest.format != FORMAT {
            return Err(damaged(format!("it has form {}, and this program reads {FORMAT}", manifest.format)));
        }
        for (name, part) in &manifest.entries {
            let found = zip.by_name(name).map_err(|_| damaged(format!("\"{name}\" is missing")))?;
            if !is_plain(name)
                || sum(found).map_err(|error| damaged(format!("\"{name}\": {error}")))? != *part
            {
                return Err(damaged(format!("\"{name}\" is not what was saved")));
            }
        }
        Ok(Self { path: path.to_owned(), zip, manifest })
    }

    pub(super) fn about(&self) -> &About {
        &self.manifest.about
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.manifest.entries.keys()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.manifest.entries.contains_key(name)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.manifest.entries.values().map(|part| part.size).sum()
    }

    /// Reads an entry piece by piece.
    pub(super) fn open_entry(&mut self, name: &str) -> Result<impl Read> {
        let path = self.path.clone();
        self.zip.by_name(name).map_err(|error| at(&path)(error.into()))
    }

    /// Writes an entry to a file that only its owner can read.
    pub(super) fn extract(&mut self, name: &str, to: &Path) -> Result<()> {
        let mut file = private(to).map_err(at(to))?;
        let mut entry = self.open_entry(name)?;
        std::io::copy(&mut entry, &mut file).and_then(|_| file.sync_all()).map_err(at(to))
    }
}

/// A name of ours: it cannot lead out of the folder that it is put into.
fn is_plain(name: &str) -> bool {
    let letters = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    name.split('/').all(letters)
}

fn sum(mut source: impl Read) -> std::io::Result<Part> {
    let (mut hash, mut size, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
    loop {
        match source.read(&mut piece)? {
            0 => return Ok(Part { size, sha256: hex(hash) }),
            read => {
                hash.update(&piece[..read]);
                size += read as u64;
            }
        }
    }
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

pub(super) fn at(path: &Path) -> impl Fn(std::io::Error) -> BackupError {
    let path = path.to_owned();
    move |cause| BackupError::File { path: path.clone(), cause }
}

/// Gives a whole file its name in one step, and brings the name to the disk.
pub(super) fn put(beside: &Path, place: &Path) -> Result<()> {
    let named = std::fs::rename(beside, place).and_then(|()| sync_folder(place.parent()));
    named.map_err(at(place))
}
