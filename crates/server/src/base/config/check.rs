//! Settings that make no sense are refused with a sentence before anything starts, not found out by a visitor.

use url::Url;

use super::{Auto, Config, Switch};
use crate::base::secret::secret_fault;

impl Config {
    /// What is wrong, one sentence each, with the name of the setting in it.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut rule = |holds: bool, sentence: String| {
            if !holds {
                faults.push(sentence);
            }
        };
        rule(
            is_web_root(&self.public_url()),
            format!(
                "PUBLIC_URL \"{}\" is not the address of a site such as https://example.org (without a path behind it).",
                self.public_url
            ),
        );
        rule(
            self.admin_listen.trim().is_empty() || self.admin_address().is_some(),
            format!(
                "ADMIN_LISTEN \"{}\" is not an address with a port, such as 127.0.0.1:9090.",
                self.admin_listen
            ),
        );
        let auth = &self.auth;
        let fault = secret_fault(&auth.auth_secret);
        rule(fault.is_none(), fault.unwrap_or_default());
        rule(
            (1..=1024).contains(&auth.auth_password_min),
            format!("AUTH_PASSWORD_MIN {} is not between 1 and 1024.", auth.auth_password_min),
        );
        let lives = [
            ("SESSION_ACCESS_MINUTES", auth.session_access_minutes, 24 * 60),
            ("SESSION_IDLE_DAYS", auth.session_idle_days, 3650),
            ("SESSION_ABSOLUTE_DAYS", auth.session_absolute_days, 3650),
        ];
        for (name, value, most) in lives {
            rule((1..=most).contains(&value), format!("{name} {value} is not between 1 and {most}."));
        }
        rule(
            self.mail.dev_mailbox != Auto::On || self.is_loopback(),
            "DEV_MAILBOX on shows every mail to whoever knows its address: it needs a PUBLIC_URL on this machine, such as \
             http://localhost:8080."
                .to_owned(),
        );
        for (name, address) in self.oauth.addresses() {
            rule(is_web(address), format!("{name} \"{address}\" is not a web address."));
        }
        let blobs = &self.blobs;
        rule(
            blobs.s3_endpoint.is_empty() || is_web(&blobs.s3_endpoint),
            format!("S3_ENDPOINT \"{}\" is not a web address.", blobs.s3_endpoint),
        );
        rule(
            blobs.s3_bucket.is_empty() || !blobs.s3_access_key_id.is_empty(),
            "S3_BUCKET is set, and S3_ACCESS_KEY_ID is not.".into(),
        );
        rule(
            blobs.s3_public_endpoint.is_empty() || is_web_root(&blobs.s3_public_endpoint),
            format!(
                "S3_PUBLIC_ENDPOINT \"{}\" is not the address of a site such as https://s3.example.org.",
                blobs.s3_public_endpoint
            ),
        );
        rule(
            blobs.s3_direct == Switch::Off || !blobs.s3_bucket.is_empty(),
            "S3_DIRECT is on, and S3_BUCKET is not set.".into(),
        );
        rule(
            (1..=4000).contains(&blobs.max_zip_mb),
            format!("MAX_ZIP_MB {} is not between 1 and 4000.", blobs.max_zip_mb),
        );
        rule(
            (1..=100_000).contains(&self.runs.max_batch_mb),
            format!("MAX_BATCH_MB {} is not between 1 and 100000.", self.runs.max_batch_mb),
        );
        rule(
            (5..=3600).contains(&self.task_lease),
            format!("TASK_LEASE {} is not between 5 and 3600 seconds.", self.task_lease),
        );
        rule(
            (50..=60_000).contains(&self.pg_patience_ms),
            format!("PG_PATIENCE_MS {} is not between 50 and 60000 milliseconds.", self.pg_patience_ms),
        );
        let stripe = &self.billing.stripe_api_base;
        rule(is_web(stripe), format!("STRIPE_API_BASE \"{stripe}\" is not a web address."));
        rule(
            self.billing.billing_trial_days <= 730,
            format!("BILLING_TRIAL_DAYS {} is more than 730.", self.billing.billing_trial_days),
        );
        faults
    }
}

/// Scheme and host, and nothing that would end up inside links and cookies.
fn is_web_root(text: &str) -> bool {
    let bare = |url: Url| {
        url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    };
    is_web(text) && Url::parse(text).is_ok_and(bare)
}

fn is_web(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_make_sense() {
        assert_eq!(Config::defaults().faults(), Vec::<String>::new());
    }

    #[test]
    fn a_public_address_is_a_site_and_nothing_else() {
        for good in ["", "https://example.org", "http://127.0.0.1:9000/", "https://bücher.example"] {
            let config = Config { public_url: good.into(), ..Config::defaults() };
            assert_eq!(config.faults(), Vec::<String>::new(), "{good}");
        }
        let nonsense = [
            "nonsense",
            "example.org",
            "localhost:8080",
            "ftp://example.org",
            "https://",
            "https://example.org/nomina",
            "https://example.org?x=1",
            "https://me:secret@example.org",
            "javascript:alert(1)",
        ];
        for bad in nonsense {
            let config = Config { public_url: bad.into(), ..Config::defaults() };
            let faults = config.faults();
            assert_eq!(faults.len(), 1, "{bad}");
            assert!(faults[0].starts_with("PUBLIC_URL \""), "{}", faults[0]);
        }
    }

    #[test]
    fn the_mailbox_needs_a_public_address_on_this_machine() {
        let at = |url: &str| Config { public_url: url.into(), ..Config::defaults() };
        for here in ["", "http://localhost:9000", "http://127.8.0.1", "http://[::1]:80", "http://a.localhost"]
        {
            assert!(at(here).has_mailbox(), "{here}");
        }
        for elsewhere in
            ["https://example.org", "http://192.168.0.7", "http://0.0.0.0:80", "http://localhost.evil"]
        {
            let mut config = at(elsewhere);
            assert!(!config.has_mailbox(), "{elsewhere}");
            config.mail.dev_mailbox = Auto::On;
            assert!(config.faults()[0].starts_with("DEV_MAILBOX"), "{elsewhere}");
        }
    }

    #[test]
    fn each_wrong_setting_is_named() {
        let mut config = Config::defaults();
        config.auth.auth_password_min = 0;
        config.auth.session_idle_days = -1;
        config.oauth.github_base_url = "github".into();
        config.blobs.s3_bucket = "zips".into();
        config.blobs.s3_endpoint = "127.0.0.1:9000".into();
        config.task_lease = 4;
        config.pg_patience_ms = 0;
        let faults = config.faults().join("\n");
        let wrong = ["AUTH_PASSWORD_MIN", "SESSION_IDLE_DAYS", "GITHUB_BASE_URL", "S3_BUCKET", "S3_ENDPOINT"];
        for name in wrong.into_iter().chain(["TASK_LEASE", "PG_PATIENCE_MS"]) {
            assert!(faults.contains(name), "{faults}");
        }
    }
}
