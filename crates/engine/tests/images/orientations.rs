//! The eight EXIF orientations, in thumbnails and in results.

use super::corpus;
use super::pillow::{Peer, decoded};
use nomina_engine::{Assets, Limits, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

#[test]
fn every_orientation_is_shown_upright_as_pillow_shows_it() {
    let Some(mut peer) = Peer::start() else { return };
    let recipe = ProcessingOptions {
        convert_format: true,
        output_format: OutputFormat::Png,
        ..ProcessingOptions::default()
    };
    let mut seen = [0; 9];
    for file in corpus::files(&["exif"]) {
        let bytes = std::fs::read(&file).expect("readable");
        let Ok(found) = inspect(&bytes, &Limits::default()) else { continue };
        if found.orientation == 1 || bytes.len() > 3 << 20 {
            continue;
        }
        let name = corpus::name(&file);
        let Ok(output) = process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false) else {
            continue;
        };
        let ours = decoded(&output.bytes).expect("our own PNG");
        match peer.compare("upright", &file, &ours) {
            Ok(distance) => {
                assert!(distance.mean <= 1.0 && distance.far <= 0.01, "{name}: {distance:?}");
                seen[usize::from(found.orientation)] += 1;
            }
            Err(why) => assert!(!why.contains("size"), "{name}: {why}"),
        }
    }
    eprintln!("orientations compared: {:?}", &seen[1..]);
    assert!(corpus::images().is_none() || seen[2..].iter().all(|&count| count > 0), "{seen:?}");
}
