//! Letters of other scripts in Latin ones, so that `Москва` becomes `moskva` and not nothing. Scripts without a table
//! here (Chinese, Japanese, Thai, ...) stay as they are: readable, and legal in every file system.

/// Appends the lower-case Latin form of a lower-case letter; the letter itself when there is none.
pub(super) fn push_latin(out: &mut String, letter: char) {
    if letter.is_ascii() {
        out.push(letter);
        return;
    }
    if is_mark(letter) {
        return;
    }
    match TABLES.iter().find_map(|table| look_up(table, letter)) {
        Some(latin) => out.push_str(latin),
        None => out.push(letter),
    }
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
t=ţťŧț th=þ u=ùúûüũūŭůűųǔụủứừửữựư w=ŵ y=ýÿŷỳỵỷỹ z=źżž";

const CYRILLIC: &str =
    "a=а b=б v=в g=гґ d=д e=еэ yo=ё zh=ж z=з i=ии́і y=йы k=к l=л m=м n=н o=о p=п r=р s=с t=т u=у f=ф
kh=х ts=ц ch=ч sh=ш shch=щ yu=ю ya=я ye=є yi=ї u=ў j=ј lj=љ nj=њ c=ћ dj=ђ dz=ѕ gj=ѓ kj=ќ dzh=џ";

const GREEK: &str = "a=αά v=β g=γ d=δ e=εέ z=ζ i=ηήιίϊΐ th=θ k=κ l=λ m=μ n=ν x=ξ o=οόωώ p=π r=ρ s=σς t=τ y=υύϋΰ f=φ ch=χ ps=ψ";

const ARABIC: &str =
    "a=اأآىٱ i=إئ b=ب p=پ t=تطة th=ث j=ج ch=چ h=حه kh=خ d=دض dh=ذ r=ر z=زظ zh=ژ s=سص sh=ش gh=غ f=ف q=ق
k=كک g=گ l=ل m=م n=ن w=وؤ y=يی 0=٠۰ 1=١۱ 2=٢۲ 3=٣۳ 4=٤۴ 5=٥۵ 6=٦۶ 7=٧۷ 8=٨۸ 9=٩۹ a=ع";

const HEBREW: &str = "a=אע b=ב g=ג d=ד h=ה v=ו z=ז ch=ח t=טת y=י k=כךק l=ל m=מם n=נן s=ס p=פף ts=צץ r=ר sh=ש";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_a_latin_form_get_it_and_others_stay() {
        for (text, latin) in [
            ("café", "cafe"),
            ("straße", "strasse"),
            ("москва", "moskva"),
            ("αθήνα", "athina"),
            ("مرحبا", "mrhba"),
            ("שלום", "shlvm"),
            ("日本", "日本"),
            ("cafe\u{301}", "cafe"),
        ] {
            let mut out = String::new();
            text.chars().for_each(|c| push_latin(&mut out, c));
            assert_eq!(out, latin);
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
