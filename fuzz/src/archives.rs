//! The target that reads ZIPs as the server does before it stores one.

use std::io::{Cursor, Read, Write};

use nomina_archive::{Bounds, check};
use nomina_engine::Format;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const BOUNDS: Bounds = Bounds { entries: 20, bytes: 1 << 20 };

/// A ZIP from anywhere: it is refused, or another reader finds in it what was checked, and no more than was allowed.
pub fn archive(data: &[u8]) {
    let Ok(count) = check(Cursor::new(data), BOUNDS) else { return };
    let mut other = ZipArchive::new(Cursor::new(data)).expect("another reader opens it");
    assert_eq!(other.len(), count);
    let mut total = 0;
    for index in 0..count {
        let mut entry = other.by_index(index).expect("an entry");
        let name = entry.name().expect("a name that is text").into_owned();
        assert!(!name.contains(['/', '\\']), "{name}");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("an entry that unpacks");
        assert!(Format::of(&bytes).is_some());
        total += bytes.len() as u64;
    }
    assert!(total <= BOUNDS.bytes);
}

/// ZIPs of the given images: stored, packed, and several together.
pub(crate) fn archives(images: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let small: Vec<&Vec<u8>> = images.iter().filter(|file| file.len() < 4096).take(6).collect();
    let named = |index: usize, file: &[u8]| {
        format!("picture-{index}.{}", Format::of(file).map_or("png", Format::extension))
    };
    let pack = |files: &[&Vec<u8>], method| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (index, file) in files.iter().enumerate() {
            let options = SimpleFileOptions::default().compression_method(method);
            zip.start_file(named(index, file), options).expect("an entry");
            zip.write_all(file).expect("its bytes");
        }
        zip.finish().expect("a ZIP").into_inner()
    };
    let methods = [CompressionMethod::Stored, CompressionMethod::Deflated];
    methods.into_iter().flat_map(|method| [pack(&small, method), pack(&small[..1], method)]).collect()
}
