//! What a line of text says: a network gives a letter or nothing for each narrow strip.

use super::find::Line;
use super::run::{TextNet, share_of_largest};
use super::tensor::{Tensor, unknown};
use crate::VisionError;
use crate::embedded::image::Rgb;

/// Height of what the network sees, and its longest width.
const HEIGHT: usize = 48;
const LONGEST: usize = 480;

/// The letters of one line and how sure they are, 0 to 1.
pub(super) fn read(
    net: &TextNet,
    alphabet: &[String],
    image: &Rgb,
    line: &Line,
) -> Result<(String, f32), VisionError> {
    // Of a long line the beginning is enough, up to its last whole word.
    let longest = line.height * LONGEST / HEIGHT;
    let part = image.crop(line.left, line.top, line.width.min(longest), line.height);
    let width = (part.width() * HEIGHT / part.height()).next_multiple_of(8).clamp(16, LONGEST);
    let strips = net.run(input(&part.squash(width, HEIGHT)))?;
    let letters = alphabet.len() + 1;
    if strips.shape.last() != Some(&letters) {
        return Err(unknown("alphabet"));
    }
    let (mut text, sure) = spell(&strips.data, alphabet);
    if line.width > longest {
        text.truncate(text.trim_end().rfind(' ').unwrap_or(text.len()));
    }
    Ok((text, sure))
}

/// Repeats of a letter are one letter, unless nothing is between them; class 0 is nothing.
fn spell(strips: &[f32], alphabet: &[String]) -> (String, f32) {
    let (mut text, mut sure, mut count, mut before) = (String::new(), 0.0, 0, 0);
    for strip in strips.chunks_exact(alphabet.len() + 1) {
        let best = strip
            .iter()
            .enumerate()
            .fold((0, f32::MIN), |best, (i, &belief)| if belief > best.1 { (i, belief) } else { best });
        if best.0 != 0 && best.0 != before {
            text.push_str(&alphabet[best.0 - 1]);
            sure += share_of_largest(strip);
            count += 1;
        }
        before = best.0;
    }
    (text, if count == 0 { 0.0 } else { sure / count as f32 })
}

fn input(image: &Rgb) -> Tensor {
    let pixels = image.data().as_chunks::<3>().0;
    let mut data = Vec::with_capacity(3 * pixels.len());
    for c in 0..3 {
        data.extend(pixels.iter().map(|pixel| f32::from(pixel[2 - c]) / 127.5 - 1.0));
    }
    Tensor { shape: vec![1, 3, image.height(), image.width()], data }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_joined_and_nothing_between_keeps_them_apart() {
        let alphabet = ["a", "b"].map(String::from);
        let strip = |best: usize| (0..3).map(move |i| if i == best { 0.9f32.ln() } else { 0.05f32.ln() });
        let strips: Vec<f32> = [1, 1, 0, 1, 2, 2, 0].into_iter().flat_map(strip).collect();
        let (text, sure) = spell(&strips, &alphabet);
        assert_eq!(text, "aab");
        assert!((sure - 0.9).abs() < 1e-6);
    }
}
