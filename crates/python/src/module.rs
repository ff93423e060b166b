//! The module `nomina` for Python. Other threads of Python run while an image is worked on.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyList};
use serde_json::Value;

use crate::work::{self, Failure};

pyo3::create_exception!(
    nomina,
    NominaError,
    PyValueError,
    "An image or a recipe that cannot be used. The attribute `code` is for programs."
);

/// Names and processes images, with the engine and the model of Nomina.
#[pymodule]
fn nomina(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("NominaError", module.py().get_type::<NominaError>())?;
    module.add_function(wrap_pyfunction!(name, module)?)?;
    module.add_function(wrap_pyfunction!(process, module)?)?;
    module.add_function(wrap_pyfunction!(inspect, module)?)
}

/// What the embedded model says about an image: name, alternatives, altText, keywords, confidence and more.
#[pyfunction]
#[pyo3(signature = (image, context = None, language = None, quick = false))]
fn name<'py>(
    py: Python<'py>,
    image: PyBackedBytes,
    context: Option<String>,
    language: Option<String>,
    quick: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let seen = py.detach(|| work::name(&image, context.as_deref(), language.as_deref(), quick));
    object(py, &seen.map_err(|failure| raised(py, failure))?)
}

/// An image after a recipe (a dict in camelCase, or None for the defaults): its bytes, and what is known about it.
#[pyfunction]
#[pyo3(signature = (image, recipe = None))]
fn process<'py>(
    py: Python<'py>,
    image: PyBackedBytes,
    recipe: Option<Bound<'py, PyDict>>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
    let recipe = match recipe {
        Some(recipe) => py.import("json")?.call_method1("dumps", (recipe,))?.extract()?,
        None => "{}".to_owned(),
    };
    let made = py.detach(|| work::process(&image, &recipe)).map_err(|failure| raised(py, failure))?;
    Ok((PyBytes::new(py, &made.bytes), object(py, &made.facts)?))
}

/// What the headers of an image say: format, size, date, camera, place.
#[pyfunction]
fn inspect<'py>(py: Python<'py>, image: PyBackedBytes) -> PyResult<Bound<'py, PyAny>> {
    let seen = py.detach(|| work::inspect(&image)).map_err(|failure| raised(py, failure))?;
    object(py, &seen)
}

fn raised(py: Python<'_>, failure: Failure) -> PyErr {
    let error = NominaError::new_err(failure.sentence);
    match error.value(py).setattr("code", failure.code) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// JSON as Python's own types.
fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| object(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, field) in fields {
                dict.set_item(key, object(py, field)?)?;
            }
            dict.into_any()
        }
    })
}
