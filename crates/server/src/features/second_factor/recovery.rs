//! Recovery codes: ten, each for one sign-in without the app or the passkey. They are shown once; the database keeps
//! hashes. A code has 80 random bits, so that one round of SHA-256, salted by the account's id, is enough.

use uuid::Uuid;

use super::totp;
use crate::base::context::Context;
use crate::base::db::{Target, Tx, q};
use crate::base::error::Result;
use crate::base::random::Random;
use crate::base::secrets::digest;

pub(super) const COUNT: usize = 10;
const CODE_BYTES: usize = 10;
const CODE_LETTERS: usize = 16;

/// New codes; earlier ones no longer work.
pub(super) async fn renew(state: &Context, tx: &mut Tx, user: Uuid) -> Result<Vec<String>> {
    remove(tx, user).await?;
    let codes: Vec<String> = (0..COUNT).map(|_| make(&*state.random)).collect();
    for code in &codes {
        q!("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)", user, hash(user, &plain(code)))
            .execute(&mut *tx)
            .await?;
    }
    Ok(codes)
}

/// Uses a code up. Of two who send it at once, one wins.
pub(super) async fn accept(state: &Context, tx: &mut Tx, user: Uuid, code: &str) -> Result<bool> {
    let used = q!(
        "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL",
        user,
        hash(user, &plain(code)),
        state.clock.now()
    )
    .execute(tx)
    .await?;
    Ok(used == 1)
}

/// How many can still be used.
pub(super) async fn left(target: impl Target, user: Uuid) -> Result<i64, sqlx::Error> {
    q!("SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL", user)
        .number(target)
        .await
}

pub(super) async fn remove(tx: &mut Tx, user: Uuid) -> Result<(), sqlx::Error> {
    q!("DELETE FROM recovery_codes WHERE user_id = $1", user).execute(tx).await?;
    Ok(())
}

/// Four groups of four letters and digits.
fn make(random: &dyn Random) -> String {
    let mut bytes = [0u8; CODE_BYTES];
    random.fill(&mut bytes);
    let text = totp::base32(&bytes).to_lowercase();
    [&text[..4], &text[4..8], &text[8..12], &text[12..CODE_LETTERS]].join("-")
}

/// As it may be typed: in capitals, with or without its dashes.
fn plain(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace() && *c != '-').take(100).collect::<String>().to_lowercase()
}

fn hash(user: Uuid, code: &str) -> [u8; 32] {
    digest(&format!("recovery code\0{user}\0{code}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::SystemRandom;

    #[test]
    fn a_code_may_be_typed_in_capitals_and_without_dashes() {
        let code = make(&SystemRandom);
        assert_eq!((code.len(), code.split('-').count()), (19, 4), "{code}");
        assert_eq!(plain(&code), plain(&format!(" {} ", code.to_uppercase().replace('-', " "))));
        assert_eq!(plain(&code).len(), CODE_LETTERS);
        assert_ne!(code, make(&SystemRandom));
        assert_ne!(hash(Uuid::from_u128(1), &code), hash(Uuid::from_u128(2), &code), "salted by the account");
    }
}
