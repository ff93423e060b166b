//! Damaged, lying and oversized files: each ends in a result or in a sentence, within its limits. One that would never end is
//! ended by the runner (.config/nextest.toml).

use super::corpus;
use nomina_engine::{Assets, EngineError, Limits, inspect, model_input, process, thumbnail};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

fn limits() -> Limits {
    Limits { pixels: 40_000_000, animation_pixels: 80_000_000, ..Limits::default() }
}

fn everything(bytes: &[u8]) -> Vec<Result<usize, EngineError>> {
    let limits = limits();
    let mut ends = vec![
        inspect(bytes, &limits).map(|_| 0),
        thumbnail(bytes, 64, &limits).map(|output| output.bytes.len()),
        model_input(bytes, &limits).map(|output| output.bytes.len()),
    ];
    for format in [OutputFormat::Original, OutputFormat::Jpeg, OutputFormat::Png, OutputFormat::Webp] {
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: format,
            resize_images: true,
            max_width: 100,
            max_height: 100,
            remove_metadata: true,
            ..ProcessingOptions::default()
        };
        ends.push(
            process(bytes, &recipe, &Assets::default(), &limits, &|_| false).map(|output| output.bytes.len()),
        );
    }
    ends
}

#[test]
fn every_hostile_file_ends_in_a_result_or_a_sentence() {
    for file in corpus::files(&["corrupt", "bombs", "polyglot", "mismatch", "unsupported", "zip"]) {
        let bytes = std::fs::read(&file).expect("readable");
        for end in everything(&bytes) {
            if let Err(error) = end {
                let sentence = error.to_string();
                assert!(
                    sentence.len() > 10 && sentence.ends_with('.'),
                    "{}: {sentence}",
                    corpus::name(&file)
                );
            }
        }
    }
}

#[test]
fn bombs_are_refused_before_memory_is_reserved() {
    for file in corpus::files(&["bombs"]) {
        let bytes = std::fs::read(&file).expect("readable");
        let recipe = ProcessingOptions {
            convert_format: true,
            output_format: OutputFormat::Png,
            ..ProcessingOptions::default()
        };
        let end = process(&bytes, &recipe, &Assets::default(), &limits(), &|_| false);
        assert!(
            end.is_err() || end.is_ok_and(|output| output.bytes.len() < 40 << 20),
            "{}",
            corpus::name(&file)
        );
    }
}

#[test]
fn every_format_survives_being_cut_off_and_overwritten_anywhere() {
    for file in super::golden::samples() {
        for cut in (0..file.len()).step_by(file.len() / 60 + 1) {
            everything(&file[..cut]);
        }
        for at in (0..file.len()).step_by(file.len() / 60 + 1) {
            let mut broken = file.clone();
            broken[at] ^= 0x55;
            let end = (at + 3).min(broken.len());
            broken[at..end].fill(0xff);
            everything(&broken);
        }
    }
}

#[test]
fn a_cancelled_image_says_so() {
    let recipe = ProcessingOptions { enable_compression: true, ..ProcessingOptions::default() };
    for file in super::golden::samples() {
        let end = process(&file, &recipe, &Assets::default(), &Limits::default(), &|_| true);
        assert_eq!(end.unwrap_err(), EngineError::Cancelled);
    }
}

#[test]
fn a_file_that_cannot_be_decoded_is_not_passed_on() {
    let mut refused = 0;
    for file in corpus::files(&["corrupt", "bombs", "gif", "jpeg", "png", "webp", "bmp"]) {
        let bytes = std::fs::read(&file).expect("readable");
        let pass_on = |recipe| process(&bytes, &recipe, &Assets::default(), &limits(), &|_| false);
        let as_it_is = pass_on(ProcessingOptions::default());
        let stripped = pass_on(ProcessingOptions { remove_metadata: true, ..ProcessingOptions::default() });
        match thumbnail(&bytes, 64, &limits()) {
            Ok(_) => assert!(as_it_is.is_ok(), "{}: {:?}", corpus::name(&file), as_it_is.err()),
            Err(error) => {
                refused += 1;
                let passes = as_it_is.is_ok() || stripped.is_ok();
                assert!(!passes, "{} passes although: {error}", corpus::name(&file));
            }
        }
    }
    assert!(refused > 10 || corpus::images().is_none(), "{refused}");
}

#[test]
fn a_jpeg_that_breaks_off_is_passed_on_with_a_warning() {
    let whole =
        super::golden::samples().into_iter().find(|file| file.starts_with(&[0xff, 0xd8])).expect("a JPEG");
    let passed = |bytes: &[u8]| {
        let recipe = ProcessingOptions::default();
        let output = process(bytes, &recipe, &Assets::default(), &Limits::default(), &|_| false);
        let output = output.expect("it can be decoded");
        assert_eq!(output.bytes, bytes, "the file itself");
        output.facts.warnings
    };
    assert!(passed(&whole).is_empty());
    let warnings = passed(&whole[..whole.len() - 40]);
    assert!(
        warnings.iter().any(|warning| warning.starts_with("The end of the file is missing")),
        "{warnings:?}"
    );
}
