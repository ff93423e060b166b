//! What a result keeps of its original beside the image: permissions, times and extended attributes. Whatever a file system
//! does not know is left out.

use std::fs::{self, File, FileTimes};
use std::path::Path;

/// What is copied from an original.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Like<'a> {
    pub(crate) original: &'a Path,
    /// Extended attributes can hold where an image was loaded from: they go with the metadata.
    pub(crate) attributes: bool,
    /// A file that was changed has the time of its change.
    pub(crate) times: bool,
}

impl Like<'_> {
    pub(super) fn copy_to(self, file: &File, path: &Path) {
        let Ok(facts) = fs::metadata(self.original) else { return };
        if self.attributes {
            copy_attributes(self.original, path);
        }
        let _ = file.set_permissions(plain(&facts));
        if !self.times {
            return;
        }
        let mut times = FileTimes::new();
        if let (Ok(modified), Ok(accessed)) = (facts.modified(), facts.accessed()) {
            times = times.set_modified(modified).set_accessed(accessed);
        }
        let _ = file.set_times(times);
    }
}

/// Never more than reading, writing and executing.
#[cfg(unix)]
fn plain(facts: &fs::Metadata) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(facts.permissions().mode() & 0o777)
}

#[cfg(not(unix))]
fn plain(facts: &fs::Metadata) -> fs::Permissions {
    facts.permissions()
}

/// Those of people and their programs; the system's own are not for us.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn copy_attributes(from: &Path, to: &Path) {
    use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
    const LARGEST: usize = 64 << 10;
    let (mut names, mut value) = (vec![0_u8; LARGEST], vec![0_u8; LARGEST]);
    let Ok(length) = listxattr(from, &mut names) else { return };
    for name in names[..length].split(|byte| *byte == 0).filter(|name| is_ours(name)) {
        if let Ok(length) = getxattr(from, name, &mut value) {
            let _ = setxattr(to, name, &value[..length], XattrFlags::empty());
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn is_ours(name: &[u8]) -> bool {
    !name.is_empty() && (cfg!(target_vendor = "apple") || name.starts_with(b"user."))
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn copy_attributes(_: &Path, _: &Path) {}
