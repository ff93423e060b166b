"""Processes images into one ZIP: python process_batch.py images.zip photo.jpg ..."""

import sys

from nomina_client import Client, NominaError

RECIPE = {"keepNames": True, "convertFormat": True, "outputFormat": "webp"}

try:
    with Client() as nomina:
        batch = nomina.create_batch(sys.argv[2:], recipe=RECIPE, job_name="Example")
        batch = nomina.wait(batch.id, on_progress=lambda b: print(f"{b.processed_count} of {b.file_count}"))
        for image in batch.images:
            print(image.original_name, "->", image.name or image.error)
        print("saved as", nomina.download(batch.id, sys.argv[1]))
except NominaError as error:
    sys.exit(f"process_batch: {error}")
