//! The list of how long things stay is complete: every table has a rule that empties it, or a reason to stay.

use std::collections::HashSet;

use nomina_server::app::features::{expiries, rules};
use nomina_server::base::db::{Db, statements};
use nomina_server::base::expiry::Expiry;

use crate::app::TestApp;
use crate::engines::stories;

stories![every_table_has_a_rule_that_empties_it_or_a_reason_to_stay];

/// The tables that features list, each time they do.
fn listed() -> Vec<&'static str> {
    let tables = |expiry: &'static Expiry| match expiry {
        Expiry::Rule(rule) => rule.tables.to_vec(),
        Expiry::Stays(table, _) => vec![*table],
    };
    expiries().flat_map(tables).collect()
}

async fn every_table_has_a_rule_that_empties_it_or_a_reason_to_stay(app: TestApp) {
    let there: Vec<(String,)> = match &app.state.db {
        Db::Sqlite { writer, .. } => {
            let catalogue = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'";
            sqlx::query_as(catalogue).fetch_all(writer).await.unwrap()
        }
        Db::Postgres { pool, .. } => {
            let catalogue =
                "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
            sqlx::query_as(catalogue).fetch_all(pool).await.unwrap()
        }
    };
    let there: HashSet<&str> = there.iter().map(|(table,)| table.as_str()).collect();
    assert!(there.len() > 20, "the tables are found");
    let listed = listed();
    let distinct: HashSet<&str> = listed.iter().copied().collect();
    assert_eq!(listed.len(), distinct.len(), "a table is listed twice: {listed:?}");
    let forgotten: Vec<_> = there.difference(&distinct).collect();
    assert!(forgotten.is_empty(), "tables that grow and that no feature lists: {forgotten:?}");
    let unknown: Vec<_> = distinct.difference(&there).collect();
    assert!(unknown.is_empty(), "listed, but there are no such tables: {unknown:?}");
}

#[test]
fn what_a_rule_says_it_empties_is_deleted_by_a_statement() {
    for rule in rules() {
        let Some(table) = rule.tables.first() else { continue };
        let deletes = format!("DELETE FROM {table} WHERE ");
        assert!(statements().any(|statement| statement.sql.starts_with(&deletes)), "{}: {table}", rule.name);
    }
}

#[test]
fn people_are_told_before_their_batches_go_and_bytes_go_after_their_rows() {
    let names: Vec<_> = rules().map(|rule| rule.name).collect();
    let distinct: HashSet<_> = names.iter().collect();
    assert_eq!(names.len(), distinct.len(), "two rules share a name: {names:?}");
    let at = |name| names.iter().position(|one| *one == name).unwrap();
    assert!(at("notices of expiry") < at("expired batches"));
    for before in ["accounts", "expired batches", "results for programs"] {
        assert!(at(before) < at("stored files"), "{before}");
    }
}
