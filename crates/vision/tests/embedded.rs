//! The embedded model from file to name, with the fetched weights. Passed over, said aloud, where they are missing.

use nomina_engine::Limits;
use nomina_vision::{Description, Embedded, VisionError};
use std::path::PathBuf;
use std::sync::LazyLock;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

static MODEL: LazyLock<Option<Embedded>> = LazyLock::new(|| {
    let read = |name: &str| std::fs::read(root().join("assets/models").join(name)).ok();
    let (weights, text) = (read("nomina-vision.bin")?, read("nomina-text.bin")?);
    Some(Embedded::load(&weights).unwrap().with_text(&text).unwrap())
});

/// A shared photo; `None`, said aloud, where the images are missing.
fn photo(name: &str) -> Option<Vec<u8>> {
    let folder =
        std::env::var_os("NOMINA_IMAGES").map_or_else(|| root().join("../shared/images"), PathBuf::from);
    let bytes = std::fs::read(folder.join("photos").join(name)).ok();
    if bytes.is_none() {
        nomina_needs::missing("images", format!("there is no photo {name}; set NOMINA_IMAGES"));
    }
    bytes
}

fn describe(image: &[u8], context: Option<&str>) -> Option<Result<Description, VisionError>> {
    let Some(model) = MODEL.as_ref() else {
        nomina_needs::missing("model", "the weights are not there; run scripts/fetch-models");
        return None;
    };
    Some(model.describe(image, context, &Limits::default()))
}

/// The model with the second eye; `None`, said aloud, where its weights are missing.
fn best() -> Option<Embedded> {
    let read = |name: &str| std::fs::read(root().join("assets/models").join(name)).ok();
    let (weights, best) = (read("nomina-vision.bin"), read("nomina-best.bin"));
    let Some((weights, best)) = weights.zip(best) else {
        nomina_needs::missing("model", "the weights are not there; run scripts/fetch-models");
        return None;
    };
    Some(Embedded::load(&weights).unwrap().with_best(&best).unwrap())
}

/// A bitmap of one colour.
fn bitmap(width: u32, height: u32, [r, g, b]: [u8; 3]) -> Vec<u8> {
    let row = ((width * 3).next_multiple_of(4)) as usize;
    let mut file = b"BM".to_vec();
    file.extend((54 + row as u32 * height).to_le_bytes());
    file.extend([0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]);
    file.extend(width.to_le_bytes());
    file.extend(height.to_le_bytes());
    file.extend([1, 0, 24, 0]);
    file.extend([0; 24]);
    for _ in 0..height {
        let mut line = [b, g, r].repeat(width as usize);
        line.resize(row, 0);
        file.extend(line);
    }
    file
}

#[test]
fn every_image_gets_a_name_even_an_empty_one() {
    for (width, height) in [(1, 1), (3, 500), (500, 3), (64, 64)] {
        let Some(seen) = describe(&bitmap(width, height, [40, 90, 200]), None) else { return };
        let seen = seen.unwrap();
        assert!(
            !seen.name.is_empty() && seen.name.len() <= Description::MAX_CHARS,
            "{width}x{height}: {seen:?}"
        );
        assert_eq!(seen.source, "embedded");
    }
}

#[test]
fn what_is_no_image_is_a_clear_error() {
    for bytes in [&b""[..], b"hello", b"\xff\xd8\xff\xe0garbage"] {
        let Some(result) = describe(bytes, None) else { return };
        let error = result.unwrap_err();
        assert!(matches!(error, VisionError::Image(_)), "{error}");
    }
}

#[test]
fn weights_that_are_missing_or_damaged_are_a_clear_error() {
    for bytes in [&b""[..], b"NOMINAV1", &[0; 4096]] {
        let error = Embedded::load(bytes).unwrap_err().to_string();
        assert!(error.starts_with("The naming model cannot be loaded"), "{error}");
    }
}

#[test]
fn a_photo_of_a_beagle_is_named_so_and_its_words_are_the_same_each_time() {
    let Some(image) = photo("s047.jpg") else { return };
    let Some(first) = describe(&image, None) else { return };
    let first = first.unwrap();
    assert!(first.name.contains("beagle-dog"), "{}", first.name);
    assert_eq!(describe(&image, None).unwrap().unwrap(), first);
}

#[test]
fn the_second_eye_keeps_the_beagle_and_says_the_same_each_time() {
    let (Some(image), Some(model)) = (photo("s047.jpg"), best()) else { return };
    let look = || model.describe(&image, None, &Limits::default()).unwrap();
    let first = look();
    assert!(model.is_best() && first.name.contains("dog"), "{}", first.name);
    assert!(first.alt_text.split(' ').count() > 2 && first.alt_text.ends_with('.'), "{}", first.alt_text);
    assert_eq!(look(), first);
}

#[test]
fn a_damaged_second_eye_is_refused_with_a_sentence() {
    let Some(model) = best() else { return };
    let error = model.with_best(b"NOMINAB1\0\0\0\0damaged").unwrap_err().to_string();
    assert!(error.starts_with("The naming model cannot be loaded"), "{error}");
}

#[test]
fn text_on_a_page_becomes_part_of_its_name() {
    let Some(image) = photo("s076.png") else { return };
    let Some(seen) = describe(&image, None) else { return };
    let name = seen.unwrap().name;
    assert!(name.contains("calendar") && name.contains("november-2024"), "{name}");
}

#[test]
fn a_context_the_image_supports_decides_between_readings() {
    let Some(image) = photo("s050.jpg") else { return };
    let Some(seen) = describe(&image, Some("our two whippets")) else { return };
    assert!(seen.unwrap().name.contains("dog"));
    let odd = describe(&image, Some("invoices of March")).unwrap().unwrap();
    assert!(odd.name.contains("dog"), "{}", odd.name);
}
