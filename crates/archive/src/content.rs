//! What an entry of a ZIP holds: read through once, never more than a byte beyond what the directory says.

use std::io::{self, Read, Seek, SeekFrom};

use crc32fast::Hasher;
use flate2::read::DeflateDecoder;

use crate::entry::{Entry, Fault, Piece};
use crate::numbers::u16_at;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// Images are packed already: what shrinks more than this is no image.
const MOST_RATIO: u64 = 100;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// How the bytes lie there.
pub(super) enum Packing {
    Stored,
    Deflated,
}

/// Goes to the first byte of an entry and says where that is. It lies behind `free` and ends before `limit`.
pub(super) fn begin(
    file: &mut (impl Read + Seek),
    entry: &Entry,
    free: u64,
    limit: u64,
) -> Result<(u64, Packing), Fault> {
    let lies = || Fault::Lies(entry.shown());
    if entry.at < free || entry.at + 30 > limit {
        return Err(lies());
    }
    file.seek(SeekFrom::Start(entry.at))?;
    let mut header = [0u8; 30];
    file.read_exact(&mut header)?;
    let mut name = vec![0; usize::from(u16_at(&header, 26))];
    file.read_exact(&mut name)?;
    if !header.starts_with(&LOCAL) || name != entry.name {
        return Err(lies());
    }
    let start = entry.at + 30 + name.len() as u64 + u64::from(u16_at(&header, 28));
    if start + entry.packed > limit {
        return Err(lies());
    }
    file.seek(SeekFrom::Start(start))?;
    match entry.method {
        STORED if entry.packed == entry.size => Ok((start, Packing::Stored)),
        STORED => Err(lies()),
        DEFLATED if entry.size / MOST_RATIO > entry.packed => Err(Fault::TooLarge),
        DEFLATED => Ok((start, Packing::Deflated)),
        _ => Err(Fault::Packing(entry.shown())),
    }
}

pub(super) fn read<E: From<Fault>>(
    file: &mut impl Read,
    entry: &Entry,
    packing: Packing,
    take: &mut impl FnMut(&Entry, Piece<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let packed = file.take(entry.packed);
    match packing {
        Packing::Stored => read_through(packed, entry, take),
        Packing::Deflated => read_through(DeflateDecoder::new(packed), entry, take),
    }
}

fn read_through<E: From<Fault>>(
    source: impl Read,
    entry: &Entry,
    take: &mut impl FnMut(&Entry, Piece<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut source, mut crc, mut size) = (source.take(entry.size + 1), Hasher::new(), 0u64);
    let mut piece = vec![0u8; 64 << 10];
    loop {
        let read = match source.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(Fault::Lies(entry.shown()).into()),
        };
        crc.update(&piece[..read]);
        size += read as u64;
        take(entry, Piece::Bytes(&piece[..read]))?;
    }
    match size == entry.size && crc.finalize() == entry.crc {
        true => take(entry, Piece::End),
        false => Err(Fault::Lies(entry.shown()).into()),
    }
}
