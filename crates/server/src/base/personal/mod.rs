//! What we hold about a person, feature by feature, in one list: the export goes over it, the end of an account goes over
//! it, and a test compares it with the tables there are. A new table with people in it is one more row of its feature.

mod record;

use serde_json::Value;
use uuid::Uuid;

pub use record::Record;

use crate::base::db::{Db, Query, Tx};
use crate::base::error::Result;

/// Tables of a feature with something about a person in them.
#[derive(Debug)]
pub struct Holding {
    pub tables: &'static [&'static str],
    /// The document of the export and the statement that fills it; none for secrets and passing copies.
    pub export: Option<(&'static str, Sql)>,
    /// What takes away at the end of an account what no foreign key takes.
    pub forget: Option<Sql>,
}

/// A statement about one person: `$1` is their id, or their address.
#[derive(Clone, Copy, Debug)]
pub enum Sql {
    ById(&'static str),
    ByAddress(&'static str),
}

impl Sql {
    fn about(self, id: Uuid, address: &str) -> Query {
        match self {
            Self::ById(sql) => Query::new(sql, vec![id.into()]),
            Self::ByAddress(sql) => Query::new(sql, vec![address.into()]),
        }
    }
}

/// `sql!(ById, "SELECT ...")`: a statement for the list, registered for the test of all statements.
macro_rules! sql {
    ($by:ident, $sql:expr) => {{
        ::inventory::submit! { $crate::base::db::Statement { sql: $sql, file: file!(), line: line!() } }
        $crate::base::personal::Sql::$by($sql)
    }};
}
pub(crate) use sql;

/// The documents of the export.
pub async fn export(
    all: &[&'static Holding],
    db: &Db,
    id: Uuid,
    address: &str,
) -> Result<Vec<(&'static str, Value)>> {
    let mut documents = Vec::new();
    for (name, statement) in all.iter().filter_map(|holding| holding.export) {
        let records: Vec<Record> = statement.about(id, address).all(db).await?;
        documents.push((name, Value::Array(records.into_iter().map(|record| record.0).collect())));
    }
    Ok(documents)
}

/// Takes away what no foreign key takes, before the account itself goes.
pub async fn forget(all: &[&'static Holding], tx: &mut Tx, id: Uuid, address: &str) -> Result<()> {
    for statement in all.iter().filter_map(|holding| holding.forget) {
        statement.about(id, address).execute(&mut *tx).await?;
    }
    Ok(())
}
