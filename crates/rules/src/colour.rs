//! The colour formats of the options: hex, rgb, rgba, hsl and hsla.

/// A colour with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

/// Reads a colour text; `None` when it is in none of the five formats.
pub fn parse(text: &str) -> Option<Colour> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix('#') {
        return hex(digits);
    }
    let lower = text.to_ascii_lowercase();
    let (kind, rest) = lower.split_once('(')?;
    let parts: Vec<&str> = rest.strip_suffix(')')?.split(',').map(str::trim).collect();
    let alpha = |at: usize| if parts.len() > at { unit(parts[at]) } else { Some(255) };
    match (kind, parts.len()) {
        ("rgb", 3) | ("rgba", 4) => {
            Some(Colour { r: byte(parts[0])?, g: byte(parts[1])?, b: byte(parts[2])?, a: alpha(3)? })
        }
        ("hsl", 3) | ("hsla", 4) => {
            let (r, g, b) = from_hsl(number(parts[0], 360.0)?, percent(parts[1])?, percent(parts[2])?);
            Some(Colour { r, g, b, a: alpha(3)? })
        }
        _ => None,
    }
}

fn hex(digits: &str) -> Option<Colour> {
    let nibbles: Vec<u8> = digits.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    match nibbles[..] {
        [r, g, b] => Some(Colour { r: r * 17, g: g * 17, b: b * 17, a: 255 }),
        [r1, r0, g1, g0, b1, b0] => {
            Some(Colour { r: r1 * 16 + r0, g: g1 * 16 + g0, b: b1 * 16 + b0, a: 255 })
        }
        _ => None,
    }
}

fn number(text: &str, high: f64) -> Option<f64> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    text.parse::<f64>().ok().filter(|v| plain && *v <= high)
}

fn byte(text: &str) -> Option<u8> {
    text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

fn percent(text: &str) -> Option<f64> {
    number(text.strip_suffix('%')?, 100.0).map(|v| v / 100.0)
}

fn unit(text: &str) -> Option<u8> {
    number(text, 1.0).map(|v| (v * 255.0).round() as u8)
}

fn from_hsl(h: f64, s: f64, l: f64) -> (u8, u8, u8) {
    let chroma = (1.0 - (2.0 * l - 1.0).abs()) * s;
    let channel = |n: f64| {
        let k = (n + h / 30.0) % 12.0;
        let v = l - chroma / 2.0 * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (v * 255.0).round() as u8
    };
    (channel(0.0), channel(8.0), channel(4.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgba(r: u8, g: u8, b: u8, a: u8) -> Option<Colour> {
        Some(Colour { r, g, b, a })
    }

    #[test]
    fn every_format_of_the_spec_is_read() {
        assert_eq!(parse("#fff"), rgba(255, 255, 255, 255));
        assert_eq!(parse("#1a2b3c"), rgba(0x1a, 0x2b, 0x3c, 255));
        assert_eq!(parse("rgb(255, 0, 7)"), rgba(255, 0, 7, 255));
        assert_eq!(parse("rgba(1,2,3,.5)"), rgba(1, 2, 3, 128));
        assert_eq!(parse("hsl(120, 100%, 50%)"), rgba(0, 255, 0, 255));
        assert_eq!(parse("hsla(0, 100%, 50%, 0)"), rgba(255, 0, 0, 0));
        assert_eq!(parse("hsl(210, 50%, 40%)"), rgba(51, 102, 153, 255));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "#12",
            "#12345",
            "#gggggg",
            "rgb(256,0,0)",
            "rgb(1,2)",
            "rgba(1,2,3)",
            "rgb(-1,0,0)",
            "hsl(361,0%,0%)",
            "hsl(0,101%,0%)",
            "hsl(0,1,1)",
            "rgba(1,2,3,2)",
            "red",
            "rgb(1e1,0,0)",
            "hsl(1e1,0%,0%)",
            "hsl(0,+5%,0%)",
            "rgba(1,2,3,1e-1)",
            "rgba(1,2,3,)",
            "rgba(1,2,3,-0)",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
