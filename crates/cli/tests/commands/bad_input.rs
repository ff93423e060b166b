//! What is missing, empty or cut off: each is a sentence that names it, and no file changes.

use std::io::Write;
use std::net::TcpListener;

use crate::rename::names;
use crate::run::{Folder, nomina};

#[test]
fn a_folder_that_is_missing_is_named_in_a_plain_sentence() {
    let folder = Folder::new("nowhere");
    let gone = folder.path().join("Gone");
    let gone = gone.to_str().unwrap();
    let recipe = folder.file("r.json", b"{}");
    let out = format!("{}/out", folder.text());
    for args in [
        &["rename", gone][..],
        &["rename", "--apply", gone],
        &["rename", "--resume", gone],
        &["undo", gone],
        &["name", gone],
        &["sort", gone],
        &["dedupe", gone],
        &["find", "fox", gone],
        &["watch", "--rounds", "1", gone],
        &["process", "--recipe", &recipe, gone, &out],
        &["process", "--recipe", gone, &recipe, &out],
        &["inspect", gone],
        &["recipe", "check", gone],
        &["mcp", "--allow", gone],
    ] {
        let run = nomina(args, &[]);
        assert_eq!(run.code, Some(1), "{args:?}: {}", run.err);
        assert!(run.err.contains("Gone: there is no such file or folder"), "{args:?}: {}", run.err);
        assert!(!run.err.contains("os error"), "{args:?}: {}", run.err);
    }
    assert_eq!(names(folder.path()), ["r.json"], "nothing was made");
}

#[test]
fn a_file_in_the_place_of_a_folder_and_an_empty_folder_are_said() {
    let (folder, empty) = (Folder::new("no-folder"), Folder::new("empty"));
    let image = folder.image("a.bmp");
    for command in ["rename", "sort", "dedupe"] {
        let run = nomina(&[command, &image], &[]);
        assert!(run.code == Some(1) && run.err.contains("a.bmp: this is not a folder"), "{}", run.err);
        let run = nomina(&[command, empty.text()], &[]);
        assert!(run.err.contains("There are no images in"), "{command}: {}", run.err);
    }
    let run = nomina(&["name", empty.text()], &[]);
    assert_eq!(run.err, format!("There are no images in {}.\n", empty.text()));
    assert!(nomina(&["find", "fox", empty.text()], &[]).err.contains("There are no images"));
}

#[test]
fn a_damaged_image_is_a_json_line_in_every_command_that_has_them() {
    let (folder, beside) = (Folder::new("damaged-lines"), Folder::new("damaged-beside"));
    folder.image("a.bmp");
    let cut = folder.file("cut.jpg", b"\xff\xd8\xff\xe0cut");
    let recipe = beside.file("r.json", b"{}");
    let out = format!("{}/out", beside.text());
    for args in [
        &["name", "--provider", "none", "--json", folder.text()][..],
        &["rename", "--provider", "none", "--json", folder.text()],
        &["sort", "--json", folder.text()],
        &["dedupe", "--json", folder.text()],
        &["inspect", "--json", &cut],
        &["process", "--json", "--recipe", &recipe, folder.text(), &out],
    ] {
        let run = nomina(args, &[]);
        assert_eq!(run.code, Some(1), "{args:?}: {}", run.err);
        let lines = run.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let failed: Vec<_> = lines.filter(|line| line["error"].is_string()).collect();
        assert_eq!(failed.len(), 1, "{args:?}: {}", run.out);
        assert!(failed[0]["file"].as_str().unwrap().ends_with("cut.jpg"), "{args:?}");
    }
}

#[test]
fn an_answer_that_is_cut_off_leaves_every_name_and_says_so() {
    let (folder, listener) = (Folder::new("cut-answer"), TcpListener::bind("127.0.0.1:0").unwrap());
    folder.image("a.bmp");
    folder.file("a.xmp", b"settings");
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500";
            let _ = stream.write_all(format!("{head}\r\n\r\n{{\"choices\": [{{\"mess").as_bytes());
        }
    });
    let settings = [("OPENAI_BASE_URL", url.as_str()), ("AI_RETRIES", "0")];
    let run = nomina(&["rename", "--apply", "--write", "title", folder.text()], &settings);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(
        run.err.contains("AI processing failed") && run.err.contains("Using cleaned original name"),
        "{}",
        run.err
    );
    assert_eq!(names(folder.path()), ["a.bmp", "a.xmp"]);
    let named = nomina(&["name", "--json", folder.path().join("a.bmp").to_str().unwrap()], &settings);
    assert!(named.code == Some(1) && named.out.contains(r#""name":"a""#), "{}{}", named.out, named.err);
}
