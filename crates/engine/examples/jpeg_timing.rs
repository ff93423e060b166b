//! CPU time of the JPEG jobs, for comparing with other programs: `jpeg_timing JOB FILE RUNS [OUT]` prints milliseconds.
//!
//! Jobs: `1080`, `full`, `thumb` (whole jobs); `decode`, `half`, `quarter`, `eighth`, `encode` (their parts); `dump` writes
//! the decoded planes one after the other.

use nomina_engine::Limits;
use nomina_engine::formats::jpeg::{self, Chroma, EncodeOptions, JpegImage, Pixels, Scale};
use nomina_engine::planes::Ycc;
use std::hint::black_box;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, job, file, runs, rest @ ..] = &args[..] else { panic!("JOB FILE RUNS [OUT]") };
    let bytes = std::fs::read(file).expect("a readable file");
    let runs: usize = runs.parse().expect("a number of runs");
    let header = jpeg::read_header(&bytes, &Limits::default()).expect("a JPEG");
    let ready = (job == "encode").then(|| planes(at_least(&bytes, 8)));
    let mut times = Vec::new();
    let mut result = Vec::new();
    for _ in 0..runs {
        let start = cpu_ms();
        result = match job.as_str() {
            "1080" => whole(&bytes, fit(header.width, header.height, 1920, 1080)),
            "full" => whole(&bytes, (header.width, header.height)),
            "thumb" => whole(&bytes, fit(header.width, header.height, 256, 256)),
            "encode" => encode(ready.as_ref().expect("decoded")),
            "decode" => keep(at_least(&bytes, 8)),
            "half" => keep(at_least(&bytes, 4)),
            "quarter" => keep(at_least(&bytes, 2)),
            "eighth" => keep(at_least(&bytes, 1)),
            "dump" => dump(&planes(at_least(&bytes, 8))),
            other => panic!("unknown job {other}"),
        };
        times.push(cpu_ms() - start);
    }
    if let [out, ..] = rest {
        std::fs::write(out, &result).expect("a writable file");
    }
    times.sort_by(f64::total_cmp);
    let line = format!("{:.2} {:.2} {}\n", times[0], times[runs / 2], result.len());
    std::io::Write::write_all(&mut std::io::stdout(), line.as_bytes()).expect("stdout");
}

fn fit(width: usize, height: usize, max_width: usize, max_height: usize) -> (usize, usize) {
    let scale = (max_width as f64 / width as f64).min(max_height as f64 / height as f64).min(1.0);
    let side = |length: usize| ((length as f64 * scale).round() as usize).max(1);
    (side(width), side(height))
}

fn at_least(bytes: &[u8], side: usize) -> JpegImage {
    let limits = Limits::default();
    let header = jpeg::read_header(bytes, &limits).expect("a JPEG");
    let (width, height) = ((header.width * side).div_ceil(8), (header.height * side).div_ceil(8));
    jpeg::decode(bytes, Scale::Cover { width, height, chroma: Chroma::Half }, &limits).expect("a good JPEG")
}

fn planes(image: JpegImage) -> Ycc {
    match image.pixels {
        Pixels::Ycc(ycc) => ycc,
        _ => panic!("YCbCr only"),
    }
}

fn whole(bytes: &[u8], (width, height): (usize, usize)) -> Vec<u8> {
    let image = jpeg::decode_to(bytes, width, height, Chroma::Half, &Limits::default()).expect("a good JPEG");
    encode(&planes(image))
}

fn encode(ycc: &Ycc) -> Vec<u8> {
    jpeg::encode(ycc, &EncodeOptions::default()).expect("a size that fits")
}

fn keep(image: JpegImage) -> Vec<u8> {
    black_box(image);
    Vec::new()
}

fn dump(ycc: &Ycc) -> Vec<u8> {
    let planes = std::iter::once(&ycc.y).chain(ycc.chroma.iter().flatten());
    planes.flat_map(|plane| (0..plane.height).flat_map(|y| plane.row(y).to_vec())).collect()
}

fn cpu_ms() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64() * 1e3
}
