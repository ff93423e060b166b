//! Rolling back: programs of earlier releases run on the schema of this one. Each release has its statements in
//! `tests/released`, one to a line. They are prepared on today's schema, and the migrations after the release may only
//! add what those statements do not have to know.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use nomina_server::base::db::{Db, statements};
use sqlx::Row;

use crate::app::TestApp;
use crate::database::prepare;
use crate::postgres::cluster_or_reason;

struct Release {
    name: &'static str,
    /// Its newest migration.
    schema: i64,
    statements: &'static str,
}

/// A new release adds its own: `record_the_statements_of_this_release`.
const RELEASES: &[Release] =
    &[Release { name: "0.1.0", schema: 8, statements: include_str!("../released/0.1.0.sql") }];

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/released");

#[test]
#[ignore = "writes a file: run it once for each release"]
fn record_the_statements_of_this_release() {
    let lines: BTreeSet<String> = statements().map(|statement| on_one_line(statement.sql)).collect();
    let path = Path::new(FOLDER).join(concat!(env!("CARGO_PKG_VERSION"), ".sql"));
    // Never over a file that is there: those are the statements of a release that people run.
    let mut file = std::fs::File::create_new(path).unwrap();
    file.write_all(lines.into_iter().map(|line| line + "\n").collect::<String>().as_bytes()).unwrap();
}

fn on_one_line(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn prepare_released(db: &Db) {
    for release in RELEASES {
        let mut broken = Vec::new();
        for sql in release.statements.lines() {
            if let Err(error) = prepare(db, sql).await {
                broken.push(format!("{sql}: {error}"));
            }
        }
        assert!(release.statements.lines().count() > 50, "the statements of {}", release.name);
        assert!(broken.is_empty(), "{} cannot run on {}: {broken:#?}", release.name, db.engine());
    }
}

#[tokio::test]
async fn statements_of_every_release_can_be_prepared_on_sqlite() {
    let app = TestApp::start("", |_| ()).await;
    prepare_released(&app.state.db).await;
    let Db::Sqlite { writer, .. } = &app.state.db else { unreachable!("the default is SQLite") };
    let asked = "SELECT MAX(oldest_program) FROM schema_migrations";
    let oldest: i64 = sqlx::query(asked).fetch_one(writer).await.unwrap().get(0);
    for release in RELEASES {
        assert!(oldest <= release.schema, "{} would refuse to start on this schema", release.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_of_every_release_can_be_prepared_on_postgresql() {
    let Some(cluster) = cluster_or_reason() else { return };
    let app = TestApp::start(&cluster.database("released").await, |_| ()).await;
    prepare_released(&app.state.db).await;
}

/// The statements of a migration without comments.
fn steps_of(text: &str) -> Vec<String> {
    let code =
        text.lines().map(|line| line.split("--").next().unwrap_or_default()).collect::<Vec<_>>().join(" ");
    code.split(';').map(on_one_line).filter(|step| !step.is_empty()).collect()
}

/// Why an older program would stumble over a step; nothing when it only adds.
fn harm(step: &str) -> Option<&'static str> {
    let step = step.to_uppercase();
    if step.starts_with("CREATE TABLE ") {
        // The older program deletes rows without knowing who refers to them.
        let referring = step.split(" REFERENCES ").skip(1);
        let lets_go = |rest: &str| rest.split(',').next().unwrap_or_default().contains("ON DELETE");
        return referring.map(lets_go).any(|it| !it).then_some("a reference keeps rows from being deleted");
    }
    if step.starts_with("CREATE INDEX ") {
        return None;
    }
    let Some((_, column)) =
        step.strip_prefix("ALTER TABLE ").and_then(|rest| rest.split_once(" ADD COLUMN "))
    else {
        return Some("it does more than add");
    };
    if column.contains("NOT NULL") && !column.contains(" DEFAULT ") {
        return Some("rows of the older program lack the column");
    }
    let refuses = ["UNIQUE", "CHECK", "REFERENCES"].iter().any(|word| column.contains(word));
    refuses.then_some("rows of the older program may be refused")
}

#[test]
fn migrations_after_a_release_only_add() {
    let first = RELEASES.iter().map(|release| release.schema).min().unwrap();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"));
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let number: i64 = path.file_name().unwrap().to_str().unwrap()[..4].parse().unwrap();
        if number <= first {
            continue;
        }
        for step in steps_of(&std::fs::read_to_string(&path).unwrap()) {
            seen += 1;
            assert_eq!(harm(&step), None, "{}: {step}", path.display());
        }
    }
    assert!(seen > 10, "{seen} steps");
}

#[test]
fn steps_that_an_older_program_stumbles_over_are_found() {
    for step in [
        "DROP TABLE tasks",
        "DROP INDEX tasks_due",
        "ALTER TABLE users RENAME COLUMN email TO address",
        "ALTER TABLE users DROP COLUMN email",
        "ALTER TABLE users ADD COLUMN age BIGINT NOT NULL",
        "ALTER TABLE users ADD COLUMN code TEXT UNIQUE",
        "CREATE UNIQUE INDEX one ON users (full_name)",
        "CREATE TABLE notes (user_id {UUID} NOT NULL REFERENCES users (id), text TEXT)",
        "UPDATE users SET email = ''",
    ] {
        assert!(harm(step).is_some(), "{step}");
    }
    assert_eq!(harm("ALTER TABLE users ADD COLUMN age BIGINT"), None);
}
