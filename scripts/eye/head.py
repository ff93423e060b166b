#!/usr/bin/env python3
"""Packs the trained tagging head of the second eye: HEAD.npz and HEAD.json, as scripts/eye/train_head.py wrote them, to
crates/vision/data/second.bin. usage: scripts/eye/head.py HEAD.npz HEAD.json"""

import json
import pathlib
import struct
import sys

import numpy as np

DATA = pathlib.Path(__file__).resolve().parents[2] / "crates" / "vision" / "data"


def quantised(rows):
    scale = np.abs(rows).max(1) / 127
    return scale.astype("<f4"), np.round(rows / scale[:, None]).astype(np.int8)


def main(tables, words):
    net, said = np.load(tables), json.loads(pathlib.Path(words).read_text(encoding="utf-8"))
    first = net["w1"] / net["spread"]
    layers = ((first, net["b1"] - first @ net["mean"]), (net["w2"], net["b2"]))
    with open(DATA / "second.bin", "wb") as out:
        out.write(b"NOMTAG03" + struct.pack("<3I", first.shape[1], first.shape[0], len(said["words"])))
        for rows, biases in layers:
            scale, whole = quantised(rows)
            out.write(scale.tobytes() + whole.tobytes() + biases.astype("<f4").tobytes())
        rows = zip(said["words"], said["kinds"], said["limits"])
        out.write("\n".join("\t".join(map(str, (word, kind, *limits))) for word, kind, limits in rows).encode())


if __name__ == "__main__":
    main(*sys.argv[1:3])
