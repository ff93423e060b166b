#!/usr/bin/env python3
"""Features of training pictures as the shipped classifier sees them.

usage: MIRROR=FOLDER scripts/tags/features.py coco|labelled OUT.npz

Reads EfficientNet-lite3 out of assets/models/nomina-vision.bin and runs it with LiteRT (pip install numpy pillow
ai-edge-litert tflite). Written for each picture: its key, the mean of the last map (1280 numbers), its SHA-256 and a
64-bit difference hash. About 50 pictures a second on one core.
"""

import hashlib
import io
import multiprocessing
import os
import pathlib
import struct
import subprocess
import sys

import numpy as np
import tflite
from ai_edge_litert.interpreter import Interpreter
from PIL import Image, ImageOps

import sources

MODEL = pathlib.Path(__file__).resolve().parents[2] / "assets" / "models" / "nomina-vision.bin"


def classifier():
    """The network's file with its output moved from the last layer to the map that is averaged."""
    packed = MODEL.read_bytes()
    (length,) = struct.unpack("<I", packed[12:16])
    file = bytearray(packed[16 : 16 + length])
    model = tflite.Model.GetRootAs(file, 0)
    graph = model.Subgraphs(0)
    for at in range(graph.OperatorsLength()):
        step = graph.Operators(at)
        code = model.OperatorCodes(step.OpcodeIndex())
        if max(code.BuiltinCode(), code.DeprecatedBuiltinCode()) == tflite.BuiltinOperator.AVERAGE_POOL_2D:
            averaged = step.Inputs(0)
    outputs = graph._tab.Vector(graph._tab.Offset(8))
    file[outputs : outputs + 4] = int(averaged).to_bytes(4, "little")
    network = Interpreter(model_content=bytes(file), num_threads=1)
    network.allocate_tensors()
    return network


def features(network, picture):
    source, result = network.get_input_details()[0], network.get_output_details()[0]
    side = source["shape"][1]
    pixels = (np.asarray(picture.resize((side, side), Image.BILINEAR), np.float32) - 127) / 128
    scale, zero = source["quantization"]
    limits = np.iinfo(source["dtype"])
    whole = np.clip(np.round(pixels / scale + zero), limits.min, limits.max).astype(source["dtype"])
    network.set_tensor(source["index"], whole[None])
    network.invoke()
    scale, zero = result["quantization"]
    seen = (network.get_tensor(result["index"])[0].astype(np.float32) - zero) * scale
    return seen.mean((0, 1)).astype(np.float16)


def upright(blob):
    picture = Image.open(io.BytesIO(blob))
    if picture.format == "JPEG":
        picture.draft("RGB", (640, 640))
    picture = ImageOps.exif_transpose(picture)
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, (255,) * 4), picture)
    return picture.convert("RGB")


def difference_hash(picture):
    grey = np.asarray(picture.convert("L").resize((9, 8), Image.BOX), np.int16)
    return np.packbits(grey[:, 1:] > grey[:, :-1])


def blobs(rows):
    """Each key with its bytes; one git process for each repository."""
    process, folder = None, None
    for key, directory, blob in rows:
        if directory != folder:
            folder = directory
            command = ["git", "--git-dir=" + directory, "cat-file", "--batch"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write((blob + "\n").encode())
        process.stdin.flush()
        head = process.stdout.readline().split()
        if len(head) == 3:
            yield key, process.stdout.read(int(head[2]))
            process.stdout.read(1)


def seen(rows):
    """A column for each name, of the pictures that can be read."""
    network, columns = classifier(), {"key": [], "pool": [], "sha": [], "dh": []}
    for at, (key, blob) in enumerate(blobs(rows)):
        try:
            picture = upright(blob)
        except OSError:
            continue  # cut short or no picture at all
        for name, value in zip(columns, (key, features(network, picture), hashlib.sha256(blob).hexdigest(), difference_hash(picture))):
            columns[name].append(value)
        if at % 1000 == 999:
            print(f"{at + 1} of {len(rows)}", flush=True)
    return {name: np.array(values) for name, values in columns.items()}


def main(which, out):
    rows, cores = {"coco": sources.coco, "labelled": sources.labelled}[which](), os.cpu_count()
    size = -(-len(rows) // cores)
    with multiprocessing.Pool(cores) as pool:
        parts = pool.map(seen, [rows[start : start + size] for start in range(0, len(rows), size)])
    np.savez(out, **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


if __name__ == "__main__":
    main(*sys.argv[1:3])
