//! The best image of a group: the largest, and among images of about one size the sharpest and best exposed.

use std::path::Path;

use nomina_engine::{Limits, measure_shot};
use serde::Serialize;

use super::alike::{Group, Image};
use crate::files::read;

/// How much larger or better an image has to be to count as such.
const CLEARLY: f64 = 1.1;

/// Why an image stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Reason {
    Largest,
    Sharpest,
    /// No image of the group is better than the others.
    Same,
}

/// Looks at the images of a group whose size is about that of the largest, and puts the clearly best one in its place.
pub(super) fn choose(folder: &Path, images: &[Image], group: Group) -> (Group, Reason) {
    let large = |at: &usize| images[*at].pixels as f64 * CLEARLY >= images[group.best].pixels as f64;
    let rivals: Vec<usize> = group.others.iter().copied().filter(large).collect();
    let score = |at: usize| score(&folder.join(&images[at].file));
    let own = score(group.best);
    let rival = rivals.iter().map(|at| (score(*at), *at)).max_by(|one, other| one.0.total_cmp(&other.0));
    match rival {
        None => (group, Reason::Largest),
        Some((best, at)) if best > own * CLEARLY => (swapped(group, at), Reason::Sharpest),
        Some((best, _)) if own > best * CLEARLY => (group, Reason::Sharpest),
        Some(_) if rivals.len() < group.others.len() => (group, Reason::Largest),
        Some(_) => (group, Reason::Same),
    }
}

/// Nothing for a file that cannot be read any more: another one stays then.
fn score(file: &Path) -> f64 {
    let bytes = read(file).unwrap_or_default();
    measure_shot(&bytes, &Limits::default()).map_or(0.0, |shot| f64::from(shot.score))
}

fn swapped(Group { best, others }: Group, at: usize) -> Group {
    let others = others.into_iter().map(|other| if other == at { best } else { other }).collect();
    Group { best: at, others }
}
