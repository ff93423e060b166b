//! Names that say next to nothing, whoever gave them.

/// Subjects that say next to nothing, and small words beside them.
const BLAND: &str = "person people food plate building room crowd toy two three four five bowl text table object \
    flowers plant plants water sky background white black portrait close up blue under on by with of and in group animal animals \
    thing things furniture vehicle machine device appliance tableware container package clothes top art electronics instrument \
    landscape landmark event ceremony show exhibit goods household equipment large hall around shirt chair";

/// Whether English words say next to nothing of what an image shows.
pub(crate) fn is_bland(words: &str) -> bool {
    let said = |word: &str| BLAND.split(' ').any(|bland| bland == word);
    words.split([' ', '-']).filter(|word| !word.is_empty()).all(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_general_words_alone_is_bland() {
        for name in ["food", "two-people", "plate-of-food-on-table", "person"] {
            assert!(is_bland(name), "{name}");
        }
        for name in ["beagle-dog", "person-riding-wave", "two-people-on-bench"] {
            assert!(!is_bland(name), "{name}");
        }
    }
}
