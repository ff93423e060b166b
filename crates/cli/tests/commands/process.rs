//! `nomina process`: no result is lost, nothing is replaced unasked, and what cannot be read or written costs little.

use std::path::Path;
use std::process::Command;

use crate::run::{Folder, Run, Service, nomina};

/// Every file under a folder, relative, in order.
fn files(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => walk(&path, root, found),
                false => found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()),
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, folder, &mut found);
    found.retain(|name| !name.ends_with(".nomina-results.jsonl"));
    found.sort();
    found
}

fn process(args: &[&str]) -> Run {
    nomina(&[&["process"], args].concat(), &[])
}

/// A folder with a folder `in` inside and room for an `out`; the paths of both.
fn two(name: &str) -> (Folder, String, String) {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.path().join("in/deep")).unwrap();
    let (from, to) = (format!("{}/in", folder.text()), format!("{}/out", folder.text()));
    (folder, from, to)
}

fn recipe(folder: &Folder, json: &str) -> String {
    folder.file("recipe.json", json.as_bytes())
}

const WEBP: &str = r#"{"convertFormat": true, "outputFormat": "webp"}"#;

#[test]
fn images_whose_results_would_share_a_name_all_get_one() {
    let (folder, from, to) = two("share");
    for name in ["in/a.bmp", "in/A.png", "in/a.jpg", "in/deep/a.bmp"] {
        folder.image(name);
    }
    let run = process(&["--recipe", &recipe(&folder, WEBP), &from, &to]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(files(Path::new(&to)), ["A.webp", "a-2.webp", "a-3.webp", "deep/a.webp"]);
}

#[test]
fn only_the_images_that_are_meant_are_processed() {
    let (folder, from, to) = two("meant");
    for name in ["in/a.bmp", "in/b.bmp", "in/deep/c.bmp", "in/deep/d.png"] {
        folder.image(name);
    }
    let run = process(&["--include", "*.bmp", "--exclude", "deep/**", &from, &to]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(files(Path::new(&to)), ["a.bmp", "b.bmp"]);
}

#[test]
fn a_result_that_is_there_stays_until_overwrite_is_said() {
    let (folder, from, to) = two("there");
    folder.image("in/a.bmp");
    folder.image("in/b.bmp");
    assert_eq!(process(&[&from, &to]).code, Some(0));
    std::fs::write(format!("{to}/a.bmp"), "mine").unwrap();
    std::fs::remove_file(format!("{to}/b.bmp")).unwrap();
    let again = process(&[&from, &to]);
    assert!(again.code == Some(1) && again.err.contains("--overwrite"), "{}", again.err);
    assert_eq!(std::fs::read(format!("{to}/a.bmp")).unwrap(), b"mine");
    assert!(Path::new(&to).join("b.bmp").exists(), "the others go on");
    assert_eq!(process(&["--overwrite", &from, &to]).code, Some(0));
    assert_ne!(std::fs::read(format!("{to}/a.bmp")).unwrap(), b"mine");
}

#[test]
fn originals_are_never_replaced() {
    let (folder, from, _) = two("originals");
    let a = folder.image("in/a.bmp");
    let before = std::fs::read(&a).unwrap();
    for args in [["--overwrite", &from, &from], ["--overwrite", &a, &a], ["--overwrite", &a, &from]] {
        let recipe = recipe(&folder, r#"{"removeMetadata": true, "resizeImages": true, "maxWidth": 1}"#);
        let run = process(&[&["--recipe", &recipe], &args[..]].concat());
        assert_eq!(run.code, Some(1), "{args:?} {}", run.err);
        assert_eq!(std::fs::read(&a).unwrap(), before, "{args:?}");
    }
}

#[test]
fn results_inside_the_folder_are_no_images_the_next_time() {
    let (folder, from, _) = two("inside");
    folder.image("in/a.bmp");
    let to = format!("{from}/small");
    for _ in 0..2 {
        assert_eq!(process(&["--overwrite", &from, &to]).code, Some(0));
    }
    assert_eq!(files(Path::new(&from)), ["a.bmp", "small/a.bmp"]);
}

#[test]
fn the_ending_of_a_result_is_the_truth_or_refused() {
    let folder = Folder::new("ending");
    let a = folder.image("a.bmp");
    let place = |name: &str| format!("{}/{name}", folder.text());
    assert_eq!(process(&[&a, &place("z.png")]).code, Some(0));
    assert!(std::fs::read(place("z.png")).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(process(&[&a, &place("z.avif")]).code, Some(0));
    assert_eq!(std::fs::read(place("z.avif")).unwrap()[4..12], *b"ftypavif");
    let webp = recipe(&folder, WEBP);
    for (args, says) in [
        (vec!["--recipe", &webp, &a, &*place("y.png")], "the recipe makes WebP, but the name says PNG"),
        (vec![&*a, &*place("y.gif")], ".gif cannot be made of BMP"),
        (vec![&*a, &*place("y.tiff")], ".tiff cannot be made of BMP"),
    ] {
        let run = process(&args);
        assert!(run.code == Some(1) && run.err.contains(says), "{}", run.err);
    }
    // A file in a folder whose ending lies gets the true one.
    let (lying, from, to) = two("lying");
    lying.image("in/z.png");
    assert_eq!(process(&[&from, &to]).code, Some(0));
    assert_eq!(files(Path::new(&to)), ["z.bmp"]);
}

#[test]
fn an_image_that_came_since_gets_its_result_on_resume_and_no_other_is_made_twice() {
    let (folder, from, to) = two("resume");
    for (name, number) in [("in/a.jpg", 1), ("in/a.png", 2)] {
        folder.numbered(name, number);
    }
    let recipe = recipe(&folder, r#"{"convertFormat": true, "outputFormat": "png"}"#);
    assert_eq!(process(&["--recipe", &recipe, &from, &to]).code, Some(0));
    let before = std::fs::read(format!("{to}/a.png")).unwrap();
    folder.numbered("in/a.bmp", 3);
    for _ in 0..2 {
        let run = process(&["--resume", "--recipe", &recipe, &from, &to]);
        assert_eq!(
            (run.code, files(Path::new(&to))),
            (Some(0), ["a-2.png", "a-3.png", "a.png"].map(str::to_owned).to_vec()),
            "{}",
            run.err
        );
    }
    assert_eq!(std::fs::read(format!("{to}/a.png")).unwrap(), before);
    let contents: std::collections::BTreeSet<Vec<u8>> =
        files(Path::new(&to)).iter().map(|name| std::fs::read(format!("{to}/{name}")).unwrap()).collect();
    assert_eq!(contents.len(), 3, "one result of each image");
}

#[test]
fn without_a_record_resume_leaves_no_image_out() {
    let (folder, from, to) = two("resume-old");
    let recipe = recipe(&folder, r#"{"convertFormat": true, "outputFormat": "png"}"#);
    for (name, number) in [("in/a.jpg", 1), ("in/a.png", 2), ("in/b.bmp", 3)] {
        folder.numbered(name, number);
    }
    assert_eq!(process(&["--recipe", &recipe, &from, &to]).code, Some(0));
    std::fs::remove_file(format!("{to}/.nomina-results.jsonl")).unwrap();
    folder.numbered("in/a.bmp", 4);
    assert_eq!(process(&["--resume", "--recipe", &recipe, &from, &to]).code, Some(0));
    let made = files(Path::new(&to));
    let contents: std::collections::BTreeSet<Vec<u8>> =
        made.iter().map(|name| std::fs::read(format!("{to}/{name}")).unwrap()).collect();
    assert_eq!(contents.len(), 4, "{made:?}");
    assert!(!made.contains(&"b-2.png".to_owned()), "nothing else can have made b.png: {made:?}");
}

#[test]
fn names_follow_the_recipe() {
    let (folder, from, to) = two("named");
    folder.image("in/IMG_2041 (2).bmp");
    folder.image("in/b.bmp");
    let plain = format!("{to}/plain");
    assert_eq!(process(&[&from, &plain]).code, Some(0));
    assert_eq!(files(Path::new(&plain)), ["IMG_2041 (2).bmp", "b.bmp"]);
    let wish = r#"{"prefix": "Trip", "suffix": "x", "namePattern": "{n:3} {name}", "letterCase": "upper", "separator": "underscore"}"#;
    let run = process(&["--recipe", &recipe(&folder, wish), &from, &to]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(Path::new(&to).join("Trip_001_IMG_2041_2_x.bmp").exists(), "{:?}", files(Path::new(&to)));
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_work_and_leaves_nothing_half_written() {
    let (folder, from, to) = two("full");
    for name in ["in/a.bmp", "in/b.bmp"] {
        folder.large_image(name);
    }
    // The shell's limit on the size of a file stands for the end of the disk.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" process \"$1\" \"$2\"";
    let nomina = env!("CARGO_BIN_EXE_nomina");
    let done = Command::new("sh").args(["-c", script, nomina, &from, &to]).output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(err.contains("Stopped: 2 of 2 images were not processed."), "{err}");
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(files(Path::new(&to)), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_by_name_and_passed_over_in_a_folder() {
    let (folder, from, to) = two("pipe");
    folder.image("in/a.bmp");
    let pipe = format!("{from}/pipe.jpg");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(process(&[&from, &to]).code, Some(0));
    for args in [["process", &pipe, "x.jpg"], ["inspect", "--json", &pipe]] {
        let run = nomina(&args, &[]);
        assert!(run.code == Some(1) && run.err.contains("not an ordinary file"), "{}", run.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_beyond_the_limit_is_refused_without_being_read() {
    let folder = Folder::new("huge");
    let huge = folder.file("huge.bmp", b"BM");
    std::fs::OpenOptions::new().write(true).open(&huge).unwrap().set_len(3 << 30).unwrap();
    // Less memory than the file is long.
    let script = "ulimit -v 2000000; exec \"$0\" inspect \"$1\"";
    let nomina = env!("CARGO_BIN_EXE_nomina");
    let done = Command::new("sh").args(["-c", script, nomina, &huge]).output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(err.contains("longer than 256 MB"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_result_keeps_the_permissions_and_times_of_its_original() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("kept");
    let (a, b) = (folder.image("a.bmp"), format!("{}/b.png", folder.text()));
    let day = std::time::UNIX_EPOCH + std::time::Duration::from_secs(86_400);
    let file = std::fs::File::options().write(true).open(&a).unwrap();
    file.set_modified(day).unwrap();
    file.set_permissions(PermissionsExt::from_mode(0o640)).unwrap();
    assert_eq!(process(&[&a, &b]).code, Some(0));
    let facts = std::fs::metadata(&b).unwrap();
    assert_eq!((facts.modified().unwrap(), facts.permissions().mode() & 0o777), (day, 0o640));
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_keeps_extended_attributes_unless_metadata_is_removed() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = Folder::new("attributes");
    let (a, b) = (folder.image("a.bmp"), format!("{}/b.png", folder.text()));
    if let Err(error) = setxattr(&*a, "user.tag", b"fox", XattrFlags::empty()) {
        return nomina_needs::missing("xattr", format!("the temporary folder has none: {error}"));
    }
    let mut value = [0; 16];
    let mut kept = |json: &str| {
        assert_eq!(process(&["--overwrite", "--recipe", &recipe(&folder, json), &a, &b]).code, Some(0));
        getxattr(&*b, "user.tag", &mut value).ok().map(|length| value[..length].to_vec())
    };
    assert_eq!(kept("{}").as_deref(), Some(&b"fox"[..]));
    // They can hold the address that an image was loaded from.
    assert_eq!(kept(r#"{"removeMetadata": true}"#), None);
}

#[test]
fn one_image_goes_through_a_pipe() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = Folder::new("piped");
    let image = std::fs::read(folder.image("a.bmp")).unwrap();
    let recipe = recipe(&folder, r#"{"convertFormat": true, "outputFormat": "png"}"#);
    let pipe = |args: &[&str], input: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nomina"))
            .args([&["process"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let done = pipe(&["--recipe", &recipe, "-", "-"], &image);
    assert!(
        done.status.success() && done.stdout.starts_with(b"\x89PNG"),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let target = format!("{}/b.webp", folder.text());
    assert!(pipe(&["-", &target], &image).status.success());
    assert!(std::fs::read(&target).unwrap().starts_with(b"RIFF"));
    let refused = pipe(&["-", folder.text()], &image);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("name the file that standard input becomes"));
    assert!(!pipe(&["-", "-"], b"no image").status.success());
}

#[test]
fn quiet_says_only_failures_json_says_them_too_and_an_empty_folder_is_said() {
    let (folder, from, to) = two("quiet");
    let empty = process(&[&from, &to]);
    assert!(empty.code == Some(1) && empty.err.contains("there is nothing to process"), "{}", empty.err);
    folder.image("in/a.bmp");
    folder.file("in/b.jpg", b"\xff\xd8\xff\xe0cut");
    let run = process(&["--quiet", "--json", &from, &to]);
    assert_eq!((run.code, run.err.lines().count()), (Some(1), 1), "{}", run.err);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["output"].is_string() && lines[1]["error"].is_string(), "{}", run.out);
    let none = nomina(&["backup", &format!("{}/none/b.zip", folder.text())], &[]);
    assert!(none.err.contains("/none is not there. Create it first."), "{}", none.err);
}

#[test]
fn placeholders_in_metadata_texts_are_filled_with_what_a_model_says() {
    const FOX: &str =
        r#"{"fileName":"red-fox","altText":"A red fox.","keywords":["fox","snow"],"alternatives":[]}"#;
    let (folder, service) = (Folder::new("placeholders"), Service::saying(FOX));
    let image = folder.image("a.bmp");
    let recipe = folder.file(
        "r.json",
        br#"{"convertFormat":true,"outputFormat":"png","addCustomMetadata":true,"customTitle":"{name}","customDescription":"Shop: {alt}","customKeywords":"{keywords}, shop"}"#,
    );
    let target = folder.path().join("a.png");
    let settings = [("OPENAI_BASE_URL", &*service.url), ("AI_RETRIES", "0")];
    let run = nomina(&["process", "--recipe", &recipe, &image, target.to_str().unwrap()], &settings);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = String::from_utf8_lossy(&std::fs::read(&target).unwrap()).into_owned();
    for words in [">Red fox<", ">Shop: A red fox.<", "<rdf:li>snow</rdf:li>", "<rdf:li>shop</rdf:li>"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let other = folder.path().join("b.png");
    let failing = Service::start(500, "{}");
    let settings = [("OPENAI_BASE_URL", &*failing.url), ("AI_RETRIES", "0")];
    let run = nomina(&["process", "--recipe", &recipe, &image, other.to_str().unwrap()], &settings);
    assert!(
        run.code == Some(1) && run.err.contains("AI processing failed") && !other.exists(),
        "{}",
        run.err
    );
}

#[test]
fn a_file_that_cannot_be_inspected_is_a_json_line_too() {
    let folder = Folder::new("inspect-json");
    let (image, broken) = (folder.image("a.bmp"), folder.file("b.jpg", b"hello"));
    let run = nomina(&["inspect", "--json", &image, &broken, "gone.png"], &[]);
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), run.code), (3, Some(1)), "{}", run.out);
    assert_eq!(
        (lines[0]["inspection"]["width"].as_u64(), lines[1]["file"].as_str()),
        (Some(2), Some(&*broken))
    );
    assert!(lines[1]["error"].is_string() && lines[2]["error"].is_string(), "{}", run.out);
}
