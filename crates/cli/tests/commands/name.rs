//! `nomina name`: lines for programs, progress for people, and a name for every image.

use serde_json::Value;

use crate::run::{Folder, Run, Service, nomina};

/// Names files with a service at this address.
fn name(service: &Service, args: &[&str]) -> Run {
    let args = [&["name"], args].concat();
    nomina(&args, &[("OPENAI_BASE_URL", &service.url), ("AI_RETRIES", "0")])
}

#[test]
fn tsv_is_file_tab_name_and_progress_goes_to_standard_error() {
    let (folder, service) = (Folder::new("tsv"), Service::saying("Red Fox in Snow.jpg"));
    let (a, b) = (folder.image("a.bmp"), folder.image("b.bmp"));
    let run = name(&service, &["--tsv", &a, &b]);
    assert_eq!(run.out, format!("{a}\tred-fox-in-snow\n{b}\tred-fox-in-snow-2\n"), "{}", run.err);
    assert_eq!(run.err, format!("1/2 {a}\n2/2 {b}\n"));
    assert_eq!(run.code, Some(0));
}

#[test]
fn without_a_format_an_arrow_leads_from_the_file_to_its_name() {
    let (folder, service) = (Folder::new("plain"), Service::saying("red fox"));
    let a = folder.image("a.bmp");
    assert_eq!(name(&service, &[folder.text()]).out, format!("{a} -> red-fox\n"));
}

#[test]
fn json_has_all_details_a_line_for_each_file() {
    let (folder, service) = (Folder::new("json"), Service::saying("red fox\nfox in snow"));
    let a = folder.image("a.bmp");
    let bad = folder.file("b.jpg", b"hello");
    let run = name(&service, &["--json", &a, &bad]);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["file"].as_str(), lines[0]["name"].as_str()), (Some(&*a), Some("red-fox")));
    assert_eq!(lines[0]["details"]["source"], "openai");
    assert_eq!(lines[0]["details"]["alternatives"][0], "fox-in-snow");
    assert_eq!(lines[1]["file"].as_str(), Some(&*bad));
    assert!(lines[1]["error"].as_str().is_some_and(|why| !why.is_empty()));
    assert_eq!((lines.len(), run.code), (2, Some(1)));
}

#[test]
fn a_bad_file_is_a_line_that_says_why_the_others_go_on_and_the_end_is_one() {
    let (folder, service) = (Folder::new("bad"), Service::saying("red fox"));
    let bad = folder.file("a.jpg", b"\xff\xd8\xff\xe0cut");
    let (missing, good) = (folder.path().join("gone.png"), folder.image("z.bmp"));
    let run = name(&service, &["--tsv", &bad, missing.to_str().unwrap(), &good]);
    assert_eq!(run.out, format!("{good}\tred-fox\n"));
    let lines: Vec<&str> = run.err.lines().collect();
    assert!(lines[0].starts_with(&format!("1/3 {bad}: ")) && lines[0].len() > bad.len() + 8, "{}", run.err);
    assert!(lines[1].contains("gone.png: there is no such file"), "{}", run.err);
    assert_eq!((lines[2], run.code), (&*format!("3/3 {good}"), Some(1)));
    assert_eq!(service.heard().len(), 1, "nothing is spent on what is no image");
}

#[test]
fn a_failing_service_leaves_the_cleaned_old_name_and_says_so() {
    let folder = Folder::new("failing");
    let service = Service::start(500, r#"{"error":{"message":"out of order"}}"#);
    let a = folder.image("IMG_2041 (2).bmp");
    let run = name(&service, &["--tsv", &a]);
    assert_eq!(run.out, format!("{a}\timg-2041-2\n"));
    let sentence = "AI processing failed: OpenAI API error: 500 - out of order. Using cleaned original name.";
    assert_eq!((run.err, run.code), (format!("1/1 {a}: {sentence}\n"), Some(1)));
}

#[test]
fn the_context_reaches_the_service_and_the_key_its_header() {
    let (folder, service) = (Folder::new("context"), Service::saying("bella"));
    let a = folder.image("a.bmp");
    let settings = [("OPENAI_BASE_URL", service.url.as_str()), ("OPENAI_API_KEY", "sk-secret-123")];
    let args = ["name", "--provider", "openai", "--context", "our dog Bella", &a];
    let run = nomina(&args, &settings);
    let heard = service.heard().remove(0);
    assert!(heard.contains("our dog Bella"), "{heard}");
    assert!(heard.to_lowercase().contains("authorization: bearer sk-secret-123"), "{heard}");
    assert!(!format!("{}{}", run.out, run.err).contains("sk-secret-123"));
}

#[test]
fn a_provider_without_its_key_is_a_sentence_and_not_another_provider() {
    let folder = Folder::new("keyless");
    let a = folder.image("My Photo.bmp");
    for provider in ["gemini", "openai", "anthropic", "mistral"] {
        let run = nomina(&["name", "--tsv", "--provider", provider, &a], &[]);
        assert_eq!((run.out, run.code), (format!("{a}\tmy-photo\n"), Some(1)));
        assert!(run.err.contains(&format!("{}_API_KEY", provider.to_uppercase())), "{}", run.err);
    }
    let unknown = nomina(&["name", "--provider", "clippy", &a], &[]);
    assert!(unknown.code == Some(2) && unknown.err.contains("gemini"), "{}", unknown.err);
}

#[test]
fn whoever_wants_no_model_gets_cleaned_old_names_without_complaint() {
    let folder = Folder::new("none");
    let a = folder.image("My Photo.bmp");
    let run = nomina(&["name", "--tsv", "--provider", "none", &a], &[]);
    assert_eq!((run.out, run.code), (format!("{a}\tmy-photo\n"), Some(0)));
}

#[test]
fn identical_images_are_looked_at_once_in_a_run() {
    let (folder, service) = (Folder::new("twins"), Service::saying("red fox"));
    for at in 0..20 {
        folder.image(&format!("{at}.bmp"));
    }
    folder.numbered("other.bmp", 9);
    let run = name(&service, &["--tsv", "--quiet", folder.text()]);
    assert_eq!((run.code, run.out.lines().count(), run.err.as_str()), (Some(0), 21, ""));
    assert_eq!(service.heard().len(), 2);
}

#[test]
fn results_come_as_they_are_made_and_a_batch_shares_its_words() {
    use std::io::{BufRead, BufReader, Read};
    let (folder, listener) = (Folder::new("stream"), std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let (a, b) = (folder.numbered("a.bmp", 1), folder.numbered("b.bmp", 2));
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_nomina"))
        .env_clear()
        .env("OPENAI_BASE_URL", &url)
        .args(["name", "--tsv", "--threads", "1", &a, &b])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    crate::run::answer(listener.accept().unwrap().0, "red fox");
    let second = listener.accept().unwrap();
    // The second answer has not come, and the first line is there.
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert_eq!(line, format!("{a}\tred-fox\n"));
    crate::run::answer(second.0, "red fox");
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!((rest, child.wait().unwrap().code()), (format!("{b}\tred-fox-2\n"), Some(0)));
}

#[test]
fn settings_of_a_server_are_not_in_the_help_of_naming() {
    let help = nomina(&["name", "--help"], &[]).out;
    assert!(help.contains("GEMINI_API_KEY") && !help.contains("AI_GUEST_DAILY_PER_IP"), "{help}");
    assert!(nomina(&["serve", "--help"], &[]).out.contains("AI_GUEST_DAILY_PER_IP"));
}
