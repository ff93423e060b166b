//! A PNG of 16 bits a sample that becomes one: row by row, so that no image is held unless it is turned or interlaced.
//! Marks are painted with 8 bits; such an image, a damaged or a very large one goes the usual way, which says so.

use super::embed::Embedder;
use super::encode::Encoded;
use super::finish;
use super::job::Job;
use super::step::Step;
use crate::format::Format;
use crate::formats::png::{Effort, WideReader, WideWriter};
use crate::orient::Turn;
use crate::resize::WideRows;
use crate::{EngineError, Output};

/// None when the image has to go the usual way.
pub(crate) fn run(job: &Job<'_>) -> Result<Option<Output>, EngineError> {
    if !stays_wide(job) {
        return Ok(None);
    }
    match bytes(job) {
        // What is damaged is rescued on the usual way, as far as it can be.
        Ok(None) | Err(EngineError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
        Ok(Some(encoded)) => finish::decide(job, encoded, Vec::new()).map(Some),
    }
}

/// Whether source and target hold 16 bits, and every step between them too.
fn stays_wide(job: &Job<'_>) -> bool {
    let steps = job.plan.steps.iter().all(|step| match step {
        Step::Fit { .. } | Step::Turn(_) => true,
        // Nothing is converted: the file's own colour chunks stay with the samples.
        Step::Colour => true,
        Step::Mark => false,
    });
    job.plan.source.format == Format::Png
        && job.plan.source.bit_depth == 16
        && job.plan.target.deepest() == 16
        && steps
}

fn bytes(job: &Job<'_>) -> Result<Option<Encoded>, EngineError> {
    let plan = &job.plan;
    let Some(mut reader) = WideReader::open(job.bytes, job.limits)? else { return Ok(None) };
    let holds_all = reader.is_interlaced() || plan.turns();
    if holds_all && u64::from(plan.source.width) * u64::from(plan.source.height) > job.limits.wide_pixels {
        return Ok(None);
    }
    let effort = if plan.compress { Effort::Small } else { Effort::Fast };
    let icc = reader.icc(job.limits);
    let mut writer = reader.writer(plan.width as usize, plan.height as usize, effort)?;
    if plan.turns() {
        turned(job, &mut reader, &mut writer)?;
    } else {
        rows(job, &mut reader, &mut |row| writer.push(row))?;
    }
    let (bytes, warnings) = Embedder::new(job, icc).embed(writer.finish())?;
    let fits = plan.target_bytes.is_none_or(|most| bytes.len() <= most);
    Ok(fits.then_some(Encoded { bytes, quality: None, frames: 1, warnings }))
}

/// The rows as stored, in the size that is wanted.
fn rows(job: &Job<'_>, reader: &mut WideReader<'_>, take: &mut dyn FnMut(&[u16])) -> Result<(), EngineError> {
    let (width, height) = job.plan.stored_size();
    let size = (width as usize, height as usize);
    let mut resizer = (reader.size() != size).then(|| WideRows::new(reader.size(), size, reader.channels()));
    let (pulse, of) = (if job.plan.turns() { job.reading() } else { job.pulse }, reader.size().1);
    for y in 0.. {
        pulse.beat(y, of)?;
        let Some(row) = reader.next_row()? else { break };
        let Some(resizer) = &mut resizer else {
            take(row);
            continue;
        };
        resizer.push(row);
        while let Some(row) = resizer.next() {
            take(row);
        }
    }
    Ok(())
}

fn turned(job: &Job<'_>, reader: &mut WideReader<'_>, writer: &mut WideWriter) -> Result<(), EngineError> {
    match reader.channels() {
        1 => turned_pixels::<1>(job, reader, writer),
        2 => turned_pixels::<2>(job, reader, writer),
        3 => turned_pixels::<3>(job, reader, writer),
        _ => turned_pixels::<4>(job, reader, writer),
    }
}

fn turned_pixels<const N: usize>(
    job: &Job<'_>,
    reader: &mut WideReader<'_>,
    writer: &mut WideWriter,
) -> Result<(), EngineError> {
    let (width, height) = job.plan.stored_size();
    let turn = Turn { width: width as usize, height: height as usize, orientation: job.plan.orientation() };
    let mut stored = Vec::with_capacity(turn.width * turn.height);
    rows(job, reader, &mut |row| stored.extend_from_slice(row.as_chunks::<N>().0))?;
    let mut upright = vec![[0u16; N]; stored.len()];
    let stored: Vec<&[[u16; N]]> = stored.chunks_exact(turn.width).collect();
    turn.put_all(&stored, &mut upright);
    let (width, height) = turn.size();
    upright.chunks_exact(width).enumerate().try_for_each(|(y, row)| {
        job.writing().beat(y, height)?;
        writer.push(row.as_flattened());
        Ok(())
    })
}
