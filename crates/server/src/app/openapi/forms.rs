//! Fields of multipart forms are there or not: a form cannot send null, so the document does not offer it.

use std::collections::BTreeSet;

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};

/// Removes null from the fields of these schemas.
pub(super) fn complete(document: &mut OpenApi, forms: &BTreeSet<String>) {
    let schemas = document.components.iter_mut().flat_map(|components| &mut components.schemas);
    for (_, schema) in schemas.filter(|(name, _)| forms.contains(*name)) {
        if let RefOr::T(Schema::Object(form)) = schema {
            form.properties.values_mut().for_each(remove_null);
        }
    }
}

/// The schema of an operation's form, by its name.
pub(super) fn form_of(operation: &Operation) -> Option<String> {
    let RefOr::T(body) = operation.request_body.as_ref()? else { return None };
    let RefOr::T(content) = body.content.get("multipart/form-data")? else { return None };
    let RefOr::Ref(schema) = content.schema.as_ref()? else { return None };
    schema.ref_location.rsplit('/').next().map(str::to_owned)
}

fn remove_null(field: &mut RefOr<Schema>) {
    let only = match field {
        RefOr::T(Schema::Object(object)) => return remove_null_type(&mut object.schema_type),
        RefOr::T(Schema::Array(array)) => return remove_null_type(&mut array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().find(|item| !is_null(item)).cloned(),
        _ => None,
    };
    if let Some(only) = only {
        *field = only;
    }
}

fn remove_null_type(kind: &mut SchemaType) {
    if let SchemaType::Array(kinds) = kind {
        kinds.retain(|kind| *kind != Type::Null);
        if let [only] = kinds.as_slice() {
            *kind = SchemaType::Type(only.clone());
        }
    }
}

fn is_null(item: &RefOr<Schema>) -> bool {
    matches!(item, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null))
}
