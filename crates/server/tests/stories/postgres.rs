//! A throwaway PostgreSQL for the tests: made in the temporary folder, listening on a socket there, gone afterwards.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use futures_util::StreamExt;
use nomina_server::base::clock::{SystemClock, Timestamp};
use nomina_server::base::config::Config;
use nomina_server::base::db::Db;
use nomina_server::base::random::{self, SystemRandom};
use nomina_server::base::secret::Secret;

use crate::app::TestApp;
use crate::engines::Story;

/// A cluster that is stopped and removed when dropped.
pub(crate) struct Cluster {
    folder: PathBuf,
    bin: PathBuf,
}

impl Cluster {
    /// Starts one, or says why there is none.
    pub(crate) fn start() -> Result<Self, String> {
        let bin = find_binaries().ok_or("no PostgreSQL found (initdb and pg_ctl)")?;
        let name = random::id(&SystemRandom, Timestamp(0)).simple().to_string();
        let folder = std::env::temp_dir().join(format!("nomina-pg-{}", &name[20..]));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let cluster = Self { folder, bin };
        if is_root() {
            done(Command::new("chown").arg("nobody").arg(&cluster.folder).output())?;
        }
        let data = cluster.data();
        done(
            cluster
                .tool("initdb")
                .args(["-U", "postgres", "--auth=trust", "-E", "UTF8", "-N", "-D"])
                .arg(&data)
                .output(),
        )?;
        let options = format!(
            "-k {} -c listen_addresses= -c fsync=off -c full_page_writes=off -c autovacuum=off -c max_connections=100",
            cluster.folder.display()
        );
        let log = cluster.folder.join("log");
        done(
            cluster
                .tool("pg_ctl")
                .arg("-D")
                .arg(&data)
                .args(["-w", "-o", &options, "-l"])
                .arg(&log)
                .arg("start")
                .output(),
        )?;
        Ok(cluster)
    }

    /// Stops every process of the server where it stands: connections stay open and nothing answers.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
    }

    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let kept = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let Some(pid) = kept.lines().next() else { return };
        for args in [["kill", signal, pid].as_slice(), &["pkill", signal, "-P", pid]] {
            let _ = Command::new(args[0]).args(&args[1..]).output();
        }
    }

    /// A new, empty database.
    pub(crate) async fn database(&self, name: &str) -> String {
        self.copy("template0", name).await
    }

    /// A new database that begins as another one is; nobody may be connected to that one.
    async fn copy(&self, original: &str, name: &str) -> String {
        use sqlx::Connection;
        let mut admin =
            sqlx::PgConnection::connect(&self.url("postgres")).await.expect("the cluster answers");
        let sql = format!("CREATE DATABASE {name} TEMPLATE {original} STRATEGY FILE_COPY");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut admin).await.expect("a database");
        self.url(name)
    }

    fn url(&self, name: &str) -> String {
        let host = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{host}/{name}")
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// PostgreSQL refuses to run as root.
    fn tool(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=nobody", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).env("LC_ALL", "C");
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.thaw();
        let data = self.data();
        let _ = self.tool("pg_ctl").arg("-D").arg(data).args(["-m", "immediate", "stop"]).output();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn done(output: std::io::Result<Output>) -> Result<(), String> {
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

fn find_binaries() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = debian.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).collect::<Vec<_>>();
    let complete =
        |folder: &Path| ["initdb", "pg_ctl", "postgres"].iter().all(|name| folder.join(name).exists());
    versions.chain(on_path).find(|folder| complete(folder))
}

/// Starts a cluster or prints why the PostgreSQL half is passed over.
pub(crate) fn cluster_or_reason() -> Option<Cluster> {
    Cluster::start().map_err(|reason| nomina_needs::missing("postgres", reason)).ok()
}

/// Stories about what each process has for itself: its counters and its own end.
const OF_ONE_PROCESS: &[&str] = &[
    "the_server_is_ready_until_it_stops",
    "a_stream_ends_when_the_server_stops",
    "requests_are_counted_by_route_and_never_by_address",
    "a_second_sign_up_tells_nobody_and_changes_nothing",
    "signing_in_after_a_sign_up_tells_nobody_whether_the_address_had_an_account",
];

fn is_of_one(story: &Story) -> bool {
    OF_ONE_PROCESS.iter().any(|name| story.name.ends_with(name))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_story_also_holds_on_postgresql_with_two_servers() {
    let Some(cluster) = cluster_or_reason() else { return };
    // A part of them, for whoever works on one: NOMINA_STORY=runs::
    let wanted = std::env::var("NOMINA_STORY").unwrap_or_default();
    let stories: Vec<&Story> =
        inventory::iter::<Story>.into_iter().filter(|story| story.name.contains(&wanted)).collect();
    assert!(stories.len() > 20 || !wanted.is_empty(), "the stories are found");
    // The tables are made once; that they can be made by several servers at a time is another test's.
    let mut config = Config::defaults();
    config.database_url = Secret::new(&cluster.database("first").await);
    Db::connect(&config, &SystemClock).await.expect("the tables").close().await;
    let outcomes = futures_util::stream::iter(stories.into_iter().enumerate())
        .map(|(number, story)| {
            let cluster = &cluster;
            async move {
                let url = cluster.copy("first", &format!("story_{number}")).await;
                let app = TestApp::start(&url, |_| ()).await;
                let app = if is_of_one(story) { app } else { app.with_a_replica().await };
                let outcome = tokio::spawn((story.run)(app)).await;
                (story.name, outcome)
            }
        })
        .buffer_unordered(4)
        .collect::<Vec<_>>()
        .await;
    let failed: Vec<_> =
        outcomes.iter().filter(|(_, outcome)| outcome.is_err()).map(|(name, _)| name).collect();
    assert!(failed.is_empty(), "on PostgreSQL: {failed:#?}");
}
