//! Files that belong to an image follow it: forward, back, killed, and where one of them is missing or in the way.

use crate::rename::{content, journal, names, rename};
use crate::run::{Folder, nomina};

/// An image with settings beside it in both ways of naming, its RAW, its video, and something that only looks alike.
fn shoot(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.numbered("IMG 1.bmp", 1);
    for other in ["IMG 1.xmp", "IMG 1.bmp.xmp", "IMG 1.CR3", "IMG 1.MOV", "IMG 1.txt", "IMG 10.xmp"] {
        folder.file(other, other.as_bytes());
    }
    folder
}

const TOGETHER: [&str; 7] =
    ["IMG 1.txt", "IMG 10.xmp", "fox.CR3", "fox.MOV", "fox.bmp", "fox.bmp.xmp", "fox.xmp"];

#[test]
fn sidecars_travel_with_their_image_and_come_back_with_it() {
    let folder = shoot("sidecars");
    let before = content(folder.path());
    let shown = rename(&["--pattern", "fox", folder.text()]);
    assert!(shown.out.contains("  IMG 1.xmp -> fox.xmp") || shown.out.contains("IMG 1.xmp"), "{}", shown.out);
    assert!(shown.err.contains("1 of 1 images would get a new name"), "{}", shown.err);
    let run = rename(&["--apply", "--pattern", "fox", folder.text()]);
    assert_eq!(
        (run.code, names(folder.path())),
        (Some(0), TOGETHER.map(str::to_owned).to_vec()),
        "{}",
        run.err
    );
    assert!(run.err.contains("1 images were renamed, and 4 files that belong to them"), "{}", run.err);
    assert_eq!(std::fs::read(folder.path().join("fox.bmp.xmp")).unwrap(), b"IMG 1.bmp.xmp");
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before);
}

#[test]
fn without_sidecars_only_the_image_is_renamed() {
    let folder = shoot("no-sidecars");
    assert_eq!(rename(&["--apply", "--no-sidecars", "--pattern", "fox", folder.text()]).code, Some(0));
    let there = names(folder.path());
    assert!(there.contains(&"fox.bmp".to_owned()) && there.contains(&"IMG 1.xmp".to_owned()), "{there:?}");
    assert_eq!(there.iter().filter(|name| name.starts_with("fox")).count(), 1, "{there:?}");
}

#[test]
fn a_sidecar_that_is_a_folder_stays_and_one_in_the_way_gives_all_of_them_a_number() {
    let folder = Folder::new("sidecar-odd");
    folder.numbered("IMG 1.bmp", 1);
    folder.file("IMG 1.aae", b"edits");
    std::fs::create_dir(folder.path().join("IMG 1.xmp")).unwrap();
    folder.file("fox.aae", b"a stranger's");
    let run = rename(&["--apply", "--pattern", "fox", folder.text()]);
    assert!(
        run.code == Some(0) && run.err.contains("IMG 1.xmp: this is a folder and no sidecar"),
        "{}",
        run.err
    );
    assert_eq!(names(folder.path()), ["fox-2.aae", "fox-2.bmp", "fox.aae"]);
    assert!(folder.path().join("IMG 1.xmp").is_dir());
    assert_eq!(std::fs::read(folder.path().join("fox.aae")).unwrap(), b"a stranger's");
}

#[test]
fn a_sidecar_that_has_gone_is_said_and_the_image_goes_home() {
    let folder = shoot("sidecar-gone");
    assert_eq!(rename(&["--apply", "--pattern", "fox", folder.text()]).code, Some(0));
    std::fs::remove_file(folder.path().join("fox.xmp")).unwrap();
    let run = nomina(&["undo", &journal(folder.path())], &[]);
    assert!(run.code == Some(1) && run.err.contains("fox.xmp: it is not there any more"), "{}", run.err);
    let there = names(folder.path());
    assert!(
        there.contains(&"IMG 1.bmp".to_owned()) && there.contains(&"IMG 1.bmp.xmp".to_owned()),
        "{there:?}"
    );
}

#[test]
fn crossing_images_take_their_sidecars_along() {
    let folder = Folder::new("sidecar-crossing");
    for at in 1..=12 {
        folder.numbered(&format!("{at}.bmp"), at);
        folder.file(&format!("{at}.xmp"), format!("settings of {at}").as_bytes());
    }
    let before = content(folder.path());
    assert_eq!(rename(&["--apply", "--pattern", "{n:1}", folder.text()]).code, Some(0));
    for at in 1..=12 {
        let image = std::fs::read(folder.path().join(format!("{at}.bmp"))).unwrap()[54];
        let settings = std::fs::read_to_string(folder.path().join(format!("{at}.xmp"))).unwrap();
        assert_eq!(settings, format!("settings of {image}"));
    }
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before);
}
