#!/usr/bin/env python3
"""The pipeline on local nodes: test.py [IMAGES] [PROCESSED] [TIMED]

Names IMAGES (default 200) with the quick networks on two nodes and kills one of them in the middle; every image must be
in the result once, and broken ones with their reason. Then prints rates of naming TIMED images (default: as many): one
process without Ray, one worker, two workers; and PROCESSED (default 1000) smaller images through a recipe: one process for
1,000 of them, then two workers. Needs ray, pyarrow, pillow and the module `nomina` (`scripts/python` builds it;
PYTHONPATH=.tools/python-module).
"""

import io
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

# Ray's workers are as urgent as this process: by default they give way to everything else on the machine.
os.environ.setdefault("RAY_worker_niceness", "0")
# Ray's processes find the pipeline as this one does.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])

import pyarrow as pa
import pyarrow.parquet as pq
import ray
from PIL import Image
from ray.cluster_utils import Cluster

import name_images

ROOT = Path(__file__).parents[2]
IMAGES = Path(os.environ.get("NOMINA_IMAGES", ROOT / "../shared/images"))
# Longest side of the images that are named, and of those that are only processed.
NAMED, PROCESSED = 400, 200
BROKEN = {"broken/empty.jpg": b"", "broken/text.png": b"no image", "broken/cut.jpg": None}
QUICK = name_images.Worker(quick=True)
RECIPE = {"resizeImages": True, "maxWidth": 100, "maxHeight": 100, "convertFormat": True, "outputFormat": "webp"}


@cache
def small(file):
    """A shared photo, reduced once: the variants are made from this."""
    with Image.open(file) as photo:
        image = photo.convert("RGB")
    image.thumbnail((NAMED, NAMED))
    return image


def variants(count, longest=NAMED):
    """So many images with different bytes, made from the shared photos: other sections, other sizes."""
    photos = sorted((IMAGES / "photos").glob("*.jpg"))
    if not photos:
        sys.exit(f"There are no photos in {IMAGES}.")
    for at in range(count):
        turn, image = at // len(photos), small(photos[at % len(photos)]).copy()
        image.thumbnail((longest - turn % 100, longest - turn % 100))
        edge = turn // 100
        image = image.crop((edge, edge, image.width - edge, image.height - edge))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=85)
        yield f"photos/{at:06}.jpg", out.getvalue()


def broken():
    """Images that cannot be read; the last is cut off."""
    first = next(variants(1))[1]
    for path, image in BROKEN.items():
        yield path, first[:300] if image is None else image


def images_in(folder, count, longest=NAMED):
    """A folder of images, some of them broken, and their paths."""
    source, paths = folder / f"images-{count}-{longest}", []
    for path, image in chain(variants(count, longest), broken()):
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_bytes(image)
        paths.append(str(source / path))
    return str(source), paths


def started(cluster, tries=3):
    """One more node. Ray gives it 30 seconds to start, which a busy machine does not always keep."""
    try:
        return cluster.add_node(num_cpus=1)
    except Exception:
        if tries == 1:
            raise
        return started(cluster, tries - 1)


def nodes(count):
    """A cluster on this machine: a head that does no work, and nodes with one worker slot each."""
    cluster = Cluster()
    cluster.add_node(num_cpus=0, include_dashboard=False)
    workers = [started(cluster) for _ in range(count)]
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    assert sum(node["Alive"] for node in ray.nodes()) == count + 1, ray.nodes()
    return cluster, workers


def written(target):
    return [part for part in Path(target).glob("*.parquet")]


def killer(cluster, node, target, expected, told):
    """Kills a node without a warning once a quarter of the result is there."""
    while len(written(target)) < max(1, expected // 4):
        time.sleep(0.05)
    told.append(len(written(target)))
    cluster.remove_node(node, allow_graceful=False)


def rows_of(target):
    return pa.concat_tables([pq.read_table(part) for part in written(target)]).to_pylist()


def with_a_dead_node(source, paths, target, rows_each):
    cluster, workers = nodes(2)
    told, expected = [], len(paths) // rows_each
    thread = threading.Thread(target=killer, args=(cluster, workers[1], target, expected, told), daemon=True)
    thread.start()
    try:
        began = time.perf_counter()
        name_images.run(source, target, QUICK, rows=rows_each)
        seconds = time.perf_counter() - began
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert told, "the node was killed too late"
    rows = rows_of(target)
    often = Counter(row["path"] for row in rows)
    assert often == Counter(paths), f"missing or repeated: {Counter(paths) - often} {often - Counter(paths)}"
    inside = lambda row: str(Path(row["path"]).relative_to(source))
    failed = {inside(row): row["error"] for row in rows if row["error"]}
    assert set(failed) == set(BROKEN), failed
    assert all(row["name"] for row in rows if inside(row) not in BROKEN)
    print(f"one of two nodes killed when {told[0]} of {expected} parts were written: {len(rows)} rows, each image once, {seconds:.0f} s", flush=True)
    for path, reason in sorted(failed.items()):
        print(f"  {path}: {reason}")
    return {inside(row): row["name"] for row in rows}


def rate(label, images, work, than=None):
    began = time.perf_counter()
    work()
    speed = images / (time.perf_counter() - began)
    ratio = f", {speed / than:.2f} times one process" if than else ""
    print(f"{label}: {speed:.2f} images a second{ratio}", flush=True)
    return speed


def on_workers(count, work):
    """Runs work on a cluster that has started and has loaded the model in every worker."""
    cluster, _ = nodes(count)
    try:
        return work()
    finally:
        ray.shutdown()
        cluster.shutdown()


def process_all(folder, count):
    some = [image for _, image in variants(min(count, 1000), PROCESSED)]
    alone = lambda: [name_images.processed(image, RECIPE) for image in some]
    single = rate("processed in one process", len(some), alone)
    source, paths = images_in(folder, count, PROCESSED)
    worker = name_images.Worker(RECIPE, naming=False)
    work = lambda: name_images.run(source, str(folder / "processed"), worker)
    on_workers(2, lambda: rate("processed by Ray with 2 workers", count, work, single))
    rows = rows_of(folder / "processed")
    assert Counter(row["path"] for row in rows) == Counter(paths)
    assert sum(bool(row["bytes"]) for row in rows) == count
    print(f"processed: {len(rows)} rows, each image once, {len(rows) - count} with their reason", flush=True)


def main(images=200, processed=1000, timed=None):
    folder = Path(tempfile.mkdtemp(prefix="nomina-ray-"))
    timed = timed or images
    # Some 25 tasks or more, so that there is a middle.
    rows_each = min(name_images.ROWS, max(2, images // 25))
    try:
        source, paths = images_in(folder, images)
        names = with_a_dead_node(source, paths, str(folder / "killed"), rows_each)
        alone = {}

        def one_process():
            for path, image in some.items():
                alone[path] = name_images.described(image, quick=True)["name"]

        some = dict(variants(timed))
        name_images.described(some["photos/000000.jpg"], quick=True)
        single = rate("named in one process", timed, one_process)
        assert all(names[path] == name for path, name in alone.items()), "Ray gave other names"
        source, _ = images_in(folder / "timed", timed)
        for count in (1, 2):
            target = str(folder / f"workers-{count}")
            work = lambda: name_images.run(source, target, QUICK, rows=min(rows_each, timed // 8))
            on_workers(count, lambda: rate(f"named by Ray with {count} worker(s)", timed, work, single))
        process_all(folder, processed)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
