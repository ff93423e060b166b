//! Latitude and longitude as people type them: `48.8566`, `48,8566`, `48°51'24" N`, `W 2 21 7.9`.

use crate::option_error::OptionError;

/// Both or none: a place needs two numbers. The error names the field that is to be mended.
pub fn position(north: &str, east: &str) -> Result<Option<(f64, f64)>, OptionError> {
    match (north.trim(), east.trim()) {
        ("", "") => Ok(None),
        ("", _) => Err(refusal(LATITUDE, "a longitude needs a latitude beside it".into())),
        (_, "") => Err(refusal(LONGITUDE, "a latitude needs a longitude beside it".into())),
        (north, east) => Ok(Some((latitude(north)?, longitude(east)?))),
    }
}

const LATITUDE: &str = "customLatitude";
const LONGITUDE: &str = "customLongitude";

/// Degrees from -90 to 90, north positive.
pub fn latitude(text: &str) -> Result<f64, OptionError> {
    parse(text, 90.0, ['N', 'S'])
        .ok_or_else(|| not_degrees(LATITUDE, "latitude", text, "between -90 and 90, such as 48.8566"))
}

/// Degrees from -180 to 180, east positive.
pub fn longitude(text: &str) -> Result<f64, OptionError> {
    parse(text, 180.0, ['E', 'W'])
        .ok_or_else(|| not_degrees(LONGITUDE, "longitude", text, "between -180 and 180, such as 2.3522"))
}

fn not_degrees(field: &str, name: &str, text: &str, expected: &str) -> OptionError {
    let shown: String = text.chars().take(40).collect();
    refusal(field, format!("the {name} \"{shown}\" is not a number of degrees {expected}"))
}

fn refusal(field: &str, message: String) -> OptionError {
    OptionError { field: field.into(), message }
}

fn parse(text: &str, limit: f64, [positive, negative]: [char; 2]) -> Option<f64> {
    // A single comma without any dot is a decimal comma; any other comma only separates.
    let decimal_comma = text.matches(',').count() == 1 && !text.contains('.');
    let text = text.replace(',', if decimal_comma { "." } else { " " }).replace('\u{2212}', "-");
    let (mut side, mut sign, mut words) = (None, None, String::new());
    for c in text.chars() {
        match c {
            '0'..='9' | '.' => words.push(c),
            ' ' | '\u{a0}' | '\u{202f}' | ':' | '°' | 'º' | '˚' | '\'' | '′' | '’' | '"' | '″' | '”' => {
                words.push(' ')
            }
            '+' | '-' if sign.is_none() && words.trim().is_empty() => sign = Some(c),
            _ if side.is_none() && [positive, negative].contains(&c.to_ascii_uppercase()) => {
                side = Some(c.to_ascii_uppercase());
                words.push(' ');
            }
            _ => return None,
        }
    }
    if side.is_some() && sign.is_some() {
        return None;
    }
    let degrees = degrees(&words)?;
    let turned = sign == Some('-') || side == Some(negative);
    (degrees <= limit).then_some(if turned { -degrees } else { degrees })
}

/// Up to three numbers; only the last may have a fraction.
fn degrees(words: &str) -> Option<f64> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    if parts.is_empty() || parts.len() > 3 || parts[..parts.len() - 1].iter().any(|p| p.contains('.')) {
        return None;
    }
    let mut sum = 0.0;
    for (part, share) in parts.iter().zip([1.0, 60.0, 3600.0]) {
        let value: f64 = part.parse().ok()?;
        if share > 1.0 && value >= 60.0 {
            return None;
        }
        sum += value / share;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_and_sexagesimal_spellings_are_read() {
        for text in ["48.8566", " 48,8566 ", "+48.8566", "48.8566N", "N 48.8566°"] {
            assert_eq!(latitude(text).unwrap(), 48.8566, "{text}");
        }
        for text in ["48°51'24\" N", "48 51 24", "48°51′24″N", "48:51:24", "n48 51 24"] {
            assert!((latitude(text).unwrap() - 48.856_666_7).abs() < 1e-6, "{text}");
        }
        assert!((longitude("122,25.15W").unwrap() + 122.419_166_7).abs() < 1e-6);
        assert_eq!(longitude("\u{2212}122.4194").unwrap(), -122.4194);
        assert_eq!(latitude("33.5 S").unwrap(), -33.5);
    }

    #[test]
    fn anything_else_is_refused_with_a_sentence() {
        for text in
            ["", "north", "91", "48.5 51", "48 61 0", "1 2 3 4", "-48 S", "48 E", "4-8", "1e3", "NaN", "--4"]
        {
            assert!(latitude(text).is_err(), "{text:?}");
        }
        let error = longitude("180.5").unwrap_err();
        assert_eq!(error.field, "customLongitude");
        assert!(error.message.contains("longitude \"180.5\""), "{error}");
    }

    #[test]
    fn a_place_needs_both_numbers_and_the_missing_one_is_named() {
        assert_eq!(position(" ", "").unwrap(), None);
        assert_eq!(position("47.4", "8.5").unwrap(), Some((47.4, 8.5)));
        assert_eq!(position("47.4", " ").unwrap_err().field, "customLongitude");
        assert_eq!(position("", "8.5").unwrap_err().field, "customLatitude");
    }
}
