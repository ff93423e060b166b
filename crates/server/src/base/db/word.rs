//! Values that are one of a few words: TEXT in the database, an enum in the code.

use nomina_rules::language::Language;
use nomina_rules::options::Separator;
use nomina_rules::plans::Tier;
use sqlx::error::BoxDynError;
use sqlx::postgres::Postgres;
use sqlx::sqlite::Sqlite;
use sqlx::{Database, Decode, Type};

use super::Arg;

/// An enum whose values have names in the database.
pub trait Word: Copy {
    fn word(self) -> &'static str;

    /// None for a name that is none of them: the row cannot be read.
    fn from_word(word: &str) -> Option<Self>;
}

impl Word for Language {
    fn word(self) -> &'static str {
        self.code()
    }

    /// A language that this release does not know counts as English.
    fn from_word(word: &str) -> Option<Self> {
        Some(Self::of_code(word).unwrap_or_default())
    }
}

impl Word for Separator {
    fn word(self) -> &'static str {
        match self {
            Self::Hyphen => "hyphen",
            Self::Underscore => "underscore",
            Self::Space => "space",
            Self::None => "none",
        }
    }

    /// A separator that this release does not know counts as the hyphen.
    fn from_word(word: &str) -> Option<Self> {
        let known =
            [Self::Underscore, Self::Space, Self::None].into_iter().find(|known| known.word() == word);
        Some(known.unwrap_or_default())
    }
}

impl Word for Tier {
    fn word(self) -> &'static str {
        self.as_str()
    }

    /// A tier that this release does not know counts as the free plan.
    fn from_word(word: &str) -> Option<Self> {
        Some(Self::from_name(word))
    }
}

/// A column that holds a word. `row!(Name { field: word })` reads it.
#[derive(Clone, Copy, Debug)]
pub struct Stored<T>(pub T);

impl<T: Word> From<T> for Arg {
    fn from(value: T) -> Self {
        Self::Text(Some(value.word().to_owned()))
    }
}

macro_rules! as_text {
    ($($engine:ty),*) => { $(
        impl<T> Type<$engine> for Stored<T> {
            fn type_info() -> <$engine as Database>::TypeInfo {
                <String as Type<$engine>>::type_info()
            }
            fn compatible(found: &<$engine as Database>::TypeInfo) -> bool {
                <String as Type<$engine>>::compatible(found)
            }
        }
        impl<'r, T: Word> Decode<'r, $engine> for Stored<T> {
            fn decode(value: <$engine as Database>::ValueRef<'r>) -> Result<Self, BoxDynError> {
                let word = <String as Decode<'r, $engine>>::decode(value)?;
                T::from_word(&word).map(Self).ok_or_else(|| format!("an unknown word: {word}").into())
            }
        }
    )* };
}
as_text!(Sqlite, Postgres);
