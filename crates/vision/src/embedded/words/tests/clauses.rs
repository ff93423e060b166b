//! Sentences taken apart.

use super::super::clauses::Parsed;

fn taken(text: &str) -> (String, Vec<String>) {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let parsed = Parsed::new(&words);
    let subject: Vec<&str> = parsed.subject.iter().map(|&at| words[at].as_str()).collect();
    (subject.join(" "), parsed.clauses.iter().map(|clause| clause.phrase(&words)).collect())
}

#[test]
fn a_sentence_is_a_subject_and_what_is_said_of_it() {
    for (sentence, subject, said) in [
        (
            "a smiling person in a white shirt standing next to a window",
            "smiling person",
            &["in shirt", "by window"][..],
        ),
        ("a kitchen with wooden cabinets and a microwave", "kitchen", &["with cabinets", "and microwave"]),
        (
            "a swimming pool with turquoise water and palm trees",
            "swimming pool",
            &["with water", "and palm trees"],
        ),
        ("a group of people riding motorcycles down a road", "people", &["riding motorcycles", "on road"]),
        (
            "a person in a white dress holding a bouquet of flowers",
            "person",
            &["in dress", "holding bouquet of flowers"],
        ),
        ("a boat sitting on top of a body of water", "boat", &["on water"]),
        ("a person walking down a street", "person", &["walking on street"]),
        ("a person standing in front of a screen on a stage", "person", &["by screen", "on stage"]),
        ("a close up of a bowl of soup on a table", "bowl of soup", &["on table"]),
        (
            "a person wearing a hat and a scarf looking at the camera",
            "person",
            &["in hat", "in scarf", "looking at camera"],
        ),
        ("a dog that is on a couch", "dog", &[]),
        ("a person in a red and white dress", "person", &["in dress"]),
        ("a black and white dog with a red and white ball", "dog", &["with ball"]),
        ("a red box and a dog", "box", &["and dog"]),
    ] {
        let said: Vec<String> = said.iter().map(|&part| part.to_owned()).collect();
        assert_eq!(taken(sentence), (subject.to_owned(), said), "{sentence}");
    }
}

#[test]
fn no_sentence_is_too_odd() {
    for text in ["", "of", "and and", "with", "a", "of of of", "holding", "in front of"] {
        taken(text);
    }
}
