//! A profile made from a gamma and chromaticities, as PNG states them.

use super::srgb::times;

/// White, red, green and blue of sRGB as x and y.
pub(crate) const SRGB: [(f64, f64); 4] = [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)];

const BRADFORD: [[f64; 3]; 3] =
    [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]];
const D50: [f64; 3] = [0.9642, 1.0, 0.8249];

/// An RGB profile whose samples mean light to the power of `gamma`, with white and primaries as given. The smallest that
/// this module reads; it is never written into a file. The `y` of the points are not 0.
pub(crate) fn profile(gamma: f64, points: [(f64, f64); 4]) -> Vec<u8> {
    let colours = adapted(points);
    let curve = [b"para\0\0\0\0\0\0\0\0".as_slice(), &fixed(gamma)].concat();
    let tags = [b"rXYZ", b"gXYZ", b"bXYZ"]
        .into_iter()
        .zip(colours)
        .map(|(name, colour)| (name, [b"XYZ \0\0\0\0".as_slice(), &colour.map(fixed).concat()].concat()))
        .chain([b"rTRC", b"gTRC", b"bTRC"].map(|name| (name, curve.clone())));
    let (mut table, mut data) = (6u32.to_be_bytes().to_vec(), Vec::new());
    for (name, content) in tags {
        table.extend_from_slice(name);
        table.extend((132 + 6 * 12 + data.len() as u32).to_be_bytes());
        table.extend((content.len() as u32).to_be_bytes());
        data.extend(content);
    }
    let mut header = vec![0; 128];
    header[..4].copy_from_slice(&((128 + table.len() + data.len()) as u32).to_be_bytes());
    header[8] = 4;
    header[12..24].copy_from_slice(b"mntrRGB XYZ ");
    header[36..40].copy_from_slice(b"acsp");
    [header, table, data].concat()
}

fn fixed(number: f64) -> [u8; 4] {
    ((number * 65_536.0).round() as i32).to_be_bytes()
}

/// XYZ of the three primaries under D50.
fn adapted([white, red, green, blue]: [(f64, f64); 4]) -> [[f64; 3]; 3] {
    let xyz = |(x, y): (f64, f64)| [x / y, 1.0, (1.0 - x - y) / y];
    let (white, primaries) = (xyz(white), [red, green, blue].map(xyz));
    // How much of each primary makes white.
    let columns = std::array::from_fn(|row| primaries.map(|p| p[row]));
    let amounts = times(&inverse(&columns), white);
    let (from, to) = (times(&BRADFORD, white), times(&BRADFORD, D50));
    let back = inverse(&BRADFORD);
    std::array::from_fn(|i| {
        let cones = times(&BRADFORD, primaries[i].map(|v| v * amounts[i]));
        times(&back, std::array::from_fn(|c| cones[c] * to[c] / from[c]))
    })
}

/// Without one, zeros: such a profile turns everything black instead of into nonsense.
fn inverse(m: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let minor = |r: usize, c: usize| {
        let [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    let whole: f64 = (0..3).map(|c| m[0][c] * minor(0, c)).sum();
    let scale = if whole.abs() < 1e-9 { 0.0 } else { 1.0 / whole };
    std::array::from_fn(|r| std::array::from_fn(|c| minor(c, r) * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primaries_of_srgb_are_those_of_its_profile() {
        let [red, _, blue] = adapted(SRGB);
        for (found, known) in [(red, [0.4361, 0.2225, 0.0139]), (blue, [0.1431, 0.0606, 0.7141])] {
            assert!(found.iter().zip(known).all(|(a, b)| (a - b).abs() < 5e-4), "{found:?}");
        }
    }

    #[test]
    fn primaries_on_one_line_give_a_profile_and_no_panic() {
        assert!(!profile(1.0, [(0.3, 0.3), (0.1, 0.1), (0.2, 0.2), (0.4, 0.4)]).is_empty());
    }
}
