//! Wide-gamut, grey and CMYK files against a colour-managed peer (Pillow with LittleCMS).

use super::corpus;
use super::pillow::{Peer, decoded};
use nomina_engine::planes::Rgba;
use nomina_engine::{Assets, Format, Limits, colour, inspect, metadata, process};
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
        let Ok(output) = process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false) else {
            continue;
        };
        let after = inspect(&output.bytes, &Limits::default()).expect("our own result");
        assert_eq!(after.icc, None, "{name}: the profile was applied, so it must be gone");
        let ours = decoded(&output.bytes).expect("our own result");
        match peer.compare("srgb", &file, &ours) {
            Ok(distance) => {
                eprintln!("{name}: {distance:?}");
                assert!(distance.mean <= 1.0 && distance.far <= 0.001, "{name}: {distance:?}");
                compared += 1;
            }
            Err(why) => eprintln!("{name}: {why}"),
        }
    }
    assert!(corpus::images().is_none() || compared > 3, "only {compared} files were compared");
}

/// Every combination of 16 levels of a colour model; of inks, of every second level. The peer makes the same.
fn ramp(bands: u32) -> (usize, usize, Vec<u8>) {
    let (step, count) = if bands == 4 { (34, 8u32) } else { (17, 16) };
    let numbers = 0..count.pow(bands);
    let level = |number: u32, band: u32| (number / count.pow(band) % count * step) as u8;
    let data = numbers.flat_map(|number| (0..bands).map(move |band| level(number, band))).collect();
    (count as usize, count.pow(bands - 1) as usize, data)
}

/// The ramp through a profile, by the engine; `None` for what it does not know.
fn converted(icc: &[u8]) -> Option<Rgba> {
    let bands = match icc.get(16..20)? {
        b"GRAY" => 1,
        b"CMYK" => 4,
        _ => 3,
    };
    let (width, height, data) = ramp(bands);
    if bands == 4 {
        return Some(colour::cmyk_to_srgb(width, height, &data, Some(icc)));
    }
    let pixel = |levels: &[u8]| [levels[0], levels[levels.len() / 2], levels[levels.len() - 1], 255];
    let data = data.chunks_exact(bands as usize).flat_map(pixel).collect();
    let mut image = Rgba { width, height, data, opaque: true };
    colour::to_srgb(&mut image, icc).then_some(image)
}

#[test]
fn colours_all_over_the_model_come_through_every_profile_as_through_littlecms() {
    let Some(mut peer) = Peer::start() else { return };
    let (mut compared, mut differing) = (0, Vec::new());
    for file in corpus::files(&["icc"]) {
        let bytes = std::fs::read(&file).expect("readable");
        let Some(format) = Format::of(&bytes) else { continue };
        let source = metadata::extract(&bytes, format, &Limits::default());
        let Some(ours) = source.icc.as_deref().and_then(converted) else { continue };
        let name = corpus::name(&file);
        let distance = match peer.compare("ramp", &file, &ours) {
            Ok(distance) => distance,
            Err(why) => {
                eprintln!("{name}: {why}");
                continue;
            }
        };
        eprintln!("{name}: {distance:?}");
        // A cube that is not even (XYB) is resampled by both, each in its own way.
        let (mean, far) = if name.contains("xyb") { (3.0, 0.1) } else { (0.6, 0.002) };
        if distance.mean > mean || distance.far > far {
            differing.push(format!("{name}: {distance:?}"));
        }
        compared += 1;
    }
    assert!(differing.is_empty(), "{differing:#?}");
    assert!(corpus::images().is_none() || compared > 6, "only {compared} profiles were compared");
}

#[test]
fn a_profile_stays_with_the_image_when_metadata_is_kept() {
    for file in corpus::files(&["icc"]) {
        let name = corpus::name(&file);
        let bytes = std::fs::read(&file).expect("readable");
        let Ok(found) = inspect(&bytes, &Limits::default()) else { continue };
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: OutputFormat::Webp,
            ..ProcessingOptions::default()
        };
        let Ok(output) = process(&bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false) else {
            continue;
        };
        let after = inspect(&output.bytes, &Limits::default()).expect("our own WebP");
        // Either the profile is still there, or the pixels no longer need one (CMYK and grey are converted).
        if after.icc.is_some() {
            assert_eq!(after.icc, found.icc, "{name}");
        }
    }
}
