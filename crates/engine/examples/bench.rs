//! The engine's side of `make bench`: reads one JSON order a line, runs it once, answers with its CPU time.
//! One process for all orders, so that nothing but the work itself is measured.

use nomina_engine::{Assets, EngineError, Limits, Output, process, thumbnail};
use nomina_rules::options::ProcessingOptions;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::time::Instant;

#[derive(Deserialize)]
struct Order {
    file: String,
    /// `None`: a thumbnail of `side`.
    options: Option<ProcessingOptions>,
    #[serde(default)]
    side: u32,
    #[serde(default)]
    fonts: Vec<String>,
    /// Where the result is written, when it is wanted.
    out: Option<String>,
}

/// Files that were read before, so that reading is not part of the work.
#[derive(Default)]
struct Files(HashMap<String, Vec<u8>>);

impl Files {
    fn read(&mut self, path: &str) -> std::io::Result<()> {
        if !self.0.contains_key(path) {
            self.0.insert(path.to_owned(), std::fs::read(path)?);
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Files::default();
    for line in std::io::stdin().lock().lines() {
        let order: Order = serde_json::from_str(&line?)?;
        files.read(&order.file)?;
        order.fonts.iter().try_for_each(|font| files.read(font))?;
        let answer = match answer(&order, &files) {
            Ok((cpu_ms, output)) => {
                if let Some(out) = &order.out {
                    std::fs::write(out, &output.bytes)?;
                }
                json!({ "cpuMs": cpu_ms, "bytes": output.bytes.len(), "width": output.facts.width, "height": output.facts.height })
            }
            Err(error) => json!({ "error": error.to_string() }),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn answer(order: &Order, files: &Files) -> Result<(f64, Output), EngineError> {
    let image = &files.0[&order.file];
    let fonts: Vec<&[u8]> = order.fonts.iter().map(|font| files.0[font].as_slice()).collect();
    let limits = Limits::default();
    let clock = Clock::start();
    let text = order.options.as_ref().map(|options| nomina_text::outline(&options.text_watermark, &fonts));
    let assets = Assets { text: text.as_ref().filter(|_| !fonts.is_empty()), ..Default::default() };
    let output = match &order.options {
        Some(options) => process(image, options, &assets, &limits, &|_| false)?,
        None => thumbnail(image, order.side, &limits)?,
    };
    Ok((clock.elapsed_ms(), output))
}

/// CPU time of this thread where Linux tells it, else wall time.
struct Clock {
    wall: Instant,
    cpu_ns: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), cpu_ns: cpu_ns() }
    }

    fn elapsed_ms(&self) -> f64 {
        match (self.cpu_ns, cpu_ns()) {
            (Some(start), Some(end)) if end > start => (end - start) as f64 / 1e6,
            _ => self.wall.elapsed().as_secs_f64() * 1e3,
        }
    }
}

fn cpu_ns() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
