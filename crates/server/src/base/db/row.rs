//! How a struct is read from a row, by column name, on both engines. A macro of our own: sqlx's derive compiles sqlx
//! and everything under it a second time, for the compiler.

use sqlx::postgres::Postgres;
use sqlx::sqlite::Sqlite;
use sqlx::{Database, Decode, Type};

use crate::base::clock::Timestamp;

/// `row!(Task { id, kind })`: the struct's fields are the row's columns. `row!(User { tier: word })` reads an enum that is kept
/// as a word, see `Word`. `row!(Visit { at } with user)` reads the field `user` from the same row by its own `row!`.
macro_rules! row {
    ($name:ident { $($field:ident $(: $kind:ident)?),* $(,)? } $(with $part:ident)?) => {
        $crate::base::db::row!(@engine ::sqlx::sqlite::SqliteRow, $name { $($field $(: $kind)?),* } $($part)?);
        $crate::base::db::row!(@engine ::sqlx::postgres::PgRow, $name { $($field $(: $kind)?),* } $($part)?);
    };
    (@engine $row:ty, $name:ident { $($field:ident $(: $kind:ident)?),* } $($part:ident)?) => {
        impl<'r> ::sqlx::FromRow<'r, $row> for $name {
            fn from_row(row: &'r $row) -> ::std::result::Result<Self, ::sqlx::Error> {
                Ok(Self {
                    $($field: $crate::base::db::row!(@get row, $field $(, $kind)?),)*
                    $($part: ::sqlx::FromRow::from_row(row)?,)?
                })
            }
        }
    };
    (@get $row:ident, $field:ident) => {
        ::sqlx::Row::try_get($row, stringify!($field))?
    };
    (@get $row:ident, $field:ident, word) => {
        ::sqlx::Row::try_get::<$crate::base::db::Stored<_>, _>($row, stringify!($field))?.0
    };
}
pub(crate) use row;

/// A type that is kept as a BIGINT.
macro_rules! as_number {
    ($($engine:ty),*) => { $(
        impl Type<$engine> for Timestamp {
            fn type_info() -> <$engine as Database>::TypeInfo {
                <i64 as Type<$engine>>::type_info()
            }
            fn compatible(found: &<$engine as Database>::TypeInfo) -> bool {
                <i64 as Type<$engine>>::compatible(found)
            }
        }
        impl<'r> Decode<'r, $engine> for Timestamp {
            fn decode(value: <$engine as Database>::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                <i64 as Decode<'r, $engine>>::decode(value).map(Self)
            }
        }
    )* };
}
as_number!(Sqlite, Postgres);
