//! Moving images with their sidecars into other folders below the same root. Names stay, with a number where one is taken.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::disk::numbered;
use super::moves::{Move, Present, all_followers, file_name};
use super::proposal::present;
use super::sidecars::Sidecar;

/// An image and the folder that it should be in, both relative to the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: PathBuf,
    pub(crate) folder: PathBuf,
}

/// The moves; an image that is in its folder already stays there.
pub(crate) fn relocate(root: &Path, places: &[Place]) -> Vec<Move> {
    plan(places, |inside| present(&root.join(inside)))
}

fn plan(places: &[Place], present: impl Fn(&Path) -> Present) -> Vec<Move> {
    let mut followers = all_followers(places.iter().map(|place| place.file.as_path()), &present);
    let mut taken: HashMap<PathBuf, HashSet<String>> = HashMap::new();
    let mut moves = Vec::new();
    for place in places {
        let home = place.file.parent().unwrap_or(Path::new(""));
        if home == place.folder {
            continue;
        }
        let there = taken
            .entry(place.folder.clone())
            .or_insert_with(|| present(&place.folder).names.iter().map(|name| name.to_lowercase()).collect());
        let sidecars = followers.remove(&place.file).unwrap_or_default();
        let name = free(&file_name(&place.file), &sidecars, there);
        let lead = moves.len();
        moves.push(Move { from: place.file.clone(), to: place.folder.join(&name), via: None, lead: None });
        for sidecar in &sidecars {
            let (from, to) = (home.join(&sidecar.name), place.folder.join(sidecar.beside(&name)));
            moves.push(Move { from, to, via: None, lead: Some(lead) });
        }
    }
    moves
}

/// The name, or the first with a number that is free for the image and all its sidecars, which is taken from then on.
fn free(name: &str, sidecars: &[Sidecar], taken: &mut HashSet<String>) -> String {
    let all = |name: &str| {
        let beside = sidecars.iter().map(|sidecar| sidecar.beside(name).to_lowercase());
        std::iter::once(name.to_lowercase()).chain(beside).collect::<Vec<_>>()
    };
    let others = (2u32..).map(|number| file_name(&numbered(Path::new(name), number)));
    let mut names = std::iter::once(name.to_owned()).chain(others);
    let is_free = |name: &String| all(name).iter().all(|one| !taken.contains(one));
    let chosen = names.find(is_free).unwrap_or_else(|| name.to_owned());
    taken.extend(all(&chosen));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(places: &[(&str, &str)], present: &[(&str, &[&str])]) -> Vec<(String, String)> {
        let places: Vec<Place> =
            places.iter().map(|(file, folder)| Place { file: file.into(), folder: folder.into() }).collect();
        let listed = |folder: &Path| {
            let found = present.iter().find(|(name, _)| Path::new(name) == folder);
            let names = found.map(|(_, names)| names.iter().map(|name| (*name).to_owned()).collect());
            Present { names: names.unwrap_or_default(), ..Present::default() }
        };
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        plan(&places, listed).into_iter().map(|step| (text(step.from), text(step.to))).collect()
    }

    fn row(from: &str, to: &str) -> (String, String) {
        (from.into(), to.into())
    }

    #[test]
    fn images_take_their_sidecars_along_and_meet_nothing() {
        let moves = made(
            &[("a/1.jpg", "2024"), ("b/1.jpg", "2024"), ("2024/2.jpg", "2024")],
            &[("a", &["1.jpg", "1.xmp"]), ("b", &["1.jpg"]), ("2024", &["2.jpg", "1.XMP"])],
        );
        let expected =
            [row("a/1.jpg", "2024/1-2.jpg"), row("a/1.xmp", "2024/1-2.xmp"), row("b/1.jpg", "2024/1.jpg")];
        assert_eq!(moves, expected, "a stranger's 1.XMP is in the way of the first only");
    }
}
