//! The lists of words that a person writes into a recipe.

/// A line of preferred words that cannot be understood, and why.
pub fn preferred_problem(text: &str) -> Option<String> {
    let mut lines = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    let wrong = lines.find(|line| rule(line).is_none())?;
    Some(format!("\"{wrong}\" is not a rule; write couch = sofa"))
}

/// `couch, settee = sofa`: the words before the sign, and the one behind it.
pub(super) fn rule(line: &str) -> Option<(Vec<Vec<String>>, Vec<String>)> {
    let (from, to) = line.split_once('=')?;
    let from: Vec<Vec<String>> = list(from);
    let to = list(to);
    match &to[..] {
        [to] if !from.is_empty() => Some((from, to.clone())),
        _ => None,
    }
}

/// Entries between commas and line ends, each as lower-case words.
pub(super) fn list(text: &str) -> Vec<Vec<String>> {
    let words = |entry: &str| -> Vec<String> {
        let cut = entry.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
        cut.map(str::to_lowercase).collect()
    };
    text.split([',', ';', '\n']).map(words).filter(|entry| !entry.is_empty()).collect()
}
