//! Which images show the same: a fingerprint of 64 bits finds candidates quickly, and a small copy decides. A RAW and the JPEG of
//! the same shot are a pair and no duplicates. Shots of one moment are found by the rule of the screens.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use nomina_engine::{Format, Limits};
use nomina_rules::names::{Candidate, is_burst};

use crate::memory::ImageHash;

/// Longest side of the small copies.
const SIDE: u32 = 32;
/// Maximum Hamming distance of two fingerprints.
const MOST_BITS: u32 = 8;
/// Maximum mean difference of a tile of both copies, of 255. Storing an image again smaller or as another format changes a tile
/// by less; a subject that has moved changes one by more.
const MOST_DIFFERENCE: u32 = 14;
/// Pixels of a tile's side.
const TILE: usize = 4;

/// An image as far as it is compared.
pub(super) struct Image {
    pub(super) file: PathBuf,
    pub(super) bytes: u64,
    pub(super) pixels: u64,
    is_raw: bool,
    hash: ImageHash,
    /// `None` when only equal bytes count.
    look: Option<Look>,
}

struct Look {
    fingerprint: u64,
    small: Small,
    /// The fingerprint with the time, for the rule of bursts.
    shot: Candidate,
}

/// A small copy in RGB.
struct Small {
    width: usize,
    height: usize,
    data: Vec<u8>,
}

/// Images that show the same, by their numbers.
pub(super) struct Group {
    pub(super) best: usize,
    pub(super) others: Vec<usize>,
}

impl Image {
    pub(super) fn of(file: &Path, bytes: &[u8], exact: bool) -> Result<Self, String> {
        let limits = Limits::default();
        let facts = nomina_engine::inspect(bytes, &limits).map_err(|error| error.to_string())?;
        let look = if exact { None } else { Some(Look::of(bytes, facts.taken_at, &limits)?) };
        Ok(Self {
            file: file.to_owned(),
            bytes: bytes.len() as u64,
            pixels: u64::from(facts.width) * u64::from(facts.height),
            is_raw: facts.format == Format::Raw,
            hash: ImageHash::of(bytes),
            look,
        })
    }

    /// Whether both were taken in one moment and are no copies.
    fn is_shot_with(&self, other: &Self) -> bool {
        let burst = || match (&self.look, &other.look) {
            (Some(one), Some(two)) => is_burst(&one.shot, &two.shot),
            _ => false,
        };
        self.is_raw == other.is_raw && burst()
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        let alike = || match (&self.look, &other.look) {
            (Some(one), Some(two)) => one.is_like(two),
            _ => false,
        };
        self.is_raw == other.is_raw && (self.hash == other.hash || alike())
    }
}

impl Look {
    fn of(bytes: &[u8], taken_at: Option<String>, limits: &Limits) -> Result<Self, String> {
        let fingerprint = nomina_vision::fingerprint(bytes, limits).map_err(|error| error.to_string())?;
        let small = nomina_engine::rgb(bytes, SIDE, limits).map_err(|error| error.to_string())?;
        let data = small.data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Self {
            fingerprint: u64::from_str_radix(&fingerprint, 16).unwrap_or_default(),
            small: Small { width: small.width, height: small.height, data },
            shot: Candidate { fingerprint, taken_at, ..Candidate::default() },
        })
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.fingerprint ^ other.fingerprint).count_ones() <= MOST_BITS && self.small.is_like(&other.small)
    }
}

impl Small {
    /// Whether no tile differs much. A side may differ by a pixel, which is rounding.
    fn is_like(&self, other: &Self) -> bool {
        let near = |one: usize, two: usize| one.abs_diff(two) <= 1;
        if !near(self.width, other.width) || !near(self.height, other.height) {
            return false;
        }
        let (width, height) = (self.width.min(other.width), self.height.min(other.height));
        let tiles = (0..height).step_by(TILE).flat_map(|y| (0..width).step_by(TILE).map(move |x| (x, y)));
        tiles.into_iter().all(|(x, y)| {
            let (right, bottom) = ((x + TILE).min(width), (y + TILE).min(height));
            let values =
                (y..bottom).flat_map(|y| (x..right).flat_map(move |x| (0..3).map(move |c| (x, y, c))));
            let total: u32 = values.map(|at| u32::from(self.at(at).abs_diff(other.at(at)))).sum();
            total <= MOST_DIFFERENCE * 3 * ((right - x) * (bottom - y)) as u32
        })
    }

    fn at(&self, (x, y, channel): (usize, usize, usize)) -> u8 {
        self.data.get((y * self.width + x) * 3 + channel).copied().unwrap_or_default()
    }
}

/// The groups in the order of their best images. The best has the most pixels, then the most bytes, then the first name. With
/// `bursts`, shots of one moment are a group too.
pub(super) fn groups(images: &[Image], bursts: bool) -> Vec<Group> {
    let mut order: Vec<usize> = (0..images.len()).collect();
    order.sort_by_key(|at| (Reverse(images[*at].pixels), Reverse(images[*at].bytes), &images[*at].file));
    let mut groups: Vec<Group> = Vec::new();
    for at in order {
        // Compared with the best alone: a chain of small differences does not join what looks different.
        let fits = |best: &Image| best.is_like(&images[at]) || bursts && best.is_shot_with(&images[at]);
        match groups.iter_mut().find(|group| fits(&images[group.best])) {
            Some(group) => group.others.push(at),
            None => groups.push(Group { best: at, others: Vec::new() }),
        }
    }
    groups.retain(|group| !group.others.is_empty());
    groups.sort_by_key(|group| &images[group.best].file);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(file: &str, pixels: u64, shade: u8, is_raw: bool) -> Image {
        let small = Small { width: 32, height: 24, data: vec![shade; 32 * 24 * 3] };
        Image {
            file: file.into(),
            bytes: pixels,
            pixels,
            is_raw,
            hash: ImageHash::of(file.as_bytes()),
            look: Some(Look { fingerprint: u64::from(shade / 100), small, shot: Candidate::default() }),
        }
    }

    #[test]
    fn the_largest_of_a_group_stays_and_a_raw_is_no_duplicate_of_its_jpeg() {
        let images = [
            image("small.jpg", 10, 50, false),
            image("large.jpg", 90, 52, false),
            image("other.jpg", 50, 120, false),
            image("large.dng", 99, 52, true),
        ];
        let found = groups(&images, true);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].best, found[0].others.as_slice()), (1, &[0][..]));
    }

    #[test]
    fn one_tile_that_differs_is_another_image_and_rounding_of_a_side_is_not() {
        let plain =
            |width: usize, height: usize| Small { width, height, data: vec![200; width * height * 3] };
        let mut moved = plain(32, 24);
        for x in 8..12 {
            for y in 8..12 {
                moved.data[(y * 32 + x) * 3] = 20;
            }
        }
        assert!(!plain(32, 24).is_like(&moved) && plain(32, 24).is_like(&plain(32, 23)));
        assert!(!plain(32, 24).is_like(&plain(24, 32)));
    }
}
