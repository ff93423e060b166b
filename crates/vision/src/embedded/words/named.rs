//! The levels and lists of `data/grammar.txt` that rules speak of, each a field: a wrong name does not compile, and one that
//! the data lacks fails when the model is first used, which every test does.

use super::grammar::GRAMMAR;
use std::sync::LazyLock;

/// How sure something must be, by name.
pub(super) static LEVELS: LazyLock<Levels> = LazyLock::new(|| Levels::new(|name| GRAMMAR.level_of(name)));
/// Words by what they have in common.
pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists::new(|name| GRAMMAR.list_of(name)));

macro_rules! named {
    ($table:ident of $value:ty: $($name:ident)*) => {
        #[derive(Debug)]
        pub(super) struct $table {
            $(pub(super) $name: $value,)*
        }

        impl $table {
            fn new(find: impl Fn(&str) -> Option<$value>) -> Self {
                let named = |name| find(name).unwrap_or_else(|| unreachable!("{name} is not in grammar.txt"));
                Self { $($name: named(stringify!($name)),)* }
            }
        }
    };
}

// What each decides stands beside its number.
named! { Levels of f32:
    keyword
    agreed echoed seen untold classed classed_lacked around added added_alone added_told added_also fact fact_nature fact_bland rivalled several dressed general unheard shown denied tasted voted overruling
    outright classified unshaken clearer walls
    edible expert expert_agreed expert_bland expert_rare expert_family unsure
    found found_often found_under found_undecided found_seconded found_wanted decided seconded glimpsed told_apart
    portrayed counted counted_surely beside animal_beside backed
    leads leads_small_held leads_side leads_same leads_furniture leads_page leads_screen leads_doubted leads_animal doubted
    doubted_person
    finer finer_alone renamed renamed_freely stands_in role one_building rival_building second with with_life
    good good_family good_doubted good_printed graphic photo_printed place wedding wedding_dressed festive worn_classed winter outdoors windows worth_a_keyword unseen blank blank_built
    web_page web_page_drawn menu no_page no_page_found no_graphic drawn illustrated
}

named! { Lists of &'static [&'static str]:
    general worn tops worn_classed in_vain often coated vivid colourless part festive dressed_up
    street finer_place winter on_snow outdoors vague around land nature
    furnishing roomy traffic on_page page_like
    overlooked uncounted numbers only_one bare_at
    dishware flat bland topping under_sky faceless untelling
}

#[cfg(test)]
mod tests {
    use super::super::super::detector::LABELS;
    use super::super::super::tags::TAGS;
    use super::super::lexicon::LEXICON;
    use super::*;

    #[test]
    fn levels_are_shares_and_those_of_one_question_rise() {
        let shares = [LEVELS.found_wanted, LEVELS.found_seconded, LEVELS.found_often, LEVELS.found];
        assert!(shares.is_sorted() && shares[0] > 0.0 && shares[3] < 1.0, "{shares:?}");
        assert!(LEVELS.blank < LEVELS.unseen && LEVELS.finer < LEVELS.finer_alone);
    }

    #[test]
    fn lists_hold_words_that_some_network_knows() {
        let known = |word: &str| {
            LEXICON.group(word).is_some()
                || LEXICON.classes.iter().any(|class| class.name.as_deref() == Some(word))
                || (0..LABELS).filter_map(|label| LEXICON.thing(label)).any(|thing| thing.word == word)
                || TAGS.words.iter().any(|tag| tag.word == word)
        };
        let lists = [
            LISTS.general,
            LISTS.worn,
            LISTS.tops,
            LISTS.worn_classed,
            LISTS.in_vain,
            LISTS.often,
            LISTS.coated,
            LISTS.vivid,
            LISTS.colourless,
            LISTS.part,
            LISTS.festive,
            LISTS.dressed_up,
            LISTS.street,
            LISTS.finer_place,
            LISTS.winter,
            LISTS.on_snow,
            LISTS.outdoors,
            LISTS.vague,
            LISTS.around,
            LISTS.nature,
            LISTS.land,
            LISTS.furnishing,
            LISTS.roomy,
            LISTS.traffic,
            LISTS.on_page,
            LISTS.overlooked,
            LISTS.page_like,
        ];
        let unknown: Vec<&&str> = lists.iter().copied().flatten().filter(|word| !known(word)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
