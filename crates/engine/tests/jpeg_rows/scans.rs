//! Scans that are read side by side, against the same coefficients in one sequential scan: every sampling, odd sizes, bands,
//! refinements, restart intervals, runs of empty blocks that go on over many rows, and files that break off.

use super::writer::{Made, Scan, scan};
use nomina_engine::Limits;
use nomina_engine::formats::jpeg::{self, Chroma, JpegImage, Pixels, Scale};
use nomina_engine::planes::{Plane, Ycc};

const SAMPLINGS: [&[(usize, usize)]; 8] = [
    &[(1, 1)],
    &[(1, 1), (1, 1), (1, 1)],
    &[(2, 1), (1, 1), (1, 1)],
    &[(1, 2), (1, 1), (1, 1)],
    &[(2, 2), (1, 1), (1, 1)],
    &[(4, 1), (1, 1), (1, 1)],
    &[(2, 2), (2, 1), (1, 2)],
    &[(2, 2), (1, 1), (1, 1), (2, 2)],
];
const SIZES: [(usize, usize); 6] = [(1, 1), (8, 8), (17, 9), (33, 40), (100, 71), (9, 130)];
const RESTARTS: [usize; 3] = [0, 1, 7];

fn all(made: &[(usize, usize)]) -> Vec<usize> {
    (0..made.len()).collect()
}

/// As most programs write it.
fn usual(sampling: &[(usize, usize)]) -> Vec<Scan> {
    let mut script = vec![scan(&all(sampling), (0, 0), (0, 1))];
    for i in all(sampling) {
        script.extend([scan(&[i], (1, 5), (0, 2)), scan(&[i], (6, 63), (0, 2)), scan(&[i], (1, 63), (2, 1))]);
    }
    script.push(scan(&all(sampling), (0, 0), (1, 0)));
    script.extend(all(sampling).into_iter().rev().map(|i| scan(&[i], (1, 63), (1, 0))));
    script
}

/// Every scan of one component, no refinements.
fn apart(sampling: &[(usize, usize)]) -> Vec<Scan> {
    let each = |i: usize| [scan(&[i], (0, 0), (0, 0)), scan(&[i], (1, 63), (0, 0))];
    all(sampling).into_iter().flat_map(each).collect()
}

/// Narrow bands and many bits, all components through one band before the next.
fn fine(sampling: &[(usize, usize)]) -> Vec<Scan> {
    let mut script = vec![scan(&all(sampling), (0, 0), (0, 3))];
    for low in [2, 1, 0] {
        script.extend(all(sampling).into_iter().map(|i| scan(&[i], (0, 0), (low + 1, low))));
    }
    for band in [(1, 1), (2, 20), (21, 62), (63, 63)] {
        for low in [4, 3, 2, 1, 0] {
            let high = if low == 4 { 0 } else { low + 1 };
            script.extend(all(sampling).into_iter().map(|i| scan(&[i], band, (high, low))));
        }
    }
    script
}

/// Samples and warnings; what lies beside the image is not looked at.
fn images(bytes: &[u8], made: &Made) -> Vec<(Pixels, Vec<String>)> {
    let limits = Limits::default();
    let cover = |divisor: usize, chroma| Scale::Cover {
        width: made.width.div_ceil(divisor),
        height: made.height.div_ceil(divisor),
        chroma,
    };
    let scales = [
        Scale::Full,
        cover(1, Chroma::Half),
        cover(2, Chroma::Half),
        cover(4, Chroma::Full),
        cover(8, Chroma::Half),
    ];
    let mut images: Vec<JpegImage> =
        scales.into_iter().map(|scale| jpeg::decode(bytes, scale, &limits).unwrap()).collect();
    let (width, height) = (made.width.div_ceil(3), made.height.div_ceil(3));
    images.push(jpeg::decode_to(bytes, width, height, Chroma::Half, &limits).unwrap());
    images.into_iter().map(|image| (tight(image.pixels), image.warnings)).collect()
}

fn tight(pixels: Pixels) -> Pixels {
    let Pixels::Ycc(planes) = pixels else { return pixels };
    let tight = |plane: &Plane| {
        let data = (0..plane.height).flat_map(|y| plane.row(y).to_vec()).collect();
        Plane { stride: plane.width, data, ..*plane }
    };
    let chroma = planes.chroma.as_ref().map(|pair| pair.each_ref().map(tight));
    Pixels::Ycc(Ycc { y: tight(&planes.y), chroma, ..planes })
}

#[test]
fn every_script_gives_the_image_of_one_sequential_scan() {
    for sampling in SAMPLINGS {
        for (width, height) in SIZES {
            let made = Made::new(width, height, sampling);
            let expected = images(&made.sequential(&[&all(sampling)], 0), &made);
            assert_eq!(expected[0].1, Vec::<String>::new());
            for restart in RESTARTS {
                for (name, script) in
                    [("usual", usual(sampling)), ("apart", apart(sampling)), ("fine", fine(sampling))]
                {
                    let found = images(&made.progressive(&script, restart), &made);
                    assert!(found == expected, "{name} {sampling:?} {width} x {height}, restart {restart}");
                }
            }
        }
    }
}

#[test]
fn sequential_scans_of_single_components_give_the_same_image() {
    for sampling in SAMPLINGS {
        for (width, height) in SIZES {
            let made = Made::new(width, height, sampling);
            let expected = images(&made.sequential(&[&all(sampling)], 0), &made);
            let scans: &[&[usize]] = match sampling.len() {
                1 => &[&[0]],
                3 => &[&[2], &[0], &[1]],
                _ => &[&[0], &[1, 2], &[3]],
            };
            for restart in RESTARTS {
                let found = images(&made.sequential(scans, restart), &made);
                assert!(found == expected, "{sampling:?} {width} x {height}, restart {restart}");
            }
        }
    }
}

#[test]
fn a_progressive_file_that_breaks_off_says_so_and_keeps_what_came_before() {
    let sampling = SAMPLINGS[4];
    let made = Made::new(100, 71, sampling);
    let limits = Limits::default();
    let script = usual(sampling);
    let whole = made.progressive(&script, 0);
    // Without its last scan, and with a part of it: the upper rows have it, the lower ones have not.
    let before = made.progressive(&script[..script.len() - 1], 0);
    let cut = before.len() + (whole.len() - before.len()) / 2;
    let luma = |bytes: &[u8]| {
        let image = jpeg::decode(bytes, Scale::Full, &limits).unwrap();
        let Pixels::Ycc(planes) = image.pixels else { panic!("YCbCr was written") };
        (planes.y, image.warnings)
    };
    let ((cut, warnings), (whole, _), (before, _)) = (luma(&whole[..cut]), luma(&whole), luma(&before));
    assert!(warnings[0].contains("end of the file is missing"), "{warnings:?}");
    assert_eq!(cut.row(0), whole.row(0));
    assert_eq!(cut.row(70), before.row(70));
    assert_ne!(whole, before);
}

#[test]
fn scans_beyond_the_limit_are_left_out_with_a_warning() {
    let made = Made::new(40, 40, SAMPLINGS[4]);
    let script = usual(SAMPLINGS[4]);
    let (all, first) = (made.progressive(&script, 0), made.progressive(&script[..4], 0));
    let limited = jpeg::decode(&all, Scale::Full, &Limits { scans: 4, ..Limits::default() }).unwrap();
    assert_eq!(limited.pixels, jpeg::decode(&first, Scale::Full, &Limits::default()).unwrap().pixels);
    assert_eq!(limited.warnings, ["Part of the image is damaged; the rest was read."]);
}
