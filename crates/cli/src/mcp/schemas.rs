//! What the tools are called, what they take, and what an assistant should know before it uses one.

use serde_json::{Value, json};

pub(super) fn all() -> Value {
    json!([
        tool(
            "inspect",
            "What an image's headers tell: format, size, date, camera, place.",
            &["path"],
            json!({
                "path": text("The image"),
            }),
            READS
        ),
        tool(
            "name",
            "Looks at images and suggests a descriptive file name for each. Changes nothing.",
            &["paths"],
            json!({
                "paths": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 500,
                    "description": "Images or folders" },
            }),
            READS
        ),
        tool(
            "rename",
            "Gives the images of a folder descriptive names. Without apply it only shows old and new names; \
            show them to the person first. Never overwrites; answers with a journal for undo.",
            &["folder"],
            json!({
                "folder": text("The folder"),
                "apply": flag("Rename; without it nothing is changed"),
                "recursive": flag("Go into folders as well"),
                "include": { "type": "array", "items": { "type": "string" }, "description": "Only files like these, such as *.jpg" },
                "pattern": text("What a name is made of: {name} {original} {date} {time} {camera} {place} {n}"),
                "prefix": text("What every name begins with"),
                "suffix": text("What every name ends with"),
                "write": { "type": "array", "uniqueItems": true,
                    "items": { "type": "string", "enum": ["title", "description", "alt", "keywords"] },
                    "description": "Also write these words into the metadata, or into an .xmp file beside images whose \
                        format holds none; undo takes them back" },
                "replace_words": flag("Replace a title, description or alt text that is there already"),
            }),
            CHANGES
        ),
        tool(
            "undo",
            "Takes a rename back with the journal that it answered.",
            &["journal"],
            json!({
                "journal": text("The journal's path"),
            }),
            CHANGES
        ),
        tool(
            "process",
            "Runs a recipe (resize, convert, compress, watermark, metadata) over an image or a folder into new \
            files. Originals stay; nothing is overwritten.",
            &["input", "output"],
            json!({
                "input": text("An image or a folder"),
                "output": text("A file for an image, a folder for a folder"),
                "recipe": { "type": "object", "description": "Processing options in camelCase, such as \
                    {\"resizeImages\":true,\"maxWidth\":1600,\"maxHeight\":1600,\"convertFormat\":true,\"outputFormat\":\"webp\"}" },
            }),
            CHANGES
        ),
    ])
}

const READS: bool = true;
const CHANGES: bool = false;

fn tool(name: &str, about: &str, required: &[&str], properties: Value, read_only: bool) -> Value {
    json!({
        "name": name,
        "description": about,
        "inputSchema": {
            "type": "object", "properties": properties, "required": required, "additionalProperties": false
        },
        "annotations": { "readOnlyHint": read_only, "destructiveHint": false, "openWorldHint": false },
    })
}

fn text(about: &str) -> Value {
    json!({ "type": "string", "description": about })
}

fn flag(about: &str) -> Value {
    json!({ "type": "boolean", "default": false, "description": about })
}
