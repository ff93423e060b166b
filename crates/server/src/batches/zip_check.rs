//! Whether a ZIP is what the tool makes: pictures, each once, each as large as it says. Read from the central directory
//! before anything is unpacked; memory does not grow with the file. Strict on purpose: there is one program that makes them.

use std::collections::HashSet;
use std::io::{self, Read, Seek, SeekFrom};

use crc32fast::Hasher;
use flate2::read::DeflateDecoder;
use nomina_engine::Format;
use nomina_rules::names::zip_entry;

/// How far a ZIP may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub entries: usize,
    /// Of all pictures together, unpacked.
    pub bytes: u64,
}

/// What is wrong, as a sentence to show.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("The file is not a ZIP.")]
    NotAZip,
    #[error("The ZIP is damaged.")]
    Damaged,
    #[error("The ZIP holds no pictures.")]
    Empty,
    #[error("The ZIP holds more than {0} pictures.")]
    TooMany(usize),
    #[error("The pictures in the ZIP are too large when unpacked.")]
    TooLarge,
    #[error("\"{0}\" is not a name that a picture in a ZIP may have.")]
    Name(String),
    #[error("Two pictures in the ZIP are called \"{0}\".")]
    Twice(String),
    #[error("\"{0}\" is not a picture, or not of the kind that its name says.")]
    Kind(String),
    #[error("\"{0}\" is not as large as the ZIP says, or is damaged.")]
    Lies(String),
    #[error("\"{0}\" is packed in a way that is not accepted.")]
    Packing(String),
    #[error(transparent)]
    Read(#[from] io::Error),
}

const END: [u8; 4] = *b"PK\x05\x06";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const LOCAL: [u8; 4] = *b"PK\x03\x04";
const LONGEST_TAIL: u64 = 22 + 65_535;
/// Room for a name and its extras.
const LARGEST_RECORD: u64 = 4 << 10;
/// Pictures are packed already: what shrinks more than this is no picture.
const MOST_RATIO: u64 = 100;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const ENCRYPTED: u16 = 1;
const UNIX: u8 = 3;
const FILE_KIND: u32 = 0o170_000;
const PLAIN_FILE: u32 = 0o100_000;

struct Entry {
    name: String,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    at: u64,
}

struct Directory {
    entries: usize,
    size: u64,
    at: u64,
}

/// Checks everything, and says how many pictures there are.
pub fn check(file: &mut (impl Read + Seek), bounds: Bounds) -> Result<usize, Fault> {
    let length = file.seek(SeekFrom::End(0))?;
    let directory = find_directory(file, length)?;
    match directory.entries {
        0 => return Err(Fault::Empty),
        n if n > bounds.entries => return Err(Fault::TooMany(bounds.entries)),
        _ => {}
    }
    let mut entries = read_directory(file, &directory)?;
    if entries.iter().map(|entry| entry.size).sum::<u64>() > bounds.bytes {
        return Err(Fault::TooLarge);
    }
    unique(&entries)?;
    entries.sort_by_key(|entry| entry.at);
    let mut free = 0;
    for entry in &entries {
        free = check_entry(file, entry, free, directory.at)?;
    }
    Ok(entries.len())
}

/// The end record is the last thing in the file, and the directory ends where it begins.
fn find_directory(file: &mut (impl Read + Seek), length: u64) -> Result<Directory, Fault> {
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

fn read_directory(file: &mut (impl Read + Seek), directory: &Directory) -> Result<Vec<Entry>, Fault> {
    if directory.size > directory.entries as u64 * LARGEST_RECORD {
        return Err(Fault::Damaged);
    }
    file.seek(SeekFrom::Start(directory.at))?;
    let mut bytes = Vec::new();
    file.take(directory.size).read_to_end(&mut bytes)?;
    let (mut entries, mut at) = (Vec::new(), 0);
    for _ in 0..directory.entries {
        let record = bytes.get(at..).filter(|rest| rest.len() >= 46).ok_or(Fault::Damaged)?;
        let (entry, length) = read_record(record)?;
        entries.push(entry);
        at += length;
    }
    if at == bytes.len() { Ok(entries) } else { Err(Fault::Damaged) }
}

fn read_record(record: &[u8]) -> Result<(Entry, usize), Fault> {
    let name_length = usize::from(u16_at(record, 28));
    let length = 46 + name_length + usize::from(u16_at(record, 30)) + usize::from(u16_at(record, 32));
    if !record.starts_with(&CENTRAL) || record.len() < length {
        return Err(Fault::Damaged);
    }
    let name = String::from_utf8(record[46..46 + name_length].to_vec()).map_err(|_| Fault::Damaged)?;
    // A link or a folder says so in the attributes of a Unix system.
    let mode = u32_at(record, 38) >> 16;
    let odd = record[5] == UNIX && mode & FILE_KIND != 0 && mode & FILE_KIND != PLAIN_FILE;
    if odd || name.is_empty() || zip_entry(&name) != name || name.starts_with('.') {
        return Err(Fault::Name(name));
    }
    if u16_at(record, 8) & ENCRYPTED != 0 {
        return Err(Fault::Packing(name));
    }
    let entry = Entry {
        name,
        method: u16_at(record, 10),
        crc: u32_at(record, 16),
        packed: u64::from(u32_at(record, 20)),
        size: u64::from(u32_at(record, 24)),
        at: u64::from(u32_at(record, 42)),
    };
    Ok((entry, length))
}

fn unique(entries: &[Entry]) -> Result<(), Fault> {
    let mut seen = HashSet::new();
    match entries.iter().find(|entry| !seen.insert(entry.name.to_lowercase())) {
        Some(entry) => Err(Fault::Twice(entry.name.clone())),
        None => Ok(()),
    }
}

/// Reads one picture through. It begins where the ones before have ended; says where it ends itself.
fn check_entry(file: &mut (impl Read + Seek), entry: &Entry, free: u64, limit: u64) -> Result<u64, Fault> {
    let lies = || Fault::Lies(entry.name.clone());
    if entry.at < free || entry.at + 30 > limit {
        return Err(lies());
    }
    file.seek(SeekFrom::Start(entry.at))?;
    let mut header = [0u8; 30];
    file.read_exact(&mut header)?;
    let mut name = vec![0; usize::from(u16_at(&header, 26))];
    file.read_exact(&mut name)?;
    if !header.starts_with(&LOCAL) || name != entry.name.as_bytes() {
        return Err(lies());
    }
    let start = entry.at + 30 + name.len() as u64 + u64::from(u16_at(&header, 28));
    if start + entry.packed > limit {
        return Err(lies());
    }
    file.seek(SeekFrom::Start(start))?;
    let packed = file.take(entry.packed);
    match entry.method {
        STORED if entry.packed == entry.size => read_through(packed, entry)?,
        STORED => return Err(lies()),
        DEFLATED if entry.size / MOST_RATIO > entry.packed => return Err(Fault::TooLarge),
        DEFLATED => read_through(DeflateDecoder::new(packed), entry)?,
        _ => return Err(Fault::Packing(entry.name.clone())),
    }
    Ok(start + entry.packed)
}

/// Never reads more than one byte beyond what the entry says.
fn read_through(source: impl Read, entry: &Entry) -> Result<(), Fault> {
    let (mut source, mut crc, mut size) = (source.take(entry.size + 1), Hasher::new(), 0u64);
    let mut piece = vec![0u8; 64 << 10];
    loop {
        let read = match source.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(Fault::Lies(entry.name.clone())),
        };
        if size == 0 && !is_picture(&piece[..read], &entry.name) {
            return Err(Fault::Kind(entry.name.clone()));
        }
        crc.update(&piece[..read]);
        size += read as u64;
    }
    let honest = size == entry.size && crc.finalize() == entry.crc;
    match (honest, size) {
        (true, 0) => Err(Fault::Kind(entry.name.clone())),
        (true, _) => Ok(()),
        (false, _) => Err(Fault::Lies(entry.name.clone())),
    }
}

fn is_picture(start: &[u8], name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let wanted = match extension.as_deref() {
        Some("jpeg") => Some("jpg"),
        other => other,
    };
    Format::of(start).is_some_and(|format| Some(format.extension()) == wanted)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
