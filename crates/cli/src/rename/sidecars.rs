//! Files that belong to an image and travel with it: settings of photo programs, the RAW of a JPEG, the video of a live photo.
//! They are known by their names alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use nomina_engine::Format;

const VIDEOS: [&str; 2] = ["mov", "mp4"];
/// `photo.xmp` and `photo.jpg.xmp` both belong to `photo.jpg`.
const SETTINGS: [&str; 6] = ["xmp", "aae", "thm", "pp3", "dop", "on1"];
/// Of the same stem: the RAW of a camera's pair, and the video of a live photo.
const PAIRS: [&str; 13] =
    ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2", "pef", "srw", "raw", "mov", "mp4"];

/// The file beside an image that holds its words, also when it is not there yet: the one that is there, else `photo.xmp` of a RAW
/// as Lightroom has it, and `photo.tif.xmp` of every other format, so that the two images of a pair do not share one.
pub(super) fn xmp_of(image: &Path, format: Format) -> PathBuf {
    existing_xmp(image, format).unwrap_or_else(|| match format {
        Format::Raw => image.with_extension("xmp"),
        _ => PathBuf::from(format!("{}.xmp", image.display())),
    })
}

/// The XMP sidecar that an image has. `photo.xmp` beside a RAW belongs to the RAW alone.
pub(super) fn existing_xmp(image: &Path, format: Format) -> Option<PathBuf> {
    let of_whole_name = ["xmp", "XMP"].map(|end| PathBuf::from(format!("{}.{end}", image.display())));
    let of_stem = ["xmp", "XMP"].map(|end| image.with_extension(end));
    let shared = format != Format::Raw && has_raw_beside(image);
    let places = of_whole_name.into_iter().chain(of_stem.into_iter().filter(|_| !shared));
    places.into_iter().find(|path| path.symlink_metadata().is_ok())
}

fn has_raw_beside(image: &Path) -> bool {
    let raws = PAIRS.iter().filter(|end| !VIDEOS.contains(end));
    let mut endings = raws.flat_map(|end| [(*end).to_owned(), end.to_uppercase()]);
    endings.any(|end| image.with_extension(end).is_file())
}

/// What follows an image in one folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sidecar {
    /// Its name now.
    pub(super) name: String,
    /// What stands behind the image's stem or whole name: `.xmp`.
    ending: String,
    /// Whether the image's whole name stands before it.
    of_whole_name: bool,
}

impl Sidecar {
    /// Its name when the image has this one.
    pub(super) fn beside(&self, image: &str) -> String {
        let base = if self.of_whole_name { image } else { stem(image) };
        format!("{base}{}", self.ending)
    }
}

/// The sidecars of each image among the files of one folder. One that could belong to several follows the first of them.
pub(super) fn find(images: &[String], present: &[String]) -> BTreeMap<String, Vec<Sidecar>> {
    let own: BTreeSet<&String> = images.iter().collect();
    let mut by_whole_name = BTreeMap::new();
    let mut by_stem = BTreeMap::new();
    for image in images {
        by_whole_name.insert(image.as_str(), image);
        by_stem.entry(stem(image)).or_insert(image);
    }
    let mut found: BTreeMap<String, Vec<Sidecar>> = BTreeMap::new();
    for name in present.iter().filter(|name| !own.contains(name) && !name.starts_with('.')) {
        let (base, extension) = (stem(name), extension(name).to_lowercase());
        let is_settings = SETTINGS.contains(&extension.as_str());
        let whole = by_whole_name.get(base).filter(|_| is_settings);
        let half = by_stem.get(base).filter(|_| is_settings || PAIRS.contains(&extension.as_str()));
        if let Some(image) = whole.or(half) {
            let sidecar = Sidecar {
                name: name.clone(),
                ending: name[base.len()..].to_owned(),
                of_whole_name: whole.is_some(),
            };
            found.entry((*image).clone()).or_default().push(sidecar);
        }
    }
    found
}

fn stem(name: &str) -> &str {
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

fn extension(name: &str) -> &str {
    Path::new(name).extension().and_then(|end| end.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(images: &[&str], present: &[&str]) -> Vec<(String, Vec<String>)> {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let found = find(&texts(images), &texts(present));
        found
            .into_iter()
            .map(|(image, all)| (image, all.iter().map(|one| one.beside("fox.jpg")).collect()))
            .collect()
    }

    #[test]
    fn settings_pairs_and_live_photos_belong_to_the_image_of_their_name() {
        let present =
            ["a.jpg", "a.xmp", "a.jpg.xmp", "a.AAE", "a.CR3", "a.MOV", "a.txt", "b.xmp", ".a.xmp", "ab.xmp"];
        let expected =
            ["fox.xmp", "fox.jpg.xmp", "fox.AAE", "fox.CR3", "fox.MOV"].map(str::to_owned).to_vec();
        assert_eq!(of(&["a.jpg"], &present), [("a.jpg".to_owned(), expected)]);
    }

    #[test]
    fn what_two_images_share_follows_the_first_and_an_image_follows_nobody() {
        let found = of(&["a.jpg", "a.png"], &["a.jpg", "a.png", "a.xmp", "a.png.xmp"]);
        let one = |image: &str, name: &str| (image.to_owned(), vec![name.to_owned()]);
        assert_eq!(found, [one("a.jpg", "fox.xmp"), one("a.png", "fox.jpg.xmp")]);
        assert_eq!(of(&["a.jpg", "a.dng"], &["a.jpg", "a.dng"]), []);
    }
}
