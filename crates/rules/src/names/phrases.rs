//! What models say around a name and instead of one, as hyphenated words. [`super::chatter`] says when each counts.

/// Words that only open an answer.
pub(super) const GREETINGS: [&str; 8] =
    ["sure", "certainly", "okay", "ok", "absolutely", "of-course", "sure-thing", "great-question"];
/// What introduces a name.
pub(super) const OPENINGS: [&str; 15] = [
    "here-is",
    "heres",
    "here-are",
    "this-is",
    "i-suggest",
    "i-would-suggest",
    "id-suggest",
    "i-would-call-it",
    "my-suggestion-is",
    // The longer first: the first that fits is cut.
    "based-on-the-image-provided",
    "based-on-the-picture-provided",
    "based-on-the-photo-provided",
    "based-on-the-provided-image",
    "based-on-the-image",
    "based-on-the-picture",
];
/// "This image shows ..." opens an answer in all its forms.
pub(super) const POINTERS: [&str; 4] = ["this", "the", "your", "the-provided"];
pub(super) const PICTURES: [&str; 4] = ["image", "picture", "photo", "photograph"];
pub(super) const SHOWS: [&str; 7] =
    ["shows", "contains", "depicts", "features", "displays", "captures", "is-of"];
/// What may stand before the label.
pub(super) const FILLERS: [&str; 24] = [
    "a",
    "an",
    "the",
    "one",
    "my",
    "your",
    "possible",
    "suggested",
    "suggestion",
    "descriptive",
    "good",
    "suitable",
    "clean",
    "short",
    "seo-friendly",
    "search-friendly",
    "proposed",
    "recommended",
    "best",
    "most",
    "ideal",
    "appropriate",
    "accurate",
    "concise",
];
/// What the answer calls itself.
pub(super) const LABELS: [&str; 6] =
    ["file-name", "filename", "file-names", "filenames", "suggested-name", "image-name"];
/// What may stand between the label and the name.
pub(super) const TAILS: [&str; 12] = [
    "for-this-image",
    "for-the-image",
    "for-your-image",
    "for-this-picture",
    "for-the-picture",
    "for-your-picture",
    "for-this-photo",
    "could-be",
    "would-be",
    "might-be",
    "is",
    "suggestion",
];
/// What ends an answer after its name.
pub(super) const ENDINGS: [&str; 5] =
    ["i-hope-this", "hope-this-helps", "let-me-know", "feel-free-to", "if-you-need"];
/// What may stand before a refusal.
pub(super) const APOLOGIES: [&str; 3] = ["sorry", "apologies", "my-apologies"];
/// What a model says instead of a name.
pub(super) const REFUSALS: [&str; 26] = [
    "im-sorry",
    "i-am-sorry",
    "sorry-but",
    "i-apologize",
    "i-apologise",
    "apologies-but",
    "my-apologies-but",
    "i-cant",
    "i-cannot",
    "i-can-not",
    "im-unable",
    "i-am-unable",
    "im-not-able",
    "i-am-not-able",
    "as-an-ai",
    "unfortunately-i",
    "no-image-was",
    "no-image-provided",
    "no-picture-was",
    "no-photo-was",
    "there-is-no-image",
    "there-is-no-picture",
    "please-provide-an-image",
    "please-provide-the-image",
    "please-upload-an-image",
    "please-upload-the-image",
];
/// What a model says that it does not do. Signs and screens say "unable to connect" and shirts "I don't care": without one
/// of the deeds below these are names.
pub(super) const NOT_DOING: [&str; 13] = [
    "i-do-not",
    "i-dont",
    "i-will-not",
    "i-wont",
    "i-could-not",
    "i-couldnt",
    "unable-to",
    "im-unable-to",
    "not-able-to",
    "cannot",
    "cant",
    "could-not",
    "couldnt",
];
/// The deeds that models refuse.
pub(super) const DEEDS: [&str; 18] = [
    "analyse",
    "analyze",
    "assist",
    "describe",
    "determine",
    "generate",
    "have-access",
    "have-an-image",
    "have-the-ability",
    "have-the-capability",
    "help-with-that",
    "help-with-this",
    "identify",
    "process-this-image",
    "recognize",
    "see-an",
    "see-any",
    "view-the-image",
];
