//! From wanted names to moves: nothing overwrites, nothing meets, compared without case. Images stay in their folder unless their
//! names have folders of their own.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use nomina_rules::names;
use serde::{Deserialize, Serialize};

use super::disk::numbered;
use super::sidecars::{Sidecar, find};

/// File systems count bytes, and a number may come behind the stem.
const LONGEST_STEM_BYTES: usize = 220;
const LONGEST_NAME_BYTES: usize = 255;

/// One image's way, relative to the folder. `via` is a waiting place: its new name is, or was, another image's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Move {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) via: Option<PathBuf>,
    /// Of a sidecar: the move of its image, which stands before it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) lead: Option<usize>,
}

impl Move {
    /// A journal that somebody else wrote must not reach out of its folder.
    pub(crate) fn stays_inside(&self) -> bool {
        [Some(&self.from), Some(&self.to), self.via.as_ref()]
            .into_iter()
            .flatten()
            .all(|path| is_inside(path))
    }
}

pub(crate) fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// An image and the stem that it should get, with the folders of its pattern: `2024/05/red-fox`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) file: PathBuf,
    pub(crate) stem: String,
}

impl Wish {
    /// Where the image should be, from the root.
    fn folder(&self) -> &Path {
        match self.stem.rsplit_once('/') {
            Some((folder, _)) => Path::new(folder),
            None => self.file.parent().unwrap_or(Path::new("")),
        }
    }
}

/// What a folder holds: every name, and which of them are folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Present {
    pub(crate) names: Vec<String>,
    pub(crate) folders: HashSet<String>,
}

/// The moves that fulfil the wishes; a file that has the wished name already stays. `present` says what a folder holds; `token`
/// makes waiting places that nobody has. With `sidecars` the files that belong to an image follow it.
pub(crate) fn plan(
    wishes: &[Wish],
    token: &str,
    sidecars: bool,
    present: impl Fn(&Path) -> Present,
) -> Vec<Move> {
    // A file that has the wished name already keeps it, as strangers do.
    let leaving: Vec<&Wish> =
        wishes.iter().filter(|wish| wish.file != wish.folder().join(wished_name(wish))).collect();
    let mut followers = HashMap::new();
    let mut left: HashSet<PathBuf> = leaving.iter().map(|wish| wish.file.clone()).collect();
    if sidecars {
        followers = all_followers(wishes.iter().map(|wish| wish.file.as_path()), &present);
        followers.retain(|image, _| left.contains(image));
    }
    for (image, sidecars) in &followers {
        left.extend(sidecars.iter().map(|sidecar| image.with_file_name(&sidecar.name)));
    }
    let mut folders: BTreeMap<&Path, Vec<&Wish>> = BTreeMap::new();
    for wish in leaving {
        folders.entry(wish.folder()).or_default().push(wish);
    }
    let mut moves = Vec::new();
    for (folder, wishes) in folders {
        let stays = |name: &String| !left.contains(&folder.join(name));
        let staying = present(folder).names.into_iter().filter(stays).collect();
        into_folder(folder, &wishes, staying, &mut followers, &mut moves);
    }
    park(&mut moves, token);
    moves
}

/// The sidecars of every image, in whichever folder it is.
pub(super) fn all_followers<'a>(
    images: impl Iterator<Item = &'a Path>,
    present: impl Fn(&Path) -> Present,
) -> HashMap<PathBuf, Vec<Sidecar>> {
    let mut inside: BTreeMap<&Path, Vec<String>> = BTreeMap::new();
    for image in images {
        inside.entry(image.parent().unwrap_or(Path::new(""))).or_default().push(file_name(image));
    }
    let mut found = HashMap::new();
    for (home, images) in inside {
        let Present { names, folders } = present(home);
        let files: Vec<String> = names.into_iter().filter(|name| !folders.contains(name)).collect();
        let of_images = find(&images, &files).into_iter();
        found.extend(of_images.map(|(image, sidecars)| (home.join(image), sidecars)));
    }
    found
}

/// Folders that are named like the sidecar of an image; they keep their names.
pub(crate) fn folders_like_sidecars(images: &[PathBuf], present: impl Fn(&Path) -> Present) -> Vec<PathBuf> {
    let mut inside: BTreeMap<&Path, Vec<String>> = BTreeMap::new();
    for image in images {
        inside.entry(image.parent().unwrap_or(Path::new(""))).or_default().push(file_name(image));
    }
    let mut alike = Vec::new();
    for (folder, images) in inside {
        let folders: Vec<String> = present(folder).folders.into_iter().collect();
        let found = find(&images, &folders).into_values().flatten();
        alike.extend(found.map(|sidecar| folder.join(sidecar.name)));
    }
    alike.sort();
    alike
}

/// Names for the files that come into a folder, beside those that stay in it.
fn into_folder(
    folder: &Path,
    wishes: &[&Wish],
    staying: Vec<String>,
    followers: &mut HashMap<PathBuf, Vec<Sidecar>>,
    moves: &mut Vec<Move>,
) {
    let mut taken: HashSet<String> = staying.iter().map(|name| name.to_lowercase()).collect();
    let (first, mut wanted) = (staying.len(), staying);
    wanted.extend(wishes.iter().map(|wish| wished_name(wish)));
    let given = names::unique(&wanted).split_off(first);
    taken.extend(given.iter().map(|name| name.to_lowercase()));
    for (wish, name) in wishes.iter().zip(given) {
        let sidecars = followers.remove(&wish.file).unwrap_or_default();
        let name = name_for_all(name, &sidecars, &mut taken);
        push(folder, wish, &name, &sidecars, moves);
    }
}

/// The image's name, with a number where one of its sidecars would meet another file.
fn name_for_all(name: String, sidecars: &[Sidecar], taken: &mut HashSet<String>) -> String {
    let key = |name: &str| name.to_lowercase();
    let meets = |name: &str, taken: &HashSet<String>| {
        sidecars.iter().any(|sidecar| taken.contains(&key(&sidecar.beside(name))))
    };
    let mut chosen = name.clone();
    let mut number = 2;
    while meets(&chosen, taken) {
        let next = file_name(&numbered(Path::new(&name), number));
        number += 1;
        if !taken.contains(&key(&next)) {
            chosen = next;
        }
    }
    taken.insert(key(&chosen));
    taken.extend(sidecars.iter().map(|sidecar| key(&sidecar.beside(&chosen))));
    chosen
}

/// The image's move, and behind it those of its sidecars.
fn push(folder: &Path, wish: &Wish, name: &str, sidecars: &[Sidecar], moves: &mut Vec<Move>) {
    let to = folder.join(name);
    if to == wish.file {
        return;
    }
    let lead = moves.len();
    moves.push(Move { from: wish.file.clone(), to, via: None, lead: None });
    for sidecar in sidecars {
        let (from, to) = (wish.file.with_file_name(&sidecar.name), folder.join(sidecar.beside(name)));
        moves.push(Move { from, to, via: None, lead: Some(lead) });
    }
}

/// The stem, short enough, with the extension that the file has.
fn wished_name(wish: &Wish) -> String {
    let mut stem = wish.stem.rsplit('/').next().unwrap_or_default();
    while stem.len() > LONGEST_STEM_BYTES {
        stem = stem.char_indices().next_back().map_or("", |(last, _)| &stem[..last]);
    }
    match wish.file.extension() {
        Some(extension) => format!("{stem}.{}", extension.to_string_lossy()),
        None => stem.to_owned(),
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A file that wants a name which another one leaves, or leaves one that another wants, goes to a waiting place first.
fn park(moves: &mut [Move], token: &str) {
    let key = |path: &Path| path.to_string_lossy().to_lowercase();
    let left: BTreeSet<String> = moves.iter().map(|step| key(&step.from)).collect();
    let taken: BTreeSet<String> = moves.iter().map(|step| key(&step.to)).collect();
    for (at, step) in moves.iter_mut().enumerate() {
        if left.contains(&key(&step.to)) || taken.contains(&key(&step.from)) {
            step.via = Some(waiting_place(&step.from, token, at));
        }
    }
}

/// It ends with the old name where there is room for it: whoever has lost the journal still knows what the file is.
fn waiting_place(from: &Path, token: &str, at: usize) -> PathBuf {
    let short = format!(".nomina-{token}-{at}");
    let long = format!("{short}-{}", file_name(from));
    from.with_file_name(if long.len() <= LONGEST_NAME_BYTES { long } else { short })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(files: &[(&str, &str)], others: &[&str]) -> Vec<(String, String, bool)> {
        let wishes: Vec<Wish> =
            files.iter().map(|(file, stem)| Wish { file: file.into(), stem: (*stem).into() }).collect();
        let present = |_: &Path| {
            let own = files.iter().map(|(file, _)| file_name(Path::new(file)));
            let names = own.chain(others.iter().map(|name| (*name).to_owned())).collect();
            Present { names, folders: HashSet::from(["folder.xmp".to_owned()]) }
        };
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let moves = plan(&wishes, "t", true, present).into_iter();
        moves.map(|step| (text(step.from), text(step.to), step.via.is_some())).collect()
    }

    fn row(from: &str, to: &str, waits: bool) -> (String, String, bool) {
        (from.into(), to.into(), waits)
    }

    #[test]
    fn equal_wishes_and_strangers_in_the_folder_are_numbered_apart() {
        let moves = made(&[("1.jpg", "dog"), ("2.jpg", "dog"), ("3.jpg", "cat")], &["Dog.JPG"]);
        let expected = [("1.jpg", "dog-2.jpg"), ("2.jpg", "dog-3.jpg"), ("3.jpg", "cat.jpg")];
        assert_eq!(moves, expected.map(|(from, to)| row(from, to, false)));
    }

    #[test]
    fn a_image_that_has_its_name_stays_where_it_is() {
        assert_eq!(made(&[("dog.jpg", "dog")], &[]), []);
        assert_eq!(made(&[("1.jpg", "dog"), ("dog.jpg", "dog")], &[]), [row("1.jpg", "dog-2.jpg", false)]);
        assert_eq!(
            made(&[("dog-2.jpg", "dog"), ("dog.jpg", "dog")], &[]),
            [],
            "a second run changes nothing"
        );
    }

    #[test]
    fn a_cycle_a_chain_and_a_change_of_case_wait_aside() {
        let cycle = made(&[("a.jpg", "b"), ("b.jpg", "a")], &[]);
        assert_eq!(cycle, [row("a.jpg", "b.jpg", true), row("b.jpg", "a.jpg", true)]);
        let chain = made(&[("a.jpg", "b"), ("b.jpg", "c"), ("x.jpg", "y")], &[]);
        assert_eq!(chain.iter().map(|step| step.2).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!(made(&[("DOG.jpg", "dog")], &[]), [row("DOG.jpg", "dog.jpg", true)]);
    }

    #[test]
    fn sidecars_follow_their_image_to_a_name_that_is_free_for_all_of_them() {
        let moves =
            made(&[("IMG.jpg", "fox"), ("folder.jpg", "x")], &["IMG.xmp", "IMG.jpg.xmp", "folder.xmp"]);
        let expected = [
            ("IMG.jpg", "fox.jpg"),
            ("IMG.jpg.xmp", "fox.jpg.xmp"),
            ("IMG.xmp", "fox.xmp"),
            ("folder.jpg", "x.jpg"),
        ];
        let mut moves: Vec<_> = moves.into_iter().map(|(from, to, _)| (from, to)).collect();
        moves.sort();
        assert_eq!(
            moves,
            expected.map(|(from, to)| (from.to_owned(), to.to_owned())),
            "a folder is no sidecar"
        );
        let taken = made(&[("IMG.jpg", "fox")], &["IMG.xmp", "FOX.xmp"]);
        assert_eq!(taken, [row("IMG.jpg", "fox-2.jpg", false), row("IMG.xmp", "fox-2.xmp", false)]);
    }

    #[test]
    fn folders_of_a_pattern_are_below_the_root_and_meet_nothing_there() {
        let wishes = [
            Wish { file: "a/1.jpg".into(), stem: "2024/dog".into() },
            Wish { file: "2.jpg".into(), stem: "2024/dog".into() },
            Wish { file: "2024/cat.jpg".into(), stem: "2024/cat".into() },
        ];
        let present = |folder: &Path| {
            let names: &[&str] = match folder.to_str().unwrap() {
                "a" => &["1.jpg", "1.xmp"],
                "2024" => &["cat.jpg", "DOG.jpg"],
                _ => &["2.jpg", "a", "2024"],
            };
            Present { names: names.iter().map(|name| (*name).to_owned()).collect(), ..Present::default() }
        };
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let moves = plan(&wishes, "t", true, present).into_iter();
        let moves: Vec<_> = moves.map(|step| (text(step.from), text(step.to))).collect();
        let expected =
            [("a/1.jpg", "2024/dog-2.jpg"), ("a/1.xmp", "2024/dog-2.xmp"), ("2.jpg", "2024/dog-3.jpg")];
        assert_eq!(moves, expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
    }

    #[test]
    fn folders_do_not_mix() {
        let moves = made(&[("a/1.jpg", "dog"), ("b/1.jpg", "dog")], &[]);
        assert_eq!(moves, [row("a/1.jpg", "a/dog.jpg", false), row("b/1.jpg", "b/dog.jpg", false)]);
    }

    #[test]
    fn a_name_fits_a_file_system_in_bytes() {
        let long = "猫".repeat(200);
        let moves = made(&[("1.jpg", &long), ("2.jpg", &long)], &[]);
        assert!(moves.iter().all(|step| step.1.len() <= 255), "{moves:?}");
        assert!(moves[1].1.ends_with("-2.jpg"));
    }
}
