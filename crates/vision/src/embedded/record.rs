//! What the networks answered about an image, kept: rules are tried on many images without asking the networks again.

use super::Embedded;
use super::answers::Answers;
use super::detector::Detection;
use super::drawn::Drawn;
use super::image::Rgb;
use super::speaker::Sentence;
use super::text::TextLine;
use super::words::{self, Context, Look};
use crate::Description;
use nomina_rules::language::Spelling;
use serde::{Deserialize, Serialize};

/// The answers of all networks, the expert asked or not.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Recorded {
    classes: Vec<f32>,
    found: Vec<Detection>,
    tags: Vec<f32>,
    #[serde(default)]
    drawn: Drawn,
    #[serde(default)]
    goods: Vec<f32>,
    #[serde(default)]
    photos: Vec<f32>,
    sentences: Vec<Sentence>,
    dishes: Vec<f32>,
    text: Vec<TextLine>,
}

impl Embedded {
    pub fn record(&self, image: &Rgb) -> Recorded {
        let look = Look::new(image);
        let answers = self.ask(image, &look, &Context::default());
        let text = {
            let evidence = self.evidence(&answers, &look, &Context::default());
            let reader = self.reader.as_ref().filter(|_| words::worth_reading(&evidence));
            reader.map_or_else(Vec::new, |reader| reader.look(image))
        };
        let near = super::near(image, &look);
        let dishes = self.second.as_ref().map(|second| second.dishes(near.as_ref().unwrap_or(image)));
        let dishes = dishes.unwrap_or_default();
        let Answers { classes, found, tags, drawn, goods, photos, sentences } = answers;
        Recorded { classes, found, tags, drawn, goods, photos, sentences, dishes, text }
    }

    /// The same answers with the sentences of the network that is there now.
    pub fn told_again(&self, image: &Rgb, recorded: Recorded) -> Recorded {
        let again = self.second.as_ref().map(|second| second.sentences(&second.tokens(image)));
        Recorded { sentences: again.unwrap_or_default(), ..recorded }
    }

    /// What the second eye's heads read; nothing without it.
    pub fn features(&self, image: &Rgb) -> Vec<f32> {
        self.second.as_ref().map_or_else(Vec::new, |second| second.features(image))
    }

    /// The description that the rules make of kept answers.
    pub fn replay(&self, image: &Rgb, recorded: &Recorded, context: &str, spelling: Spelling) -> Description {
        let context = Context::new(context);
        self.replayed(image, recorded, &context, |answers, evidence| {
            let seen = words::describe(evidence);
            let context_used = self.used(answers, evidence, &seen, &context);
            let seen = words::spoken(evidence, seen, spelling);
            Description { context_used, ..seen }
        })
    }

    /// The name that the rules make of kept answers, and what its certainty is made of.
    pub fn certainty(&self, image: &Rgb, recorded: &Recorded) -> (String, [f64; 6]) {
        self.replayed(image, recorded, &Context::default(), |_, evidence| {
            let seen = words::describe(evidence);
            let own = seen.parts.first().map_or(0.0, |subject| subject.confidence);
            let parts = words::parts(evidence, &seen.name, own);
            (seen.name, parts)
        })
    }

    /// The phrases of the rules' name: words, certainty, and what the networks think of their noun.
    pub fn signs(&self, image: &Rgb, recorded: &Recorded) -> Vec<(String, f32, [f32; 4])> {
        self.replayed(image, recorded, &Context::default(), |_, evidence| words::table(evidence))
    }

    /// What is weighed between the rules' name and the sentences, a line each.
    pub fn weighed(&self, image: &Rgb, recorded: &Recorded) -> Vec<String> {
        self.replayed(image, recorded, &Context::default(), |_, evidence| words::weighed(evidence))
    }

    fn replayed<T>(
        &self,
        image: &Rgb,
        recorded: &Recorded,
        context: &Context,
        work: impl FnOnce(&Answers, &words::Evidence<'_>) -> T,
    ) -> T {
        let look = Look::new(image);
        let mut answers = Answers {
            classes: recorded.classes.clone(),
            found: recorded.found.clone(),
            tags: recorded.tags.clone(),
            drawn: recorded.drawn,
            goods: recorded.goods.clone(),
            photos: recorded.photos.clone(),
            sentences: recorded.sentences.clone(),
        };
        context.favour(&mut answers.classes);
        let mut evidence = self.evidence(&answers, &look, context);
        if let Some(second) = &self.second {
            evidence.dish = second.dish(&evidence, || recorded.dishes.clone());
        }
        evidence.text.clone_from(&recorded.text);
        work(&answers, &evidence)
    }
}
