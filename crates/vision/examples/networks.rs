//! Our side of `bench/vision.mjs`: the processor time of each network, one thread, as one JSON object.
//!
//! `cargo run --release -p nomina-vision --features bench --example networks -- MODELS-FOLDER RUNS`
#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use nomina_vision::embedded::Rgb;
use nomina_vision::embedded::bench::{Network, Networks};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [models, runs] = &arguments[..] else { return Err("usage: networks MODELS-FOLDER RUNS".into()) };
    let read = |name: &str| std::fs::read(Path::new(models).join(name));
    let files = [read("nomina-vision.bin")?, read("nomina-text.bin")?, read("nomina-best.bin")?];
    let networks = Networks::load(&files[0], &files[1], &files[2])?;
    let runs: usize = runs.parse()?;
    let mut result = serde_json::Map::new();
    for network in Network::ALL {
        let image = texture(network.side()).ok_or("an empty image")?;
        let prepared = networks.prepare(network, &image);
        let time = |_| cpu_ms(|| networks.run(network, &image, &prepared));
        let mut times: Vec<f64> = (0..=runs).map(time).collect();
        // The first run fills the caches.
        times.remove(0);
        times.sort_by(f64::total_cmp);
        result.insert(network.name().into(), times[times.len() / 2].into());
    }
    println!("{}", serde_json::Value::Object(result));
    Ok(())
}

/// Something with edges everywhere; the work does not depend on what is seen.
fn texture([width, height]: [usize; 2]) -> Option<Rgb> {
    let data = (0..width * height * 3).map(|i| (i * i / 7 % 251) as u8).collect();
    Rgb::new(width, height, data)
}

fn cpu_ms(work: impl FnOnce() -> usize) -> f64 {
    let (clock, before) = (Instant::now(), thread_ns());
    black_box(work());
    match (before, thread_ns()) {
        (Some(before), Some(after)) => (after - before) as f64 / 1e6,
        _ => clock.elapsed().as_secs_f64() * 1e3,
    }
}

/// Processor time of this thread, where the system tells it.
fn thread_ns() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}
