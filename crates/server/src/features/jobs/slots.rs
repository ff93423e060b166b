//! A name within a job is taken from what the job has reserved. Asking for more than that is counted like any other name.

use uuid::Uuid;

use crate::base::clock::Timestamp;
use crate::base::context::Context;
use crate::base::db::q;
use crate::base::error::Result;
use crate::features::usage::{self, Account, Period, Reservation};

/// Counts images for whoever asks: from the job when it has them left, otherwise by themselves.
pub async fn reserve(
    state: &Context,
    account: &Account,
    job: Option<Uuid>,
    files: u32,
) -> Result<Reservation> {
    let (state, account) = (state.clone(), account.clone());
    Reservation::made_by(async move {
        if let (Account::User { id, .. }, Some(job)) = (&account, job)
            && take(&state, *id, job, files).await?
        {
            return Ok(Reservation::new(put_back(state, *id, job, files)));
        }
        account.reserve(&state, files).await
    })
    .await
}

/// One conditional statement, so that a reservation for one image cannot be used twice.
async fn take(state: &Context, user: Uuid, job: Uuid, files: u32) -> Result<bool> {
    let taken = q!(
        "UPDATE processing_jobs SET ai_used = ai_used + $3, updated_at = $4
         WHERE id = $1 AND user_id = $2 AND status = 'processing' AND ai_used + $3 <= reserved_files",
        job,
        user,
        files,
        state.clock.now()
    );
    Ok(taken.execute(&state.db).await? == 1)
}

/// A job that has ended meanwhile has given back its rest already: this image then goes back to the person.
async fn put_back(state: Context, user: Uuid, job: Uuid, files: u32) -> Result<()> {
    let mut tx = state.db.begin().await?;
    usage::hold(&state, &mut tx, user).await?;
    let kept: Option<(String, Timestamp)> = q!(
        "UPDATE processing_jobs SET ai_used = ai_used - $3
         WHERE id = $1 AND user_id = $2 AND ai_used >= $3 RETURNING status, created_at",
        job,
        user,
        files
    )
    .optional(&mut tx)
    .await?;
    if let Some((status, created_at)) = kept
        && status != "processing"
    {
        usage::give_back(&mut tx, user, i64::from(files), &Period::of(created_at)).await?;
    }
    Ok(tx.commit().await?)
}
