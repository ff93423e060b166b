#!/usr/bin/env python3
"""Names the images of a folder or bucket with Spark: name_images.py INPUT OUTPUT

Spark's `mapInPandas` hands each worker its images; the module `nomina` names them there. OUTPUT is a folder of Parquet
files with one row for each image: path, name, alt, keywords, error. A broken image gives a row with its reason.
"""

import sys

import pandas as pd
from pyspark.sql import SparkSession

SCHEMA = "path string, name string, alt string, keywords array<string>, error string"


def described(path, image):
    import nomina

    try:
        seen = nomina.name(bytes(image))
    except nomina.NominaError as error:
        return (path, None, None, None, str(error))
    return (path, seen["name"], seen["altText"], seen["keywords"], None)


def name_batches(batches):
    for batch in batches:
        rows = [described(path, image) for path, image in zip(batch["path"], batch["content"])]
        yield pd.DataFrame(rows, columns=["path", "name", "alt", "keywords", "error"])


def main(source, target):
    spark = SparkSession.builder.appName("nomina").getOrCreate()
    # Few images at a time: a batch is held in memory.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "16")
    images = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(source)
    images.select("path", "content").mapInPandas(name_batches, SCHEMA).write.parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
