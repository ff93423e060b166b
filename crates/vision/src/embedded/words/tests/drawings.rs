//! Names of what is drawn, and of what only the classifier has a word for.

use super::*;

const MIDDLE: [f32; 4] = [0.2, 0.2, 0.6, 0.6];
/// Classes of the classifier.
const ACCORDION: usize = 401;

#[test]
fn a_drawing_is_called_one_and_says_what_it_shows_where_that_is_sure() {
    assert_eq!(scene(GREY).drawn(0.05, 0.94).name(), "illustration");
    let dog = scene(GREY).drawn(0.05, 0.94).thing(DOG, 0.9, MIDDLE);
    assert_eq!(dog.name(), "illustration-of-dog");
    let doubted = scene(GREY).drawn(0.05, 0.94).thing(DOG, 0.6, MIDDLE);
    assert_eq!(doubted.name(), "illustration");
}

#[test]
fn a_logo_is_a_logo_and_a_photo_stays_a_photo() {
    assert_eq!(scene(GREY).drawn(0.9, 0.05).name(), "logo");
    let dog = scene(GREY).drawn(0.4, 0.4).thing(DOG, 0.9, MIDDLE).name();
    assert!(dog.ends_with("dog"), "{dog}");
}

#[test]
fn what_the_head_has_no_word_for_is_said_beside_a_person() {
    let plays = |sure| {
        let person = scene(GREY).thing(PERSON, 0.9, MIDDLE).tag("man", 0.9).class(ACCORDION, sure);
        person.sentence("a close up of a person").rules()
    };
    assert!(plays(0.75).contains("with-accordion"), "{}", plays(0.75));
    assert!(!plays(0.65).contains("accordion"), "{}", plays(0.65));
}
