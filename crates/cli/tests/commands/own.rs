//! Own words, sheets and folders of a pattern on the command line.

use crate::rename::{content, journal, names, rename};
use crate::run::{Folder, Service, nomina};

const COUCH: &str = r#"{"fileName":"dog-on-couch","altText":"A dog on a couch.","keywords":["dog","couch"],"alternatives":[]}"#;

#[test]
fn own_words_change_names_alt_texts_and_keywords_of_a_service() {
    let (folder, service) = (Folder::new("own-words"), Service::saying(COUCH));
    let image = folder.image("a.bmp");
    let settings = [("OPENAI_BASE_URL", service.url.as_str()), ("AI_RETRIES", "0")];
    let flags = ["--prefer", "couch,settee=sofa", "--add-keywords", "Acme", "--max-words", "3"];
    let run = nomina(&[&["name", "--json", "--fresh"], &flags[..], &[image.as_str()]].concat(), &settings);
    let line: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
    assert_eq!(line["name"], "dog-on-sofa");
    assert_eq!(line["details"]["altText"], "A dog on a sofa.");
    assert_eq!(line["details"]["keywords"], serde_json::json!(["dog", "sofa", "Acme"]));
    let wrong = nomina(&["name", "--prefer", "couch", image.as_str()], &settings);
    assert!(wrong.err.contains("write couch = sofa"), "{}", wrong.err);
    assert_ne!(wrong.code, Some(0));
}

const WIESE: &str = r#"{"fileName":"Hund auf grüner Wiese","altText":"Ein Hund auf einer grünen Wiese.","keywords":["Wiese"],"alternatives":[]}"#;

#[test]
fn a_language_is_asked_of_a_service_and_names_are_spelled_as_it_does() {
    let (folder, service) = (Folder::new("language"), Service::saying(WIESE));
    let image = folder.image("a.bmp");
    let settings = [("OPENAI_BASE_URL", service.url.as_str()), ("AI_RETRIES", "0")];
    let named = |flags: &[&str]| {
        let run = nomina(&[&["name", "--json", "--fresh"], flags, &[image.as_str()]].concat(), &settings);
        let line: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
        line["name"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(named(&["--language", "de"]), "hund-auf-gruener-wiese");
    assert_eq!(named(&["--language", "DE", "--keep-accents"]), "hund-auf-grüner-wiese");
    let wrong = nomina(&["name", "--language", "klingon", image.as_str()], &settings);
    assert!(wrong.err.contains("the language must be one of en, de, fr, es, it, pt, nl"), "{}", wrong.err);
    assert_ne!(wrong.code, Some(0));
}

#[test]
fn a_recipes_language_is_followed_by_rename_and_another_language_is_another_name() {
    let (folder, service) = (Folder::new("language-recipe"), Service::saying(WIESE));
    folder.image("a.bmp");
    let beside = Folder::new("language-recipe-file");
    let recipe = beside.file("r.json", br#"{"language":"de","namePattern":"{subject}-{name}"}"#);
    let settings = [("OPENAI_BASE_URL", service.url.as_str()), ("AI_RETRIES", "0")];
    let run = nomina(&["rename", "--fresh", "--recipe", recipe.as_str(), folder.text()], &settings);
    assert_eq!(run.out, "a.bmp -> wiese-hund-auf-gruener-wiese.bmp\n", "{}", run.err);
}

#[test]
fn a_recipes_own_words_are_followed_by_rename() {
    let (folder, service) = (Folder::new("own-recipe"), Service::saying(COUCH));
    folder.image("a.bmp");
    let beside = Folder::new("own-recipe-file");
    let recipe = beside.file("r.json", br#"{"forbiddenWords":"couch"}"#);
    let settings = [("OPENAI_BASE_URL", service.url.as_str()), ("AI_RETRIES", "0")];
    let run = nomina(&["rename", "--fresh", "--recipe", recipe.as_str(), folder.text()], &settings);
    assert_eq!(run.out, "a.bmp -> dog.bmp\n", "{}", run.err);
}

#[test]
fn folders_of_a_pattern_are_made_and_undo_takes_them_away_again() {
    let folder = Folder::new("folders");
    folder.numbered("IMG 1.bmp", 1);
    std::fs::create_dir(folder.path().join("trip")).unwrap();
    folder.numbered("trip/IMG 1.bmp", 2);
    folder.file("trip/IMG 1.xmp", b"<settings/>");
    let before = content(folder.path());
    let run = rename(&["--apply", "-r", "--pattern", "{year}/{folder}/{name}", folder.text()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("trip/IMG 1.bmp -> no-date/trip/img-1.bmp\n"), "{}", run.out);
    let made = ["no-date/other/img-1.bmp", "no-date/trip/img-1.bmp", "no-date/trip/img-1.xmp"];
    assert_eq!(names(folder.path()), made);
    let undone = nomina(&["undo", &journal(folder.path())], &[]);
    assert_eq!(undone.code, Some(0), "{}", undone.err);
    assert_eq!(content(folder.path()), before);
    assert!(!folder.path().join("no-date").exists(), "a folder that was made is gone");
}

#[test]
fn a_folder_that_leads_out_or_is_reserved_is_refused_and_nothing_is_touched() {
    let folder = Folder::new("refused");
    folder.image("a.bmp");
    for (pattern, word) in
        [("../{name}", "lead out"), ("/tmp/{name}", "begins with a name"), ("con/{name}", "Windows")]
    {
        let run = rename(&["--apply", "--pattern", pattern, folder.text()]);
        assert!(run.err.contains(word), "{pattern}: {}", run.err);
        assert_ne!(run.code, Some(0));
    }
    assert_eq!(names(folder.path()), ["a.bmp"]);
}

#[test]
fn a_sheets_columns_are_tokens_and_what_has_no_partner_is_said() {
    let folder = Folder::new("sheet");
    folder.numbered("IMG_1.bmp", 1);
    folder.numbered("IMG_2.bmp", 2);
    let sheets = Folder::new("sheet-files");
    let sheet =
        sheets.file("products.csv", b"file,SKU,Product name\nIMG_1.BMP,A-1,Oak Table\ngone.bmp,A-2,Chair\n");
    let pattern = ["--pattern", "{sku}-{column:product name}-{n}"];
    let run = rename(&[&["--sheet", sheet.as_str()], &pattern[..], &[folder.text()]].concat());
    assert_eq!(run.out, "IMG_1.bmp -> a-1-oak-table-1.bmp\nIMG_2.bmp -> 2.bmp\n", "{}", run.err);
    assert!(run.err.contains("Row 3 of the sheet (gone.bmp) belongs to no image."), "{}", run.err);
    assert!(run.err.contains("IMG_2.bmp has no row in the sheet."), "{}", run.err);
    let none = sheets.file("image.csv", b"PK\x03\x04");
    let run = rename(&["--sheet", none.as_str(), folder.text()]);
    assert!(run.err.contains("This is an Excel or OpenDocument file. Save it as CSV"), "{}", run.err);
    assert_ne!(run.code, Some(0));
}

#[test]
fn process_puts_results_into_the_folders_of_the_pattern() {
    let (folder, out) = (Folder::new("process-folders"), Folder::new("process-folders-out"));
    folder.image("One.bmp");
    let recipe = out.file("r.json", br#"{"namePattern":"{camera}/{original}"}"#);
    let target = out.path().join("made");
    let run = nomina(&["process", "--recipe", recipe.as_str(), folder.text(), target.to_str().unwrap()], &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(names(&target), [".nomina-results.jsonl", "no-camera/one.bmp"]);
}
