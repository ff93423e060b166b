//! `nomina doctor` and `--help`: everything is said, but nothing secret.

use crate::run::{Folder, Run, nomina};

const SECRETS: [&str; 11] = [
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_SECRET_KEY",
    "GEMINI_API_KEY",
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "MISTRAL_API_KEY",
    "AUTH_SECRET",
    "GOOGLE_CLIENT_SECRET",
    "GITHUB_CLIENT_SECRET",
    "SMTP_URL",
    "DATABASE_URL",
];

fn doctor(folder: &Folder, settings: &[(&str, &str)]) -> Run {
    let base = [("DATA_DIR", folder.text()), ("LISTEN", "127.0.0.1:0"), ("AI_PROVIDER", "none")];
    nomina(&["doctor"], &[&base, settings].concat())
}

fn line<'a>(run: &'a Run, area: &str) -> &'a str {
    let found = run.out.lines().find(|line| line.get(6..).is_some_and(|rest| rest.starts_with(area)));
    found.unwrap_or_else(|| panic!("no line about {area}: {}", run.out))
}

#[test]
fn the_naming_model_in_use_is_named() {
    let folder = Folder::new("doctor");
    let off = doctor(&folder, &[]);
    assert_eq!(off.code, Some(0));
    assert!(line(&off, "naming").starts_with("note") && off.out.contains("cleaned original names"));
    for (provider, key, label) in [
        ("gemini", "GEMINI_API_KEY", "Gemini"),
        ("openai", "OPENAI_API_KEY", "OpenAI"),
        ("anthropic", "ANTHROPIC_API_KEY", "Anthropic"),
        ("mistral", "MISTRAL_API_KEY", "Mistral"),
    ] {
        let keyed = doctor(&folder, &[("AI_PROVIDER", provider), (key, "k")]);
        assert!(line(&keyed, "naming").starts_with("ok") && line(&keyed, "naming").contains(label));
        let keyless = doctor(&folder, &[("AI_PROVIDER", provider)]);
        assert!(line(&keyless, "naming").starts_with("BAD") && keyless.code == Some(1), "{}", keyless.out);
    }
}

#[test]
fn neither_doctor_nor_help_shows_a_secret_that_is_set() {
    let folder = Folder::new("doctor-secrets");
    let settings = SECRETS.map(|name| match name {
        "SMTP_URL" => (name, "smtp://me:tops3cret@127.0.0.1:1"),
        "DATABASE_URL" => (name, "postgres://me:tops3cret@127.0.0.1:1/x"),
        _ => (name, "tops3cret"),
    });
    let broken = SECRETS.map(|name| (name, "postgres:// tops3cret @:x/"));
    for settings in [&settings[..], &settings[..9], &broken] {
        let run = doctor(&folder, settings);
        assert!(!format!("{}{}", run.out, run.err).contains("tops3cret"), "{}{}", run.out, run.err);
    }
    for command in ["serve", "doctor", "name"] {
        let run = nomina(&[command, "--help"], &settings);
        assert!(run.out.contains("GEMINI_API_KEY") && !run.out.contains("tops3cret"), "{}", run.out);
    }
}

#[test]
fn the_version_says_which_build_it_is() {
    let said = nomina(&["--version"], &[]);
    let commit = option_env!("NOMINA_COMMIT").unwrap_or("development build");
    assert_eq!(said.out.trim(), format!("nomina {} ({commit})", env!("CARGO_PKG_VERSION")));
}
