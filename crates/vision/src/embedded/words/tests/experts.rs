//! What experts add to a name, and where they are not heard.

use super::{DOG, GREY, MIDDLE, Opinion, Scene, TABLE, scene};

const BANANA: usize = 51;
const CAKE: usize = 60;

fn opinion(word: &str, sure: f32, family: &str, of_family: f32) -> Opinion {
    let general = (family.to_owned(), of_family);
    Opinion {
        word: word.to_owned(),
        sure,
        rare: false,
        family: family.to_owned(),
        general,
        others: Vec::new(),
    }
}

fn food() -> Scene {
    scene(GREY).tag("food", 0.93)
}

#[test]
fn an_expert_names_the_dish_that_the_others_call_food() {
    for (sure, wanted) in [(0.9, "sushi"), (0.5, "sushi"), (0.49, "food")] {
        assert_eq!(food().class(923, 0.15).dish(opinion("sushi", sure, "", 0.0)).name(), wanted, "{sure}");
    }
}

#[test]
fn less_is_enough_where_the_head_has_the_family_and_more_is_needed_for_rare_words() {
    let curry = |heard: f32, sure: f32| {
        let seen = food().class(923, 0.15).tag("soup", heard);
        seen.dish(opinion("miso soup", sure, "soup", sure)).name()
    };
    assert_eq!(curry(0.8, 0.35), "miso-soup");
    assert_eq!(curry(0.5, 0.35), "food");
    let rare = |sure: f32| {
        let opinion = Opinion { rare: true, ..opinion("bambalouni", sure, "", 0.0) };
        food().class(923, 0.15).dish(opinion).name()
    };
    assert_eq!((rare(0.84).as_str(), rare(0.85).as_str()), ("food", "bambalouni"));
}

#[test]
fn a_family_is_said_where_none_of_its_dishes_is_sure() {
    let noodles =
        |of_family| food().class(923, 0.15).dish(opinion("ramen", 0.3, "noodles", of_family)).name();
    assert_eq!((noodles(0.6).as_str(), noodles(0.59).as_str()), ("noodles", "food"));
}

#[test]
fn a_noun_that_says_something_needs_a_surer_expert_and_a_topping_stays() {
    let cake = |sure| {
        food()
            .thing(CAKE, 0.8, MIDDLE)
            .tag("cake", 0.8)
            .dish(opinion("pancakes", sure, "dessert", sure))
            .name()
    };
    assert_eq!((cake(0.75).as_str(), cake(0.74).as_str()), ("pancakes", "cake"));
    let toast = food().thing(BANANA, 0.8, MIDDLE).tag("banana", 0.9);
    assert_eq!(toast.dish(opinion("french toast", 0.9, "dessert", 0.9)).name(), "french-toast-with-banana");
}

#[test]
fn food_lies_in_a_bowl_unless_its_place_is_said() {
    const BOWL: usize = 50;
    let bowl = || food().thing(BOWL, 0.9, MIDDLE).tag("bowl", 0.9).class(923, 0.15);
    let rice = || opinion("fried rice", 0.9, "rice", 0.9);
    assert_eq!(bowl().dish(rice()).name(), "fried-rice-in-bowl");
    let table = bowl().thing(TABLE, 0.9, [0.0, 0.0, 1.0, 1.0]).tag("table", 0.9).dish(rice()).name();
    assert!(table.starts_with("fried-rice") && !table.contains("in-bowl"), "{table}");
}

#[test]
fn an_expert_is_not_heard_about_what_it_does_not_know() {
    let dog = scene(GREY).thing(DOG, 0.9, MIDDLE);
    assert!(dog.dish(opinion("hot dog", 0.99, "hot dog", 0.99)).name().contains("dog"));
}

#[test]
fn other_food_beside_a_dish_is_the_dish_again() {
    let sushi = food().class(923, 0.15).tag("sandwich", 0.95).tag("plate", 0.95);
    assert_eq!(sushi.dish(opinion("sushi", 0.9, "", 0.0)).name(), "sushi-on-plate");
}
