//! One SQL text for both engines. Rules that make it hold: `$1` placeholders, RETURNING, ON CONFLICT, no `now()`
//! (the clock is a parameter), BIGINT milliseconds, UUID ids. `q!` also registers the text, and a test prepares
//! every registered statement on both engines, so that a misspelt column never reaches a person.

use serde_json::Value;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::types::Json;
use sqlx::{Arguments, FromRow};
use uuid::Uuid;

use super::database::{Db, Engine, Running, Tx};
use crate::base::clock::Timestamp;

/// A parameter of a statement. `None` is NULL of that type (PostgreSQL wants to know which).
#[derive(Clone, Debug)]
pub enum Arg {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(Option<bool>),
    Uuid(Option<Uuid>),
    Bytes(Option<Vec<u8>>),
    Json(Option<Value>),
}

/// A statement with its parameters, ready to run on a `Db` or in a `Tx`.
#[derive(Debug)]
pub struct Query {
    sql: &'static str,
    args: Vec<Arg>,
}

/// A type that both engines can decode from a row. Written by `row!`.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Row for T {}

/// The rows of a statement as their engine sent them.
#[derive(Debug)]
pub enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl Rows {
    fn read<T: Row>(self) -> Result<Vec<T>, sqlx::Error> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(T::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(T::from_row).collect(),
        }
    }
}

/// Where a statement can run. Its futures are boxed and know no type of row: the drivers are compiled once, not for each
/// type that is read and into each handler.
pub trait Target: Send {
    fn rows<'a>(self, query: Query) -> Running<'a, Rows>
    where
        Self: 'a;
    fn execute<'a>(self, query: Query) -> Running<'a, u64>
    where
        Self: 'a;
}

impl Query {
    pub fn new(sql: &'static str, args: Vec<Arg>) -> Self {
        Self { sql, args }
    }

    /// Every row.
    pub async fn all<T: Row>(self, target: impl Target) -> Result<Vec<T>, sqlx::Error> {
        target.rows(self).await?.read()
    }

    /// The first row, if there is one.
    pub async fn optional<T: Row>(self, target: impl Target) -> Result<Option<T>, sqlx::Error> {
        Ok(self.all(target).await?.into_iter().next())
    }

    /// The one row; none is an error.
    pub async fn one<T: Row>(self, target: impl Target) -> Result<T, sqlx::Error> {
        self.optional(target).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// The first column of the one row, such as a count.
    pub async fn number(self, target: impl Target) -> Result<i64, sqlx::Error> {
        Ok(self.one::<(i64,)>(target).await?.0)
    }

    /// Runs it and says how many rows it touched.
    pub async fn execute(self, target: impl Target) -> Result<u64, sqlx::Error> {
        target.execute(self).await
    }

    /// The text alone: parameters hold what must not be in a log. A test compares known and unknown addresses by it.
    fn trace(&self) {
        tracing::trace!(target: "nomina_server::sql", sql = self.sql, "statement");
    }

    fn only_reads(&self) -> bool {
        let first = self.sql.trim_start().as_bytes();
        first.len() >= 6 && first[..6].eq_ignore_ascii_case(b"select")
    }
}

/// Turns the parameters into an engine's own argument list.
macro_rules! encode {
    ($engine:ty, $args:expr) => {{
        let mut list = <$engine>::default();
        for arg in $args {
            match arg {
                Arg::Text(value) => list.add(value),
                Arg::Int(value) => list.add(value),
                Arg::Bool(value) => list.add(value),
                Arg::Uuid(value) => list.add(value),
                Arg::Bytes(value) => list.add(value),
                Arg::Json(value) => list.add(value.map(Json)),
            }
            .map_err(sqlx::Error::Encode)?;
        }
        list
    }};
}

/// Runs a statement on whatever executor of an engine.
macro_rules! run {
    (rows $query:expr, $engine:ident, $args:ty, $on:expr, $prepared:expr) => {{
        $query.trace();
        let list = encode!($args, $query.args);
        let rows = sqlx::query_with($query.sql, list).persistent($prepared).fetch_all($on).await?;
        Ok(Rows::$engine(rows))
    }};
    (execute $query:expr, $args:ty, $on:expr, $prepared:expr) => {{
        $query.trace();
        let list = encode!($args, $query.args);
        let done = sqlx::query_with($query.sql, list).persistent($prepared).execute($on).await?;
        Ok(done.rows_affected())
    }};
}

impl Target for &Db {
    fn rows<'a>(self, query: Query) -> Running<'a, Rows>
    where
        Self: 'a,
    {
        Box::pin(self.rows_of(query))
    }

    fn execute<'a>(self, query: Query) -> Running<'a, u64>
    where
        Self: 'a,
    {
        Box::pin(self.touched_by(query))
    }
}

impl Target for &mut Tx {
    fn rows<'a>(self, query: Query) -> Running<'a, Rows>
    where
        Self: 'a,
    {
        Box::pin(self.rows_of(query))
    }

    fn execute<'a>(self, query: Query) -> Running<'a, u64>
    where
        Self: 'a,
    {
        Box::pin(self.touched_by(query))
    }
}

/// Without named statements every statement has a transaction: preparing and running it are two messages, and between
/// them pgbouncer would hand the connection, with the statement on it, to somebody else.
impl Db {
    async fn rows_of(&self, query: Query) -> Result<Rows, sqlx::Error> {
        match self {
            Self::Sqlite { readers, .. } if query.only_reads() => {
                let mut reader = readers.acquire().await?;
                let on = reader.connection()?;
                let rows = async { run!(rows query, Sqlite, SqliteArguments, on, true) }.await;
                reader.finish(rows)
            }
            Self::Sqlite { writer, .. } => run!(rows query, Sqlite, SqliteArguments, writer, true),
            Self::Postgres { pool, prepared: true, presence } => {
                presence.unless_away(async { run!(rows query, Postgres, PgArguments, pool, true) }).await
            }
            Self::Postgres { prepared: false, .. } => {
                let mut tx = self.begin().await?;
                let rows = tx.rows_of(query).await?;
                tx.commit().await?;
                Ok(rows)
            }
        }
    }

    async fn touched_by(&self, query: Query) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite { writer, .. } => run!(execute query, SqliteArguments, writer, true),
            Self::Postgres { pool, prepared: true, presence } => {
                presence.unless_away(async { run!(execute query, PgArguments, pool, true) }).await
            }
            Self::Postgres { prepared: false, .. } => {
                let mut tx = self.begin().await?;
                let touched = tx.touched_by(query).await?;
                tx.commit().await?;
                Ok(touched)
            }
        }
    }
}

impl Tx {
    async fn rows_of(&mut self, query: Query) -> Result<Rows, sqlx::Error> {
        match &mut self.engine {
            Engine::Sqlite(tx) => run!(rows query, Sqlite, SqliteArguments, &mut **tx, true),
            Engine::Postgres { tx, prepared, presence } => {
                let work = async { run!(rows query, Postgres, PgArguments, &mut **tx, *prepared) };
                presence.unless_away(work).await
            }
        }
    }

    async fn touched_by(&mut self, query: Query) -> Result<u64, sqlx::Error> {
        match &mut self.engine {
            Engine::Sqlite(tx) => run!(execute query, SqliteArguments, &mut **tx, true),
            Engine::Postgres { tx, prepared, presence } => {
                let work = async { run!(execute query, PgArguments, &mut **tx, *prepared) };
                presence.unless_away(work).await
            }
        }
    }
}

/// A statement of the program and where it stands.
#[derive(Debug)]
pub struct Statement {
    pub sql: &'static str,
    pub file: &'static str,
    pub line: u32,
}

inventory::collect!(Statement);

/// Every statement that `q!` wrote, in no order.
pub fn statements() -> impl Iterator<Item = &'static Statement> {
    inventory::iter::<Statement>.into_iter()
}

/// `q!("SELECT ... $1", value)`: a statement with its parameters, registered for the test of all statements.
macro_rules! q {
    ($sql:expr $(, $arg:expr)* $(,)?) => {{
        ::inventory::submit! { $crate::base::db::Statement { sql: $sql, file: file!(), line: line!() } }
        $crate::base::db::Query::new($sql, vec![$($crate::base::db::Arg::from($arg)),*])
    }};
}
pub(crate) use q;

/// Conversions into a parameter: the type itself, a reference to it, and an option of either.
macro_rules! arg_from {
    ($($from:ty => $variant:ident, $value:ident => $into:expr;)*) => { $(
        impl From<$from> for Arg {
            fn from($value: $from) -> Self {
                Self::$variant(Some($into))
            }
        }
        impl From<Option<$from>> for Arg {
            fn from(value: Option<$from>) -> Self {
                Self::$variant(value.map(|$value| $into))
            }
        }
    )* };
}

arg_from! {
    &str => Text, v => v.to_owned();
    String => Text, v => v;
    &String => Text, v => v.clone();
    i64 => Int, v => v;
    i32 => Int, v => i64::from(v);
    u32 => Int, v => i64::from(v);
    Timestamp => Int, v => v.0;
    bool => Bool, v => v;
    Uuid => Uuid, v => v;
    &[u8] => Bytes, v => v.to_vec();
    [u8; 32] => Bytes, v => v.to_vec();
    &[u8; 32] => Bytes, v => v.to_vec();
    Vec<u8> => Bytes, v => v;
    Value => Json, v => v;
}
