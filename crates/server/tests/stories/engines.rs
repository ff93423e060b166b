//! A story is an async function that gets a fresh app. `stories!` makes it a test on SQLite and lists it for PostgreSQL.

use std::future::Future;
use std::pin::Pin;

use crate::app::TestApp;

pub(crate) type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A story as the PostgreSQL test finds it.
pub(crate) struct Story {
    pub(crate) name: &'static str,
    pub(crate) run: fn(TestApp) -> Running,
}

inventory::collect!(Story);

macro_rules! stories {
    ($($name:ident),+ $(,)?) => { $(
        inventory::submit! {
            crate::engines::Story {
                name: concat!(module_path!(), "::", stringify!($name)),
                run: |app| Box::pin($name(app)),
            }
        }
    )+
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(crate::app::TestApp::start("", |_| ()).await).await;
                }
            )+
        }
    };
}
pub(crate) use stories;
