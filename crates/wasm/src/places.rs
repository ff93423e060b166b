//! The call of the table of cities, which the browser fetches when a recipe asks where images were taken.

use crate::messages::{Answer, Missing, Reply, Request};
use serde::Serialize;

#[derive(Serialize)]
struct Place {
    city: &'static str,
    country: &'static str,
}

/// The city at a position; `null` when none is near.
pub(crate) fn reply(request: &Request, _: &[&[u8]]) -> Answer {
    if request.op != "cityNear" {
        return Ok(None);
    }
    let (latitude, longitude) = request.position.ok_or(Missing("position"))?;
    let found = nomina_places::near(latitude, longitude);
    Ok(Some(Reply::value(found.map(|place| Place { city: place.city, country: place.country }))))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_position_has_a_city_or_none() {
        for (position, answer) in [
            ("[43.538,-7.04]", r#"{"ok":{"city":"Ribadeo","country":"Spain"}}"#),
            ("[35,-40]", r#"{"ok":null}"#),
        ] {
            let head = format!(r#"{{"op":"cityNear","position":{position}}}"#);
            assert_eq!(crate::calls::answer(&[head.as_bytes()]).json, answer.as_bytes(), "{position}");
        }
    }
}
