//! Our JPEG decoder against an independent one (Pillow) on every picture of the shared corpus, and hostile files within
//! their limits. The corpus is found through `NOMINA_IMAGES`, Python through `NOMINA_PYTHON`; without them the tests say
//! so and pass over.
#![expect(clippy::print_stderr, reason = "a test that passes over says why")]

use nomina_engine::formats::jpeg::{self, Chroma, JpegPicture, Pixels, Scale};
use nomina_engine::planes::Ycc;
use nomina_engine::{EngineError, Limits};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Luma (or grey) of the picture as bytes, as libjpeg decodes it, before any colour conversion; CMYK as it is stored.
const PILLOW: &str = r"
import sys, os
from PIL import Image, ImageFile
Image.MAX_IMAGE_PIXELS = 60_000_000
for line in sys.stdin:
    path, out = line.rstrip('\n').split('\t')
    try:
        image = Image.open(path)
        if image.format not in ('JPEG', 'MPO'): continue
        if image.mode == 'RGB': image.draft('YCbCr', image.size)
        image.load()
        if image.mode == 'YCbCr': kind, data = 'Y', image.getchannel(0).tobytes()
        elif image.mode == 'L': kind, data = 'Y', image.tobytes()
        elif image.mode in ('RGB', 'CMYK'): kind, data = image.mode, image.tobytes()
        else: continue
        with open(out, 'wb') as f: f.write(data)
        print(path, kind, image.width, image.height, sep='\t')
    except Exception:
        pass
";

fn images() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/images");
    let folder = std::env::var_os("NOMINA_IMAGES").map_or(default, PathBuf::from);
    if !folder.is_dir() {
        eprintln!("passed over: no corpus at {}; set NOMINA_IMAGES", folder.display());
        return None;
    }
    Some(folder)
}

fn jpegs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(&[0xff, 0xd8])) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What Pillow makes of the files: path, kind, size, samples.
fn pillow(files: &[PathBuf], scratch: &Path) -> Option<Vec<(PathBuf, String, Vec<u8>)>> {
    let python = std::env::var("NOMINA_PYTHON").unwrap_or_else(|_| "python3".into());
    let list: String = files
        .iter()
        .enumerate()
        .map(|(i, path)| format!("{}\t{}\n", path.display(), scratch.join(i.to_string()).display()))
        .collect();
    let input = scratch.join("list");
    std::fs::write(&input, list).expect("a scratch file");
    let list = std::fs::File::open(&input).expect("the scratch file");
    let output = Command::new(&python).args(["-c", PILLOW]).stdin(list).output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        eprintln!("passed over: {python} with Pillow does not run; set NOMINA_PYTHON");
        return None;
    };
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |line: &str| {
        let (path, rest) = line.split_once('\t')?;
        let index = files.iter().position(|file| file == Path::new(path))?;
        let data = std::fs::read(scratch.join(index.to_string())).ok()?;
        Some((files[index].clone(), rest.to_owned(), data))
    };
    Some(lines.lines().filter_map(read).collect())
}

fn samples(picture: JpegPicture) -> (&'static str, Vec<u8>) {
    match picture.pixels {
        Pixels::Ycc(Ycc { y, .. }) => ("Y", (0..y.height).flat_map(|row| y.row(row).to_vec()).collect()),
        Pixels::Rgba(rgba) => ("RGB", rgba.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()),
        Pixels::Cmyk(cmyk) => ("CMYK", cmyk.data),
    }
}

#[test]
fn pillow_sees_the_same_pictures() {
    let Some(folder) = images() else { return };
    let files = jpegs(&folder);
    let scratch = std::env::temp_dir().join(format!("nomina-jpeg-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a scratch folder");
    let expected = pillow(&files, &scratch);
    std::fs::remove_dir_all(&scratch).expect("the scratch folder goes");
    let Some(expected) = expected else { return };
    assert!(expected.len() > 150, "only {} pictures compared", expected.len());
    let mut wrong = Vec::new();
    for (path, header, data) in expected {
        let bytes = std::fs::read(&path).expect("a corpus file");
        let kind = header.split('\t').next().unwrap_or_default();
        match jpeg::decode(&bytes, Scale::Full, &Limits::default()) {
            Ok(picture) => {
                let (our_kind, ours) = samples(picture);
                let worst = ours.iter().zip(&data).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
                let sum: f64 = ours.iter().zip(&data).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
                let mean = sum / data.len() as f64;
                // Chroma is interpolated by libjpeg and repeated by us, so CMYK and RGB may differ where it is coarser.
                let (most, average) = if kind == "Y" { (2, 0.1) } else { (60, 1.5) };
                if our_kind != kind || ours.len() != data.len() || worst > most || mean > average {
                    wrong.push(format!("{}: {our_kind} {kind} worst {worst} mean {mean:.3}", path.display()));
                }
            }
            Err(EngineError::UnsupportedFeature { .. }) => {}
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_ends_in_a_result_or_a_clean_error_quickly() {
    let Some(folder) = images() else { return };
    let limits = Limits { pixels: 40_000_000, ..Limits::default() };
    for path in jpegs(&folder) {
        let bytes = std::fs::read(&path).expect("a corpus file");
        let start = Instant::now();
        let scale = Scale::Cover { width: 300, height: 300, chroma: Chroma::Half };
        let result = jpeg::decode(&bytes, scale, &limits);
        assert!(start.elapsed().as_secs() < 10, "{} took too long", path.display());
        if let Ok(picture) = result {
            assert!(picture.full_width > 0 && picture.full_height > 0);
        }
        jpeg::fuzz(&bytes);
    }
}
