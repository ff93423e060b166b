//! `rename --write`: words go into the metadata, other programs read them there, and undo gives the former bytes back.

use std::path::Path;
use std::process::Command;

use crate::rename::{content, journal, names};
use crate::run::{Folder, Run, Service, nomina};

const FOX: &str = r#"{"fileName":"red-fox-in-snow","altText":"A red fox stands in deep snow.","keywords":["fox","snow","winter"],"alternatives":[]}"#;

/// Runs a command with a service that sees foxes everywhere; the cache is in the folder's own place.
fn seen(service: &Service, folder: &Folder, args: &[&str]) -> Run {
    let cache = format!("{}-cache", folder.text());
    let run =
        nomina(args, &[("OPENAI_BASE_URL", &service.url), ("AI_RETRIES", "0"), ("XDG_CACHE_HOME", &cache)]);
    let _ = std::fs::remove_dir_all(&cache);
    run
}

/// A small image of each format whose files hold words, and one whose do not.
fn shoot(name: &str) -> Folder {
    let folder = Folder::new(name);
    let bitmap = folder.numbered("a.bmp", 1);
    for format in ["jpg", "png", "webp"] {
        let target = folder.path().join(format!("IMG_{format}.{format}"));
        assert_eq!(nomina(&["process", &bitmap, target.to_str().unwrap()], &[]).code, Some(0));
    }
    std::fs::rename(bitmap, folder.path().join("IMG_bmp.bmp")).unwrap();
    folder
}

fn write(folder: &Folder, args: &[&str]) -> Run {
    let service = Service::saying(FOX);
    let rename = ["rename", "--apply", "--write", "title,description,keywords"];
    seen(&service, folder, &[&rename, args, &[folder.text()]].concat())
}

fn exiftool(file: &Path, tag: &str) -> Option<String> {
    let run = Command::new("exiftool").args(["-s3", "-sep", "|", tag]).arg(file).output();
    let Ok(run) = run else {
        nomina_needs::missing("exiftool", "it is not installed (Debian: libimage-exiftool-perl)");
        return None;
    };
    Some(String::from_utf8(run.stdout).unwrap().trim().to_owned())
}

#[test]
fn words_are_written_where_other_programs_read_them_and_undo_gives_the_bytes_back() {
    let folder = shoot("words");
    let before = content(folder.path());
    let run = write(&folder, &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("4 got words in their metadata"), "{}", run.err);
    let there = names(folder.path());
    let snow = |end: &str| format!("red-fox-in-snow{end}");
    let expected = [".bmp", ".bmp.xmp", ".jpg", ".png", ".webp"].map(snow);
    assert_eq!(there, expected, "the bitmap has a sidecar");
    for file in expected.iter().filter(|name| !name.ends_with(".bmp")) {
        let path = folder.path().join(file);
        for (tag, value) in [
            ("-XMP-dc:Title", "Red fox in snow"),
            ("-XMP-dc:Description", "A red fox stands in deep snow."),
            ("-XMP-dc:Subject", "fox|snow|winter"),
        ] {
            let Some(read) = exiftool(&path, tag) else { break };
            assert_eq!(read, value, "{file} {tag}");
        }
    }
    if let Some(read) = exiftool(&folder.path().join(snow(".jpg")), "-IPTC:Keywords") {
        assert_eq!(read, "fox|snow|winter");
    }
    let undone = nomina(&["undo", &journal(folder.path())], &[]);
    assert_eq!(undone.code, Some(0), "{}", undone.err);
    assert!(undone.err.contains("4 files have their former metadata back"), "{}", undone.err);
    assert!(content(folder.path()) == before, "{:?}", names(folder.path()));
}

/// Gives an image tags with exiftool; false where it is not installed.
fn tagged(file: &Path, tags: &[&str]) -> bool {
    let run = Command::new("exiftool").args(["-q", "-overwrite_original"]).args(tags).arg(file).status();
    if run.is_err() {
        nomina_needs::missing("exiftool", "it is not installed (Debian: libimage-exiftool-perl)");
    }
    run.is_ok_and(|status| status.success())
}

#[test]
fn places_and_people_of_other_programs_are_said_when_asked_for() {
    const WALK: &str = r#"{"fileName":"two-people-on-beach","altText":"Two people on a beach.","keywords":["beach"],"alternatives":[]}"#;
    let (folder, service) = (shoot("scene"), Service::saying(WALK));
    let image = folder.path().join("IMG_jpg.jpg");
    let tags = [
        "-GPSLatitude=43.538",
        "-GPSLatitudeRef=N",
        "-GPSLongitude=7.04",
        "-GPSLongitudeRef=W",
        "-XMP-iptcExt:PersonInImage=Zoë Lind",
        "-XMP-mwg-rs:RegionInfo={RegionList=[{Name=Ben,Type=Face},{Name=Rex,Type=Pet}]}",
        "-XMP-MP:RegionInfoMP={Regions=[{PersonDisplayName=Cleo}]}",
    ];
    if !tagged(&image, &tags) {
        return;
    }
    let only = ["--include", "*.jpg", folder.text()];
    let shown = |args: &[&str]| seen(&service, &folder, &[&["rename"], args, &only[..]].concat()).out;
    assert_eq!(shown(&[]), "IMG_jpg.jpg -> two-people-on-beach.jpg\n");
    assert_eq!(shown(&["--say-place"]), "IMG_jpg.jpg -> two-people-on-beach-in-ribadeo.jpg\n");
    let both = shown(&["--say-place", "--say-people"]);
    assert_eq!(both, "IMG_jpg.jpg -> zoe-lind-cleo-and-ben-on-beach-in-ribadeo.jpg\n");
    let folders = shown(&["--pattern", "{country}/{city}/{people}-{n}"]);
    assert_eq!(folders, "IMG_jpg.jpg -> spain/ribadeo/zoe-lind-cleo-and-ben-1.jpg\n");
    let sorted = nomina(&["sort", "--by", "place,year", "--include", "*.jpg", folder.text()], &[]);
    assert_eq!(sorted.out, "IMG_jpg.jpg -> spain/ribadeo/no-date/IMG_jpg.jpg\n", "{}", sorted.err);
    let named =
        seen(&service, &folder, &["name", "--json", "--say-place", "--say-people", image.to_str().unwrap()]);
    let line: serde_json::Value = serde_json::from_str(&named.out).expect(&named.err);
    assert_eq!(line["details"]["altText"], "Two people on a beach in Ribadeo: Zoë Lind, Cleo and Ben.");
}

#[test]
fn keywords_inside_others_are_written_as_lightroom_reads_them() {
    let folder = shoot("hierarchy");
    let run = write(&folder, &["--include", "*.jpg", "--add-keywords", "Animals|Foxes"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let named = folder.path().join("red-fox-in-snow.jpg");
    let Some(paths) = exiftool(&named, "-XMP-lr:HierarchicalSubject") else { return };
    assert_eq!(paths, "Animals|Foxes");
    let flat = exiftool(&named, "-XMP-dc:Subject").unwrap();
    assert_eq!(flat, "fox|snow|winter|Animals|Foxes");
    assert_eq!(exiftool(&named, "-IPTC:Keywords").unwrap(), flat);
    let again = write(&folder, &["--include", "*.jpg", "--add-keywords", "Animals|Foxes"]);
    assert!(again.err.contains("Every image has its name already"), "{}", again.err);
}

#[test]
fn a_dry_run_shows_the_words_and_writes_none() {
    let (folder, service) = (shoot("words-dry"), Service::saying(FOX));
    let before = content(folder.path());
    let args = ["rename", "--write", "title,keywords", folder.text()];
    let run = seen(&service, &folder, &args);
    assert!(
        run.out.contains("title: Red fox in snow") && run.out.contains("keywords: fox, snow"),
        "{}",
        run.out
    );
    assert!(!run.out.contains("description"), "{}", run.out);
    assert!(run.err.contains("4 would get words in their metadata"), "{}", run.err);
    assert!(content(folder.path()) == before);
}

#[test]
fn what_a_person_wrote_stays_unless_it_is_to_be_replaced() {
    let folder = shoot("words-own");
    let recipe = folder
        .file("r.json", br#"{"addCustomMetadata":true,"customTitle":"Mine","customKeywords":"client"}"#);
    let [from, own] = ["IMG_jpg.jpg", "own.jpg"].map(|name| folder.path().join(name));
    let args = ["process", "--recipe", &recipe, from.to_str().unwrap(), own.to_str().unwrap()];
    assert_eq!(nomina(&args, &[]).code, Some(0));
    let include = ["--include", "own.jpg"];
    assert_eq!(write(&folder, &include).code, Some(0));
    let named = folder.path().join("red-fox-in-snow.jpg");
    if let (Some(title), Some(keywords)) =
        (exiftool(&named, "-XMP-dc:Title"), exiftool(&named, "-XMP-dc:Subject"))
    {
        assert_eq!((title.as_str(), keywords.as_str()), ("Mine", "client|fox|snow|winter"));
    }
    let again = write(&folder, &["--include", "red-fox*", "--replace-words"]);
    assert!(again.err.contains("1 got words"), "{}", again.err);
    if let Some(title) = exiftool(&named, "-XMP-dc:Title") {
        assert_eq!(title, "Red fox in snow");
    }
    let third = write(&folder, &["--include", "red-fox*", "--replace-words"]);
    assert!(third.err.contains("Every image has its name already"), "{}", third.err);
}

#[test]
fn words_written_into_an_image_with_a_sheet_do_not_make_the_model_look_again() {
    let (folder, service) = (shoot("words-sheet"), Service::saying(FOX));
    let sheets = Folder::new("words-sheet-file");
    let sheet = sheets.file("s.csv", b"n,product\n1,Oak Table\n2,Oak Table\n3,Oak Table\n4,Oak Table\n");
    let cache = Folder::new("words-sheet-cache");
    let settings =
        [("OPENAI_BASE_URL", service.url.as_str()), ("AI_RETRIES", "0"), ("XDG_CACHE_HOME", cache.text())];
    let write = ["rename", "--apply", "--sheet", &sheet, "--write", "title,keywords", folder.text()];
    assert_eq!(nomina(&write, &settings).code, Some(0));
    let asked = service.heard().len();
    assert!(service.heard()[0].contains("Oak Table"), "the model is told what the sheet says");
    assert_eq!(nomina(&["rename", "--sheet", &sheet, folder.text()], &settings).code, Some(0));
    assert_eq!((asked, service.heard().len()), (4, 4));
}

#[test]
fn a_file_that_was_changed_since_keeps_its_words_and_gets_its_name_back() {
    let folder = shoot("words-changed");
    assert_eq!(write(&folder, &[]).code, Some(0));
    let [image, sidecar] =
        ["red-fox-in-snow.jpg", "red-fox-in-snow.bmp.xmp"].map(|name| folder.path().join(name));
    let mut edited = std::fs::read(&image).unwrap();
    edited.push(0);
    std::fs::write(&image, &edited).unwrap();
    let settings = std::fs::read_to_string(&sidecar).unwrap() + "\n";
    std::fs::write(&sidecar, &settings).unwrap();
    let run = nomina(&["undo", &journal(folder.path())], &[]);
    assert!(
        run.code == Some(1) && run.err.contains("red-fox-in-snow.jpg: it was changed since"),
        "{}",
        run.err
    );
    assert_eq!(std::fs::read(folder.path().join("IMG_jpg.jpg")).unwrap(), edited);
    let beside = std::fs::read_to_string(folder.path().join("IMG_bmp.bmp.xmp")).unwrap();
    assert_eq!(beside, settings, "settings of somebody follow their image: {}", run.err);
}

#[test]
fn an_existing_sidecar_gets_the_words_and_keeps_the_rest() {
    let folder = Folder::new("words-sidecar");
    folder.numbered("IMG 1.bmp", 1);
    let old = r#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Exposure2012="+0.50"/></rdf:RDF></x:xmpmeta>"#;
    folder.file("IMG 1.xmp", old.as_bytes());
    let before = content(folder.path());
    assert_eq!(write(&folder, &[]).code, Some(0));
    assert_eq!(names(folder.path()), ["red-fox-in-snow.bmp", "red-fox-in-snow.xmp"]);
    let text = std::fs::read_to_string(folder.path().join("red-fox-in-snow.xmp")).unwrap();
    assert!(text.contains("Red fox in snow") && text.contains("Exposure2012=\"+0.50\""), "{text}");
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before);
}

#[test]
fn a_sidecar_that_is_a_folder_or_no_xmp_is_said_and_everything_else_goes_on() {
    let folder = Folder::new("words-odd");
    folder.numbered("a.bmp", 1);
    folder.numbered("b.bmp", 2);
    std::fs::create_dir(folder.path().join("red-fox-in-snow.bmp.xmp")).unwrap();
    folder.file("b.xmp", b"not xml");
    let run = write(&folder, &[]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("is a folder or a link, not a sidecar"), "{}", run.err);
    assert!(run.err.contains("is no XMP that can be read"), "{}", run.err);
    assert_eq!(
        names(folder.path()),
        ["red-fox-in-snow-2.bmp", "red-fox-in-snow-2.xmp", "red-fox-in-snow.bmp"]
    );
    assert_eq!(std::fs::read(folder.path().join("red-fox-in-snow-2.xmp")).unwrap(), b"not xml");
}

#[test]
#[cfg(unix)]
fn a_read_only_pair_is_renamed_and_left_unchanged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = shoot("words-read-only");
    folder.file("IMG_jpg.CR2", b"raw bytes that no model sees");
    for name in ["IMG_jpg.jpg", "IMG_jpg.CR2"] {
        std::fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(0o444)).unwrap();
    }
    let before = content(folder.path());
    let run = write(&folder, &["--include", "*.jpg"]);
    assert!(run.code == Some(1) && run.err.contains("red-fox-in-snow.jpg: it is read-only"), "{}", run.err);
    let after = content(folder.path());
    let [old, new] =
        ["IMG_jpg", "red-fox-in-snow"].map(|stem| [format!("{stem}.jpg"), format!("{stem}.CR2")]);
    for (old, new) in old.iter().zip(&new) {
        assert_eq!(after[&folder.path().join(new)], before[&folder.path().join(old)]);
    }
    assert_eq!(nomina(&["undo", &journal(folder.path())], &[]).code, Some(0));
    assert!(content(folder.path()) == before);
}

#[test]
fn an_image_that_got_words_is_not_looked_at_again_and_old_names_are_never_words() {
    let (folder, service) = (shoot("words-memory"), Service::saying(FOX));
    let cache = format!("{}-cache", folder.text());
    let settings = [("OPENAI_BASE_URL", &*service.url), ("AI_RETRIES", "0"), ("XDG_CACHE_HOME", &*cache)];
    let args = ["rename", "--apply", "--write", "title", folder.text()];
    assert_eq!(nomina(&args, &settings).code, Some(0));
    let asked = service.heard().len();
    let again = nomina(&args, &settings);
    assert!(again.err.contains("Every image has its name already"), "{}", again.err);
    assert_eq!(service.heard().len(), asked);
    std::fs::remove_dir_all(&cache).unwrap();
    let none = Folder::new("words-none");
    none.numbered("IMG_1.bmp", 1);
    let run = nomina(&["rename", "--apply", "--provider", "none", "--write", "title", none.text()], &[]);
    assert_eq!((run.code, names(none.path())), (Some(0), vec!["img-1.bmp".to_owned()]), "{}", run.err);
}

#[test]
fn a_watch_writes_words_too_and_looks_at_a_file_that_keeps_its_name_once() {
    let (folder, service) = (shoot("words-watch"), Service::saying(FOX));
    std::fs::rename(folder.path().join("IMG_jpg.jpg"), folder.path().join("red-fox-in-snow.jpg")).unwrap();
    let watch = ["watch", "--apply", "--existing", "--every", "1", "--rounds", "5", "--write", "title"];
    let run = seen(&service, &folder, &[&watch[..], &[folder.text()]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.err.matches("Journal:").count(), 1, "{}", run.err);
    let expected = [".bmp", ".bmp.xmp", ".jpg", ".png", ".webp"].map(|end| format!("red-fox-in-snow{end}"));
    assert_eq!(names(folder.path()), expected);
    if let Some(title) = exiftool(&folder.path().join("red-fox-in-snow.jpg"), "-XMP-dc:Title") {
        assert_eq!(title, "Red fox in snow");
    }
}
