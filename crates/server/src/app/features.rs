//! Every feature of the program, and the lists that are put together from what they offer.

use std::sync::LazyLock;

use crate::app::health;
use crate::app::state::AppState;
use crate::base::expiry::{Expiry, Rule};
use crate::base::feature::{Email, Feature};
use crate::base::own;
use crate::base::personal::Holding;
use crate::features::{
    accounts, allowance, assets, audit, batches, billing, downloads, emails, jobs, keys, live, naming,
    newsletter, oauth, plans, preferences, processing, runs, second_factor, sessions, sign_in, templates,
    usage,
};

/// In this order the cleanup goes over them: what people are told first, bytes after the rows that name them.
static FEATURES: LazyLock<Vec<Feature<AppState>>> = LazyLock::new(|| {
    let mut all = vec![
        health::feature(),
        accounts::feature(),
        sessions::feature(),
        sign_in::feature(),
        oauth::feature(),
        second_factor::feature(),
        preferences::feature(),
        usage::feature(),
        allowance::feature(),
        jobs::feature(),
        batches::feature(),
        downloads::feature(),
        templates::feature(),
        billing::feature(),
        keys::feature(),
        naming::feature(),
        processing::feature(),
        runs::feature(),
    ];
    all.extend(own::features());
    all.extend([
        live::feature(),
        emails::feature(),
        newsletter::feature(),
        audit::feature(),
        plans::feature(),
        assets::feature(),
    ]);
    all
});

pub fn features() -> &'static [Feature<AppState>] {
    &FEATURES
}

/// What all of them hold about a person.
pub fn holdings() -> impl Iterator<Item = &'static Holding> {
    features().iter().flat_map(|feature| feature.personal)
}

/// Every kind of email.
pub fn emails() -> impl Iterator<Item = &'static Email> {
    features().iter().flat_map(|feature| feature.emails)
}

/// How long the rows of every table stay.
pub fn expiries() -> impl Iterator<Item = &'static Expiry> {
    features().iter().flat_map(|feature| feature.expires)
}

/// What the cleanup does.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    expiries().filter_map(|expiry| match expiry {
        Expiry::Rule(rule) => Some(rule),
        Expiry::Stays(..) => None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;
    use crate::base::clock::Timestamp;
    use crate::features::accounts::emails::{Deactivated, PasswordChanged, SignUp};
    use crate::features::accounts::links::Recover;
    use crate::features::batches::emails::{BatchExpires, BatchNews, BatchReady};
    use crate::features::billing::emails::PaymentFailed;
    use crate::features::emails::{EmailTemplate, Pace, in_queue};
    use crate::features::second_factor::emails::{Change, SecondFactorChanged};
    use crate::features::sessions::emails::NewDevice;

    fn is_kept_as<L: EmailTemplate>(email: &L, stored: &Value) {
        let kept = in_queue("a@x.org", email).unwrap();
        assert_eq!(kept, json!({ "to": "a@x.org", "letter": stored }));
        let read: L = serde_json::from_value(kept["letter"].clone()).unwrap();
        assert_eq!(in_queue("a@x.org", &read).unwrap(), kept);
        assert!(emails().any(|kind| kind.name == L::KIND), "{} is in no feature's list", L::KIND);
    }

    #[test]
    fn emails_wait_in_the_queue_as_earlier_releases_wrote_them() {
        let id = Uuid::from_u128(7);
        let news = || BatchNews { id, name: "Trip".into(), files: 2, expires_at: Timestamp(0) };
        let batch = |kind: &str| json!({ "kind": kind, "id": id, "name": "Trip", "files": 2, "expires_at": Timestamp(0) });
        is_kept_as(&SignUp { signup: id }, &json!({ "kind": "sign_up", "signup": id }));
        is_kept_as(&Recover {}, &json!({ "kind": "recover" }));
        is_kept_as(&PasswordChanged {}, &json!({ "kind": "password_changed" }));
        is_kept_as(&Deactivated {}, &json!({ "kind": "deactivated" }));
        let changed = SecondFactorChanged { id, change: Change::AppAdded };
        is_kept_as(&changed, &json!({ "kind": "second_factor", "id": id, "change": "app_added" }));
        is_kept_as(&NewDevice { network: "n".into() }, &json!({ "kind": "new_device", "network": "n" }));
        is_kept_as(&PaymentFailed { until: "u".into() }, &json!({ "kind": "payment_failed", "until": "u" }));
        is_kept_as(&BatchReady(news()), &batch("batch_ready"));
        is_kept_as(&BatchExpires(news()), &batch("batch_expires"));
    }

    #[test]
    fn alarms_are_never_held_back() {
        assert_eq!(PasswordChanged::PACE, Pace::AtOnce);
        assert_eq!(Deactivated::PACE, Pace::AtOnce);
        assert_eq!(NewDevice::PACE, Pace::AtOnce);
        assert_eq!(PaymentFailed::PACE, Pace::AtOnce);
    }

    #[test]
    fn no_two_kinds_share_a_name() {
        let names: Vec<_> = emails().map(|kind| kind.name).collect();
        assert_eq!(names.len(), names.iter().collect::<HashSet<_>>().len(), "{names:?}");
    }
}
