//! Every kind of task: those of the features, and sending emails, which needs every feature's emails.

use std::sync::LazyLock;

use crate::app::features::{emails, features};
use crate::app::state::AppState;
use crate::base::feature::{Email, TaskKind};
use crate::features::emails::{TASK, deliver};

pub(super) type Kind = TaskKind<AppState>;

static EMAILS: LazyLock<Vec<&'static Email>> = LazyLock::new(|| emails().collect());

static SEND: Kind =
    TaskKind { name: TASK, at_once: |_| 2, run: |state, payload| Box::pin(deliver(state, &EMAILS, payload)) };

pub(super) fn kinds() -> impl Iterator<Item = &'static Kind> {
    std::iter::once(&SEND).chain(features().iter().flat_map(|feature| &feature.tasks))
}
