//! Which format a file has, by its first bytes. The file's name plays no part.

use super::Format;

/// Of RAW files, which are known by more than one start: what follows it.
const CANON: &[u8] = b"CR\x02";
/// Entries of a TIFF directory that tell a RAW file from a scan.
const SUBFILE_TYPE: u16 = 254;
const MAKE: u16 = 271;
const SUB_DIRECTORIES: u16 = 330;
const DNG_VERSION: u16 = 50_706;

impl Format {
    /// The format by the first bytes; the file's name plays no part.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        of(bytes)
    }

    /// The ending for a file that is handed out as it is: RAW files keep the one of their maker.
    pub fn extension_of(self, bytes: &[u8]) -> &'static str {
        if self == Self::Raw { raw_extension(bytes) } else { self.extension() }
    }
}

fn of(bytes: &[u8]) -> Option<Format> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some(Format::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Format::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::Webp),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
        [0xff, 0x0a, ..] | [0, 0, 0, 12, b'J', b'X', b'L', b' ', 13, 10, 0x87, 10, ..] => Some(Format::Jxl),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => of_brands(bytes),
        [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => Some(of_tiff(bytes)),
        // Olympus, Panasonic, Fujifilm.
        [b'I', b'I', b'R', b'O' | b'S', ..] | [b'M', b'M', b'O', b'R', ..] | [b'I', b'I', b'U', 0, ..] => {
            Some(Format::Raw)
        }
        _ if bytes.starts_with(b"FUJIFILMCCD-RAW") => Some(Format::Raw),
        [b'B', b'M', ..] if bytes.len() >= 26 => Some(Format::Bmp),
        _ => None,
    }
}

/// What a RAW file's name ends with.
fn raw_extension(bytes: &[u8]) -> &'static str {
    match bytes {
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "cr3",
        [b'I', b'I', b'R', ..] | [b'M', b'M', b'O', ..] => "orf",
        [b'I', b'I', b'U', ..] => "rw2",
        [b'F', ..] => "raf",
        _ if bytes.get(8..11) == Some(CANON) => "cr2",
        _ => match Directory::open(bytes).map(|directory| (directory.has(DNG_VERSION), directory.make())) {
            Some((false, Some(make))) if make.starts_with(b"NIKON") => "nef",
            Some((false, Some(make))) if make.starts_with(b"SONY") => "arw",
            _ => "dng",
        },
    }
}

/// Files of boxes: the first brand, or of a general one those it is said to fit.
fn of_brands(bytes: &[u8]) -> Option<Format> {
    let [a, b, c, d, ..] = bytes else { return None };
    let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
    let listed = bytes.get(8..bytes.len().min(length.clamp(16, 256)))?;
    // The number between the first brand and the list is none of them.
    let mut brands = listed.as_chunks::<4>().0.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, b)| b);
    match brands.clone().next()? {
        b"crx " => Some(Format::Raw),
        b"avif" | b"avis" => Some(Format::Avif),
        b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" => Some(Format::Heic),
        b"mif1" | b"mif2" | b"msf1" | b"miaf" => {
            let is_av1 = brands.any(|brand| matches!(brand, b"avif" | b"avis"));
            Some(if is_av1 { Format::Avif } else { Format::Heic })
        }
        _ => None,
    }
}

fn of_tiff(bytes: &[u8]) -> Format {
    let is_raw = bytes.get(8..11) == Some(CANON)
        || Directory::open(bytes).is_some_and(|directory| {
            let reduced = directory.number(SUBFILE_TYPE) == Some(1);
            directory.has(DNG_VERSION) || reduced && directory.has(SUB_DIRECTORIES) && directory.has(MAKE)
        });
    if is_raw { Format::Raw } else { Format::Tiff }
}

/// The first directory of a TIFF file, as far as it lies in the bytes at hand.
struct Directory<'a> {
    bytes: &'a [u8],
    little: bool,
    entries: &'a [[u8; 12]],
}

impl<'a> Directory<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let little = bytes.first() == Some(&b'I');
        let mut directory = Self { bytes, little, entries: &[] };
        let start = directory.u32(bytes.get(4..8)?) as usize;
        let count = usize::from(directory.u16(bytes.get(start..start.checked_add(2)?)?));
        directory.entries = bytes.get(start + 2..(start + 2 + count * 12).min(bytes.len()))?.as_chunks().0;
        Some(directory)
    }

    fn entry(&self, tag: u16) -> Option<&[u8; 12]> {
        self.entries.iter().find(|entry| self.u16(&entry[..2]) == tag)
    }

    fn has(&self, tag: u16) -> bool {
        self.entry(tag).is_some()
    }

    fn number(&self, tag: u16) -> Option<u32> {
        let entry = self.entry(tag)?;
        Some(if self.u16(&entry[2..4]) == 3 {
            u32::from(self.u16(&entry[8..]))
        } else {
            self.u32(&entry[8..])
        })
    }

    fn make(&self) -> Option<&'a [u8]> {
        let entry = self.entry(MAKE)?;
        self.bytes.get(self.u32(&entry[8..]) as usize..)
    }

    fn u16(&self, bytes: &[u8]) -> u16 {
        let pair = [bytes[0], bytes[1]];
        if self.little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    }

    fn u32(&self, bytes: &[u8]) -> u32 {
        let four = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if self.little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A little-endian TIFF of one directory; each entry a tag and a number.
    fn tiff(entries: &[(u16, u32)], behind: &[u8]) -> Vec<u8> {
        let mut bytes = b"II*\0\x08\0\0\0".to_vec();
        bytes.extend_from_slice(&(entries.len() as u16).to_le_bytes());
        for (tag, value) in entries {
            bytes.extend_from_slice(&tag.to_le_bytes());
            bytes.extend_from_slice(&[4, 0, 1, 0, 0, 0]);
            bytes.extend_from_slice(&value.to_le_bytes());
        }
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(behind);
        bytes
    }

    #[test]
    fn boxes_are_known_by_their_brands() {
        let known: [(&[u8], Option<Format>); 7] = [
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Some(Format::Heic)),
            (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", Some(Format::Heic)),
            (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", Some(Format::Avif)),
            (b"\0\0\0\x18ftypavis\0\0\0\0mif1avif", Some(Format::Avif)),
            (b"\0\0\0\x18ftypcrx \0\0\0\x01crx isom", Some(Format::Raw)),
            (b"\0\0\0\x18ftypisom\0\0\0\0isomheic", None),
            (b"\0\0\0\x18ftyp", None),
        ];
        known.into_iter().for_each(|(bytes, format)| assert_eq!(of(bytes), format));
    }

    #[test]
    fn raw_files_are_told_from_scans_by_their_directory() {
        let behind = |make: &[u8], count: u32| (8 + 2 + count * 12 + 4, make.to_vec());
        let (at, make) = behind(b"NIKON CORPORATION\0", 3);
        let nef = tiff(&[(SUBFILE_TYPE, 1), (MAKE, at), (SUB_DIRECTORIES, 99)], &make);
        let (at, make) = behind(b"SONY\0", 3);
        let arw = tiff(&[(SUBFILE_TYPE, 1), (MAKE, at), (SUB_DIRECTORIES, 99)], &make);
        let dng = tiff(&[(SUBFILE_TYPE, 0), (DNG_VERSION, 1)], b"");
        let known = [(nef, "nef"), (arw, "arw"), (dng, "dng")];
        for (bytes, ending) in &known {
            assert_eq!((of(bytes), raw_extension(bytes)), (Some(Format::Raw), *ending));
        }
        assert_eq!(
            of(&tiff(&[(256, 10), (MAKE, 8)], b"")),
            Some(Format::Tiff),
            "a scanner names its maker too"
        );
        assert_eq!(of(b"II*\0"), Some(Format::Tiff));
        assert_eq!(of(b"II*\0\xff\xff\xff\xff"), Some(Format::Tiff));
        for (start, ending) in [
            (&b"II*\0\x10\0\0\0CR\x02\0"[..], "cr2"),
            (b"IIRO\x08\0\0\0", "orf"),
            (b"IIU\0\x18\0\0\0", "rw2"),
            (b"FUJIFILMCCD-RAW 0201", "raf"),
        ] {
            assert_eq!((of(start), raw_extension(start)), (Some(Format::Raw), ending));
        }
    }
}
