#!/usr/bin/env python3
"""Names the images of a folder, bucket or Parquet table with Ray Data: name_images.py INPUT OUTPUT [--quick] [--recipe FILE]

INPUT is a folder or bucket of images (local path, s3://...), or a Parquet table (path ending in .parquet, or --parquet)
with the columns `path` and `bytes`. OUTPUT is a folder of Parquet files with one row for each image: path, name, alt,
keywords, confidence, fingerprint and error. With --recipe the row also holds the processed image (`bytes`, `format`).

An image that cannot be read gives a row with its reason in `error`; it never stops the run. When a node dies, Ray runs
its tasks again elsewhere.
"""

import argparse
import json
import sys

import pyarrow as pa
import ray

BATCH = 16
# Rows of one task: what a dead node costs at most.
ROWS = 64


def described(image, quick=False):
    """What the model says about one image, or the reason why it says nothing."""
    import nomina

    try:
        seen = nomina.name(image, quick=quick)
    except nomina.NominaError as error:
        return {"error": str(error)}
    words = {"name": seen["name"], "alt": seen["altText"], "keywords": seen["keywords"]}
    return {**words, "confidence": seen.get("confidence"), "fingerprint": seen["fingerprint"]}


def processed(image, recipe):
    """One image after a recipe, or the reason why there is none."""
    import nomina

    try:
        made, facts = nomina.process(image, recipe)
    except nomina.NominaError as error:
        return {"error": str(error)}
    return {"bytes": made, "format": facts["format"]}


WORDS = pa.schema(
    [
        ("path", pa.string()),
        ("name", pa.string()),
        ("alt", pa.string()),
        ("keywords", pa.list_(pa.string())),
        ("confidence", pa.float64()),
        ("fingerprint", pa.string()),
        ("error", pa.string()),
    ]
)
PIXELS = pa.schema([("path", pa.string()), ("bytes", pa.binary()), ("format", pa.string()), ("error", pa.string())])


class Worker:
    """A function over batches. The model is loaded once in each of Ray's processes."""

    def __init__(self, recipe=None, naming=True, quick=False):
        self.recipe, self.naming, self.quick = recipe, naming, quick
        self.schema = pa.unify_schemas([schema for schema, wanted in ((WORDS, naming), (PIXELS, recipe)) if wanted])

    def row(self, path, image):
        row = {"path": path}
        if self.naming:
            row.update(described(image, self.quick))
        if self.recipe is not None and not row.get("error"):
            row.update(processed(image, self.recipe))
        return row

    def __call__(self, batch: pa.Table) -> pa.Table:
        images = zip(batch["path"].to_pylist(), batch["bytes"].to_pylist())
        return pa.Table.from_pylist([self.row(path, image) for path, image in images], schema=self.schema)


def images_of(source, parquet=False):
    """The input as a dataset with the columns path and bytes."""
    if parquet or source.rstrip("/").endswith(".parquet"):
        return ray.data.read_parquet(source, columns=["path", "bytes"])
    return ray.data.read_binary_files(source, include_paths=True)


def run(source, target, worker, parquet=False, rows=ROWS):
    """Reads, works and writes."""
    data = images_of(source, parquet).repartition(target_num_rows_per_block=rows)
    # A function and not an actor: what a dead node had not finished is simply run again.
    data = data.map_batches(lambda batch: worker(batch), batch_size=BATCH, batch_format="pyarrow", num_cpus=1)
    data.write_parquet(target)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--parquet", action="store_true", help="the input is a Parquet table with path and bytes")
    parser.add_argument("--recipe", help="processing options as JSON; the rows then hold processed images")
    parser.add_argument("--quick", action="store_true", help="quick networks only: less processor time, plainer names")
    parser.add_argument("--no-names", action="store_true", help="process only; needs --recipe")
    args = parser.parse_args(argv)
    if args.no_names and not args.recipe:
        parser.error("--no-names needs --recipe")
    recipe = None
    if args.recipe:
        with open(args.recipe, encoding="utf-8") as file:
            recipe = json.load(file)
    run(args.input, args.output, Worker(recipe, naming=not args.no_names, quick=args.quick), args.parquet)


if __name__ == "__main__":
    sys.exit(main())
