//! Every fuzz target over what once broke it and over seeded mutations of its seeds. `NOMINA_FUZZ_ROUNDS` asks for more; a failure
//! names the file that holds its input.
#![expect(clippy::print_stderr, reason = "a failure names its input")]

use nomina_fuzz::{Mutator, TARGETS, corpus, seeds};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

fn smoke(name: &str, rounds: usize) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target of that name");
    for path in corpus::files(&Path::new(FOLDER).join("regressions").join(name)) {
        target(&std::fs::read(&path).expect("a kept input"));
    }
    let seeds = seeds(name);
    seeds.iter().for_each(|seed| target(seed));
    let rounds =
        std::env::var("NOMINA_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(rounds);
    let mut mutator = Mutator::new(0x5eed);
    for round in 0..rounds {
        let other = &seeds[(round * 7 + 3) % seeds.len()];
        let input = mutator.mutate(&seeds[round % seeds.len()], other);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(&input))) {
            let kept = std::env::temp_dir().join(format!("nomina-fuzz-{name}-{round}"));
            std::fs::write(&kept, &input).expect("a place for the input");
            eprintln!("{name}: round {round} failed; its input is {}", kept.display());
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn any_bytes_decode_or_are_refused() {
    smoke("decode", 4000);
}

#[test]
fn any_heic_decodes_or_is_refused() {
    smoke("heic", 300);
}

#[test]
fn any_avif_decodes_or_is_refused() {
    smoke("avif", 300);
}

#[test]
fn any_tiff_decodes_or_is_refused() {
    smoke("tiff", 1000);
}

#[test]
fn any_jpeg_xl_decodes_or_is_refused() {
    smoke("jxl", 300);
}

#[test]
fn any_raw_file_shows_its_preview_or_is_refused() {
    smoke("raw", 500);
}

#[test]
fn any_bytes_through_any_recipe_end_in_a_result_or_a_sentence() {
    smoke("process", 800);
}

#[test]
fn any_container_is_edited_or_refused() {
    smoke("metadata", 6000);
}

#[test]
fn any_colour_profile_is_used_or_passed_over() {
    smoke("colour", 2000);
}

#[test]
fn any_text_and_any_outline_is_drawn_or_left_out() {
    smoke("letters", 1000);
}

#[test]
fn any_text_becomes_a_name() {
    smoke("names", 20_000);
}

#[test]
fn any_recipe_is_read_or_refused() {
    smoke("options", 50_000);
}

#[test]
fn any_zip_is_refused_or_read_alike_by_another_reader() {
    smoke("archive", 20_000);
}

#[test]
fn every_target_has_its_libfuzzer_entry() {
    for (name, _) in TARGETS {
        let entry = Path::new(FOLDER).join(format!("fuzz_targets/{name}.rs"));
        assert!(
            std::fs::read_to_string(entry).is_ok_and(|text| text.contains(&format!("nomina_fuzz::{name}(")))
        );
    }
}
