//! What the networks that always look answered about an image.

use super::detector::Detection;
use super::drawn::Drawn;
use super::speaker::Sentence;

#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    pub(super) classes: Vec<f32>,
    pub(super) found: Vec<Detection>,
    pub(super) tags: Vec<f32>,
    pub(super) drawn: Drawn,
    /// How likely each word of [`super::goods::GOODS`] is; empty without the second eye, as the sentences are.
    pub(super) goods: Vec<f32>,
    /// How likely each of [`super::photos::PHOTOS`] is, the same.
    pub(super) photos: Vec<f32>,
    pub(super) sentences: Vec<Sentence>,
}
