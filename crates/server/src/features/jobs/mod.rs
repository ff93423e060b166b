//! Jobs: one run of the tool, from its start to its end. A job reserves the images that a model will name; what is not
//! named is given back when it ends.

pub mod change;
pub mod create;
pub(crate) mod end;
mod feature;
mod job;
pub mod list;
pub mod resume;
mod slots;

pub(crate) use create::name;
pub use end::fail_stale;
pub use feature::feature;
pub use job::{Job, JobResults, JobStatus};
pub(crate) use job::{JobRow, job_columns, tell};
pub(crate) use list::belongs_to;
pub use slots::reserve;
