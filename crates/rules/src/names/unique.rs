//! Names beside each other: the right extension, no two alike in a batch, and what a ZIP may hold.

use super::{MAX_ENTRY, UNNAMED, is_reserved};
use std::collections::HashSet;

/// The stem with an extension, cut so that the whole fits a file system.
pub fn with_extension(stem: &str, extension: &str) -> String {
    let room = MAX_ENTRY.saturating_sub(extension.len() + 1);
    let (folder, file) = stem.split_at(folder_end(stem));
    format!("{folder}{}.{extension}", cut(file, room))
}

/// At most `room` bytes of the text, cut at a character.
fn cut(text: &str, room: usize) -> &str {
    let end = (0..=room.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// A file name of at most `MAX_ENTRY` bytes that keeps its extension; folders before it stay as they are.
fn fitted(name: &str) -> String {
    let (folder, file) = name.split_at(folder_end(name));
    if file.len() <= MAX_ENTRY {
        return name.to_owned();
    }
    let (stem, extension) = file.split_at(extension_start(file));
    let extension = if extension.len() > LONGEST_EXTENSION { "" } else { extension };
    let stem = if extension.is_empty() { file } else { stem };
    format!("{folder}{}{extension}", cut(stem, MAX_ENTRY - extension.len()))
}

/// Bytes of an extension with its dot; what is longer is a part of the name.
const LONGEST_EXTENSION: usize = 12;

fn folder_end(name: &str) -> usize {
    name.rfind('/').map_or(0, |at| at + 1)
}

/// Where the extension begins in a file name without folders, its dot included.
fn extension_start(file: &str) -> usize {
    file.rfind('.').filter(|at| *at > 0).unwrap_or(file.len())
}

/// Every name made different, compared without case: the second `dog.jpg` becomes `dog-2.jpg`. A name that stands
/// on its own keeps its form: a real `dog-2.jpg` further down is not taken away from its picture. No name is longer than
/// an entry of a ZIP may be.
pub fn unique(names: &[String]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| fitted(name)).collect();
    let wanted: HashSet<String> = names.iter().map(|n| n.to_lowercase()).collect();
    let mut taken = HashSet::with_capacity(names.len());
    names.iter().map(|name| first_free(name, &wanted, &mut taken)).collect()
}

fn first_free(name: &str, wanted: &HashSet<String>, taken: &mut HashSet<String>) -> String {
    if taken.insert(name.to_lowercase()) {
        return name.to_owned();
    }
    let (folder, file) = name.split_at(folder_end(name));
    let (stem, extension) = file.split_at(extension_start(file));
    (2u32..)
        .map(|n| {
            let tail = format!("-{n}{extension}");
            format!("{folder}{}{tail}", cut(stem, MAX_ENTRY.saturating_sub(tail.len())))
        })
        .find(|candidate| {
            let key = candidate.to_lowercase();
            !wanted.contains(&key) && taken.insert(key)
        })
        .unwrap_or_else(|| name.to_owned())
}

/// A legal name of one ZIP entry: characters that some system refuses become `_`, at most 255 bytes of UTF-8, cut at a
/// character before the extension. Unpackers and file systems count bytes.
pub fn zip_entry(name: &str) -> String {
    let refused = |c: char| "<>:\"|?*\\/".contains(c) || c.is_control();
    let safe: String = name.chars().map(|c| if refused(c) { '_' } else { c }).collect();
    match safe.trim() {
        "" => UNNAMED.to_owned(),
        "." | ".." => safe.replace('.', "_"),
        device if is_reserved(device) => fitted(&format!("image-{device}")),
        _ => fitted(&safe),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn made(names: &[&str]) -> Vec<String> {
        unique(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn equal_names_are_numbered_without_regard_to_case() {
        assert_eq!(made(&["dog.jpg", "Dog.JPG", "dog.jpg"]), ["dog.jpg", "Dog-2.JPG", "dog-3.jpg"]);
        assert_eq!(made(&["dog.jpg", "dog.png"]), ["dog.jpg", "dog.png"]);
        assert_eq!(made(&["a/dog.jpg", "b/dog.jpg", "a/dog.jpg"]), ["a/dog.jpg", "b/dog.jpg", "a/dog-2.jpg"]);
    }

    #[test]
    fn a_name_that_already_has_a_number_keeps_it() {
        assert_eq!(made(&["dog.jpg", "dog.jpg", "dog-2.jpg"]), ["dog.jpg", "dog-3.jpg", "dog-2.jpg"]);
    }

    #[test]
    fn a_zip_entry_has_no_character_that_a_system_refuses() {
        assert_eq!(zip_entry("a<b>c:d\"e|f?g*h\\i/j\u{7}.jpg"), "a_b_c_d_e_f_g_h_i_j_.jpg");
        assert_eq!(zip_entry(&"x".repeat(300)).len(), 255);
        assert_eq!(zip_entry(".."), "__");
        assert_eq!(zip_entry(""), UNNAMED);
        assert_eq!(zip_entry("Con.jpg"), "image-Con.jpg");
    }

    #[test]
    fn an_extension_is_kept_whole_however_long_the_name() {
        for extension in ["jpg", "webp"] {
            let name = with_extension(&"é".repeat(400), extension);
            assert!(name.ends_with(&format!(".{extension}")) && (254..=255).contains(&name.len()));
            assert_eq!(zip_entry(&name), name);
            let second = made(&[&name, &name]).remove(1);
            assert!(second.ends_with(&format!("-2.{extension}")) && (254..=255).contains(&second.len()));
        }
    }

    #[test]
    fn folders_do_not_count_and_what_is_too_long_is_no_extension() {
        let name = with_extension(&format!("trips/{}", "x".repeat(400)), "jpg");
        assert_eq!(name, format!("trips/{}.jpg", "x".repeat(251)));
        assert_eq!(made(&[&name, &name])[1], format!("trips/{}-2.jpg", "x".repeat(249)));
        let long = "x".repeat(300);
        assert_eq!(zip_entry(&format!("{long}.abcdefghijk")), format!("{}.abcdefghijk", "x".repeat(243)));
        assert_eq!(zip_entry(&format!("{long}.abcdefghijkl")), "x".repeat(255));
        assert_eq!(made(&[".jpg", ".jpg"]), [".jpg", ".jpg-2"]);
    }

    /// RES-03: an entry of 300 accented letters was 464 bytes long, and `unzip` refused it.
    #[test]
    fn an_entry_is_counted_in_bytes_and_keeps_its_extension() {
        let long = format!("{}.jpg", "é".repeat(300));
        let entry = zip_entry(&long);
        assert!(entry.len() <= 255 && entry.ends_with("é.jpg"), "{} bytes", entry.len());
        assert_eq!(zip_entry(&"猫".repeat(100)).len(), 255, "cut at a character");
        let both = made(&[&long, &long]);
        assert!(both.iter().all(|name| name.len() <= 255 && zip_entry(name) == *name));
        assert_ne!(both[0], both[1]);
    }

    proptest! {
        #[test]
        fn a_batch_never_has_two_equal_names(names in proptest::collection::vec("[a-cA-C]{1,2}(-[23])?\\.jpg", 0..40)) {
            let made = unique(&names);
            let keys: HashSet<String> = made.iter().map(|n| n.to_lowercase()).collect();
            prop_assert_eq!(keys.len(), names.len());
        }

        #[test]
        fn letters_of_any_script_in_any_case_never_meet_again(names in proptest::collection::vec("[éÉяЯßσΣςａＡ猫]{1,2}\\.(jpg|JPG)", 0..40)) {
            let keys: HashSet<String> = unique(&names).iter().map(|n| n.to_lowercase()).collect();
            prop_assert_eq!(keys.len(), names.len());
        }
    }
}
