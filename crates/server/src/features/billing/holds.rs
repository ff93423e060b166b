//! One change of a person's plan at a time, on all servers together. Stripe is asked while it lasts, so that no
//! transaction may be kept open for it (SQLite has one writer): a row says who holds the person, until when.

use std::time::Duration;

use uuid::Uuid;

use super::refusals::conflict;
use crate::base::clock::MINUTE_MS;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::{ApiError, Result};
use crate::base::random;

/// After a crash the person is free again after so long.
const LONGEST_MS: i64 = 2 * MINUTE_MS;
const PAUSE: Duration = Duration::from_millis(50);
/// Ten seconds of waiting for the change before this one.
const TRIES: u32 = 200;

/// Does `work` while no other change of this person's plan runs. Who comes second waits for a moment.
pub async fn alone<T>(state: &Context, user: Uuid, work: impl Future<Output = Result<T>>) -> Result<T> {
    let hold = take(state, user).await?;
    let outcome = work.await;
    hold.release().await?;
    outcome
}

/// A person that is held. Dropped in the middle, because the visitor went away, it is given back as well.
struct Hold {
    state: Context,
    user: Uuid,
    mark: Option<Uuid>,
}

async fn take(state: &Context, user: Uuid) -> Result<Hold> {
    let mark = random::id(&*state.random, state.clock.now());
    for _ in 0..TRIES {
        let now = state.clock.now();
        let taken = q!(
            "INSERT INTO billing_holds (user_id, held_by, held_until) VALUES ($1, $2, $3)
             ON CONFLICT (user_id) DO UPDATE SET held_by = $2, held_until = $3 WHERE billing_holds.held_until <= $4",
            user,
            mark,
            now.plus_ms(LONGEST_MS),
            now
        );
        if taken.execute(&state.db).await? == 1 {
            return Ok(Hold { state: state.clone(), user, mark: Some(mark) });
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(busy())
}

impl Hold {
    async fn release(mut self) -> Result<()> {
        match self.mark.take() {
            Some(mark) => give_back(&self.state, self.user, mark).await,
            None => Ok(()),
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let Some(mark) = self.mark.take() else { return };
        let (state, user) = (self.state.clone(), self.user);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { give_back(&state, user, mark).await });
        }
    }
}

async fn give_back(state: &Context, user: Uuid, mark: Uuid) -> Result<()> {
    q!("DELETE FROM billing_holds WHERE user_id = $1 AND held_by = $2", user, mark)
        .execute(&state.db)
        .await?;
    Ok(())
}

fn busy() -> ApiError {
    conflict("plan_change_running", "Another change of your plan is still running. Try again in a moment.")
        .with_retry_after(5)
}
