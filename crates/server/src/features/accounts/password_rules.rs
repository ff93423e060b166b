//! What a new password must be: long enough, not endless, and, where the operator wants it, not one
//! of those that everybody tries first.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::config::{AuthConfig, Switch};
use crate::base::context::Context;
use crate::base::error::{ApiError, Result};
use crate::base::extract::Json;

/// Longer texts are refused, not cut.
const LONGEST_BYTES: usize = 1024;

pub(super) const NOT_NEW: &str = "New password must be different from current password";

/// One per line, lower case.
const COMMON: &str = include_str!("common_passwords.txt");

/// Which screen asks; each has its own field and sentence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asking {
    /// Sign-up, or the link of a forgotten password.
    First,
    Change,
}

impl Asking {
    fn too_short(self, min: usize) -> String {
        match self {
            Self::First => format!("Password must be at least {min} characters"),
            Self::Change => format!("New password must be at least {min} characters long"),
        }
    }
}

/// What a form can check before it asks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordRules {
    /// Fewest characters.
    min: usize,
    /// Said of a first password that is shorter.
    too_short: String,
    /// Said of a new one in place of another.
    new_too_short: String,
    /// Said of a new one that is the old one.
    not_new: &'static str,
}

/// The rules for passwords on this server.
#[utoipa::path(get, path = "/api/v1/auth/password-rules", tag = "auth", responses((status = 200, body = PasswordRules)))]
pub async fn rules(State(state): State<Context>) -> Json<PasswordRules> {
    let min = state.config.auth.auth_password_min;
    Json(PasswordRules {
        min,
        too_short: Asking::First.too_short(min),
        new_too_short: Asking::Change.too_short(min),
        not_new: NOT_NEW,
    })
}

/// A password that the rules allow.
pub(super) fn check(rules: &AuthConfig, asking: Asking, password: &str) -> Result<()> {
    let min = rules.auth_password_min;
    let field = match asking {
        Asking::First => "password",
        Asking::Change => "newPassword",
    };
    if password.chars().count() < min {
        return Err(ApiError::invalid(field, asking.too_short(min)));
    }
    if password.len() > LONGEST_BYTES {
        return Err(ApiError::invalid(field, format!("Password must be at most {LONGEST_BYTES} bytes")));
    }
    if rules.auth_blocklist == Switch::On && is_common(password) {
        return Err(ApiError::invalid(
            field,
            "This password is one of the first that others try. Please choose another one",
        ));
    }
    Ok(())
}

/// In the list, one character over and over, or a run such as `abcdef` and `987654`.
fn is_common(password: &str) -> bool {
    let plain = password.to_lowercase();
    let codes: Vec<i64> = plain.chars().map(|c| i64::from(u32::from(c))).collect();
    let steps: Vec<i64> = codes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let run = [-1, 0, 1].iter().any(|step| steps.iter().all(|other| other == step));
    run || COMMON.lines().any(|common| common == plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::Config;

    #[test]
    fn common_passwords_are_known_in_any_case_and_so_are_runs() {
        for common in ["password", "PassWord", "qwerty", "iloveyou", "aaaaaaa", "abcdefg", "87654321"] {
            assert!(is_common(common), "{common}");
        }
        for own in ["correct horse", "aaaaaab", "abcdegf", "pässwörd7"] {
            assert!(!is_common(own), "{own}");
        }
    }

    #[test]
    fn the_list_is_lower_case_without_repetitions_and_holds_nothing_too_short_anyway() {
        let lines: Vec<&str> = COMMON.lines().collect();
        let unique: std::collections::HashSet<&&str> = lines.iter().collect();
        assert_eq!(unique.len(), lines.len());
        for line in lines {
            assert!(line.chars().count() >= 6 && line == line.to_lowercase(), "{line:?}");
        }
    }

    #[test]
    fn the_list_counts_only_where_it_is_switched_on() {
        let mut rules = Config::defaults().auth;
        assert!(check(&rules, Asking::First, "password").is_ok(), "six characters are enough");
        rules.auth_blocklist = Switch::On;
        for asking in [Asking::First, Asking::Change] {
            assert!(check(&rules, asking, "password").is_err());
            assert!(check(&rules, asking, "correct horse").is_ok());
        }
    }

    #[test]
    fn six_to_1024_bytes_are_taken_and_one_more_is_refused() {
        let rules = Config::defaults().auth;
        for (length, good) in [(5, false), (6, true), (64, true), (1000, true), (1024, true), (1025, false)] {
            assert_eq!(check(&rules, Asking::First, &"x".repeat(length)).is_ok(), good, "{length}");
        }
    }
}
