//! Whom images are counted for.

use nomina_rules::plans::{Limits, Tier};
use uuid::Uuid;

use super::guest::{self, GuestId};
use super::period::Period;
use super::reservation::Reservation;
use super::summary::Usage;
use super::user;
use crate::base::context::Context;
use crate::base::error::Result;

/// Whom an image is counted for.
#[derive(Clone, Debug)]
pub enum Account {
    User { id: Uuid, tier: Tier },
    Guest(GuestId),
}

impl Account {
    pub fn tier(&self) -> Tier {
        match self {
            Self::User { tier, .. } => *tier,
            Self::Guest(_) => Tier::Guest,
        }
    }

    pub fn limits(&self) -> Limits {
        self.tier().plan().limits
    }

    pub async fn usage(&self, state: &Context) -> Result<Usage> {
        match self {
            Self::User { id, tier } => user::usage(state, *id, *tier).await,
            Self::Guest(guest) => guest::usage(state, guest).await,
        }
    }

    /// Counts `files` now, or says which limit is in the way. Nothing is counted when it is refused.
    pub async fn reserve(&self, state: &Context, files: u32) -> Result<Reservation> {
        let period = Period::of(state.clock.now());
        match self {
            Self::User { id, .. } => {
                let mut tx = state.db.begin().await?;
                user::count(state, &mut tx, *id, self.limits(), files).await?;
                tx.commit().await?;
            }
            Self::Guest(guest) => guest::reserve(state, guest, self.limits(), files).await?,
        }
        Ok(Reservation::new(give_back_to(state.clone(), self.clone(), files, period)))
    }
}

async fn give_back_to(state: Context, account: Account, files: u32, period: Period) -> Result<()> {
    match &account {
        Account::User { id, .. } => {
            let mut tx = state.db.begin().await?;
            user::give_back(&mut tx, *id, i64::from(files), &period).await?;
            Ok(tx.commit().await?)
        }
        Account::Guest(guest) => guest::give_back(&state, guest, files, &period).await,
    }
}
