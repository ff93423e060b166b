//! The list of what we hold about people is complete: every table that names a person is in it.

use std::collections::HashSet;

use nomina_server::app::features::holdings;
use nomina_server::base::db::Db;

use crate::app::TestApp;
use crate::engines::stories;

stories![every_table_that_names_a_person_is_in_the_list];

async fn every_table_that_names_a_person_is_in_the_list(app: TestApp) {
    let catalogue = match &app.state.db {
        Db::Sqlite { .. } => {
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND p.name = 'user_id'"
        }
        Db::Postgres { .. } => {
            "SELECT table_name::text FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'user_id'"
        }
    };
    let tables: Vec<(String,)> = match &app.state.db {
        Db::Sqlite { writer, .. } => sqlx::query_as(catalogue).fetch_all(writer).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_as(catalogue).fetch_all(pool).await.unwrap(),
    };
    assert!(tables.len() > 8, "the tables are found");
    let listed: HashSet<&str> = holdings().flat_map(|holding| holding.tables).copied().collect();
    let missing: Vec<_> = tables.iter().filter(|(table,)| !listed.contains(table.as_str())).collect();
    assert!(missing.is_empty(), "tables about people that no feature lists: {missing:?}");
    let documents: Vec<_> = holdings().filter_map(|holding| holding.export.map(|export| export.0)).collect();
    let distinct: HashSet<_> = documents.iter().collect();
    assert_eq!(documents.len(), distinct.len(), "two documents of the export share a name");
}
