//! Small files that stand under their name whole or not at all, also after a crash: written beside, brought to the disk, then
//! given their name.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Writes a file that only its owner can read, unless one has this name already; then that one stays.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = write_beside(path, bytes)?;
    // A link fails where the name is taken, also when another server took it just now.
    let linked = match std::fs::hard_link(&beside, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // A file system without links.
        Err(_) if !path.exists() => std::fs::rename(&beside, path),
        other => other,
    };
    let _ = std::fs::remove_file(&beside);
    linked?;
    sync_folder(path.parent())
}

/// Its name follows from its bytes: servers that start together do not write into one file.
fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    let hash = Sha256::digest(bytes);
    name.push(format!(".{:02x}{:02x}{:02x}{:02x}.new", hash[0], hash[1], hash[2], hash[3]));
    let beside = PathBuf::from(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.map(|()| beside)
}

/// Brings the names in a folder to the disk. Only Unix lets a folder be opened for that, and some network drives refuse it.
pub(crate) fn sync_folder(folder: Option<&Path>) -> io::Result<()> {
    let Some(folder) = folder.filter(|folder| cfg!(unix) && !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    match File::open(folder)?.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_stays_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("nomina-whole-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("key");
        create(&path, b"first").unwrap();
        create(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o077, 0);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
