//! Our JPEG decoder against an independent one (Pillow) on every image of the shared corpus, at full and at half size,
//! and hostile files within their limits. The corpus is found through `NOMINA_IMAGES`, Python is that of `make setup` or
//! `NOMINA_PYTHON`; without them the tests say so and pass over.

use nomina_engine::formats::jpeg::{
    self, Chroma, EncodeOptions, JpegImage, Pixels, Scale, Subsampling, Transcoded,
};
use nomina_engine::planes::{Plane, Ycc};
use nomina_engine::{EngineError, Limits};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The planes as libjpeg decodes them, before any colour conversion: chroma is enlarged to luma's size. CMYK as stored.
const PILLOW: &str = r"
import sys, os
from PIL import Image, ImageFile
Image.MAX_IMAGE_PIXELS = 60_000_000
for line in sys.stdin:
    path, share, out = line.rstrip('\n').split('\t')
    try:
        image = Image.open(path)
        if image.format not in ('JPEG', 'MPO'): continue
        wanted = tuple(-(-side // int(share)) for side in image.size)
        if image.mode in ('RGB', 'L'): image.draft('YCbCr' if image.mode == 'RGB' else 'L', wanted)
        elif share != '1': continue
        image.load()
        if image.size != wanted: continue
        if image.mode == 'YCbCr': kind, data = 'Y', b''.join(band.tobytes() for band in image.split())
        elif image.mode == 'L': kind, data = 'Y', image.tobytes()
        elif image.mode in ('RGB', 'CMYK'): kind, data = image.mode, image.tobytes()
        else: continue
        with open(out, 'wb') as f: f.write(data)
        print(path, kind, sep='\t')
    except Exception:
        pass
";

fn images() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/images");
    let folder = std::env::var_os("NOMINA_IMAGES").map_or(default, PathBuf::from);
    if !folder.is_dir() {
        nomina_needs::missing("images", format!("none at {}; set NOMINA_IMAGES", folder.display()));
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

fn python() -> String {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/python");
    let own = if own.exists() { own.display().to_string() } else { "python3".into() };
    std::env::var("NOMINA_PYTHON").unwrap_or(own)
}

/// What Pillow makes of the files at one of `share` of their size: path, kind, samples.
fn pillow(files: &[PathBuf], share: usize, scratch: &Path) -> Option<Vec<(PathBuf, String, Vec<u8>)>> {
    let list: String = files
        .iter()
        .enumerate()
        .map(|(i, path)| format!("{}\t{share}\t{}\n", path.display(), scratch.join(i.to_string()).display()))
        .collect();
    let input = scratch.join("list");
    std::fs::write(&input, list).expect("a scratch file");
    let list = std::fs::File::open(&input).expect("the scratch file");
    let output = Command::new(python()).args(["-c", PILLOW]).stdin(list).output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        nomina_needs::missing("pillow", format!("{} does not have it; set NOMINA_PYTHON", python()));
        return None;
    };
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |line: &str| {
        let (path, kind) = line.split_once('\t')?;
        let index = files.iter().position(|file| file == Path::new(path))?;
        let data = std::fs::read(scratch.join(index.to_string())).ok()?;
        Some((files[index].clone(), kind.to_owned(), data))
    };
    Some(lines.lines().filter_map(read).collect())
}

/// Everything that Pillow can read at this share of its size.
fn expected(share: usize) -> Option<Vec<(PathBuf, String, Vec<u8>)>> {
    let files = jpegs(&images()?);
    let scratch = std::env::temp_dir().join(format!("nomina-jpeg-{share}-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a scratch folder");
    let expected = pillow(&files, share, &scratch);
    std::fs::remove_dir_all(&scratch).expect("the scratch folder goes");
    expected
}

fn tight(plane: &Plane) -> Vec<u8> {
    (0..plane.height).flat_map(|row| plane.row(row).to_vec()).collect()
}

fn samples(image: &JpegImage) -> (&'static str, Vec<u8>) {
    match &image.pixels {
        Pixels::Ycc(planes) => ("Y", tight(&planes.y)),
        Pixels::Rgba(rgba) => ("RGB", rgba.data.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()),
        Pixels::Cmyk(cmyk) => ("CMYK", cmyk.data.clone()),
    }
}

/// The largest and the mean difference.
fn difference(ours: &[u8], theirs: &[u8]) -> (u8, f64) {
    let each = || ours.iter().zip(theirs).map(|(a, b)| a.abs_diff(*b));
    (each().max().unwrap_or(0), each().map(f64::from).sum::<f64>() / theirs.len().max(1) as f64)
}

/// One of our chroma planes beside one of Pillow's, at our size: theirs is averaged over each of our samples; where
/// libjpeg enlarged it smoothly, that average holds an eighth of each neighbour, and ours is given the same.
fn chroma(planes: &Ycc, ours: &Plane, theirs: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let Ycc { width, sub_x, sub_y, .. } = *planes;
    let (mut smoothed, mut averaged) = (Vec::new(), Vec::new());
    for y in 0..planes.height / sub_y {
        for x in 0..width / sub_x {
            let near = |dx: usize, dy: usize| {
                let (x, y) = ((x + dx).saturating_sub(1), (y + dy).saturating_sub(1));
                u32::from(ours.row(y.min(ours.height - 1))[x.min(ours.width - 1)])
            };
            // Planes of one or two columns are enlarged by repetition.
            let weights = |sub: usize| if sub == 2 && ours.width > 2 { [1, 6, 1] } else { [0, 8, 0] };
            let (across, down) = (weights(sub_x), weights(sub_y));
            let sum: u32 = (0..9).map(|i| near(i % 3, i / 3) * across[i % 3] * down[i / 3]).sum();
            smoothed.push(((sum + 32) / 64) as u8);
            let under = |i: usize| u32::from(theirs[(y * sub_y + i / sub_x) * width + x * sub_x + i % sub_x]);
            let count = sub_x * sub_y;
            let sum: u32 = (0..count).map(under).sum();
            averaged.push(((sum + count as u32 / 2) / count as u32) as u8);
        }
    }
    (smoothed, averaged)
}

/// Chroma planes cover the image, and hold what Pillow sees, within the largest and the mean difference.
fn chroma_differs(planes: &Ycc, theirs: &[u8], (most, average): (u8, f64)) -> Option<String> {
    let Some(own) = &planes.chroma else { return None };
    let size = planes.width * planes.height;
    for (number, plane) in own.iter().enumerate() {
        let covered = (planes.width.div_ceil(planes.sub_x), planes.height.div_ceil(planes.sub_y));
        if (plane.width, plane.height) != covered {
            return Some(format!("chroma of {}x{} for {covered:?}", plane.width, plane.height));
        }
        let (ours, theirs) = chroma(planes, plane, theirs.get((number + 1) * size..(number + 2) * size)?);
        let (worst, mean) = difference(&ours, &theirs);
        if worst > most || mean > average {
            return Some(format!("chroma {number} worst {worst} mean {mean:.3}"));
        }
    }
    None
}

/// Components of unlike sizes are enlarged smoothly there and by repetition here; and of a file with only some of its
/// scans libjpeg shows a smoothed image. Damaged data is read differently by every program.
const APART: [&str; 8] = [
    ".41",
    "121121",
    "211211",
    "221122",
    "222112",
    "partial_progressive",
    "progressive.truncated",
    "/corrupt/",
];

fn apart(path: &Path) -> bool {
    APART.iter().any(|part| path.to_string_lossy().contains(part))
}

#[test]
fn pillow_sees_the_same_images() {
    let Some(expected) = expected(1) else { return };
    assert!(expected.len() > 150, "only {} images compared", expected.len());
    let mut wrong = Vec::new();
    for (path, kind, data) in expected {
        let bytes = std::fs::read(&path).expect("a corpus file");
        match jpeg::decode(&bytes, Scale::Full, &Limits::default()) {
            Ok(image) => {
                let (our_kind, ours) = samples(&image);
                let theirs = &data[..data.len().min(ours.len())];
                let (worst, mean) = difference(&ours, theirs);
                // Chroma is interpolated by libjpeg and repeated by us, so CMYK and RGB may differ where it is coarser.
                let (most, average) = match kind.as_str() {
                    _ if apart(&path) => (255, 5.0),
                    "Y" => (2, 0.1),
                    _ => (100, 1.5),
                };
                if our_kind != kind || ours.len() != theirs.len() || worst > most || mean > average {
                    wrong.push(format!("{}: {our_kind} {kind} worst {worst} mean {mean:.3}", path.display()));
                }
                if let Pixels::Ycc(planes) = &image.pixels
                    && let Some(why) = chroma_differs(planes, &data, (4, 0.6)).filter(|_| !apart(&path))
                {
                    wrong.push(format!("{}: {why}", path.display()));
                }
            }
            Err(EngineError::UnsupportedFeature { .. }) => {}
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// libjpeg averages neighbours, we leave the high frequencies out, which is sharper: the bounds are wide, but a plane of
/// the wrong extent or place exceeds them.
#[test]
fn pillow_sees_the_same_images_at_half_size() {
    let Some(expected) = expected(2) else { return };
    assert!(expected.len() > 100, "only {} images compared", expected.len());
    let mut wrong = Vec::new();
    for (path, _, data) in expected {
        let bytes = std::fs::read(&path).expect("a corpus file");
        let Ok(header) = jpeg::read_header(&bytes, &Limits::default()) else { continue };
        let (width, height) = (header.width.div_ceil(2), header.height.div_ceil(2));
        for chroma in [Chroma::Full, Chroma::Half] {
            let Ok(JpegImage { pixels: Pixels::Ycc(planes), .. }) =
                jpeg::decode(&bytes, Scale::Cover { width, height, chroma }, &Limits::default())
            else {
                continue;
            };
            let size = (planes.width, planes.height);
            let luma = data.get(..size.0 * size.1).unwrap_or_default();
            let (worst, mean) = difference(&tight(&planes.y), luma);
            if size != (width, height) || mean > 8.0 && width.min(height) > 3 && !apart(&path) {
                wrong.push(format!("{}: {size:?} worst {worst} mean {mean:.3}", path.display()));
            }
            // Chroma that we shrink below theirs has no peer here; its size is looked at all the same.
            let theirs = if (planes.sub_x, planes.sub_y) == (1, 1) { &data[..] } else { &[] };
            if let Some(why) = chroma_differs(&planes, theirs, (60, 2.0)).filter(|_| !apart(&path)) {
                wrong.push(format!("{}: {chroma:?} {why}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Broken files too: what is missing must look the same on the way through bands.
#[test]
fn transcoding_gives_what_decoding_and_encoding_gives() {
    let Some(folder) = images() else { return };
    let limits = Limits { pixels: 40_000_000, ..Limits::default() };
    let (mut compared, mut wrong) = (0, Vec::new());
    for path in jpegs(&folder) {
        let bytes = std::fs::read(&path).expect("a corpus file");
        for (subsampling, chroma) in [(Subsampling::Half, Chroma::Half), (Subsampling::Keep, Chroma::Full)] {
            let options = EncodeOptions { quality: 80, subsampling, ..EncodeOptions::default() };
            let ours = jpeg::transcode(&bytes, &options, &limits, &mut |_, _| Ok(()));
            if ours == Ok(None) {
                continue;
            }
            let whole = jpeg::read_header(&bytes, &limits).and_then(|header| {
                let (width, height) = (header.width, header.height);
                let image = jpeg::decode(&bytes, Scale::Cover { width, height, chroma }, &limits)?;
                let Pixels::Ycc(planes) = image.pixels else { panic!("YCbCr was transcoded") };
                let bytes = jpeg::encode(&planes, &options)?;
                Ok(Some(Transcoded { bytes, warnings: image.warnings }))
            });
            compared += usize::from(ours.is_ok());
            // Of a file that is no image at all each way says something of its own.
            if ours != whole && (ours.is_ok() || whole.is_ok()) {
                wrong.push(format!("{}: {subsampling:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 300, "only {compared} compared");
}

#[test]
fn every_file_ends_in_a_result_or_a_clean_error() {
    let Some(folder) = images() else { return };
    let limits = Limits { pixels: 40_000_000, ..Limits::default() };
    for path in jpegs(&folder) {
        let bytes = std::fs::read(&path).expect("a corpus file");
        let scale = Scale::Cover { width: 300, height: 300, chroma: Chroma::Half };
        let result = jpeg::decode(&bytes, scale, &limits);
        if let Ok(image) = result {
            assert!(image.full_width > 0 && image.full_height > 0);
        }
        jpeg::fuzz(&bytes);
    }
}
