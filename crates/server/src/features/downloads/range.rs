//! Which part of a file a request asks for: one range, as browsers and download managers send it.

use std::ops::Range;

/// What the header `Range` says about a file of this size.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Some(Range<u64>),
    /// Nothing of it is in the file.
    Outside,
}

/// What is no single range of bytes is ignored, as RFC 9110 says; the whole file follows then.
pub(super) fn part(header: Option<&str>, size: u64) -> Part {
    let Some((first, last)) = header.and_then(|text| text.strip_prefix("bytes=")?.split_once('-')) else {
        return Part::Whole;
    };
    let range = match (first.trim().parse::<u64>(), last.trim()) {
        (Ok(first), "") => first..size,
        (Ok(first), last) => match last.parse::<u64>() {
            Ok(last) if last >= first => first..last.saturating_add(1).min(size),
            _ => return Part::Whole,
        },
        (Err(_), last) if first.trim().is_empty() => match last.parse::<u64>() {
            Ok(0) => return Part::Outside,
            Ok(tail) => size.saturating_sub(tail)..size,
            Err(_) => return Part::Whole,
        },
        _ => return Part::Whole,
    };
    if range.start < range.end { Part::Some(range) } else { Part::Outside }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_is_understood_and_nonsense_is_the_whole_file() {
        let cases = [
            (None, Part::Whole),
            (Some("bytes=0-9"), Part::Some(0..10)),
            (Some("bytes=90-"), Part::Some(90..100)),
            (Some("bytes=90-1000"), Part::Some(90..100)),
            (Some("bytes=-10"), Part::Some(90..100)),
            (Some("bytes=-1000"), Part::Some(0..100)),
            (Some("bytes=100-"), Part::Outside),
            (Some("bytes=-0"), Part::Outside),
            (Some("bytes=9-3"), Part::Whole),
            (Some("bytes=0-1,5-6"), Part::Whole),
            (Some("lines=1-2"), Part::Whole),
            (Some("bytes=x-"), Part::Whole),
        ];
        for (header, expected) in cases {
            assert_eq!(part(header, 100), expected, "{header:?}");
        }
    }
}
