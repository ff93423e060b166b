//! Ctrl+C: the work ends soon, says so by 130, and leaves whole files and nothing else.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::run::{Folder, Run, answer, nomina};

const IMAGES: usize = 12;

fn start(args: &[&str], settings: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nomina"));
    command.env_clear().envs(settings.iter().copied()).args(args);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

fn wait_for(what: impl Fn() -> bool) {
    while !what() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A bitmap of 4 MB in which nothing repeats, so that its compression takes a while.
fn slow_image(folder: &Folder, name: &str) {
    const SIDE: u32 = 1_200;
    let mut file = b"BM".to_vec();
    file.extend((54 + SIDE * SIDE * 3).to_le_bytes());
    file.extend([0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]);
    file.extend([SIDE.to_le_bytes(), SIDE.to_le_bytes(), [1, 0, 24, 0]].concat());
    file.extend([0; 24]);
    let mixed = |i: u32| (i.wrapping_mul(2_654_435_761) ^ i.wrapping_mul(i)) >> 21;
    file.extend((0..SIDE * SIDE * 3).map(|i| mixed(i) as u8));
    folder.file(name, &file);
}

fn interrupted(name: &str, signal: &str) -> (Folder, ExitStatus, String) {
    let folder = Folder::new(name);
    std::fs::create_dir(folder.path().join("in")).unwrap();
    (0..IMAGES).for_each(|at| slow_image(&folder, &format!("in/{at}.bmp")));
    let recipe = folder
        .file("recipe.json", br#"{"convertFormat": true, "outputFormat": "png", "enableCompression": true}"#);
    let (from, to) = (folder.path().join("in"), folder.path().join("out"));
    let args =
        ["process", "--threads", "1", "--recipe", &recipe, from.to_str().unwrap(), to.to_str().unwrap()];
    let child = start(&args, &[]);
    wait_for(|| names(&to).iter().any(|name| name.ends_with(".png")));
    send(&child, signal);
    let output = child.wait_with_output().unwrap();
    (folder, output.status, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_batch_that_is_stopped_leaves_whole_results_and_goes_on_with_resume() {
    for (name, signal) in [("stop-int", "-INT"), ("stop-term", "-TERM")] {
        let (folder, status, err) = interrupted(name, signal);
        assert_eq!(status.code(), Some(130), "{err}");
        assert!(err.contains("images were not processed"), "{err}");
        let mut made = names(&folder.path().join("out"));
        made.retain(|name| name != ".nomina-results.jsonl");
        assert!(made.iter().all(|name| name.ends_with(".png")), "{made:?}");
        assert!(!made.is_empty() && made.len() < IMAGES, "{made:?}");
        for name in made {
            let path = folder.path().join("out").join(&name);
            let Run { code, err, .. } = nomina(&["inspect", path.to_str().unwrap()], &[]);
            assert_eq!(code, Some(0), "{name}: {err}");
            let bytes = std::fs::read(path).unwrap();
            assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{name} has its end");
        }
    }
}

#[test]
fn naming_that_is_stopped_says_what_is_done_and_ends_with_130() {
    let (folder, listener) = (Folder::new("stop-name"), TcpListener::bind("127.0.0.1:0").unwrap());
    for at in 1..=6 {
        folder.numbered(&format!("{at}.bmp"), at);
    }
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let settings = [("OPENAI_BASE_URL", url.as_str()), ("AI_RETRIES", "0")];
    let mut command = Command::new(env!("CARGO_BIN_EXE_nomina"));
    command.env_clear().envs(settings).args(["name", "--json", "--threads", "1", folder.text()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    answer(listener.accept().unwrap().0, "red fox");
    let first = lines.next().unwrap().unwrap();
    assert!(first.contains("1.bmp") && first.contains("red-fox"), "{first}");
    let second = listener.accept().unwrap().0;
    send(&child, "-INT");
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("Stopping")));
    // The image that is being looked at gets its name; the others are left.
    answer(second, "grey wolf");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(rest.len() == 1 && rest[0].contains("grey-wolf"), "{rest:?}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn work_goes_on_when_nobody_reads_its_messages() {
    let folder = Folder::new("unread");
    for at in 1..=3 {
        folder.numbered(&format!("IMG {at}.bmp"), at);
    }
    let mut child = start(&["rename", "--provider", "none", "--apply", folder.text()], &[]);
    // As `2>&1 | head -0` does.
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut there = names(folder.path());
    there.retain(|name| name.ends_with(".bmp"));
    there.sort();
    assert_eq!(there, ["img-1.bmp", "img-2.bmp", "img-3.bmp"]);
}

#[test]
fn a_second_ctrl_c_does_not_wait_for_a_service_that_never_answers() {
    let (folder, listener) = (Folder::new("stop-twice"), TcpListener::bind("127.0.0.1:0").unwrap());
    folder.image("a.bmp");
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut child = start(&["rename", "--apply", folder.text()], &[("OPENAI_BASE_URL", &url)]);
    let asked = listener.accept().unwrap();
    while child.try_wait().unwrap().is_none() {
        send(&child, "-INT");
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(asked);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(folder.path()), ["a.bmp"], "nothing was renamed or left behind");
}
