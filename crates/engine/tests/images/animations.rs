//! Animations keep their frames, times and repetitions where the target can hold them.

use super::golden::{convert, distance, quarters, run};
use nomina_engine::formats::animation::{Animation, AnimationSettings, AnimationWriter, Frame};
use nomina_engine::{Format, Limits, inspect};
use nomina_rules::options::{OutputFormat, ProcessingOptions};

/// A bright square that walks over an image, with a part that vanishes again.
fn frames(count: usize) -> Vec<Frame> {
    (0..count)
        .map(|number| {
            let mut image = quarters(60, 40, true);
            for y in 5..15 {
                for x in 5 + number * 8..15 + number * 8 {
                    image.data[(y * 60 + x) * 4..][..4].copy_from_slice(&[255, 255, 255, 255]);
                }
            }
            for y in 25..35 {
                image.data[(y * 60 + 40 + number) * 4..][..4].copy_from_slice(&[9, 9, 9, 255]);
            }
            Frame { image, delay_ms: 50 + 10 * number as u32 }
        })
        .collect()
}

pub(crate) fn moving(format: Format, count: usize) -> Vec<u8> {
    let settings = AnimationSettings {
        width: 60,
        height: 40,
        plays: 3,
        quality: None,
        colours: 256,
        frames: count as u32,
    };
    let mut writer = AnimationWriter::new(format, &settings).expect("a writer");
    for frame in frames(count) {
        writer.push(frame).expect("a frame");
    }
    writer.finish().expect("a file")
}

fn read(bytes: &[u8]) -> (Vec<Frame>, u32) {
    let format = Format::of(bytes).expect("an image");
    let mut animation = Animation::open(bytes, format, &Limits::default()).expect("an animation");
    let mut found = Vec::new();
    while let Some(frame) = animation.next_frame().expect("a frame") {
        found.push(frame);
    }
    (found, animation.plays())
}

#[test]
fn frames_times_and_repetitions_come_back_from_every_format() {
    for format in [Format::Gif, Format::Webp, Format::Png] {
        let (found, plays) = read(&moving(format, 4));
        assert_eq!((found.len(), plays), (4, 3), "{format}");
        for (after, before) in found.iter().zip(frames(4)) {
            assert_eq!(after.delay_ms, before.delay_ms, "{format}");
            let far = distance(&after.image, &before.image);
            assert!(far < 0.01, "{format}: {far}");
            let alpha = |frame: &Frame| frame.image.data.chunks_exact(4).map(|p| p[3]).collect::<Vec<_>>();
            assert_eq!(alpha(after), alpha(&before), "{format}");
        }
    }
}

#[test]
fn an_animation_stays_one_in_gif_webp_and_png() {
    for source in [Format::Gif, Format::Webp, Format::Png] {
        let file = moving(source, 5);
        for (target, format) in [
            (OutputFormat::Original, source),
            (OutputFormat::Webp, Format::Webp),
            (OutputFormat::Png, Format::Png),
        ] {
            let recipe =
                ProcessingOptions { resize_images: true, max_width: 30, max_height: 30, ..convert(target) };
            let output = run(&file, &recipe);
            assert_eq!((output.facts.format, output.facts.frames), (format, 5), "{source} -> {format}");
            let (found, plays) = read(&output.bytes);
            assert_eq!((found.len(), plays), (5, 3), "{source} -> {format}");
            assert_eq!((found[0].image.width, found[0].image.height), (30, 20));
            assert_eq!(found[4].delay_ms, 90, "{source} -> {format}");
        }
    }
}

#[test]
fn jpeg_keeps_the_first_frame_and_says_so() {
    let output = run(&moving(Format::Gif, 3), &convert(OutputFormat::Jpeg));
    assert_eq!(output.facts.frames, 1);
    assert!(output.facts.warnings.iter().any(|w| w.contains("first frame")), "{:?}", output.facts.warnings);
}

#[test]
fn headers_tell_the_number_of_frames() {
    for format in [Format::Gif, Format::Webp, Format::Png] {
        assert_eq!(inspect(&moving(format, 7), &Limits::default()).expect("ours").frames, 7, "{format}");
    }
}
