//! Whether a name is one of the tz database. The server never computes with time zones (browsers show the dates), so that
//! a list of names of 9 KB does what a crate with all rules would do.

const LIST: &str = include_str!("time_zones.txt");

/// A zone or a link, as the database spells it. Browsers send both.
pub(super) fn is_known(name: &str) -> bool {
    !name.starts_with('#') && LIST.lines().any(|line| line == name)
}

#[cfg(test)]
mod tests {
    use super::{LIST, is_known};

    #[test]
    fn names_are_those_of_the_database_letter_for_letter() {
        for zone in [
            "UTC",
            "Europe/Berlin",
            "America/Argentina/Buenos_Aires",
            "Asia/Calcutta",
            "Asia/Kolkata",
            "Etc/GMT+12",
        ] {
            assert!(is_known(zone), "{zone}");
        }
        let comment = LIST.lines().next().unwrap();
        for nonsense in
            ["", "Mars/Olympus", "europe/berlin", "Europe/", "Berlin", "UTC\n", "Factory", comment]
        {
            assert!(!is_known(nonsense), "{nonsense:?}");
        }
        assert!(LIST.lines().count() > 500);
    }
}
