//! `nomina sort`, `find` and `dedupe`: folders are tidied with a journal, and nothing is lost.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::rename::{content, journal, names};
use crate::run::{Folder, Run, Service, nomina};

/// A JPEG that says when it was taken, and its sidecar.
fn dated(folder: &Folder, name: &str, number: u32, date: Option<&str>) {
    let bitmap = folder.numbered(".source.bmp", number);
    dated_copy(folder, name, &bitmap, date);
}

/// The same of a given bitmap, which is removed.
fn dated_copy(folder: &Folder, name: &str, bitmap: &str, date: Option<&str>) {
    let plain = folder.path().join(".plain.png");
    let made = nomina(&["process", "--overwrite", bitmap, plain.to_str().unwrap()], &[]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let mut bytes = std::fs::read(&plain).unwrap();
    if let Some(date) = date {
        // PNG's own text with the moment of creation, before the end of the file.
        let end = bytes.split_off(bytes.len() - 12);
        bytes.extend(chunk(b"tEXt", format!("Creation Time\0{date}").as_bytes()));
        bytes.extend(end);
    }
    folder.file(name, &bytes);
    std::fs::remove_file(plain).unwrap();
    std::fs::remove_file(bitmap).unwrap();
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    let mut crc = u32::MAX;
    for byte in &body {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    [&(data.len() as u32).to_be_bytes()[..], &body, &(!crc).to_be_bytes()].concat()
}

#[test]
fn images_are_sorted_by_date_with_their_sidecars_and_moved_back() {
    let folder = Folder::new("sort");
    dated(&folder, "a.png", 1, Some("2024-05-17T10:00:00"));
    dated(&folder, "b.png", 2, Some("2023-12-31T23:59:59"));
    dated(&folder, "c.png", 3, None);
    folder.file("a.xmp", b"settings of a");
    folder.file("notes.txt", b"not an image");
    let before = content(folder.path());
    let shown = nomina(&["sort", folder.text()], &[]);
    assert!(shown.out.contains("a.png -> 2024/2024-05/a.png"), "{}", shown.out);
    assert!(shown.err.contains("3 of 3 images would be moved"), "{}", shown.err);
    assert!(content(folder.path()) == before);
    let run = nomina(&["sort", "--apply", folder.text()], &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected =
        ["2023/2023-12/b.png", "2024/2024-05/a.png", "2024/2024-05/a.xmp", "no-date/c.png", "notes.txt"];
    assert_eq!(names(folder.path()), expected);
    let again = nomina(&["sort", "--apply", "-r", folder.text()], &[]);
    assert!(again.err.contains("Every image is in its folder already"), "{}", again.err);
    let undone = nomina(&["undo", &journal(folder.path())], &[]);
    assert_eq!(undone.code, Some(0), "{}", undone.err);
    assert!(content(folder.path()) == before);
    assert!(!folder.path().join("2024").exists() && !folder.path().join("no-date").exists());
}

#[test]
fn a_file_where_a_folder_should_be_is_said_and_the_others_are_sorted() {
    let folder = Folder::new("sort-taken");
    dated(&folder, "a.png", 1, Some("2024-05-17T10:00:00"));
    dated(&folder, "b.png", 2, Some("2023-12-31T23:59:59"));
    folder.file("2024", b"a file");
    let run = nomina(&["sort", "--apply", "--by", "year", folder.text()], &[]);
    assert!(run.code == Some(1) && run.err.contains("the folder 2024 could not be made"), "{}", run.err);
    assert_eq!(names(folder.path()), ["2023/b.png", "2024", "a.png"]);
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["2024", "a.png", "b.png"]);
}

#[test]
fn images_are_sorted_by_subject_and_found_again_without_a_look() {
    const CAR: &str = r#"{"fileName":"red-car-on-street","altText":"A red car.","keywords":["cars","street"],"alternatives":[]}"#;
    let (folder, service) = (Folder::new("find"), Service::saying(CAR));
    folder.numbered("1.bmp", 1);
    let cache = format!("{}-cache", folder.text());
    let settings = [("OPENAI_BASE_URL", &*service.url), ("AI_RETRIES", "0"), ("XDG_CACHE_HOME", &*cache)];
    let sorted = nomina(&["sort", "--apply", "--by", "subject", folder.text()], &settings);
    assert_eq!(
        (sorted.code, names(folder.path())),
        (Some(0), vec!["cars/1.bmp".to_owned()]),
        "{}",
        sorted.err
    );
    folder.numbered("never.bmp", 2);
    let asked = service.heard().len();
    let find = |args: &[&str]| -> Run {
        nomina(&[&["find"], args, &[folder.text()]].concat(), &[("XDG_CACHE_HOME", &cache)])
    };
    let found = find(&["red car"]);
    assert_eq!(found.out, format!("{}/cars/1.bmp\n", folder.text()));
    assert!(
        found.code == Some(0) && found.err.contains("1 of 2 images were never looked at"),
        "{}",
        found.err
    );
    assert_eq!((find(&["blue car"]).code, find(&["blue car"]).out), (Some(1), String::new()));
    assert!(find(&["--json", "street"]).out.contains("\"name\":\"red-car-on-street\""));
    assert_eq!(find(&["-0", "street"]).out, format!("{}/cars/1.bmp\0", folder.text()));
    assert!(find(&["  "]).err.contains("Say what to find"));
    assert_eq!(service.heard().len(), asked, "nothing is looked at anew");
    std::fs::remove_dir_all(cache).unwrap();
}

/// A bitmap of three bytes a pixel.
fn bitmap(side: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Vec<u8> {
    let mut bytes = b"BM".to_vec();
    bytes.extend((54 + side * side * 3).to_le_bytes());
    bytes.extend([0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]);
    bytes.extend([side.to_le_bytes(), side.to_le_bytes(), [1, 0, 24, 0]].concat());
    bytes.extend([0; 24]);
    bytes.extend((0..side * side).flat_map(|at| pixel(at % side, at / side)));
    bytes
}

/// A photograph-like bitmap, a smaller copy of it, an exact copy, and another image.
fn alike(name: &str) -> Folder {
    let folder = Folder::new(name);
    let scene = |seed: u32, x: u32, y: u32| {
        let wave = |a: u32, b: u32| (((x * a + y * b + seed * 37) as f32 / 40.0).sin() * 100.0 + 120.0) as u8;
        [wave(3, 1), wave(1, 4), wave(2 + seed, 2)]
    };
    for (file, seed) in [("b large.bmp", 1), ("other.bmp", 5)] {
        folder.file(file, &bitmap(128, |x, y| scene(seed, x, y)));
    }
    let large = folder.path().join("b large.bmp");
    let recipe = folder.file(
        "r.json",
        br#"{"resizeImages":true,"maxWidth":80,"maxHeight":80,"convertFormat":true,"outputFormat":"jpeg"}"#,
    );
    let small = folder.path().join("a small.jpg");
    let made =
        nomina(&["process", "--recipe", &recipe, large.to_str().unwrap(), small.to_str().unwrap()], &[]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    std::fs::remove_file(recipe).unwrap();
    std::fs::copy(&large, folder.path().join("copy.bmp")).unwrap();
    folder
}

#[test]
fn near_duplicates_are_moved_aside_and_back_and_the_largest_stays() {
    let folder = alike("dedupe");
    let before = content(folder.path());
    let shown = nomina(&["dedupe", folder.text()], &[]);
    assert_eq!(shown.out, "b large.bmp stays (the largest)\n  copy.bmp\n  a small.jpg\n", "{}", shown.err);
    assert!(content(folder.path()) == before);
    let exact = nomina(&["dedupe", "--exact", "--json", folder.text()], &[]);
    assert_eq!(
        exact.out,
        "{\"keep\":\"b large.bmp\",\"reason\":\"same\",\"kind\":\"copies\",\"others\":[\"copy.bmp\"]}\n",
        "{}",
        exact.err
    );
    let run = nomina(&["dedupe", "--apply", folder.text()], &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected = ["b large.bmp", "duplicates/a small.jpg", "duplicates/copy.bmp", "other.bmp"];
    assert_eq!(names(folder.path()), expected);
    let again = nomina(&["dedupe", "-r", "--apply", folder.text()], &[]);
    assert!(again.err.contains("No two of 2 images show the same"), "{}", again.err);
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before && !folder.path().join("duplicates").exists());
}

#[test]
fn of_images_of_one_size_the_sharpest_stays() {
    let folder = Folder::new("dedupe-sharp");
    let striped = |name: &str, noise: f32| {
        let pixel = |x: u32, y: u32| {
            let wave = ((x * 3 + y) as f32 / 40.0).sin() * 60.0 + ((x + y * 4) as f32 / 40.0).sin() * 30.0;
            let grain = if (x + y).is_multiple_of(2) { noise } else { -noise };
            [(128.0 + wave + grain) as u8; 3]
        };
        folder.file(name, &bitmap(128, pixel));
    };
    striped("a soft.bmp", 0.0);
    striped("b sharp.bmp", 9.0);
    let shown = nomina(&["dedupe", "--json", folder.text()], &[]);
    let line = "{\"keep\":\"b sharp.bmp\",\"reason\":\"sharpest\",\"kind\":\"copies\",\"others\":[\"a soft.bmp\"]}\n";
    assert_eq!(shown.out, line, "{}", shown.err);
    assert_eq!(nomina(&["dedupe", "--apply", folder.text()], &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["b sharp.bmp", "duplicates/a soft.bmp"]);
}

#[test]
fn shots_of_one_moment_are_a_group_when_they_are_asked_for() {
    let folder = Folder::new("dedupe-bursts");
    let shot = |name: &str, moved: bool, date: &str| {
        let pixel = |x: u32, y: u32| {
            let shade = (x / 16 * 7 + y / 16 * 11) * 2_654_435_761_u32.wrapping_shr(20) % 251;
            let subject = moved && x < 32 && y < 32;
            [if subject { 251 - shade } else { shade } as u8; 3]
        };
        let bitmap = folder.file(".shot.bmp", &bitmap(128, pixel));
        dated_copy(&folder, name, &bitmap, Some(date));
    };
    shot("a.png", false, "2024-05-17T10:00:00");
    shot("b.png", true, "2024-05-17T10:00:05");
    shot("later.png", true, "2024-05-17T11:00:00");
    let copies = nomina(&["dedupe", "--json", folder.text()], &[]);
    let line = "{\"keep\":\"b.png\",\"reason\":\"same\",\"kind\":\"copies\",\"others\":[\"later.png\"]}\n";
    assert_eq!(copies.out, line, "{}", copies.err);
    let shown = nomina(&["dedupe", "--bursts", folder.text()], &[]);
    assert!(
        shown.out.contains("b.png (the same moment)") || shown.out.contains("a.png (the same moment)"),
        "{}",
        shown.out
    );
    assert!(shown.err.contains("show the same or the same moment as another one"), "{}", shown.err);
    let json = nomina(&["dedupe", "--bursts", "--json", folder.text()], &[]);
    assert!(json.out.contains("\"kind\":\"burst\""), "{}", json.out);
    let refused = nomina(&["dedupe", "--bursts", "--delete", folder.text()], &[]);
    assert!(refused.code == Some(2) && refused.err.contains("--delete"), "{}", refused.err);
}

#[test]
fn nothing_is_deleted_without_a_list_and_a_yes() {
    let folder = alike("dedupe-delete");
    let before = content(folder.path());
    let delete = |answer: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nomina"));
        command.env_clear().args(["dedupe", "--delete", folder.text()]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    for answer in ["", "\n", "y\n", "YES please\n"] {
        let run = delete(answer);
        assert!(String::from_utf8(run.stdout).unwrap().contains("copy.bmp"), "the list comes first");
        assert!(String::from_utf8(run.stderr).unwrap().contains("Nothing was deleted"));
        assert!(content(folder.path()) == before, "{answer:?}");
    }
    assert_eq!(delete("yes\n").status.code(), Some(0));
    assert_eq!(names(folder.path()), ["b large.bmp", "other.bmp"]);
}
