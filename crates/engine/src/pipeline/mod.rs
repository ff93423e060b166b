//! The way of one image: the list of steps, in order.

mod animated;
mod bands;
mod check;
mod embed;
mod encode;
mod finish;
mod gain_map;
mod job;
mod pixels;
mod plan;
mod said;
mod shot;
mod small;
mod small_png;
mod step;
mod still;
mod wide;

pub use plan::target_format;
pub use small::{measure_shot, model_input, rgb, thumbnail, watermark_preview};

use crate::{Assets, EngineError, Format, Limits, Output, Pulse, Watch, metadata, probe};
use job::Job;
use nomina_rules::options::ProcessingOptions;
use plan::{Plan, Way};

/// The heart: one image through one recipe.
pub fn process(
    bytes: &[u8],
    recipe: &ProcessingOptions,
    assets: &Assets<'_>,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Output, EngineError> {
    check_recipe(recipe)?;
    let probe = probe::probe(bytes, limits)?;
    let metadata = metadata::Plan::from_recipe(recipe)?;
    let found = metadata::read(bytes, probe.format, limits);
    let mut plan = Plan::new(&probe, found.orientation, recipe, bytes.len());
    if metadata.changes_anything() && !metadata::can_rewrite(bytes, probe.format) {
        plan.encode_anew();
    }
    if plan.way != Way::Container && !encode::is_there(plan.target) {
        return Err(EngineError::NoEncoder { format: plan.target });
    }
    if plan.target == Format::Avif && plan.way != Way::Container {
        limits.check_avif(plan.width, plan.height)?;
    }
    if plan.lossless && plan.target == Format::Webp && plan.way != Way::Container {
        limits.check_lossless_webp(plan.width, plan.height)?;
    }
    let job = Job {
        bytes,
        recipe,
        assets,
        limits,
        pulse: Pulse::new(watch),
        plan,
        metadata,
        orientation: found.orientation,
    };
    job.pulse.beat(0, 1)?;
    match job.plan.way {
        Way::Container => {
            let said = check::readable(&job)?;
            let mut output = finish::container_only(&job)?;
            output.facts.warnings.splice(..0, said);
            Ok(output)
        }
        Way::Still => still::run(&job),
        Way::Animation => animated::run(&job),
    }
}

fn check_recipe(recipe: &ProcessingOptions) -> Result<(), EngineError> {
    match recipe.image_problems().first() {
        Some(problem) => Err(EngineError::BadRecipe { what: problem.to_string() }),
        None => Ok(()),
    }
}
