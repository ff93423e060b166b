#!/usr/bin/env python3
"""Trains the tagging head on features that features.py wrote, and packs it into crates/vision/data/tags.bin.

usage: MIRROR=FOLDER scripts/tags/train.py FEATURES.npz... [--out FILE] [--words TABLE.tsv]

Labels. A caption word counts when two captions say it, is left out when one does, is "no" when none does. COCO's objects
(all are known): yes or no; actions: yes only. A set with one label a picture: yes for that label, a weak no for the other
words of labelled sets. Every sixth picture by the hash of its key is held back and judges; the pictures of exclude.tsv
(by content, by likeness and by number) are never seen. Needs numpy; takes a few minutes on one core.
"""

import collections
import pathlib
import re
import struct
import sys

import numpy as np

import sources

HERE = pathlib.Path(__file__).resolve().parent
HIDDEN, EPOCHS, BATCH, STEP, DECAY = 384, 12, 128, 1.5e-3, 0.05
DROP_INPUT, DROP_HIDDEN = 0.2, 0.4
LEAST_PICTURES, LEAST_AP = 30, 0.3
RIGHT = (0.6, 0.75, 0.9)
# Bits of difference up to which two pictures are the same one.
ALIKE = 6
# Labelled pictures show much that their one label does not say.
SILENT = set("food vegetables fruit plate bowl plant tree water man woman people building toy statue flowers grass sky table box".split())


def vocabulary():
    words = collections.OrderedDict()
    for line in (HERE / "vocabulary.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        kind, rest = line.split(":", 1)
        word, right = rest.split("=", 1)
        parts = [part.strip() for part in right.split("|")]
        entry = {"kind": kind.strip(), "said": set(parts[0].split()), "coco": set(), "act": set(), "set": set()}
        for part in parts[1:]:
            source, values = part.split(" ", 1)
            entry[source] |= {values} if source == "coco" else set(values.split())
        words[word.strip()] = entry
    return words


def load(paths):
    parts = [np.load(path) for path in paths]
    return {name: np.concatenate([part[name] for part in parts]) for name in ("key", "pool", "sha", "dh")}


def usable(data):
    """Which pictures may be used at all."""
    shas, hashes, numbers = sources.excluded()
    known = np.unpackbits(np.array([list(value.to_bytes(8, "big")) for value in hashes], np.uint8), axis=1)
    bits = np.unpackbits(data["dh"], axis=1)
    near = np.array([(known != row).sum(1).min() for row in bits]) <= ALIKE
    listed = np.array([sha in shas for sha in data["sha"]])
    coco = [key.startswith("coco/") and sources.coco_excluded(int(key[5:]), numbers) for key in data["key"]]
    return ~(near | listed | np.array(coco))


def labels(keys, words):
    index = {word: at for at, word in enumerate(words)}
    yes = np.zeros((len(keys), len(words)), np.float32)
    weight = np.zeros_like(yes)
    _, captions, objects, actions = sources.coco_words()
    saying = collections.defaultdict(list)
    for word, entry in words.items():
        for said in entry["said"]:
            saying[said].append(index[word])
    pairs = {"hot dog": "hot dog", "clock tower": "clock tower", "living room": "living room", "stop sign": "stop sign", "traffic light": "traffic light", "stop light": "traffic light", "train station": "train station", "parking lot": "parking lot"}
    of_set = collections.defaultdict(list)
    for word, entry in words.items():
        for label in entry["set"]:
            of_set[label].append(index[word])
    silent = [index[word] for word in SILENT if word in index]
    for row, key in enumerate(keys):
        source, rest = key.split("/", 1)
        if source == "coco":
            coco_labels(row, int(rest), (yes, weight), words, index, captions.get(int(rest), ()), saying, pairs, objects, actions)
            continue
        own = {label.split("/")[0] for label in of_set}
        weight[row] = 0.3
        weight[row, silent] = 0
        for word, entry in words.items():
            if any(label.split("/")[0] == source for label in entry["set"]) and source in own:
                weight[row, index[word]] = 0.6
        for at in of_set.get("/".join(key.split("/")[:2]), ()):
            yes[row, at] = weight[row, at] = 1
    return yes, weight


def coco_labels(row, number, tables, words, index, captions, saying, pairs, objects, actions):
    yes, weight = tables
    if captions:
        counts = np.zeros(len(words))
        for caption in captions:
            low = caption.lower()
            hit = {at for word in set(re.findall(r"[a-z-]+", low)) for at in saying.get(word, ())}
            hit |= {index[word] for pair, word in pairs.items() if pair in low and word in index}
            if "hot dog" in low:
                hit.discard(index["dog"])
            counts[list(hit)] += 1
        yes[row] = counts >= 2
        weight[row] = counts != 1
    there = set(objects.get(number, ()))
    for word, entry in words.items():
        at = index[word]
        if entry["coco"]:
            seen = bool(entry["coco"] & there)
            if captions:
                if seen and not yes[row, at]:
                    weight[row, at] = 0  # there, but nobody thought it worth saying
            else:
                yes[row, at], weight[row, at] = seen, 0.5 if seen else 1
        if entry["act"] & actions.get(number, set()) and not (captions and not yes[row, at]):
            yes[row, at], weight[row, at] = 1, max(weight[row, at], 0.7)


def average_precision(yes, scores):
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(yes[order])
    precision = hits / np.arange(1, len(order) + 1)
    return float((precision * yes[order]).sum() / max(1e-9, yes.sum()))


def fit(x, yes, weight, seed=0):
    """One hidden layer by AdamW with a rising and falling step; returns its four tables."""
    rng = np.random.default_rng(seed)
    rows, inputs, outputs = len(x), x.shape[1], yes.shape[1]
    share = (yes * weight).sum(0) / np.maximum(weight.sum(0), 1)
    tables = [
        rng.uniform(-1, 1, (inputs, HIDDEN)).astype(np.float32) / np.sqrt(inputs),
        np.zeros(HIDDEN, np.float32),
        rng.uniform(-1, 1, (HIDDEN, outputs)).astype(np.float32) / np.sqrt(HIDDEN),
        np.log(np.maximum(share, 1e-5) / (1 - np.minimum(share, 0.99))).astype(np.float32),
    ]
    first = [np.zeros_like(table) for table in tables]
    second = [np.zeros_like(table) for table in tables]
    steps, done = EPOCHS * (rows // BATCH + 1), 0
    for epoch in range(EPOCHS):
        order, total = rng.permutation(rows), 0.0
        for start in range(0, rows, BATCH):
            pick = order[start : start + BATCH]
            loss, slopes = slope(x[pick], yes[pick], weight[pick], tables, rng)
            total, done = total + loss * len(pick), done + 1
            at = done / steps
            step = STEP * (at / 0.3 if at < 0.3 else 0.5 * (1 + np.cos(np.pi * (at - 0.3) / 0.7)))
            for table, grad, m, v in zip(tables, slopes, first, second):
                m += 0.1 * (grad - m)
                v += 0.001 * (grad * grad - v)
                table *= 1 - step * DECAY
                table -= step * (m / (1 - 0.9**done)) / (np.sqrt(v / (1 - 0.999**done)) + 1e-8)
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {total / rows:.3f}", flush=True)
    return tables


def slope(x, yes, weight, tables, rng):
    w1, b1, w2, b2 = tables
    x = x * (rng.random(x.shape, np.float32) > DROP_INPUT) / (1 - DROP_INPUT)
    raw = x @ w1 + b1
    keep = (raw > 0) * (rng.random(raw.shape, np.float32) > DROP_HIDDEN) / np.float32(1 - DROP_HIDDEN)
    hidden = raw * keep
    z = hidden @ w2 + b2
    p = 1 / (1 + np.exp(-z))
    loss = float((weight * (np.logaddexp(0, z) - yes * z)).sum() / len(x))
    dz = (weight * (p - yes) / len(x)).astype(np.float32)
    dh = (dz @ w2.T) * keep
    return loss, [x.T @ dh, dh.sum(0), hidden.T @ dz, dz.sum(0)]


def thresholds(yes, scores):
    """The lowest belief from which on each share is right; 2 where none is."""
    order = np.argsort(-scores)
    hits = np.cumsum(yes[order])
    right = hits / np.arange(1, len(order) + 1)
    found = []
    for share in RIGHT:
        good = np.where((right >= share) & (hits >= 4))[0]
        found.append(round(float(scores[order][good[-1]]), 3) if len(good) else 2)
    return found


def quantised(rows):
    scale = np.abs(rows).max(1) / 127
    return scale.astype("<f4"), np.round(rows / scale[:, None]).astype(np.int8)


def pack(path, tables, mean, spread, words):
    """Folds the normalisation into the hidden layer; the layout stands in crates/vision/src/embedded/tags.rs."""
    w1, b1, w2, b2 = tables
    first = (w1 / spread[:, None]).T
    bias = b1 - (mean / spread) @ w1
    with open(path, "wb") as out:
        out.write(b"NOMTAG02" + struct.pack("<3I", first.shape[1], len(first), w2.shape[1]))
        for rows, biases in ((first, bias), (w2.T, b2)):
            scale, whole = quantised(rows)
            out.write(scale.tobytes() + whole.tobytes() + biases.astype("<f4").tobytes())
        out.write("\n".join("\t".join(map(str, (word, kind, *limits))) for word, kind, limits in words).encode())


def main(arguments):
    paths = [path for path in arguments if path.endswith(".npz")]
    option = dict(zip(arguments, arguments[1:]))
    words, data = vocabulary(), load(paths)
    keep = usable(data)
    print(f"{len(keep)} pictures, {int((~keep).sum())} left out")
    data = {name: rows[keep] for name, rows in data.items()}
    yes, weight = labels(data["key"], words)
    back = np.array([sources.is_held_back(key) for key in data["key"]])
    enough = ((yes * (weight > 0))[~back].sum(0) >= LEAST_PICTURES).nonzero()[0]
    names, yes, weight = [list(words)[at] for at in enough], yes[:, enough], weight[:, enough]
    x = np.sqrt(np.maximum(data["pool"].astype(np.float32), 0))
    mean, spread = x[~back].mean(0), x[~back].std(0) + 0.02
    x = (x - mean) / spread
    tables = fit(x[~back], yes[~back], weight[~back])
    hidden = np.maximum(x[back] @ tables[0] + tables[1], 0)
    beliefs = 1 / (1 + np.exp(-(hidden @ tables[2] + tables[3])))
    report, rows = [], []
    for at, word in enumerate(names):
        judged = weight[back, at] > 0
        own, scores = yes[back, at][judged], beliefs[:, at][judged]
        precision = average_precision(own, scores)
        # A word that is hardly known is never said: its thresholds are out of reach.
        limits = thresholds(own, scores) if precision >= LEAST_AP else [2, 2, 2]
        rows.append((word, words[word]["kind"], limits))
        trained = int((yes[~back, at] * (weight[~back, at] > 0)).sum())
        report.append((word, words[word]["kind"], trained, int(own.sum()), round(precision, 3), *limits))
    pack(option.get("--out", HERE.parent.parent / "crates/vision/data/tags.bin"), tables, mean, spread, rows)
    head = "word\tkind\ttrained\theld back\taverage precision\t60 %\t75 %\t90 %"
    lines = ["\t".join(map(str, row)) for row in sorted(report, key=lambda row: (row[1], -row[4]))]
    pathlib.Path(option.get("--words", HERE / "words.tsv")).write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    by_kind = collections.defaultdict(list)
    for row in report:
        by_kind[row[1]].append(row[4])
    print(f"{len(names)} words, {int((~back).sum())} pictures trained on, {int(back.sum())} held back")
    print(", ".join(f"{kind} {len(all_)}: {np.mean(all_):.3f}" for kind, all_ in by_kind.items()), f"mean {np.mean([row[4] for row in report]):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
