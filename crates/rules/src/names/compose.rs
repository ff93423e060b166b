//! The final name: the model's words in the user's pattern, letter case and separator, with prefix and suffix.

use super::clean::without_extension;
use super::fill::{filled, missing, value};
use super::parts::NameParts;
use super::tokens::{MOST_FOLDERS, split};
use super::{UNNAMED, is_reserved, with_context, zip_entry};
use crate::options::{ContextMode, LetterCase, ProcessingOptions, Separator};

/// The longest folder name that a pattern makes.
const MAX_FOLDER: usize = 80;

/// The longest stem: room for a collision number and an extension within 255.
const MAX_STEM: usize = 230;

/// The name without its extension. Never empty, never a name that Windows reserves. A pattern with slashes makes folders:
/// `2024/05/red-fox`. A folder whose tokens have no value is `no-date` and the like, and the last part is the name.
pub fn compose(parts: &NameParts, options: &ProcessingOptions) -> String {
    if options.keep_names {
        return kept(&parts.original);
    }
    let pattern = match options.name_pattern.trim() {
        "" => "{name}",
        pattern => pattern,
    };
    let (mut parts, spelling) = (parts.clone(), options.spelling());
    if options.context_as_prefix && options.context_mode == ContextMode::Custom {
        parts.words = with_context(&value("name", &parts, spelling), &options.custom_context, spelling);
    }
    let parts_of_path = split(pattern);
    let Some((last, folders)) = parts_of_path.split_last() else { return UNNAMED.to_owned() };
    let last = if last.trim().is_empty() { "{name}" } else { last };
    let mut path = String::new();
    for folder in folders.iter().take(MOST_FOLDERS) {
        path.extend(folder_name(folder, &parts, options).into_iter().flat_map(|name| [name, "/".into()]));
    }
    let mut stem = styled(&filled(last, &parts, spelling), options.letter_case, options.separator);
    attach(&mut stem, &options.prefix, options.separator, true);
    attach(&mut stem, &options.suffix, options.separator, false);
    path + &short(&stem, MAX_STEM)
}

/// The name of one folder; none for a part that holds nothing.
fn folder_name(pattern: &str, parts: &NameParts, options: &ProcessingOptions) -> Option<String> {
    let words = match filled(pattern, parts, options.spelling()) {
        empty if empty.trim_matches(['-', '_', '.']).is_empty() => missing(pattern)?.to_owned(),
        words => words,
    };
    Some(short(&styled(&words, options.letter_case, options.separator), MAX_FOLDER))
}

fn short(stem: &str, most: usize) -> String {
    let cut: String = stem.chars().take(most).collect();
    safe(cut.trim_matches([' ', '.']))
}

/// The name that an image has: as it is, but for what some system refuses.
fn kept(original: &str) -> String {
    let base = original.rsplit(['/', '\\']).next().unwrap_or(original);
    short(&zip_entry(without_extension(base)), MAX_STEM)
}

/// A stem that every system takes: not empty, not a name of a device.
fn safe(stem: &str) -> String {
    match stem {
        empty if empty.trim_matches(['-', '_', ' ', '.']).is_empty() => UNNAMED.to_owned(),
        device if is_reserved(device) => format!("image-{device}"),
        other => other.to_owned(),
    }
}

fn styled(words: &str, case: LetterCase, separator: Separator) -> String {
    let words: Vec<String> = words.split('-').enumerate().map(|(at, word)| cased(word, case, at)).collect();
    words.join(if case == LetterCase::Camel { "" } else { sign(separator) })
}

fn cased(word: &str, case: LetterCase, at: usize) -> String {
    match case {
        LetterCase::Lower => word.to_lowercase(),
        LetterCase::Upper => word.to_uppercase(),
        LetterCase::Camel if at == 0 => word.to_lowercase(),
        LetterCase::Title | LetterCase::Camel => {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |c| {
                c.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect()
            })
        }
    }
}

fn sign(separator: Separator) -> &'static str {
    match separator {
        Separator::Hyphen => "-",
        Separator::Underscore => "_",
        Separator::Space => " ",
        Separator::None => "",
    }
}

/// Puts a prefix or suffix on: trimmed, unsafe characters gone, with a separator between unless it brings its own.
fn attach(stem: &mut String, text: &str, separator: Separator, before: bool) {
    let glue = sign(separator);
    let safe: String =
        text.trim().chars().filter(|c| !"<>:\"|?*\\/".contains(*c) && !c.is_control()).collect();
    let part = safe.split_whitespace().collect::<Vec<_>>().join(if glue.is_empty() { " " } else { glue });
    if part.is_empty() {
        return;
    }
    let own = |c: Option<char>| c.is_some_and(|c| "-_. ".contains(c));
    let joined = if before { own(part.chars().last()) } else { own(part.chars().next()) };
    let glue = if joined || stem.is_empty() { "" } else { glue };
    *stem = if before { format!("{part}{glue}{stem}") } else { format!("{stem}{glue}{part}") };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::{Cell, Scene};

    fn parts() -> NameParts {
        NameParts {
            words: "beagle-dog".into(),
            original: "DSC_0412.JPG".into(),
            index: 7,
            total: 120,
            taken_at: Some("2024-08-17T14:30:22".into()),
            camera: Some("Canon EOS R6".into()),
            latitude: Some(48.8584),
            longitude: Some(-2.2947),
            scene: Scene::default(),
            subject: Some("dog".into()),
            folder: "Trips/Bretagne 2024".into(),
            columns: vec![Cell { column: "Product name".into(), value: "Oak/Table".into() }],
        }
    }

    fn with(change: impl FnOnce(&mut ProcessingOptions)) -> String {
        let mut options = ProcessingOptions::default();
        change(&mut options);
        compose(&parts(), &options)
    }

    #[test]
    fn dots_alone_are_no_name_and_do_not_hide_a_reserved_one() {
        let named = |pattern: &str| {
            let options = ProcessingOptions { name_pattern: pattern.into(), ..Default::default() };
            compose(&NameParts::default(), &options)
        };
        assert_eq!(named(".."), UNNAMED);
        assert_eq!(named("con."), "image-con");
    }

    #[test]
    fn the_default_is_the_models_words() {
        assert_eq!(with(|_| {}), "beagle-dog");
    }

    #[test]
    fn prefix_and_suffix_are_trimmed_and_attached() {
        assert_eq!(with(|o| o.prefix = "  Acme ".into()), "Acme-beagle-dog");
        assert_eq!(
            with(|o| {
                o.prefix = "shop_".into();
                o.suffix = "-v2".into()
            }),
            "shop_beagle-dog-v2"
        );
        assert_eq!(with(|o| o.suffix = "a/b".into()), "beagle-dog-ab");
    }

    #[test]
    fn the_context_leads_the_name_only_when_that_is_asked_for() {
        let asked = |o: &mut ProcessingOptions| {
            o.context_mode = ContextMode::Custom;
            o.custom_context = "Smith wedding".into();
            o.context_as_prefix = true;
        };
        assert_eq!(with(asked), "smith-wedding-beagle-dog");
        let pattern = |o: &mut ProcessingOptions| {
            asked(o);
            o.name_pattern = "{date} {name}".into();
            o.letter_case = LetterCase::Title;
        };
        assert_eq!(with(pattern), "2024-08-17-Smith-Wedding-Beagle-Dog");
        let in_auto_mode = |o: &mut ProcessingOptions| {
            asked(o);
            o.context_mode = ContextMode::Auto;
        };
        assert_eq!(with(in_auto_mode), "beagle-dog");
    }

    #[test]
    fn every_token_of_a_pattern_is_filled() {
        assert_eq!(
            with(|o| o.name_pattern = "{date}-{time}-{name}-{n}".into()),
            "2024-08-17-143022-beagle-dog-007"
        );
        assert_eq!(with(|o| o.name_pattern = "{camera} {original} {n:2}".into()), "canon-eos-r6-dsc-0412-07");
        assert_eq!(with(|o| o.name_pattern = "{name} {place}".into()), "beagle-dog-48.858n-2.295w");
        assert_eq!(with(|o| o.name_pattern = "{name}-{unknown}-x".into()), "beagle-dog-x");
    }

    #[test]
    fn places_and_people_are_tokens_and_coordinates_stand_in_for_a_city() {
        let scene = Scene {
            city: "São Paulo".into(),
            country: "Brazil".into(),
            people: vec!["Anna Lind".into(), "Ben/Jo".into()],
        };
        let named = |pattern: &str, scene: &Scene| {
            let options = ProcessingOptions { name_pattern: pattern.into(), ..Default::default() };
            compose(&NameParts { scene: scene.clone(), ..parts() }, &options)
        };
        for (pattern, name, without) in [
            ("{city}-{n:1}", "sao-paulo-7", "7"),
            ("{country}/{city}/{name}", "brazil/sao-paulo/beagle-dog", "no-place/no-place/beagle-dog"),
            ("{place}", "sao-paulo-brazil", "48.858n-2.295w"),
            ("{place:gps}", "48.858n-2.295w", "48.858n-2.295w"),
            ("{people}/{name}", "anna-lind-and-ben-jo/beagle-dog", "no-people/beagle-dog"),
        ] {
            assert_eq!(named(pattern, &scene), name, "{pattern}");
            assert_eq!(named(pattern, &Scene::default()), without, "{pattern}");
        }
    }

    #[test]
    fn dates_have_forms_and_a_sheets_columns_are_tokens() {
        for (pattern, name) in [
            ("{date:YYYY}-{name}", "2024-beagle-dog"),
            ("{date:DD.MM.YY} {name}", "17.08.24-beagle-dog"),
            ("{date:YYYYMMDD}_{n}", "20240817_007"),
            ("{year}{month}{day}", "20240817"),
            ("{column:product NAME}-{n:1}", "oak-table-7"),
            ("{sku}-{name}", "beagle-dog"),
            ("{folder}-{n}", "bretagne-2024-007"),
        ] {
            assert_eq!(with(|o| o.name_pattern = pattern.into()), name, "{pattern}");
        }
    }

    #[test]
    fn slashes_of_a_pattern_make_folders_and_those_of_a_value_do_not() {
        for (pattern, name) in [
            ("{year}/{month}/{name}", "2024/08/beagle-dog"),
            ("{subject}/", "dog/beagle-dog"),
            ("{column:Product name}/{n}", "oak-table/007"),
            ("{sku}/{name}", "no-sku/beagle-dog"),
            ("../{name}", "beagle-dog"),
            ("con/{name}", "image-con/beagle-dog"),
            ("a//{name}", "a/beagle-dog"),
        ] {
            assert_eq!(with(|o| o.name_pattern = pattern.into()), name, "{pattern}");
        }
        let undated = |pattern: &str| {
            let options = ProcessingOptions { name_pattern: pattern.into(), ..Default::default() };
            compose(&NameParts { words: "cat".into(), ..Default::default() }, &options)
        };
        assert_eq!(undated("{year}/{month}/{name}"), "no-date/no-date/cat");
        assert_eq!(undated("{camera}/{subject}"), "no-camera/cat");
        assert_eq!(
            with(|o| {
                o.name_pattern = "{year}/{name}".into();
                o.prefix = "shop".into();
                o.letter_case = LetterCase::Title;
            }),
            "2024/shop-Beagle-Dog"
        );
    }

    #[test]
    fn a_name_is_ordered_by_its_subject_and_its_details() {
        let named = |pattern: &str, words: &str| {
            let options = ProcessingOptions { name_pattern: pattern.into(), ..Default::default() };
            compose(&NameParts { words: words.into(), ..Default::default() }, &options)
        };
        assert_eq!(named("{details}-{subject}", "two-beagles-on-grass"), "on-grass-two-beagles");
        assert_eq!(named("{subject}", "two-beagles-on-grass"), "two-beagles");
        assert_eq!(named("{subject}-{details}", "beagle"), "beagle");
    }

    #[test]
    fn a_token_without_a_value_leaves_no_hole() {
        let options =
            ProcessingOptions { name_pattern: "{date}-{name}-{camera}".into(), ..Default::default() };
        let name = compose(&NameParts { words: "cat".into(), ..Default::default() }, &options);
        assert_eq!(name, "cat");
    }

    #[test]
    fn a_token_without_a_value_takes_its_separator_along_whatever_that_is() {
        let named = |pattern: &str| {
            let options = ProcessingOptions { name_pattern: pattern.into(), ..Default::default() };
            let parts = NameParts { words: "cat".into(), index: 1, total: 1, ..Default::default() };
            compose(&parts, &options)
        };
        assert_eq!(named("{date}_{camera}_{name}_{n}"), "cat_1");
        assert_eq!(named("{name}_{camera}_{n}"), "cat_1");
        assert_eq!(named("{name}_{camera}"), "cat");
        assert_eq!(named("{name}{camera}_{n}"), "cat_1");
        assert_eq!(named("a_{camera}_b_"), "a_b_");
    }

    #[test]
    fn kept_names_are_the_old_ones_with_nothing_around_them() {
        let kept = |original: &str| {
            let options = ProcessingOptions { keep_names: true, prefix: "shop".into(), ..Default::default() };
            compose(
                &NameParts { original: original.into(), words: "dog".into(), ..Default::default() },
                &options,
            )
        };
        assert_eq!(kept("DSC_0412.JPG"), "DSC_0412");
        assert_eq!(kept("My Trip, day 2.final.png"), "My Trip, day 2.final");
        assert_eq!(kept("a:b?.webp"), "a_b_");
        assert_eq!(kept("aux.jpg"), "image-aux");
        assert_eq!(kept(".jpg"), UNNAMED);
    }

    #[test]
    fn letter_case_and_separator_are_the_users() {
        assert_eq!(with(|o| o.letter_case = LetterCase::Title), "Beagle-Dog");
        assert_eq!(
            with(|o| {
                o.letter_case = LetterCase::Upper;
                o.separator = Separator::Underscore
            }),
            "BEAGLE_DOG"
        );
        assert_eq!(with(|o| o.letter_case = LetterCase::Camel), "beagleDog");
        assert_eq!(with(|o| o.separator = Separator::Space), "beagle dog");
        assert_eq!(with(|o| o.separator = Separator::None), "beagledog");
    }

    #[test]
    fn a_reserved_or_empty_name_is_made_safe() {
        let name = |words: &str| {
            compose(&NameParts { words: words.into(), ..Default::default() }, &ProcessingOptions::default())
        };
        assert_eq!(name("aux"), "image-aux");
        assert_eq!(name(""), UNNAMED);
        assert_eq!(with(|o| o.name_pattern = "{unknown} . .".into()), UNNAMED);
        assert_eq!(with(|o| o.name_pattern = "CON.{name}".into()), "image-con.beagle-dog");
        assert_eq!(with(|o| o.prefix = "..".into()), "beagle-dog");
    }

    #[test]
    fn a_sign_that_a_name_cannot_hold_separates_words() {
        for (pattern, name) in [
            ("a\u{7}b", "a-b"),
            ("a<b>c", "a-b-c"),
            ("no\u{a0}break\u{2003}wide", "no-break-wide"),
            ("{x}\u{a0}/{name}", "other/beagle-dog"),
        ] {
            assert_eq!(with(|o| o.name_pattern = pattern.into()), name, "{pattern:?}");
        }
    }
}
