//! What results are called and where they go: the recipe's pattern, the ending of the format, no two alike.

use std::path::{Path, PathBuf};

use nomina_engine::{Format, Limits, inspect, target_format};
use nomina_rules::names::{NameParts, compose, unique, with_extension};
use nomina_rules::options::{OutputFormat, ProcessingOptions};
use nomina_server::features::naming::scene_of;

use super::{format_of, read};
use crate::lines::shown;

/// The result's file name. Without a wish about names the old stem stays; the ending tells the truth about the format.
/// `place` is the image's number in the batch and how many there are.
pub(crate) fn name_of(
    file: &Path,
    recipe: &ProcessingOptions,
    place: (usize, usize),
) -> Result<String, String> {
    let target = target_format(format_of(file)?, recipe);
    let ending = match ending(file) {
        Some(old) if Format::of_extension(&old) == Some(target) => old,
        _ => target.extension().to_owned(),
    };
    let stem = if recipe.renames() {
        compose(&parts(file, recipe, place)?, recipe)
    } else {
        file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    Ok(with_extension(&stem, &ending))
}

/// What a pattern may ask about an image. Only a pattern makes the file be read twice.
fn parts(file: &Path, recipe: &ProcessingOptions, place: (usize, usize)) -> Result<NameParts, String> {
    let original = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = file.parent().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
    let (index, total) = (place.0 as u32, place.1 as u32);
    let parts = NameParts { original, folder, index, total, ..NameParts::default() };
    if recipe.name_pattern.trim().is_empty() {
        return Ok(parts);
    }
    let seen = inspect(&read(file)?, &Limits::default()).map_err(|e| e.to_string())?;
    let (camera, scene) = (seen.camera(), scene_of(&seen));
    Ok(NameParts {
        camera,
        taken_at: seen.taken_at,
        latitude: seen.latitude,
        longitude: seen.longitude,
        scene,
        ..parts
    })
}

/// Where every named result goes under a folder; equal names, and those that are taken, are numbered, and an image without a name
/// keeps its reason.
pub(crate) fn places(
    folder: &Path,
    names: Vec<Result<String, String>>,
    taken: Vec<String>,
) -> Vec<Result<PathBuf, String>> {
    let given = taken.len();
    let wanted: Vec<String> =
        taken.into_iter().chain(names.iter().filter_map(|name| name.clone().ok())).collect();
    let mut free = unique(&wanted).split_off(given).into_iter();
    names.into_iter().map(|name| name.map(|name| folder.join(free.next().unwrap_or(name)))).collect()
}

/// The recipe for a result whose file name was given: its ending is honoured when the recipe leaves the format open, and
/// refused when it says something else.
pub(crate) fn honoured(
    recipe: &ProcessingOptions,
    source: Format,
    target: &Path,
) -> Result<ProcessingOptions, String> {
    let Some(ending) = ending(target) else { return Ok(recipe.clone()) };
    let made = target_format(source, recipe);
    let refuse = |why: String| Err(format!("{}: {why}", shown(target)));
    let open = !recipe.convert_format || recipe.output_format == OutputFormat::Original;
    let output_format = match Format::of_extension(&ending) {
        Some(wanted) if wanted == made => return Ok(recipe.clone()),
        Some(wanted) if !open => {
            return refuse(format!(
                "the recipe makes {made}, but the name says {wanted}. Change one of them."
            ));
        }
        Some(Format::Jpeg) => OutputFormat::Jpeg,
        Some(Format::Png) => OutputFormat::Png,
        Some(Format::Webp) => OutputFormat::Webp,
        Some(Format::Avif) => OutputFormat::Avif,
        _ => return refuse(format!(".{ending} cannot be made of {source}. Use .jpg, .png, .webp or .avif.")),
    };
    Ok(ProcessingOptions { convert_format: true, output_format, ..recipe.clone() })
}

fn ending(path: &Path) -> Option<String> {
    Some(path.extension()?.to_string_lossy().into_owned())
}
