//! A row as JSON, whatever its columns are: times as RFC 3339, ids as text, `..._json` as what it holds.

use serde_json::{Map, Value};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Json;
use sqlx::{Column, FromRow, Row, TypeInfo, ValueRef};
use uuid::Uuid;

use crate::base::clock::Timestamp;

#[derive(Clone, Debug)]
pub struct Record(pub Value);

/// The same on both engines, which call the types differently.
macro_rules! record_from {
    ($($row:ty),*) => { $(
        impl<'r> FromRow<'r, $row> for Record {
            fn from_row(row: &'r $row) -> Result<Self, sqlx::Error> {
                let mut fields = Map::new();
                for column in row.columns() {
                    let (at, name) = (column.ordinal(), column.name());
                    let value = match column.type_info().name() {
                        _ if row.try_get_raw(at)?.is_null() => Value::Null,
                        "JSONB" | "JSON" => row.try_get::<Json<Value>, _>(at)?.0,
                        "UUID" | "BLOB" => row.try_get::<Uuid, _>(at)?.to_string().into(),
                        "BOOL" | "BOOLEAN" => row.try_get::<bool, _>(at)?.into(),
                        "TEXT" => text(name, row.try_get(at)?),
                        _ => number(name, row.try_get(at)?),
                    };
                    fields.insert(camel(name), value);
                }
                Ok(Self(Value::Object(fields)))
            }
        }
    )* };
}
record_from!(SqliteRow, PgRow);

/// SQLite keeps JSON as text.
fn text(name: &str, text: String) -> Value {
    let parsed = name.ends_with(JSON).then(|| serde_json::from_str(&text).ok()).flatten();
    parsed.unwrap_or(Value::String(text))
}

fn number(name: &str, number: i64) -> Value {
    if name.ends_with("_at") { Timestamp(number).to_string().into() } else { number.into() }
}

const JSON: &str = "_json";

fn camel(name: &str) -> String {
    let mut words = name.strip_suffix(JSON).unwrap_or(name).split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_fields_of_the_public_kind() {
        assert_eq!(camel("processing_options_json"), "processingOptions");
        assert_eq!(camel("id"), "id");
        assert_eq!(text("results_json", "{\"a\":1}".into())["a"], 1);
        assert_eq!(text("name", "{}".into()), "{}");
        assert_eq!(number("created_at", 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(number("file_count", 3), 3);
    }
}
