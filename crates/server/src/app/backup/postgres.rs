//! PostgreSQL: every table by COPY in one repeatable-read transaction, so that no other program is needed and the copy
//! is of one moment. Restoring fills the tables of this program's schema in one transaction, parents first.

use std::io::Read;

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, PgConnection, PgPool};

use super::archive::{Reader, Writer};
use super::error::{BackupError, Result};
use super::schema::schema;
use crate::base::clock::Timestamp;
use crate::base::config::Config;
use crate::base::db::Db;

const TABLES: &str = "tables/";
/// The schema belongs to the program, not to the data.
const SCHEMA: &str = "schema_migrations";

fn pool(db: &Db) -> &PgPool {
    match db {
        Db::Postgres { pool, .. } => pool,
        Db::Sqlite { .. } => unreachable!("the settings name PostgreSQL"),
    }
}

pub(super) async fn copy_out(config: &Config, out: &mut Writer) -> Result<i64> {
    let db = Db::open(config).await?;
    let version = schema(&db).await?;
    let mut tx = pool(&db).begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    for table in tables(&mut tx).await? {
        let columns = columns(&mut tx, &table).await?;
        out.begin(&format!("{TABLES}{table}"), true)?;
        // The first line says which columns follow: a later schema may have more.
        out.write(format!("{}\n", columns.join(",")).as_bytes())?;
        let sql = format!("COPY {} ({}) TO STDOUT", quoted(&table), list(&columns));
        let mut rows = tx.copy_out_raw(&sql).await?;
        while let Some(piece) = rows.try_next().await? {
            out.write(&piece)?;
        }
        drop(rows);
        out.end();
    }
    tx.rollback().await?;
    db.close().await;
    Ok(version)
}

/// Refuses when there are rows that may not be replaced. Empty tables are what a restore that failed leaves.
pub(super) async fn refuse_data(config: &Config, replace: bool) -> Result<()> {
    if replace {
        return Ok(());
    }
    let db = Db::open(config).await?;
    let mut tx = pool(&db).begin().await?;
    let mut filled = false;
    for table in tables(&mut tx).await? {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {})", quoted(&table));
        filled |=
            sqlx::query_scalar::<_, bool>(AssertSqlSafe(sql)).persistent(false).fetch_one(&mut *tx).await?;
    }
    tx.rollback().await?;
    db.close().await;
    if filled { Err(BackupError::NotEmpty("this database".into())) } else { Ok(()) }
}

pub(super) async fn copy_in(config: &Config, now: Timestamp, reader: &mut Reader) -> Result<()> {
    let db = Db::open(config).await?;
    db.migrate(now).await?;
    let mut tx = pool(&db).begin().await?;
    let all = tables(&mut tx).await?;
    run(&mut tx, format!("TRUNCATE {} CASCADE", list(&all))).await?;
    for table in parents_first(all, &references(&mut tx).await?) {
        if reader.has(&format!("{TABLES}{table}")) {
            fill(&mut tx, reader, &table).await?;
        }
    }
    count_on(&mut tx).await?;
    tx.commit().await?;
    db.close().await;
    Ok(())
}

async fn fill(tx: &mut PgConnection, reader: &mut Reader, table: &str) -> Result<()> {
    let entry = format!("{TABLES}{table}");
    let mut rows = reader.open_entry(&entry)?;
    let columns = first_line(&mut rows).map_err(sqlx::Error::Io)?;
    let columns: Vec<String> = columns.split(',').map(str::to_owned).collect();
    let sql = format!("COPY {} ({}) FROM STDIN", quoted(table), list(&columns));
    let mut copy = tx.copy_in_raw(&sql).await?;
    let mut piece = vec![0; 256 << 10];
    loop {
        match rows.read(&mut piece).map_err(sqlx::Error::Io)? {
            0 => break,
            read => copy.send(&piece[..read]).await?,
        };
    }
    copy.finish().await?;
    Ok(())
}

fn first_line(source: &mut impl Read) -> std::io::Result<String> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    loop {
        source.read_exact(&mut byte)?;
        if byte == *b"\n" {
            return String::from_utf8(line).map_err(std::io::Error::other);
        }
        line.push(byte[0]);
    }
}

async fn tables(tx: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let sql = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()
               AND table_type = 'BASE TABLE' AND table_name <> $1 ORDER BY table_name";
    sqlx::query_scalar(sql).bind(SCHEMA).persistent(false).fetch_all(tx).await
}

async fn columns(tx: &mut PgConnection, table: &str) -> Result<Vec<String>, sqlx::Error> {
    let sql = "SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema()
               AND table_name = $1 ORDER BY ordinal_position";
    sqlx::query_scalar(sql).bind(table).persistent(false).fetch_all(tx).await
}

/// Which table refers to which.
async fn references(tx: &mut PgConnection) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "SELECT child.relname::text, parent.relname::text FROM pg_constraint
               JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
               WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace";
    sqlx::query_as(sql).persistent(false).fetch_all(tx).await
}

/// A row refers to rows that are there already. A circle, which no table of ours makes, is left to PostgreSQL to refuse.
fn parents_first(mut left: Vec<String>, references: &[(String, String)]) -> Vec<String> {
    let mut ordered = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits = |child: &String| {
            references.iter().any(|(from, to)| from == child && to != child && left.contains(to))
        };
        let (waiting, ready): (Vec<_>, Vec<_>) = left.iter().cloned().partition(waits);
        if ready.is_empty() {
            ordered.extend(waiting);
            return ordered;
        }
        ordered.extend(ready);
        left = waiting;
    }
    ordered
}

/// Numbers that the database gives out go on behind the last one that was saved.
async fn count_on(tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    let sql = "SELECT table_name::text, column_name::text FROM information_schema.columns
               WHERE table_schema = current_schema() AND is_identity = 'YES'";
    let counted: Vec<(String, String)> = sqlx::query_as(sql).persistent(false).fetch_all(&mut *tx).await?;
    for (table, column) in counted {
        let (from, number) = (quoted(&table), quoted(&column));
        let next = format!("(SELECT COALESCE(MAX({number}), 0) + 1 FROM {from})");
        let sequence = format!("pg_get_serial_sequence('{from}', '{column}')");
        run(tx, format!("SELECT setval({sequence}, {next}, false)")).await?;
    }
    Ok(())
}

/// Text made of names that the database itself told.
async fn run(tx: &mut PgConnection, sql: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(tx).await.map(drop)
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_after_those_it_refers_to() {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let pair = |child: &str, parent: &str| (child.to_owned(), parent.to_owned());
        let references = [pair("a", "c"), pair("b", "a"), pair("c", "c")];
        assert_eq!(parents_first(names("a b c d"), &references), names("c d a b"));
    }
}
