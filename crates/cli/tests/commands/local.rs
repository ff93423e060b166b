//! Programs on this computer as the model: found, named by `doctor`, used by `--service`, and not believed when they lie.

use crate::run::{Folder, Service, nomina};

/// Answers as Ollama does, whatever is asked.
const OLLAMA: &str = r#"{"models":[{"name":"llama3.2:3b","details":{"families":["llama"]}},
    {"name":"llava:7b","details":{"families":["llama","clip"]}}],
    "choices":[{"message":{"content":"Red Fox in Snow"}}]}"#;

fn address(service: &Service) -> String {
    service.url.trim_end_matches("/v1").to_owned()
}

#[test]
fn a_model_of_ollama_that_takes_images_names_them() {
    let (folder, service) = (Folder::new("ollama"), Service::start(200, OLLAMA));
    let image = folder.image("a.bmp");
    let url = address(&service);
    let run = nomina(
        &["name", "--fresh", "--service", "ollama", image.as_str()],
        &[("LOCAL_AI_URL", url.as_str())],
    );
    assert_eq!(
        (run.out.ends_with("a.bmp -> red-fox-in-snow\n"), run.code),
        (true, Some(0)),
        "{}{}",
        run.out,
        run.err
    );
    let heard = service.heard();
    assert!(heard[0].starts_with("GET /api/tags "), "{}", heard[0]);
    let asked = heard.last().unwrap();
    assert!(
        asked.starts_with("POST /v1/chat/completions ") && asked.contains("llava:7b"),
        "the one that sees"
    );
    let other = [("LOCAL_AI_URL", url.as_str()), ("LOCAL_AI_MODEL", "moondream")];
    let run = nomina(&["name", "--fresh", "--service", "ollama", image.as_str()], &other);
    assert!(run.err.contains("has no model moondream that takes images; it has llava:7b"), "{}", run.err);
}

/// A model that says how sure it is, as Ollama passes it on.
const UNSURE: &str = r#"{"models":[{"name":"llava:7b","details":{"families":["llama","clip"]}}],
    "choices":[{"message":{"content":"{\"fileName\":\"plate of food\",\"certainty\":25}"}}]}"#;

#[test]
fn how_sure_a_model_is_stands_in_the_details() {
    let (folder, service) = (Folder::new("unsure"), Service::start(200, UNSURE));
    let (image, url) = (folder.image("a.bmp"), address(&service));
    let flags = ["name", "--json", "--fresh", "--service", "ollama", image.as_str()];
    let run = nomina(&flags, &[("LOCAL_AI_URL", url.as_str())]);
    let line: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
    assert_eq!((&line["name"], &line["details"]["bland"]), (&"plate-of-food".into(), &true.into()));
    assert_eq!(line["details"]["confidence"], 0.25);
}

#[test]
fn whoever_answers_otherwise_is_not_ollama_and_the_old_name_stays() {
    let (folder, service) = (Folder::new("liar"), Service::start(200, r#"{"hello":"I am Ollama"}"#));
    let image = folder.image("My Photo.bmp");
    let url = address(&service);
    let run = nomina(
        &["name", "--fresh", "--service", "ollama", image.as_str()],
        &[("LOCAL_AI_URL", url.as_str())],
    );
    assert!(run.err.contains("but it is not Ollama"), "{}", run.err);
    assert!(run.out.ends_with("-> my-photo\n") && run.code == Some(1), "{}", run.out);
    let settings = [("DATA_DIR", folder.text()), ("LISTEN", "127.0.0.1:0"), ("AI_PROVIDER", "ollama")];
    let doctor = nomina(&["doctor"], &[&settings[..], &[("LOCAL_AI_URL", url.as_str())]].concat());
    assert!(doctor.out.contains("BAD   local models something answers at"), "{}", doctor.out);
}

#[test]
fn doctor_says_which_models_of_this_computer_take_images() {
    let (folder, service) = (Folder::new("doctor-ollama"), Service::start(200, OLLAMA));
    let url = address(&service);
    let settings = [("DATA_DIR", folder.text()), ("LISTEN", "127.0.0.1:0"), ("AI_PROVIDER", "ollama")];
    let doctor = nomina(&["doctor"], &[&settings[..], &[("LOCAL_AI_URL", url.as_str())]].concat());
    assert!(doctor.out.contains("ok    local models Ollama has llava:7b"), "{}", doctor.out);
    let away = [("LOCAL_AI_URL", "http://192.168.7.7:11434")];
    let image = folder.image("a.bmp");
    let run = nomina(&["name", "--service", "ollama", image.as_str()], &away);
    assert!(run.err.contains("is not this computer"), "{}", run.err);
}
