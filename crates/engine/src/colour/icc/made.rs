//! A profile made from a tone curve and chromaticities, as PNG states them.

use super::power::power;
use super::srgb::times;

/// White, red, green and blue of sRGB as x and y.
pub(crate) const SRGB: [(f64, f64); 4] = [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)];

const BRADFORD: [[f64; 3]; 3] =
    [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]];
const D50: [f64; 3] = [0.9642, 1.0, 0.8249];

/// How samples become light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tone {
    Power(f64),
    Srgb,
    /// SMPTE ST 2084, up to 10,000 candela a square metre.
    Pq,
    /// Hybrid log-gamma.
    Hlg,
}

/// What paper white has of HDR's light (BT.2408), and from where on what is brighter is squeezed into what is left.
const WHITE_NITS: f64 = 203.0;
const KNEE: f64 = 0.8;
/// Steps of a curve that is a table.
const STEPS: u32 = 1024;

/// An RGB profile with these tones, white and primaries: all that a profile must hold, so that files may carry it. The
/// `y` of the points are not 0.
pub(crate) fn profile(tone: Tone, points: [(f64, f64); 4]) -> Vec<u8> {
    let curve = curve(tone);
    let xyz = |colour: [f64; 3]| [b"XYZ \0\0\0\0".as_slice(), &colour.map(fixed).concat()].concat();
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> =
        [b"rXYZ", b"gXYZ", b"bXYZ"].into_iter().zip(adapted(points).map(xyz)).collect();
    tags.extend([b"rTRC", b"gTRC", b"bTRC"].map(|name| (name, curve.clone())));
    tags.extend([(b"desc", text("RGB")), (b"cprt", text("CC0")), (b"wtpt", xyz(D50))]);
    let (mut table, mut data) = ((tags.len() as u32).to_be_bytes().to_vec(), Vec::new());
    let start = 132 + 12 * tags.len();
    for (name, content) in tags {
        table.extend_from_slice(name);
        table.extend(((start + data.len()) as u32).to_be_bytes());
        table.extend((content.len() as u32).to_be_bytes());
        data.extend(content);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    let mut header = vec![0; 128];
    header[..4].copy_from_slice(&((128 + table.len() + data.len()) as u32).to_be_bytes());
    header[8] = 4;
    header[12..24].copy_from_slice(b"mntrRGB XYZ ");
    // A date is mandatory, and none is known: the standard's own day.
    header[24..36].copy_from_slice(&[7, 0xd4, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0]);
    header[36..40].copy_from_slice(b"acsp");
    header[68..80].copy_from_slice(&D50.map(fixed).concat());
    [header, table, data].concat()
}

/// A text in one language.
fn text(words: &str) -> Vec<u8> {
    let letters: Vec<u8> = words.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let head = b"mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS";
    [&head[..], &(letters.len() as u32).to_be_bytes(), &28u32.to_be_bytes(), &letters].concat()
}

fn curve(tone: Tone) -> Vec<u8> {
    let formula = |kind: u8, numbers: &[f64]| {
        let mut out = [b"para\0\0\0\0\0".as_slice(), &[kind, 0, 0]].concat();
        numbers.iter().for_each(|number| out.extend(fixed(*number)));
        out
    };
    let table = |light: fn(f64) -> f64| {
        let mut out = [b"curv\0\0\0\0".as_slice(), &STEPS.to_be_bytes()].concat();
        for step in 0..STEPS {
            let light = shown(light(f64::from(step) / f64::from(STEPS - 1)));
            out.extend(((light * 65_535.0).round() as u16).to_be_bytes());
        }
        out
    };
    match tone {
        Tone::Power(gamma) => formula(0, &[gamma]),
        Tone::Srgb => formula(3, &[2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.04045]),
        Tone::Pq => table(pq),
        Tone::Hlg => table(hlg),
    }
}

/// Light against paper white becomes light up to 1: as it is, and what is brighter ever less.
fn shown(light: f64) -> f64 {
    let room = 1.0 - KNEE;
    if light <= KNEE { light } else { 1.0 - room * room / (light - KNEE + room) }
}

fn pq(sample: f64) -> f64 {
    let root = power(sample, 32.0 / 2523.0);
    let ratio = (root - 0.835_937_5).max(0.0) / (18.851_562_5 - 18.687_5 * root);
    power(ratio, 8192.0 / 1305.0) * 10_000.0 / WHITE_NITS
}

/// On a screen of 1,000 candela, whose own gamma is 1.2. Paper white is at three quarters of the signal.
fn hlg(sample: f64) -> f64 {
    let scene = if sample <= 0.5 {
        sample * sample / 3.0
    } else {
        (power(std::f64::consts::E, (sample - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12.0
    };
    power(scene, 1.2) * 1_000.0 / WHITE_NITS
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
        assert!(!profile(Tone::Power(1.0), [(0.3, 0.3), (0.1, 0.1), (0.2, 0.2), (0.4, 0.4)]).is_empty());
    }

    #[test]
    fn paper_white_of_hdr_is_nearly_white_and_nothing_is_beyond() {
        // 58 % of PQ and 75 % of HLG are the 203 candela of paper white.
        for light in [pq(0.5807), hlg(0.75)] {
            assert!((light - 1.0).abs() < 0.01, "{light}");
            assert!((0.85..1.0).contains(&shown(light)));
        }
        assert!(shown(pq(1.0)) <= 1.0 && shown(hlg(1.0)) <= 1.0);
        assert!(pq(0.0).abs() < 1e-9 && hlg(0.0).abs() < 1e-9);
    }
}
