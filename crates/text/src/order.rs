//! Right-to-left text in the order it is read: the parts of the Unicode bidirectional algorithm that a caption needs
//! (first strong letter, numbers, neutrals between; no explicit embeddings).

use crate::letters::is_attached;
use std::ops::Range;

/// A stretch of text of one direction; the bytes are in logical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) bytes: Range<usize>,
    pub(crate) rtl: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Left,
    Right,
    Number,
    Neutral,
}

/// The runs of one line from left to right as they are drawn.
pub(crate) fn visual_runs(line: &str) -> Vec<Run> {
    let chars: Vec<(usize, char)> = line.char_indices().collect();
    if chars.is_empty() {
        return Vec::new();
    }
    let mut classes = classes(&chars);
    let base =
        classes.iter().find(|c| matches!(c, Class::Left | Class::Right)).copied().unwrap_or(Class::Left);
    resolve(&mut classes, base);
    let levels: Vec<u8> = levels(&classes, base);
    let mut runs: Vec<(u8, Run)> = Vec::new();
    for (i, &(start, c)) in chars.iter().enumerate() {
        let end = start + c.len_utf8();
        match runs.last_mut() {
            Some((level, run)) if *level == levels[i] => run.bytes.end = end,
            _ => runs.push((levels[i], Run { bytes: start..end, rtl: levels[i] % 2 == 1 })),
        }
    }
    reorder(&mut runs);
    runs.into_iter().map(|(_, run)| run).collect()
}

fn classes(chars: &[(usize, char)]) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::with_capacity(chars.len());
    for &(_, c) in chars {
        let class = match (is_attached(c), classes.last()) {
            (true, Some(before)) => *before,
            _ => class(c),
        };
        classes.push(class);
    }
    classes
}

fn class(c: char) -> Class {
    match c {
        '0'..='9' | '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' => Class::Number,
        '\u{590}'..='\u{8ff}'
        | '\u{200f}'
        | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}' => Class::Right,
        '\u{200e}' => Class::Left,
        _ if c.is_alphanumeric() => Class::Left,
        _ => Class::Neutral,
    }
}

/// Gives neutrals a direction: inside a number they belong to it, between equals they follow them, else the base.
fn resolve(classes: &mut [Class], base: Class) {
    for i in 1..classes.len().saturating_sub(1) {
        if classes[i - 1..=i + 1] == [Class::Number, Class::Neutral, Class::Number] {
            classes[i] = Class::Number;
        }
    }
    // A number after a left-to-right word is part of it.
    let mut strong = base;
    for class in classes.iter_mut() {
        match class {
            Class::Left | Class::Right => strong = *class,
            Class::Number if strong == Class::Left => *class = Class::Left,
            _ => {}
        }
    }
    let mut start = 0;
    while start < classes.len() {
        if classes[start] != Class::Neutral {
            start += 1;
            continue;
        }
        let end =
            classes[start..].iter().position(|c| *c != Class::Neutral).map_or(classes.len(), |n| start + n);
        // Numbers that stayed numbers stand in right-to-left text and count as such for their neighbours.
        let side = |at: Option<&Class>| {
            at.map_or(base, |c| if *c == Class::Left { Class::Left } else { Class::Right })
        };
        let before = side(start.checked_sub(1).and_then(|i| classes.get(i)));
        let direction = if before == side(classes.get(end)) { before } else { base };
        classes[start..end].fill(direction);
        start = end;
    }
}

fn levels(classes: &[Class], base: Class) -> Vec<u8> {
    let inner = if base == Class::Left { 0 } else { 2 };
    classes
        .iter()
        .map(|class| match class {
            Class::Right => 1,
            Class::Number => 2,
            Class::Left | Class::Neutral => inner,
        })
        .collect()
}

/// Rule L2: from the highest level down to 1, reverse every stretch of runs at that level or above.
fn reorder(runs: &mut [(u8, Run)]) {
    let highest = runs.iter().map(|(level, _)| *level).max().unwrap_or(0);
    for level in (1..=highest).rev() {
        let mut start = 0;
        while start < runs.len() {
            let length = runs[start..].iter().take_while(|(l, _)| *l >= level).count();
            runs[start..start + length].reverse();
            start += length.max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The line as it is drawn, right-to-left runs written backwards.
    fn drawn(line: &str) -> String {
        let part = |run: Run| -> String {
            let text = &line[run.bytes];
            if run.rtl { text.chars().rev().collect() } else { text.to_owned() }
        };
        visual_runs(line).into_iter().map(part).collect()
    }

    #[test]
    fn left_to_right_text_is_one_run() {
        assert_eq!(visual_runs("© 2026 Анна"), [Run { bytes: 0..16, rtl: false }]);
    }

    #[test]
    fn hebrew_is_read_from_the_right_and_its_numbers_from_the_left() {
        assert_eq!(drawn("אבג 12.50 דה"), "הד 12.50 גבא");
    }

    #[test]
    fn a_latin_name_inside_hebrew_keeps_its_own_order() {
        assert_eq!(drawn("אב Anna Lee גד"), "דג Anna Lee בא");
    }

    #[test]
    fn a_hebrew_word_inside_latin_is_turned_alone() {
        assert_eq!(drawn("by אבג, Anna"), "by גבא, Anna");
    }

    proptest! {
        #[test]
        fn every_character_is_drawn_exactly_once(line in "[a-z0-9 .,אבגد٣\u{301}]{0,30}") {
            let mut runs = visual_runs(&line);
            runs.sort_by_key(|run| run.bytes.start);
            let joined: String = runs.iter().map(|run| &line[run.bytes.clone()]).collect();
            prop_assert_eq!(joined, line);
        }
    }
}
