//! The images of a ZIP that a program sent: each goes to the store by itself, as if it had come by itself. Folders in
//! names are dropped, what systems put beside images is passed over, and a ZIP that is up to something is refused whole.

use std::fs::File;
use std::path::PathBuf;

use nomina_archive::{Archive, Bounds, Entry, Fault, Kind, Piece};
use nomina_rules::plans::Limits;
use tokio::runtime::Handle;

use super::incoming::{Source, keep, name_in, too_large, too_many};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::spool::Spool;

/// Folders and what is passed over are entries too.
const ENTRIES_PER_IMAGE: usize = 4;
const MAC_EXTRAS: &str = "__MACOSX";
const WINDOWS_EXTRAS: [&str; 2] = ["thumbs.db", "desktop.ini"];

/// What is left of a batch's limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) limits: Limits,
    pub(super) taken: usize,
    /// Of one image, and of all that are still to come.
    pub(super) bytes: (u64, u64),
}

/// Names and places of the images, in the order of the ZIP's directory.
pub(super) async fn unpacked(state: &Context, path: PathBuf, room: Room) -> Result<Vec<(String, Source)>> {
    let state = state.clone();
    let work = tokio::task::spawn_blocking(move || unpack(&state, path, room));
    work.await.map_err(ApiError::internal)?
}

fn unpack(state: &Context, path: PathBuf, room: Room) -> Result<Vec<(String, Source)>> {
    let most = room.limits.max_batch as usize;
    let bounds = Bounds { entries: ENTRIES_PER_IMAGE * most, bytes: room.bytes.1 };
    let mut archive = Archive::open(File::open(path).map_err(Fault::from)?, bounds)?;
    archive.keep(|entry| is_wanted(entry, room.bytes.0))?;
    match archive.entries().len() {
        0 => return Err(Fault::Empty.into()),
        count if room.taken + count > most => return Err(too_many(room.limits)),
        _ => {}
    }
    let (runtime, mut open, mut done) = (Handle::current(), None, Vec::new());
    archive.unpack(|entry, piece| {
        runtime.block_on(async {
            let mut spool = match open.take() {
                Some(spool) => spool,
                None => Spool::open(state).await?,
            };
            match piece {
                Piece::Bytes(bytes) => {
                    spool.write(bytes).await?;
                    open = Some(spool);
                }
                Piece::End => done.push((entry.index, name_in(&entry.shown()), keep(state, spool).await?.0)),
            }
            Ok::<_, ApiError>(())
        })
    })?;
    done.sort_by_key(|(index, ..)| *index);
    Ok(done.into_iter().map(|(_, name, source)| (name, source)).collect())
}

/// False for what is passed over.
fn is_wanted(entry: &Entry, most: u64) -> Result<bool> {
    let name = entry.shown();
    let parts: Vec<&str> = name.split(['/', '\\']).collect();
    let climbs = parts.contains(&"..") || parts[0].is_empty() || parts[0].contains(':');
    if entry.kind == Kind::Other || climbs || name.chars().any(char::is_control) {
        return Err(Fault::Name(name).into());
    }
    if entry.kind == Kind::Folder || is_extra(&parts) {
        return Ok(false);
    }
    match entry.size > most {
        true => Err(too_large(most)),
        false => Ok(true),
    }
}

/// Hidden files, and what Windows and macOS add to a folder.
fn is_extra(parts: &[&str]) -> bool {
    let last = parts.last().map(|name| name.to_lowercase()).unwrap_or_default();
    parts[0] == MAC_EXTRAS
        || parts.iter().any(|part| part.starts_with('.'))
        || WINDOWS_EXTRAS.contains(&last.as_str())
}
