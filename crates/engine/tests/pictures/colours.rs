//! Wide-gamut, grey and CMYK files against a colour-managed peer (Pillow with LittleCMS).

use super::corpus;
use super::pillow::{Peer, decoded};
use nomina_engine::{Assets, Format, Limits, inspect, process};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

/// Lossless and without metadata, in another format than the source: without a change of pixels nothing is converted.
fn without_metadata(source: Format) -> ProcessingOptions {
    let output_format = if source == Format::Png { OutputFormat::Webp } else { OutputFormat::Png };
    ProcessingOptions {
        convert_format: true,
        output_format,
        enable_compression: true,
        compression_quality: 1.0,
        remove_metadata: true,
        ..ProcessingOptions::default()
    }
}

#[test]
fn profiles_are_converted_to_srgb_as_littlecms_does() {
    let Some(mut peer) = Peer::start() else { return };
    let mut compared = 0;
    for file in corpus::files(&["icc"]) {
        let name = corpus::name(&file);
        let bytes = std::fs::read(&file).expect("readable");
        let Ok(found) = inspect(&bytes, &Limits::default()) else { continue };
        if found.icc.is_none() {
            continue;
        }
        let recipe = without_metadata(found.format);
        let Ok(output) = process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|| false) else {
            continue;
        };
        let after = inspect(&output.bytes, &Limits::default()).expect("our own result");
        assert_eq!(after.icc, None, "{name}: the profile was applied, so it must be gone");
        let ours = decoded(&output.bytes).expect("our own result");
        match peer.compare("srgb", &file, &ours) {
            Ok(distance) => {
                eprintln!("{name}: {distance:?}");
                assert!(distance.mean <= 3.0 && distance.far <= 0.05, "{name}: {distance:?}");
                compared += 1;
            }
            Err(why) => eprintln!("{name}: {why}"),
        }
    }
    assert!(corpus::images().is_none() || compared > 3, "only {compared} files were compared");
}

#[test]
fn a_profile_stays_with_the_picture_when_metadata_is_kept() {
    for file in corpus::files(&["icc"]) {
        let name = corpus::name(&file);
        let bytes = std::fs::read(&file).expect("readable");
        let Ok(found) = inspect(&bytes, &Limits::default()) else { continue };
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: OutputFormat::Webp,
            ..ProcessingOptions::default()
        };
        let Ok(output) = process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|| false) else {
            continue;
        };
        let after = inspect(&output.bytes, &Limits::default()).expect("our own WebP");
        // Either the profile is still there, or the pixels no longer need one (CMYK and grey are converted).
        if after.icc.is_some() {
            assert_eq!(after.icc, found.icc, "{name}");
        }
    }
}
