//! The way of one picture: the list of steps, in order.

mod animated;
mod bands;
mod encode;
mod finish;
mod plan;
mod small;
mod step;
mod still;
mod wide;

pub use plan::target_format;
pub use small::{model_input, rgb, thumbnail, watermark_preview};

use crate::{Assets, EngineError, Format, Limits, Output, Pulse, Watch, metadata, probe};
use nomina_rules::options::ProcessingOptions;
use plan::{Plan, Way};

/// The share of the work that comes before the encoder, about.
const READING: f32 = 0.3;

/// One picture on its way: the file, the wish, and what was found out before any pixel was touched.
pub(crate) struct Job<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) recipe: &'a ProcessingOptions,
    pub(crate) assets: &'a Assets<'a>,
    pub(crate) limits: &'a Limits,
    pub(crate) pulse: Pulse<'a>,
    pub(crate) plan: Plan,
    pub(crate) metadata: metadata::Plan,
    /// From stored to upright, as the headers say.
    pub(crate) orientation: u8,
}

impl Job<'_> {
    /// Reading and changing the pixels.
    fn reading(&self) -> Pulse<'_> {
        self.pulse.part(0.0, READING)
    }

    /// Writing them.
    fn writing(&self) -> Pulse<'_> {
        self.pulse.part(READING, 1.0)
    }
}

/// The heart: one picture through one recipe.
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
    let plan = Plan::new(&probe, found.orientation, recipe, bytes.len());
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
        Way::Container => finish::container_only(&job),
        Way::Still => still::run(&job),
        Way::Animation => animated::run(&job),
    }
}

fn check_recipe(recipe: &ProcessingOptions) -> Result<(), EngineError> {
    match recipe.problems().first() {
        Some(problem) => Err(EngineError::BadRecipe { what: problem.to_string() }),
        None => Ok(()),
    }
}
