//! Where an image was taken and who is in it, from what its headers say.

use nomina_engine::Inspection;
use nomina_rules::names::Scene;

/// What an inspected image says.
pub fn scene_of(facts: &Inspection) -> Scene {
    scene_at(facts.latitude.zip(facts.longitude), facts.people.clone())
}

/// The same from parts that were kept.
pub fn scene_at(position: Option<(f64, f64)>, people: Vec<String>) -> Scene {
    let place = position.and_then(|(latitude, longitude)| nomina_places::near(latitude, longitude));
    let (city, country) = place.map(|place| (place.city, place.country)).unwrap_or_default();
    Scene { city: city.to_owned(), country: country.to_owned(), people }
}
