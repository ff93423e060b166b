//! Letters of other scripts in Latin ones, so that `Москва` becomes `moskva` and not nothing. Scripts without a table
//! here (Chinese, Japanese, Thai, ...) stay as they are: readable, and legal in every file system.

use crate::language::{Language, Spelling};

/// Appends the lower-case Latin form of a lower-case letter, as the language writes it; the letter itself when there is none.
/// With accents kept, Latin letters stay as they are.
pub(super) fn push_latin(out: &mut String, letter: char, spelling: Spelling) {
    if letter.is_ascii() {
        out.push(letter);
        return;
    }
    if spelling.keep_accents && is_accented(letter) {
        out.push(letter);
        return;
    }
    if let Some(own) = look_up(folded_by(spelling.language), letter) {
        out.push_str(own);
        return;
    }
    if is_mark(letter) || SILENT.contains(letter) {
        return;
    }
    if let Some(narrow) = narrow(letter) {
        out.push(narrow);
        return;
    }
    match TABLES.iter().find_map(|table| look_up(table, letter)) {
        Some(latin) => out.push_str(latin),
        None => out.push(letter),
    }
}

/// The words of a text that are written in Latin letters and digits: lower case, without accents and apostrophes. Words of
/// other scripts are left out, and so is a word with a letter that has no plain form, because half a word is another one.
pub fn latin_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !in_latin_word(c)).filter_map(latin_word);
    words.filter(|word| !word.is_empty()).collect()
}

/// What a language writes for its own letters where it differs from the rest.
fn folded_by(language: Language) -> &'static str {
    match language {
        Language::De => "ae=ä oe=ö ue=ü",
        _ => "",
    }
}

/// Whether names keep a letter when accents are kept: a lower-case letter that the languages of names write.
fn is_accented(letter: char) -> bool {
    matches!(letter, 'ß'..='ö' | 'ø'..='ÿ' | 'œ')
}

/// A letter and the accent after it as one letter, as most keyboards write it; macOS writes two.
pub(super) fn joined(letter: char, mark: char) -> Option<char> {
    JOINED.split_ascii_whitespace().find_map(|entry| {
        let mut signs = entry.chars();
        (signs.next() == Some(letter) && signs.next() == Some(mark)).then(|| signs.next()).flatten()
    })
}

/// Letter, accent, both as one.
const JOINED: &str = "a\u{300}à e\u{300}è i\u{300}ì o\u{300}ò u\u{300}ù a\u{301}á e\u{301}é i\u{301}í o\u{301}ó u\u{301}ú y\u{301}ý
a\u{302}â e\u{302}ê i\u{302}î o\u{302}ô u\u{302}û a\u{303}ã n\u{303}ñ o\u{303}õ a\u{308}ä e\u{308}ë i\u{308}ï o\u{308}ö u\u{308}ü y\u{308}ÿ
c\u{327}ç a\u{30a}å";

const APOSTROPHES: &str = "'’";

fn in_latin_word(c: char) -> bool {
    let accented = matches!(c, '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}') && c.is_alphanumeric();
    c.is_ascii_alphanumeric() || accented || is_mark(c) || narrow(c).is_some() || APOSTROPHES.contains(c)
}

fn latin_word(word: &str) -> Option<String> {
    let mut out = String::with_capacity(word.len());
    let letters = word.chars().filter(|c| !APOSTROPHES.contains(*c));
    letters.flat_map(char::to_lowercase).for_each(|letter| push_latin(&mut out, letter, Spelling::default()));
    out.is_ascii().then_some(out)
}

/// Letters with no sound of their own: the Cyrillic signs, the Arabic hamza.
const SILENT: &str = "ъьء";

/// The plain form of the wide letters and digits that East Asian keyboards type.
fn narrow(c: char) -> Option<char> {
    let plain = char::from_u32(u32::from(c).checked_sub(0xfee0)?)?;
    plain.is_ascii_alphanumeric().then_some(plain)
}

/// Whether a character is drawn as a symbol although Unicode counts it as a letter: the squared and circled ones.
pub(super) fn is_symbol(c: char) -> bool {
    matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}')
}

/// Accents that stand alone after their letter, as macOS writes them, and vowel points.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{640}')
}

fn look_up(table: &str, letter: char) -> Option<&str> {
    table.split_ascii_whitespace().find_map(|entry| {
        let (latin, letters) = entry.split_once('=')?;
        letters.contains(letter).then_some(latin)
    })
}

const TABLES: [&str; 5] = [LATIN, CYRILLIC, GREEK, ARABIC, HEBREW];

const LATIN: &str = "a=àáâãäåāăąǎạảấầẩẫậắằẳẵặ ae=æǽ b=ƀ c=çćĉċč d=ďđð e=èéêëēĕėęěẹẻẽếềểễệ f=ƒ g=ĝğġģǧ h=ĥħ
i=ìíîïĩīĭįıǐịỉ ij=ĳ j=ĵ k=ķĸ l=ĺļľŀł n=ñńņňŉŋ o=òóôõöøōŏőǒọỏốồổỗộớờởỡợơ oe=œ r=ŕŗř s=śŝşšșſ ss=ß
t=ţťŧț th=þ u=ùúûüũūŭůűųǔụủứừửữựư w=ŵ y=ýÿŷỳỵỷỹ z=źżž
1=¹ 2=² 3=³";

const CYRILLIC: &str =
    "a=а b=б v=в g=гґ d=д e=еэ yo=ё zh=ж z=з i=иі y=йы k=к l=л m=м n=н o=о p=п r=р s=с t=т u=у f=ф
kh=х ts=ц ch=ч sh=ш shch=щ yu=ю ya=я ye=є yi=ї u=ў j=ј lj=љ nj=њ c=ћ dj=ђ dz=ѕ gj=ѓ kj=ќ dzh=џ
a=ә g=ғ k=қ n=ң o=ө u=ұү h=һ";

const GREEK: &str = "a=αά v=β g=γ d=δ e=εέ z=ζ i=ηήιίϊΐ th=θ k=κ l=λ m=μ n=ν x=ξ o=οόωώ p=π r=ρ s=σς t=τ y=υύϋΰ f=φ ch=χ ps=ψ";

const ARABIC: &str =
    "a=اأآىٱ i=إئ b=ب p=پ t=تطة th=ث j=ج ch=چ h=حه kh=خ d=دض dh=ذ r=ر z=زظ zh=ژ s=سص sh=ش gh=غ f=ف q=ق
k=كک g=گ l=ل m=م n=ن w=وؤ y=يی 0=٠۰ 1=١۱ 2=٢۲ 3=٣۳ 4=٤۴ 5=٥۵ 6=٦۶ 7=٧۷ 8=٨۸ 9=٩۹ a=ع";

const HEBREW: &str = "a=אע b=ב g=ג d=ד h=ה v=ו z=ז ch=ח t=טת y=י k=כךק l=ל m=מם n=נן s=ס p=פף ts=צץ r=ר sh=ש";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn letters_with_a_latin_form_get_it_and_others_stay() {
        for (text, latin) in [
            ("café", "cafe"),
            ("straße", "strasse"),
            ("москва", "moskva"),
            ("площадь", "ploshchad"),
            ("қазақстан", "kazakstan"),
            ("αθήνα", "athina"),
            ("مرحبا", "mrhba"),
            ("שלום", "shlvm"),
            ("ماء", "ma"),
            ("日本", "日本"),
            ("ｐｈｏｔｏ１", "photo1"),
            ("m²", "m2"),
            ("cafe\u{301}", "cafe"),
        ] {
            let mut out = String::new();
            text.chars().for_each(|c| push_latin(&mut out, c, Spelling::default()));
            assert_eq!(out, latin);
        }
    }

    #[test]
    fn words_lose_their_accents_and_never_a_part() {
        for (text, words) in [
            ("Résumé", &["resume"][..]),
            ("Café Müller, Straße 5", &["cafe", "muller", "strasse", "5"]),
            ("Cafe\u{301}", &["cafe"]),
            ("Don't l’été", &["dont", "lete"]),
            ("出口EXIT Привет ΑΘΗΝΑ", &["exit"]),
            ("p\u{1dd}n home", &["home"]),
            ("停止線 - '", &[]),
        ] {
            assert_eq!(latin_words(text), words, "{text}");
        }
    }

    #[test]
    fn each_language_writes_its_letters_its_own_way_or_keeps_them() {
        let spelled = |text: &str, language, keep_accents| {
            let mut out = String::new();
            text.chars().for_each(|c| push_latin(&mut out, c, Spelling { language, keep_accents }));
            out
        };
        assert_eq!(spelled("füße", Language::De, false), "fuesse");
        assert_eq!(spelled("füße", Language::En, false), "fusse");
        assert_eq!(spelled("œuf brûlé", Language::Fr, false), "oeuf brule");
        assert_eq!(spelled("piñata", Language::Es, false), "pinata");
        assert_eq!(spelled("pão", Language::Pt, false), "pao");
        for (text, language) in [("füße", Language::De), ("œuf brûlé", Language::Fr), ("señor", Language::Es)]
        {
            assert_eq!(spelled(text, language, true), text);
        }
        assert_eq!(
            spelled("москва", Language::De, true),
            "moskva",
            "other scripts are written in Latin letters"
        );
        assert_eq!((joined('u', '\u{308}'), joined('x', '\u{308}')), (Some('ü'), None));
    }

    proptest! {
        #[test]
        fn cyrillic_greek_arabic_and_hebrew_leave_nothing_but_latin(
            text in "[а-яёґєії]{1,9}[α-ωάέήίόύώ]{1,9}[ا-غف-ي٠-٩]{1,9}[א-ת]{1,9}"
        ) {
            let mut out = String::new();
            text.chars().for_each(|c| push_latin(&mut out, c, Spelling::default()));
            prop_assert!(!out.is_empty() && out.is_ascii(), "{out}");
        }
    }

    #[test]
    fn every_entry_of_the_tables_is_latin_and_lower_case() {
        for table in TABLES {
            for entry in table.split_ascii_whitespace() {
                let (latin, letters) = entry.split_once('=').expect("latin=letters");
                assert!(latin.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{entry}");
                assert!(!letters.is_empty() && !letters.is_ascii(), "{entry}");
            }
        }
    }
}
