//! Phrases put together in a language: for a name without articles, for alt text as a sentence.

use super::forms::{Case, bare, elides, in_place, of_background, small, with_article};
use super::parsed::{Piece, Small, Thing, piece, thing};
use super::table::{Doing, Gender, Table};
use nomina_rules::language::Language;

/// Words of people, who eat otherwise than animals do in German.
const PEOPLE: &str = "person people child baby bride surfer skateboarder skier snowboarder cyclist swimmer rider musician \
    soldier chef gymnast";

/// A language with its words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice {
    pub(super) language: Language,
    pub(super) table: &'static Table,
}

/// Whether words are for a name or for a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Name,
    Sentence,
}

impl Voice {
    /// Whether the language has words for a phrase at a place of a name.
    pub(super) fn speaks(&self, english: &str, at: usize) -> bool {
        !matches!(piece(english, at, self.table), Piece::Own(..))
    }

    /// The phrases of a name in the order they are said, each with the place of the English one that it comes from.
    pub(super) fn name(&self, english: &[&str], quoted: bool) -> Vec<(usize, String)> {
        if quoted {
            return english.iter().enumerate().map(|(at, words)| (at, self.read(at, words))).collect();
        }
        self.phrases(english, Form::Name)
    }

    /// "Ein Beagle auf dem Gras."
    pub(super) fn sentence(&self, english: &[&str], quoted: bool) -> String {
        if quoted {
            return self.quoting(english);
        }
        if english == ["photo"] {
            return self.pick([
                "Ein Foto ohne klares Motiv.",
                "Une photo sans sujet précis.",
                "Una foto sin un tema claro.",
                "Una foto senza un soggetto chiaro.",
                "Uma foto sem um tema claro.",
                "Een foto zonder duidelijk onderwerp.",
            ]);
        }
        let phrases: Vec<String> =
            self.phrases(english, Form::Sentence).into_iter().map(|(_, words)| words).collect();
        finished(&phrases.join(" "))
    }

    /// A word or phrase by itself, as a keyword.
    pub(super) fn keyword(&self, english: &str) -> String {
        match thing(english, self.table) {
            Some(thing) => bare(&thing, Case::Subject, self.language),
            None => english.trim().to_owned(),
        }
    }

    fn phrases(&self, english: &[&str], form: Form) -> Vec<(usize, String)> {
        let pieces: Vec<Piece<'_>> =
            english.iter().enumerate().map(|(at, words)| piece(words, at, self.table)).collect();
        let subject = match pieces.first() {
            Some(Piece::Thing(_, thing)) => Some(*thing),
            _ => None,
        };
        let lead = pieces.iter().find_map(|piece| self.lead(piece));
        let mut after_with = false;
        let mut said = Vec::with_capacity(pieces.len());
        for (at, piece) in pieces.iter().enumerate() {
            after_with |= matches!(piece, Piece::Thing(Some(Small::With), _));
            let words = match (at, lead, piece) {
                (0, Some(lead), _) => self.led(lead, &self.subject(piece, form)),
                (0, None, _) => self.subject(piece, form),
                (_, Some(_), Piece::Portrait | Piece::CloseUp) => continue,
                _ => self.after(piece, subject, after_with, form),
            };
            said.push((at, words));
        }
        said
    }

    fn subject(&self, piece: &Piece<'_>, form: Form) -> String {
        match (piece, form) {
            (Piece::Thing(_, thing), Form::Name) => bare(thing, Case::Subject, self.language),
            (Piece::Thing(_, thing), Form::Sentence) => with_article(thing, Case::Subject, self.language),
            (Piece::Own(_, words), _) => (*words).to_owned(),
            _ => String::new(),
        }
    }

    /// "Portrait de", "Gros plan de"; German says it behind the subject.
    fn lead(&self, piece: &Piece<'_>) -> Option<&'static str> {
        let said = match piece {
            Piece::Portrait => ["", "portrait de", "retrato de", "ritratto di", "retrato de", "portret van"],
            Piece::CloseUp => {
                ["", "gros plan de", "primer plano de", "primo piano di", "close de", "close-up van"]
            }
            _ => return None,
        };
        Some(self.choose(said)).filter(|lead| !lead.is_empty())
    }

    fn led(&self, lead: &str, subject: &str) -> String {
        match lead.strip_suffix("de").filter(|_| self.language == Language::Fr && elides(subject)) {
            Some(start) => format!("{start}d'{subject}"),
            None => format!("{lead} {subject}"),
        }
    }

    fn after(&self, piece: &Piece<'_>, subject: Option<Thing<'_>>, after_with: bool, form: Form) -> String {
        match piece {
            Piece::Whole(said) => (*said).to_owned(),
            Piece::Portrait => "im Porträt".to_owned(),
            Piece::CloseUp => "in Nahaufnahme".to_owned(),
            Piece::Doing(doing) => self.doing(*doing, subject),
            Piece::Background(colour) => self.background(*colour),
            Piece::Own(Some(Small::In), words) => format!("{} {}", in_place(self.language), capitals(words)),
            Piece::Own(joins, words) => match joins {
                Some(joins) => format!("{} {words}", small(*joins, self.language).0),
                None => (*words).to_owned(),
            },
            Piece::Thing(joins, thing) => self.joined(*joins, thing, after_with, form),
        }
    }

    fn joined(&self, joins: Option<Small>, thing: &Thing<'_>, after_with: bool, form: Form) -> String {
        let case = match joins {
            None => Case::Subject,
            Some(Small::And) if !after_with => Case::Subject,
            Some(_) => Case::Dative,
        };
        let (word, without_article) = joins.map_or(("", false), |joins| small(joins, self.language));
        let noun = match form {
            Form::Sentence if !without_article => with_article(thing, case, self.language),
            _ => bare(thing, case, self.language),
        };
        // Spanish says "e" before an i.
        let word = match self.language {
            Language::Es if word == "y" && (noun.starts_with('i') || noun.starts_with("hi")) => "e",
            _ => word,
        };
        format!("{word} {noun}").trim().to_owned()
    }

    /// "beim Springen", "qui saute", "saltando", "che salta", "die springt".
    fn doing(&self, doing: Doing, subject: Option<Thing<'_>>) -> String {
        let many = subject.is_some_and(|thing| thing.is_many());
        let gender = subject.map_or(Gender::M, |thing| thing.noun.gender);
        if self.language == Language::De {
            let person = subject.is_none_or(|thing| is_person(thing.noun.english));
            return if person { doing.one } else { doing.other }.to_owned();
        }
        let verb = agreed(if many { doing.other } else { doing.one }, gender == Gender::F);
        match self.language {
            Language::Fr => format!("qui {verb}"),
            Language::It => format!("che {verb}"),
            Language::Nl if gender == Gender::N && !many => format!("dat {verb}"),
            Language::Nl => format!("die {verb}"),
            _ => verb,
        }
    }

    fn background(&self, colour: usize) -> String {
        let colour = of_background(colour, self.language);
        match self.language {
            Language::De | Language::En => format!("vor {colour} Hintergrund"),
            Language::Fr => format!("sur fond {colour}"),
            Language::Es => format!("sobre fondo {colour}"),
            Language::It => format!("su sfondo {colour}"),
            Language::Pt => format!("em fundo {colour}"),
            Language::Nl => format!("op een {colour} achtergrond"),
        }
    }

    /// A phrase of a name that quotes an image: its kind, and words that stay as they are.
    fn read(&self, at: usize, words: &str) -> String {
        let kind = at == 0 || is_screenshot(at, words);
        if kind { self.keyword(words) } else { words.trim().to_owned() }
    }

    /// "Ein Kassenbon mit der Aufschrift ..."
    fn quoting(&self, english: &[&str]) -> String {
        let Some((subject, words)) = english.split_first() else { return String::new() };
        let subject = self.subject(&piece(subject, 0, self.table), Form::Sentence);
        let read = words.iter().enumerate().filter(|(at, words)| !is_screenshot(at + 1, words));
        let read: Vec<&str> = read.map(|(_, words)| words.trim()).collect();
        if read.is_empty() {
            return finished(&subject);
        }
        let [before, after] = self.choose([
            ["mit der Aufschrift \u{201e}", "\u{201c}"],
            ["où l'on lit « ", " »"],
            ["con el texto «", "»"],
            ["con la scritta «", "»"],
            ["com o texto \u{201c}", "\u{201d}"],
            ["met de tekst \u{201c}", "\u{201d}"],
        ]);
        finished(&format!("{subject} {before}{}{after}", read.join(" ")))
    }

    fn pick(&self, said: [&'static str; 6]) -> String {
        self.choose(said).to_owned()
    }

    fn choose<T: Copy>(&self, [de, fr, es, it, pt, nl]: [T; 6]) -> T {
        match self.language {
            Language::De | Language::En => de,
            Language::Fr => fr,
            Language::Es => es,
            Language::It => it,
            Language::Pt => pt,
            Language::Nl => nl,
        }
    }
}

/// The kind of page may be said twice: "invoice screenshot".
fn is_screenshot(at: usize, words: &str) -> bool {
    at == 1 && words.trim() == "screenshot"
}

fn is_person(english: &str) -> bool {
    PEOPLE.split_whitespace().any(|word| word == english)
        || english.ends_with(" player")
        || english.ends_with(" officer")
}

/// `assis[|e]`: the form of one man or of one woman.
fn agreed(words: &str, feminine: bool) -> String {
    let Some((start, rest)) = words.split_once('[') else { return words.to_owned() };
    let Some((forms, end)) = rest.split_once(']') else { return words.to_owned() };
    let (man, woman) = forms.split_once('|').unwrap_or((forms, forms));
    format!("{start}{}{end}", if feminine { woman } else { man })
}

fn capitals(words: &str) -> String {
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn finished(sentence: &str) -> String {
    let text = sentence.trim();
    if text.is_empty() { String::new() } else { format!("{}.", capital(text)) }
}
