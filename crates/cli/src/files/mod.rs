//! Images on disk. The rule: only ordinary files are opened, a file stands under its name whole or not at all, and
//! nothing that is there is replaced unless the person asked for it.

mod find;
mod kept;
mod names;
mod read;
mod save;
mod whole;

pub(crate) use find::find;
pub(crate) use kept::Like;
pub(crate) use names::{honoured, name_of, places};
pub(crate) use read::{format_of, read};
pub(crate) use save::{SaveError, refuse_missing_folder, refuse_taken, replace, save};
pub(crate) use whole::is_whole;
