//! Every decodable file agrees with Pillow, an independent decoder, within a stated error.

use super::corpus;
use nomina_engine::planes::{Raster, Rgba};
use nomina_engine::{Format, Limits, colour, decode, formats::Want, probe};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How far two images are apart, over all samples.
#[derive(Debug)]
pub(crate) struct Distance {
    pub(crate) mean: f64,
    /// Share of samples that are off by more than 8.
    pub(crate) far: f64,
}

/// A running Pillow that is asked line by line.
pub(crate) struct Peer {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Peer {
    pub(crate) fn start() -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images/peer.py");
        let mut child = Command::new(corpus::python()?)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python starts");
        let answers = BufReader::new(child.stdout.take().expect("piped"));
        Some(Self { child, answers })
    }

    /// `Err` when Pillow cannot read the file.
    pub(crate) fn compare(&mut self, mode: &str, file: &Path, ours: &Rgba) -> Result<Distance, String> {
        let raw = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{mode}-{}.rgba", self.child.id()));
        std::fs::write(&raw, &ours.data).expect("a place for raw pixels");
        let (file, width, height) = (file.display(), ours.width, ours.height);
        let input = self.child.stdin.as_mut().expect("piped");
        writeln!(input, "{mode}\t{file}\t{width}\t{height}\t{}", raw.display()).expect("python listens");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("python answers");
        let parts: Vec<&str> = line.trim_end().split('\t').collect();
        match parts[..] {
            [mean, far] if mean != "error" => {
                Ok(Distance { mean: mean.parse().expect("a number"), far: far.parse().expect("a number") })
            }
            _ => Err(line),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The samples as they are stored.
pub(crate) fn decoded(bytes: &[u8]) -> Result<Rgba, nomina_engine::EngineError> {
    let limits = Limits::default();
    let found = probe::probe(bytes, &limits)?;
    let still = decode::decode(bytes, found.format, found.frames > 1, &Want::full(), &limits)?;
    Ok(match still.raster {
        Raster::Ycc(planes) => colour::to_rgba(&planes),
        Raster::Rgba(image) => image,
    })
}

/// Not comparable here: inks with a profile (see `colours`), and what Pillow itself gets wrong.
const APART: &[&str] = &[
    "cmyk-icc.jpg",
    // Inks whose first is finer than the others: enlarged by repetition here, smoothly there.
    "jpg-cmyk-2.jpg",
    // Pillow loses the rows after literal runs of RLE4; ours was looked at.
    "pal4rle.bmp",
    // Pillow compares the 4-bit transparent grey with 8-bit samples and finds none.
    "tbbn0g04.png",
    // What the first frame leaves free is clear in browsers and here; Pillow paints it.
    "high-color.gif",
    // Only some scans of a progressive file: libjpeg smooths between blocks, we show what is there.
    "partial_progressive.jpg",
    // Chroma finer than luma, or subsampled RGB: enlarged by repetition here, smoothly there.
    "video-001.q50.121121.jpeg",
    "video-001.q50.211211.jpeg",
    "video-001.rgb.jpeg",
    // Pillow shows the image for viewers that know no animation; browsers and we show the first frame.
    "blend_op_over.png",
    "dispose_op_previous.png",
    "mode_16bit.png",
    "single_frame_default.png",
    "syntax_num_frames_high.png",
    // Damaged on purpose: every program makes something else of it.
    "corrupt/",
];

#[test]
fn decoders_agree_with_pillow_on_every_decodable_file() {
    agree(&["bmp", "gif", "jpeg", "png", "webp", "exif", "icc", "xmp-iptc", "documents"], 200);
}

#[test]
fn decoders_agree_with_pillow_on_photos_and_files_with_odd_names_and_endings() {
    agree(&["photos", "large", "names", "mismatch", "polyglot"], 110);
}

fn agree(folders: &[&str], least: usize) {
    let Some(mut peer) = Peer::start() else { return };
    let files = corpus::files(folders);
    let (mut compared, mut refused, mut differing) = (0, Vec::new(), Vec::new());
    for file in &files {
        let name = corpus::name(file);
        let bytes = std::fs::read(file).expect("readable");
        let ours = match decoded(&bytes) {
            Ok(image) => image,
            Err(error) => {
                refused.push(format!("{name}: {error}"));
                continue;
            }
        };
        let Ok(distance) = peer.compare("plain", file, &ours) else { continue };
        compared += 1;
        if APART.iter().any(|word| name.contains(word)) {
            continue;
        }
        // Lossless formats are equal but for the rounding of 16 and 5 bits; JPEG and WebP differ by their DCT's and
        // chroma filter's rounding.
        let lossy = matches!(Format::of(&bytes), Some(Format::Jpeg | Format::Webp));
        let (mean, far) = if lossy { (1.0, 0.01) } else { (0.51, 0.0) };
        if distance.mean > mean || distance.far > far {
            differing.push(format!("{name}: {distance:?}"));
        }
    }
    eprintln!("{compared} files compared with Pillow, {} refused by us: {refused:#?}", refused.len());
    assert!(differing.is_empty(), "{differing:#?}");
    assert!(compared > least || files.is_empty(), "only {compared} files were compared");
}
