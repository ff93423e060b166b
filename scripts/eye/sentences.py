#!/usr/bin/env python3
"""Packs the trained sentence network: NAME.npz and NAME.words.json, as scripts/eye/train.py wrote them, to
crates/vision/data/sentences.bin (layout: crates/vision/src/embedded/speaker/mod.rs). usage: scripts/eye/sentences.py NAME.npz NAME.words.json"""

import json
import pathlib
import struct
import sys

import numpy as np

DATA = pathlib.Path(__file__).resolve().parents[2] / "crates" / "vision" / "data"
HEAD = 32


def floats(values):
    return np.asarray(values, "<f4").tobytes()


def layer(rows, biases, factor=1.0):
    rows = rows.astype(np.float32) * np.float32(factor)
    scale = (np.abs(rows).max(1) / 127).astype(np.float32)
    whole = np.round(rows / scale[:, None]).astype(np.int8)
    return floats(scale) + whole.tobytes() + floats(biases.astype(np.float32) * np.float32(factor))


def pack(net, words):
    width, count = net["emb.weight"].shape[1], net["emb.weight"].shape[0]
    of = lambda name: (net[name + ".weight"], net[name + ".bias"])
    norm = lambda name: floats(net[name + ".weight"]) + floats(net[name + ".bias"])

    def attention(name, before):
        keys, values = np.split(net[name + ".kv.weight"], 2), np.split(net[name + ".kv.bias"], 2)
        both = b"".join(layer(rows, biases) for rows, biases in zip(keys, values))
        return norm(before) + layer(*of(name + ".q"), HEAD**-0.5) + both + layer(*of(name + ".o"))

    def forward(name):
        return norm(name + ".n3") + layer(*of(name + ".f1")) + layer(*of(name + ".f2"))

    readers = len({name.split(".")[1] for name in net if name.startswith("enc.")})
    writers = len({name.split(".")[1] for name in net if name.startswith("dec.")})
    places = net["wpos"][0]
    out = struct.pack("<6I", width, width // HEAD, readers, writers, count, len(places))
    out += norm("head.0.0") + layer(*of("head.0.1")) + norm("proj.0.0") + layer(*of("proj.0.1")) + floats(net["pos.0"])
    for at in range(readers):
        out += attention(f"enc.{at}.a", f"enc.{at}.n1") + forward(f"enc.{at}")
    out += norm("ne")
    for at in range(writers):
        out += attention(f"dec.{at}.a", f"dec.{at}.n1") + attention(f"dec.{at}.c", f"dec.{at}.n2") + forward(f"dec.{at}")
    return out + norm("nd") + layer(net["emb.weight"], net["bias"]) + floats(places) + "\n".join(words).encode()


def main(tables, words):
    net = dict(np.load(tables))
    said = json.loads(pathlib.Path(words).read_text(encoding="utf-8"))
    (DATA / "sentences.bin").write_bytes(pack(net, said["vocab"]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
