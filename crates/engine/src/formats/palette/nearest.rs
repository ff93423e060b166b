//! The colour of a palette that is nearest to a point.

use super::space::Point;

/// The palette as one list for each channel, which vectors read side by side.
pub(super) struct Nearest {
    channels: [Vec<f32>; 4],
}

/// Colours that are compared at once.
const LANES: usize = 8;

impl Nearest {
    pub(super) fn new(colours: &[Point]) -> Self {
        let room = colours.len().next_multiple_of(LANES);
        let channels = std::array::from_fn(|at| {
            let mut channel: Vec<f32> = colours.iter().map(|colour| colour[at]).collect();
            // Places without a colour are farther away than any other.
            channel.resize(room, 1e6);
            channel
        });
        Self { channels }
    }

    /// The place of the first of the nearest.
    pub(super) fn find(&self, point: Point) -> usize {
        let [r, g, b, a] = &self.channels;
        let mut least = [f32::MAX; LANES];
        let mut groups = [0u32; LANES];
        let chunks = r.as_chunks::<LANES>().0.iter().zip(g.as_chunks::<LANES>().0);
        let chunks = chunks.zip(b.as_chunks::<LANES>().0.iter().zip(a.as_chunks::<LANES>().0));
        for (group, ((r, g), (b, a))) in (0u32..).zip(chunks) {
            for lane in 0..LANES {
                let off = [r[lane] - point[0], g[lane] - point[1], b[lane] - point[2], a[lane] - point[3]];
                let far = off[0] * off[0] + off[1] * off[1] + off[2] * off[2] + off[3] * off[3];
                groups[lane] = if far < least[lane] { group } else { groups[lane] };
                least[lane] = if far < least[lane] { far } else { least[lane] };
            }
        }
        let lane = (1..LANES).fold(0, |best, lane| if least[lane] < least[best] { lane } else { best });
        groups[lane] as usize * LANES + lane
    }
}

/// Answers that were given before; images ask for the same colours again and again.
pub(super) struct Remembered {
    nearest: Nearest,
    known: Vec<(u64, u8)>,
}

const PLACES: usize = 1 << 14;

impl Remembered {
    pub(super) fn new(colours: &[Point]) -> Self {
        Self { nearest: Nearest::new(colours), known: vec![(u64::MAX, 0); PLACES] }
    }

    pub(super) fn find(&mut self, point: Point) -> u8 {
        let [r, g, b, a] = point.map(|value| (value + 64.0).max(0.0) as u16);
        let key = u64::from(r) << 48 | u64::from(g) << 32 | u64::from(b) << 16 | u64::from(a);
        let place = &mut self.known[(key.wrapping_mul(0x9e37_79b1_85eb_ca87) >> 50) as usize];
        if place.0 != key {
            // The middle of all that share the key, so that the answer does not depend on who asked first.
            let middle = [r, g, b, a].map(|value| f32::from(value) - 63.5);
            *place = (key, self.nearest.find(middle) as u8);
        }
        place.1
    }
}
