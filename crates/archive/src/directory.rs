//! The central directory of a ZIP: where it is, and what it says of each entry.

use std::io::{Read, Seek, SeekFrom};

use crate::entry::{Entry, Fault, Kind};
use crate::numbers::{u16_at, u32_at};

const END: [u8; 4] = *b"PK\x05\x06";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const LONGEST_TAIL: u64 = 22 + 65_535;
/// Room for a name and its extras.
const LARGEST_RECORD: u64 = 4 << 10;
const ENCRYPTED: u16 = 1;
const UNIX: u8 = 3;
const FILE_KIND: u32 = 0o170_000;
const PLAIN_FILE: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;

pub(super) struct Directory {
    pub(super) entries: usize,
    size: u64,
    pub(super) at: u64,
}

/// The end record is the last thing in the file, and the directory ends where it begins.
pub(super) fn find(file: &mut (impl Read + Seek)) -> Result<Directory, Fault> {
    let length = file.seek(SeekFrom::End(0))?;
    let from = length.saturating_sub(LONGEST_TAIL);
    file.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::new();
    file.take(LONGEST_TAIL).read_to_end(&mut tail)?;
    let ends_here = |at: &usize| {
        tail[*at..].starts_with(&END) && tail.len() - at == 22 + usize::from(u16_at(&tail, at + 20))
    };
    let last = tail.len().checked_sub(22).ok_or(Fault::NotAZip)?;
    let at = (0..=last).rev().find(ends_here).ok_or(Fault::NotAZip)?;
    let found = Directory {
        entries: usize::from(u16_at(&tail, at + 10)),
        size: u64::from(u32_at(&tail, at + 12)),
        at: u64::from(u32_at(&tail, at + 16)),
    };
    let one_disk = u32_at(&tail, at + 4) == 0 && u16_at(&tail, at + 8) == u16_at(&tail, at + 10);
    let in_place = found.at + found.size == from + at as u64;
    if one_disk && in_place { Ok(found) } else { Err(Fault::Damaged) }
}

pub(super) fn read(file: &mut (impl Read + Seek), directory: &Directory) -> Result<Vec<Entry>, Fault> {
    if directory.size > directory.entries as u64 * LARGEST_RECORD {
        return Err(Fault::Damaged);
    }
    file.seek(SeekFrom::Start(directory.at))?;
    let mut bytes = Vec::new();
    file.take(directory.size).read_to_end(&mut bytes)?;
    let (mut entries, mut at) = (Vec::new(), 0);
    for index in 0..directory.entries {
        let record = bytes.get(at..).filter(|rest| rest.len() >= 46).ok_or(Fault::Damaged)?;
        let (entry, length) = read_record(record, index)?;
        entries.push(entry);
        at += length;
    }
    if at == bytes.len() { Ok(entries) } else { Err(Fault::Damaged) }
}

fn read_record(record: &[u8], index: usize) -> Result<(Entry, usize), Fault> {
    let name_length = usize::from(u16_at(record, 28));
    let length = 46 + name_length + usize::from(u16_at(record, 30)) + usize::from(u16_at(record, 32));
    if !record.starts_with(&CENTRAL) || record.len() < length {
        return Err(Fault::Damaged);
    }
    let name = record[46..46 + name_length].to_vec();
    let entry = Entry {
        index,
        kind: kind(record, &name),
        name,
        size: u64::from(u32_at(record, 24)),
        method: u16_at(record, 10),
        crc: u32_at(record, 16),
        packed: u64::from(u32_at(record, 20)),
        at: u64::from(u32_at(record, 42)),
    };
    match u16_at(record, 8) & ENCRYPTED {
        0 => Ok((entry, length)),
        _ => Err(Fault::Packing(entry.shown())),
    }
}

/// A link says so in the attributes of a Unix system, a folder there or by the end of its name.
fn kind(record: &[u8], name: &[u8]) -> Kind {
    let mode = if record[5] == UNIX { (u32_at(record, 38) >> 16) & FILE_KIND } else { 0 };
    match mode {
        FOLDER => Kind::Folder,
        0 | PLAIN_FILE if name.ends_with(b"/") => Kind::Folder,
        0 | PLAIN_FILE => Kind::File,
        _ => Kind::Other,
    }
}
