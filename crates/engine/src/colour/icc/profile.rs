//! The container of an ICC profile: header, tags and numbers. Everything may be missing or wrong.

/// What the samples are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Rgb,
    Grey,
    Cmyk,
}

/// The space that a profile leads to. White is D50 in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pcs {
    Xyz,
    Lab,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Profile<'a> {
    bytes: &'a [u8],
    pub(super) space: Space,
    pub(super) pcs: Pcs,
}

const HEADER: usize = 128;
/// More tags than any real profile has.
const MOST_TAGS: usize = 256;

impl<'a> Profile<'a> {
    /// `None` for what is no profile of a camera, screen or printer, or of another colour model.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let device = matches!(bytes.get(12..16)?, b"scnr" | b"mntr" | b"prtr" | b"spac");
        let space = match bytes.get(16..20)? {
            b"RGB " => Space::Rgb,
            b"GRAY" => Space::Grey,
            b"CMYK" => Space::Cmyk,
            _ => return None,
        };
        let pcs = match bytes.get(20..24)? {
            b"XYZ " => Pcs::Xyz,
            b"Lab " => Pcs::Lab,
            _ => return None,
        };
        (device && bytes.get(36..40)? == b"acsp").then_some(Self { bytes, space, pcs })
    }

    /// The data of a tag, from its type's name on.
    pub(super) fn tag(&self, name: &[u8; 4]) -> Option<&'a [u8]> {
        let count = u32_at(self.bytes, HEADER)? as usize;
        let table = self.bytes.get(HEADER + 4..)?;
        let entry = table.chunks_exact(12).take(count.min(MOST_TAGS)).find(|entry| &entry[..4] == name)?;
        let (start, length) = (u32_at(entry, 4)? as usize, u32_at(entry, 8)? as usize);
        self.bytes.get(start..start.checked_add(length)?)
    }

    /// A colour of the profile's own, such as its red.
    pub(super) fn xyz(&self, name: &[u8; 4]) -> Option<[f64; 3]> {
        let data = self.tag(name)?.strip_prefix(b"XYZ ")?;
        Some([fixed_at(data, 4)?, fixed_at(data, 8)?, fixed_at(data, 12)?])
    }
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// A number with 16 bits behind the point.
pub(super) fn fixed_at(bytes: &[u8], at: usize) -> Option<f64> {
    Some(f64::from(u32_at(bytes, at)? as i32) / 65_536.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::icc::made;

    #[test]
    fn a_profile_that_is_cut_off_or_lies_gives_nothing_and_no_panic() {
        let whole = made::profile(made::Tone::Power(2.2), made::SRGB);
        assert!(Profile::read(&whole).is_some_and(|profile| profile.xyz(b"bXYZ").is_some()));
        for length in 0..whole.len() {
            if let Some(profile) = Profile::read(&whole[..length]) {
                assert_eq!(profile.tag(b"none"), None);
            }
        }
        let mut far = whole;
        far[HEADER + 8..HEADER + 16].fill(0xff);
        assert_eq!(Profile::read(&far).and_then(|profile| profile.xyz(b"rXYZ")), None);
    }
}
