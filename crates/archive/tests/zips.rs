//! ZIPs written byte by byte, so that every field of theirs can say something wrong.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use nomina_archive::{Archive, Bounds, Fault, Kind, Piece, check};

const BOUNDS: Bounds = Bounds { entries: 8, bytes: 4096 };
const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";
const JPEG: &[u8] = b"\xff\xd8\xff\xe0rest";

/// One entry and what its two headers say of it.
#[derive(Clone)]
struct Item {
    name: Vec<u8>,
    local_name: Vec<u8>,
    data: Vec<u8>,
    size: u32,
    packed: u32,
    crc: u32,
    method: u16,
    flags: u16,
    host: u8,
    mode: u32,
    at: Option<u32>,
    /// Behind the name: in the entry's own header, in the directory, and the directory's comment.
    extras: [Vec<u8>; 3],
}

fn stored(name: &str, data: &[u8]) -> Item {
    let length = u32::try_from(data.len()).unwrap();
    Item {
        name: name.into(),
        local_name: name.into(),
        data: data.to_vec(),
        size: length,
        packed: length,
        crc: crc32fast::hash(data),
        method: 0,
        flags: 0,
        host: 0,
        mode: 0,
        at: None,
        extras: Default::default(),
    }
}

fn deflated(name: &str, data: &[u8]) -> Item {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    std::io::Write::write_all(&mut encoder, data).unwrap();
    let packed = encoder.finish().unwrap();
    Item { method: 8, packed: u32::try_from(packed.len()).unwrap(), data: packed, ..stored(name, data) }
}

/// What the end record says; `None` is the truth.
#[derive(Default)]
struct End {
    entries: Option<u16>,
    on_this_disk: Option<u16>,
    disk: u32,
    size: Option<u32>,
    comment: Vec<u8>,
    comment_length: Option<u16>,
}

fn zip_with(items: &[Item], end: &End) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut central = Vec::new();
    for item in items {
        let at = item.at.unwrap_or(u32::try_from(bytes.len()).unwrap());
        bytes.extend(*b"PK\x03\x04");
        bytes.extend([20, 0, 0, 0]);
        bytes.extend(item.method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend([item.crc, item.packed, item.size].iter().flat_map(|field| field.to_le_bytes()));
        bytes.extend(u16::try_from(item.local_name.len()).unwrap().to_le_bytes());
        let [local_extra, extra, comment] = &item.extras;
        let length = |field: &Vec<u8>| u16::try_from(field.len()).unwrap().to_le_bytes();
        bytes.extend(length(local_extra));
        bytes.extend(&item.local_name);
        bytes.extend(local_extra);
        bytes.extend(&item.data);
        central.extend(*b"PK\x01\x02");
        central.extend([20, item.host, 20, 0]);
        central.extend([item.flags, item.method].iter().flat_map(|field| field.to_le_bytes()));
        central.extend([0; 4]);
        central.extend([item.crc, item.packed, item.size].iter().flat_map(|field| field.to_le_bytes()));
        central.extend(u16::try_from(item.name.len()).unwrap().to_le_bytes());
        central.extend([length(extra), length(comment)].concat());
        central.extend([0; 4]);
        central.extend((item.mode << 16).to_le_bytes());
        central.extend(at.to_le_bytes());
        central.extend([&item.name[..], extra, comment].concat());
    }
    let count = u16::try_from(items.len()).unwrap();
    let at = u32::try_from(bytes.len()).unwrap();
    let size = end.size.unwrap_or(u32::try_from(central.len()).unwrap());
    bytes.extend(central);
    bytes.extend(*b"PK\x05\x06");
    bytes.extend(end.disk.to_le_bytes());
    bytes.extend(end.on_this_disk.unwrap_or(end.entries.unwrap_or(count)).to_le_bytes());
    bytes.extend(end.entries.unwrap_or(count).to_le_bytes());
    bytes.extend([size, at].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(end.comment_length.unwrap_or(u16::try_from(end.comment.len()).unwrap()).to_le_bytes());
    bytes.extend(&end.comment);
    bytes
}

fn zip(items: &[Item]) -> Vec<u8> {
    zip_with(items, &End::default())
}

fn checked(bytes: Vec<u8>) -> Result<usize, Fault> {
    check(Cursor::new(bytes), BOUNDS)
}

/// The sentence of a refusal.
fn refusal(bytes: Vec<u8>) -> String {
    checked(bytes).expect_err("this ZIP is refused").to_string()
}

fn unpacked(bytes: Vec<u8>, bounds: Bounds) -> Result<Vec<(String, Vec<u8>)>, Fault> {
    let archive = Archive::open(Cursor::new(bytes), bounds)?;
    let (mut found, mut open) = (Vec::new(), Vec::new());
    archive.unpack(|entry, piece| {
        match piece {
            Piece::Bytes(bytes) => open.extend(bytes),
            Piece::End => found.push((entry.shown(), std::mem::take(&mut open))),
        }
        Ok::<(), Fault>(())
    })?;
    Ok(found)
}

#[test]
fn what_the_tool_makes_is_accepted_and_counted() {
    assert_eq!(
        checked(zip(&[stored("a.png", PNG), deflated("b.jpg", JPEG), stored("c.jpeg", JPEG)])).unwrap(),
        3
    );
    let commented = End { comment: b"by hand".to_vec(), ..End::default() };
    assert_eq!(checked(zip_with(&[stored("a.png", PNG)], &commented)).unwrap(), 1);
}

#[test]
fn entries_come_out_whole_in_the_order_of_their_bytes() {
    let large = vec![7; 3000];
    let items = [stored("b", &large), deflated("a", b"text"), stored("empty", b"")];
    let expected = [("b", large.clone()), ("a", b"text".to_vec()), ("empty", Vec::new())];
    let found = unpacked(zip(&items), BOUNDS).unwrap();
    assert_eq!(found, expected.map(|(name, bytes)| (name.to_owned(), bytes)));
    let mut swapped = items;
    swapped.swap(0, 1);
    assert_eq!(unpacked(zip(&swapped), BOUNDS).unwrap()[0].0, "a");
}

#[test]
fn what_is_not_wanted_is_passed_over_before_anything_is_unpacked() {
    let broken = Item { crc: 1, ..stored("notes.txt", b"text") };
    let mut archive = Archive::open(Cursor::new(zip(&[broken, stored("a.png", PNG)])), BOUNDS).unwrap();
    archive.keep(|entry| Ok::<_, Fault>(entry.name() == Some("a.png"))).unwrap();
    assert_eq!(archive.entries().len(), 1);
    archive.unpack(|_, _| Ok::<(), Fault>(())).unwrap();
}

#[test]
fn other_files_are_no_zips() {
    for bytes in [Vec::new(), PNG.to_vec(), vec![0; 21], vec![0; 100_000]] {
        assert!(matches!(checked(bytes), Err(Fault::NotAZip)));
    }
    let mut longer = zip(&[stored("a.png", PNG)]);
    longer.push(0);
    assert!(matches!(checked(longer), Err(Fault::NotAZip)), "the end record is the last thing in the file");
    let short = End { comment: b"abc".to_vec(), comment_length: Some(2), ..End::default() };
    assert!(matches!(checked(zip_with(&[stored("a.png", PNG)], &short)), Err(Fault::NotAZip)));
}

#[test]
fn an_end_record_that_lies_is_damage() {
    let items = [stored("a.png", PNG), stored("b.png", PNG)];
    let size = 2 * (46 + 5);
    for end in [
        End { disk: 1, ..End::default() },
        End { on_this_disk: Some(1), ..End::default() },
        End { size: Some(size - 1), ..End::default() },
        End { size: Some(size + 1), ..End::default() },
        End { entries: Some(1), ..End::default() },
        End { entries: Some(3), ..End::default() },
    ] {
        assert!(matches!(checked(zip_with(&items, &end)), Err(Fault::Damaged)));
    }
    assert_eq!(checked(zip_with(&items, &End { size: Some(size), ..End::default() })).unwrap(), 2);
}

#[test]
fn bounds_are_checked_before_anything_is_unpacked() {
    let many = |count: usize| zip(&(0..count).map(|n| stored(&format!("{n}.png"), PNG)).collect::<Vec<_>>());
    assert_eq!(checked(many(8)).unwrap(), 8);
    assert_eq!(refusal(many(9)), "The ZIP holds more than 8 images.");
    assert!(matches!(checked(zip(&[])), Err(Fault::Empty)));
    let whole = [PNG, &[1; 4096 - 12]].concat();
    assert_eq!(checked(zip(&[stored("a.png", &whole)])).unwrap(), 1);
    assert!(matches!(checked(zip(&[stored("a.png", &[PNG, &whole].concat())])), Err(Fault::TooLarge)));
}

#[test]
fn what_shrinks_more_than_an_image_can_is_refused() {
    let bounds = Bounds { bytes: 1 << 20, ..BOUNDS };
    let bomb = deflated("a.png", &vec![0; 200_000]);
    assert!(matches!(unpacked(zip(&[bomb]), bounds), Err(Fault::TooLarge)));
    // Exactly a hundred times its packed size is still allowed to be read.
    let edge = Item { size: 100 * 10 + 99, packed: 10, ..deflated("a.png", PNG) };
    assert!(matches!(unpacked(zip(&[edge]), bounds), Err(Fault::Lies(_))));
    let beyond = Item { size: 100 * 11, packed: 10, ..deflated("a.png", PNG) };
    assert!(matches!(unpacked(zip(&[beyond]), bounds), Err(Fault::TooLarge)));
}

#[test]
fn contents_that_are_not_as_the_directory_says_are_refused() {
    let good = stored("a.png", PNG);
    let length = good.size;
    for lie in [
        Item { crc: good.crc ^ 1, ..good.clone() },
        Item { size: length - 1, ..good.clone() },
        Item { packed: length - 1, ..good.clone() },
        Item { size: length + 1, packed: length + 1, ..good.clone() },
        Item { local_name: b"b.png".to_vec(), ..good.clone() },
        Item { size: length - 1, ..deflated("a.png", PNG) },
        Item { size: length + 1, ..deflated("a.png", PNG) },
        Item { data: vec![0xff; 20], packed: 20, ..deflated("a.png", PNG) },
        Item { at: Some(1), ..good.clone() },
        Item { at: Some(10_000), ..good.clone() },
    ] {
        assert_eq!(refusal(zip(&[lie])), "\"a.png\" is not as large as the ZIP says, or is damaged.");
    }
}

#[test]
fn two_entries_never_share_bytes() {
    let twice = [stored("a.png", PNG), Item { at: Some(0), ..stored("b.png", PNG) }];
    assert!(matches!(checked(zip(&twice)), Err(Fault::Lies(_))));
    let same_header =
        [stored("a.png", PNG), Item { name: b"A.png".to_vec(), at: Some(0), ..stored("a.png", PNG) }];
    assert!(matches!(checked(zip(&same_header)), Err(Fault::Twice(_))));
    // An entry that reaches into the next one's header.
    let first = stored("a.png", PNG);
    let reaching = [Item { packed: first.packed + 20, size: first.size + 20, ..first }, stored("b.png", PNG)];
    assert!(matches!(checked(zip(&reaching)), Err(Fault::Lies(_))));
}

#[test]
fn locked_and_foreign_packings_are_refused() {
    let sentence = "\"a.png\" is packed in a way that is not accepted.";
    assert_eq!(refusal(zip(&[Item { flags: 1, ..stored("a.png", PNG) }])), sentence);
    assert_eq!(refusal(zip(&[Item { method: 9, ..stored("a.png", PNG) }])), sentence);
    // Other flags, such as UTF-8 names and sizes after the data, say nothing about locks.
    assert_eq!(checked(zip(&[Item { flags: 0x0808, ..stored("a.png", PNG) }])).unwrap(), 1);
}

#[test]
fn kinds_are_read_from_unix_attributes_and_from_names() {
    let unix = |mode: u32, name: &str| Item { host: 3, mode, ..stored(name, b"") };
    for (item, kind) in [
        (unix(0o100_644, "a"), Kind::File),
        (unix(0, "a"), Kind::File),
        (unix(0o040_755, "a"), Kind::Folder),
        (unix(0o100_644, "a/"), Kind::Folder),
        (unix(0o120_777, "a"), Kind::Other),
        (unix(0o020_666, "a/"), Kind::Other),
        (stored("a/", b""), Kind::Folder),
        // Another system's attributes mean something else.
        (Item { host: 0, mode: 0o120_777, ..stored("a", b"") }, Kind::File),
    ] {
        let archive = Archive::open(Cursor::new(zip(&[item])), BOUNDS).unwrap();
        assert_eq!(archive.entries()[0].kind, kind);
        assert_eq!(archive.entries()[0].index, 0);
    }
}

#[test]
fn names_that_could_become_paths_or_hidden_files_are_refused() {
    for name in ["../a.png", "folder/a.png", "a.png/", ".a.png", "", "a\u{1}.png", "a:b.png", "a\\b.png"] {
        let found = checked(zip(&[stored(name, PNG)]));
        assert!(matches!(found, Err(Fault::Name(ref said)) if said == name), "{name:?}: {found:?}");
    }
    let link = Item { host: 3, mode: 0o120_777, ..stored("a.png", PNG) };
    assert!(matches!(checked(zip(&[link])), Err(Fault::Name(_))));
    let bytes = Item { name: vec![b'a', 0xff], ..stored("a", PNG) };
    assert!(matches!(checked(zip(&[bytes])), Err(Fault::Damaged)));
    assert_eq!(
        refusal(zip(&[stored("A.png", PNG), stored("a.PNG", PNG)])),
        "Two images in the ZIP are called \"a.PNG\"."
    );
}

#[test]
fn an_entry_is_the_image_that_its_name_says() {
    for (name, data) in
        [("a.jpg", PNG), ("a.png", JPEG), ("a.txt", PNG), ("a", PNG), ("a.png", b""), ("a.png", b"text")]
    {
        assert!(matches!(checked(zip(&[stored(name, data)])), Err(Fault::Kind(_))), "{name}");
    }
    // The second entry is looked at as closely as the first.
    assert!(matches!(checked(zip(&[stored("a.png", PNG), stored("b.png", JPEG)])), Err(Fault::Kind(_))));
}

#[test]
fn extras_and_comments_are_stepped_over() {
    let extras = [vec![1; 3], vec![2; 5], vec![3; 7]];
    let first = Item { extras, ..stored("a.png", PNG) };
    assert_eq!(checked(zip(&[first, stored("b.png", PNG)])).unwrap(), 2);
}

#[test]
fn a_record_of_the_directory_that_is_none_or_too_long_is_damage() {
    let whole = zip(&[stored("a.png", PNG)]);
    let at = whole.windows(4).position(|here| here == b"PK\x01\x02").unwrap();
    for (field, value) in [(2, 9), (28, 6), (28, 255), (30, 1), (32, 1)] {
        let mut wrong = whole.clone();
        wrong[at + field] = value;
        assert!(matches!(checked(wrong), Err(Fault::Damaged)), "{field}: {value}");
    }
}

#[test]
fn a_directory_has_room_for_names_and_no_more() {
    let commented = |length| Item { extras: [vec![], vec![], vec![0; length]], ..stored("a.png", PNG) };
    let fits = (4 << 10) - 46 - 5;
    assert_eq!(checked(zip(&[commented(fits)])).unwrap(), 1);
    let second = Item { name: b"b.png".to_vec(), local_name: b"b.png".to_vec(), ..commented(fits) };
    assert_eq!(checked(zip(&[commented(fits), second])).unwrap(), 2);
    assert!(matches!(checked(zip(&[commented(fits + 1)])), Err(Fault::Damaged)));
}

#[test]
fn the_smallest_entry_ends_where_the_directory_begins() {
    let found = unpacked(zip(&[stored("", b"")]), BOUNDS).unwrap();
    assert_eq!(found, [(String::new(), Vec::new())]);
}

#[test]
fn more_than_the_directory_says_is_noticed_when_the_beginning_agrees() {
    let start = &PNG[..PNG.len() - 1];
    let size = u32::try_from(start.len()).unwrap();
    let longer = Item { size, crc: crc32fast::hash(start), ..deflated("a.png", PNG) };
    assert!(matches!(checked(zip(&[longer])), Err(Fault::Lies(_))));
}

#[test]
fn a_large_image_is_judged_by_its_beginning() {
    let large = [PNG, &[7; 200_000]].concat();
    let bounds = Bounds { bytes: 1 << 20, ..BOUNDS };
    assert_eq!(check(Cursor::new(zip(&[stored("a.png", &large)])), bounds).unwrap(), 1);
}

/// A file whose every second reading is interrupted.
struct Interrupted(Cursor<Vec<u8>>, bool);

impl Read for Interrupted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(into) }
    }
}

impl Seek for Interrupted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn an_interrupted_reading_goes_on() {
    let file = Interrupted(Cursor::new(zip(&[stored("a.png", PNG)])), false);
    assert_eq!(check(file, BOUNDS).unwrap(), 1);
}
