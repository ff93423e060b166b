//! Moments as cameras and editors write them: local time, perhaps with fractions and an offset, perhaps only a year.

/// The dates of one image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// When the shutter opened.
    pub original: Option<Stamp>,
    /// When the image was made digital.
    pub created: Option<Stamp>,
    /// When the file was last changed: used only when nothing else is known.
    pub modified: Option<Stamp>,
}

/// One moment with the precision that it was written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    pub year: u16,
    /// 0 = not known.
    pub month: u8,
    /// 0 = not known.
    pub day: u8,
    pub time: Option<[u8; 3]>,
    /// Digits after the second.
    pub subsec: String,
    /// `+02:00`, `Z` or empty.
    pub offset: String,
}

impl Dates {
    /// The best answer to "when was this taken?", `YYYY-MM-DDTHH:MM:SS`.
    pub fn taken_at(&self) -> Option<String> {
        [&self.original, &self.created, &self.modified].into_iter().flatten().find_map(Stamp::to_local)
    }

    /// Takes from `other` what is missing here.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            original: self.original.or(other.original),
            created: self.created.or(other.created),
            modified: self.modified.or(other.modified),
        }
    }

    pub(super) fn has_creation(&self) -> bool {
        self.original.is_some() || self.created.is_some()
    }
}

impl Stamp {
    /// Reads `2024:05:01 10:20:30`, `2024-05-01T10:20:30.25+02:00`, `2024-05`, `20240501` and what lies between.
    pub fn parse(text: &str) -> Option<Self> {
        let mut digits = Cursor(text.trim());
        let mut stamp = Self { year: digits.number(4)?, ..Self::default() };
        digits.skip(&[':', '-', '/', '.']);
        stamp.month = digits.number(2).unwrap_or(0) as u8;
        digits.skip(&[':', '-', '/', '.']);
        stamp.day = digits.number(2).unwrap_or(0) as u8;
        if stamp.day != 0 {
            digits.skip(&['T', 't', ' ']);
            stamp.read_time(&mut digits);
        }
        stamp.valid().then_some(stamp)
    }

    /// A date whose fraction and offset are written elsewhere, as in EXIF.
    pub(super) fn with_parts(text: &str, subsec: Option<String>, offset: Option<String>) -> Option<Self> {
        let mut stamp = Self::parse(text)?;
        if let Some(fraction) = subsec {
            stamp.subsec = fraction.chars().take_while(char::is_ascii_digit).take(9).collect();
        }
        if let Some(zone) = offset {
            stamp.offset = Cursor(zone.trim()).zone();
        }
        Some(stamp)
    }

    /// IPTC's `CCYYMMDD` and `HHMMSS+HHMM`.
    pub(super) fn from_iptc(date: &str, time: Option<&str>) -> Option<Self> {
        let mut stamp = Self::parse(date)?;
        if let Some(time) = time {
            stamp.read_time(&mut Cursor(time.trim()));
        }
        stamp.valid().then_some(stamp)
    }

    /// `YYYY-MM-DDTHH:MM:SS` as the clock on the spot showed it; needs a whole date.
    pub fn to_local(&self) -> Option<String> {
        let [h, m, s] = self.time.unwrap_or_default();
        let Self { year, month, day, .. } = self;
        self.has_day().then(|| format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}"))
    }

    pub(super) fn to_exif(&self) -> Option<String> {
        let [h, m, s] = self.time.unwrap_or_default();
        let Self { year, month, day, .. } = self;
        self.has_day().then(|| format!("{year:04}:{month:02}:{day:02} {h:02}:{m:02}:{s:02}"))
    }

    /// EXIF writes UTC as `+00:00`.
    pub(super) fn exif_offset(&self) -> Option<String> {
        match self.offset.as_str() {
            "" => None,
            "Z" => Some("+00:00".to_owned()),
            zone => Some(zone.to_owned()),
        }
    }

    /// ISO 8601 in its own precision, as XMP wants it.
    pub(super) fn to_xmp(&self) -> String {
        let Self { year, month, day, .. } = self;
        let Some([h, m, s]) = self.time.filter(|_| self.has_day()) else {
            return match (month, day) {
                (0, _) => format!("{year:04}"),
                (_, 0) => format!("{year:04}-{month:02}"),
                _ => format!("{year:04}-{month:02}-{day:02}"),
            };
        };
        let dot = if self.subsec.is_empty() { "" } else { "." };
        format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}{dot}{}{}", self.subsec, self.offset)
    }

    pub(super) fn has_day(&self) -> bool {
        self.month != 0 && self.day != 0
    }

    fn read_time(&mut self, digits: &mut Cursor<'_>) {
        let Some(hour) = digits.number(2) else { return };
        digits.skip(&[':']);
        let Some(minute) = digits.number(2) else { return };
        digits.skip(&[':']);
        let second = digits.number(2).unwrap_or(0);
        self.time = Some([hour as u8, minute as u8, second as u8]);
        if digits.skip(&['.', ',']) {
            self.subsec = digits.digits(9).to_owned();
        }
        self.offset = digits.zone();
    }

    fn valid(&self) -> bool {
        let time_ok = self.time.is_none_or(|[h, m, s]| h < 24 && m < 60 && s <= 60);
        (1..=9999).contains(&self.year) && self.month <= 12 && self.day <= 31 && time_ok
    }
}

/// What is left of a text.
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    fn digits(&mut self, most: usize) -> &'a str {
        let end = self.0.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }

    /// Exactly `length` digits.
    fn number(&mut self, length: usize) -> Option<u16> {
        let before = self.0;
        let taken = self.digits(length);
        if taken.len() == length {
            return taken.parse().ok();
        }
        self.0 = before;
        None
    }

    fn skip(&mut self, any: &[char]) -> bool {
        let rest = self.0.strip_prefix(any);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// `Z`, `+02:00`, `+0200`; empty for anything else.
    fn zone(&mut self) -> String {
        let text = self.0.trim();
        if text.eq_ignore_ascii_case("z") {
            return "Z".to_owned();
        }
        let Some(sign) = text.chars().next().filter(|c| matches!(c, '+' | '-')) else { return String::new() };
        let mut digits = Cursor(&text[1..]);
        let Some(hours) = digits.number(2).filter(|h| *h < 24) else { return String::new() };
        digits.skip(&[':']);
        let minutes = digits.number(2).filter(|m| *m < 60).unwrap_or(0);
        format!("{sign}{hours:02}:{minutes:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xmp(text: &str) -> String {
        Stamp::parse(text).map(|s| s.to_xmp()).unwrap_or_default()
    }

    #[test]
    fn every_usual_spelling_is_read_in_its_own_precision() {
        assert_eq!(xmp("2024:05:01 10:20:30"), "2024-05-01T10:20:30");
        assert_eq!(xmp("2024-05-01T10:20:30.125+02:00"), "2024-05-01T10:20:30.125+02:00");
        assert_eq!(xmp("2024-05-01T10:20Z"), "2024-05-01T10:20:00Z");
        assert_eq!(xmp("2024-05"), "2024-05");
        assert_eq!(xmp("1999"), "1999");
        assert_eq!(xmp("20240501"), "2024-05-01");
    }

    #[test]
    fn blank_and_impossible_dates_are_none() {
        for text in
            ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024-13-01", "2024-05-01T25:00", "\u{e9}2024"]
        {
            assert_eq!(Stamp::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn iptc_dates_join_with_their_time() {
        let stamp = Stamp::from_iptc("20031104", Some("101530-0500")).unwrap();
        assert_eq!(stamp.to_xmp(), "2003-11-04T10:15:30-05:00");
        assert_eq!(stamp.to_exif().unwrap(), "2003:11:04 10:15:30");
        assert_eq!(stamp.to_local().unwrap(), "2003-11-04T10:15:30");
    }
}
