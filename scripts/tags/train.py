#!/usr/bin/env python3
"""Trains the tagging head on what labels.py wrote, and packs it into crates/vision/data/tags.bin.

usage: scripts/tags/train.py JOB.npz [--out FILE] [--words TABLE.tsv]

Most pictures have few labels: COCO's objects, or one word. A teacher fills the gaps: heads like this one, trained on two thirds of
the pictures, say what they believe of the other third. In the same way, heads that did not see a picture say from which belief
on a word is right: of all pictures whose labels are whole, not of those held back alone, so that rare words can be said too.
Needs numpy; five minutes on two cores.
"""

import collections
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
HIDDEN, EPOCHS, TEACHER_EPOCHS, BATCH, STEP, DECAY = 512, 12, 8, 128, 1.5e-3, 0.05
DROP_INPUT, DROP_HIDDEN = 0.2, 0.4
# The share of all steps in which the step grows.
RISE = 0.3
# How often images of labelled sets are seen for one time that COCO's are: they are a sixth of all, and the only ones of many words.
LABELLED_TIMES = 3
FOLDS = 3
LEAST_PICTURES, LEAST_AP = 25, 0.3
RIGHT = (0.6, 0.75, 0.9)


class AdamW:
    """Kingma and Ba's steps with decoupled decay, in place."""

    def __init__(self, tables):
        self.tables, self.done = tables, 0
        self.means, self.squares = ([np.zeros_like(table) for table in tables] for _ in range(2))

    def step(self, gradients, size, first=0.9, second=0.999):
        self.done += 1
        whole, root = size / (1 - first**self.done), 1 - second**self.done
        for table, mean, square, gradient in zip(self.tables, self.means, self.squares, gradients):
            mean += np.float32(1 - first) * (gradient - mean)
            square += np.float32(1 - second) * (gradient * gradient - square)
            table *= np.float32(1 - size * DECAY)
            table -= np.float32(whole) * mean / (np.sqrt(square / np.float32(root)) + np.float32(1e-8))


def fresh(draw, inputs, outputs):
    reach = inputs**-0.5
    return [draw.uniform(-reach, reach, shape).astype(np.float32) for shape in ((inputs, outputs), outputs)]


def kept(draw, shape, drop):
    """One in `drop` is nothing, the others stand for it."""
    return (draw.random(shape, dtype=np.float32) >= drop) / np.float32(1 - drop)


def fit(x, yes, weight, rows, epochs, seed=0):
    """One hidden layer, trained on `rows`."""
    draw = np.random.default_rng(seed)
    (w1, b1), (w2, b2) = fresh(draw, x.shape[1], HIDDEN), fresh(draw, HIDDEN, yes.shape[1])
    share = np.clip((yes[rows] * weight[rows]).sum(0) / np.maximum(weight[rows].sum(0), 1), 1e-5, 0.99)
    b2[:] = np.log(share / (1 - share))
    by = AdamW([w1, b1, w2, b2])
    steps = epochs * -(-len(rows) // BATCH)
    for _ in range(epochs):
        order = draw.permutation(rows)
        for start in range(0, len(order), BATCH):
            pick = order[start : start + BATCH]
            seen = x[pick] * kept(draw, (len(pick), x.shape[1]), DROP_INPUT)
            sums = seen @ w1 + b1
            mask = kept(draw, sums.shape, DROP_HIDDEN) * (sums > 0)
            hidden = sums * mask
            off = (sigmoid(hidden @ w2 + b2) - yes[pick]) * weight[pick] / np.float32(len(pick))
            back = (off @ w2.T) * mask
            at = (by.done + 1) / steps
            size = STEP * (at / RISE if at < RISE else 0.5 * (1 + np.cos(np.pi * (at - RISE) / (1 - RISE))))
            by.step([seen.T @ back, back.sum(0), hidden.T @ off, off.sum(0)], size)
    return w1, b1, w2, b2


def sigmoid(sums):
    return 1 / (1 + np.exp(-sums))


def beliefs(tables, x):
    w1, b1, w2, b2 = tables
    return sigmoid(np.maximum(x @ w1 + b1, 0) @ w2 + b2)


def taught(x, yes, weight, rows):
    """The labels, with a teacher's beliefs where there are none."""
    fold, told = np.arange(len(x)) % FOLDS, np.zeros_like(yes)
    for at in range(FOLDS):
        told[fold == at] = beliefs(fit(x, yes, weight, rows[fold[rows] != at], TEACHER_EPOCHS), x[fold == at])
    gaps = weight == 0
    return np.where(gaps, told, yes), np.where(gaps, np.float32(1), weight)


def repeated(rows, labelled):
    """The rows, those of labelled sets more than once."""
    return np.concatenate([rows, *[rows[labelled[rows]]] * (LABELLED_TIMES - 1)])


def unseen(x, want, trust, rows, labelled):
    """What heads believe of the pictures of `rows` that they did not learn from."""
    told, fold = np.zeros_like(want), np.arange(len(x)) % FOLDS
    for at in range(FOLDS):
        own = rows[fold[rows] == at]
        told[own] = beliefs(fit(x, want, trust, repeated(rows[fold[rows] != at], labelled), EPOCHS), x[own])
    return told


def average_precision(yes, scores):
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(yes[order])
    precision = hits / np.arange(1, len(order) + 1)
    return float((precision * yes[order]).sum() / max(1e-9, yes.sum()))


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
    first, bias = w1.T / spread, b1 - (mean / spread) @ w1
    with open(path, "wb") as out:
        out.write(b"NOMTAG02" + struct.pack("<3I", *w1.shape, len(words)))
        for rows, biases in ((first, bias), (w2.T, b2)):
            scale, whole = quantised(rows)
            out.write(scale.tobytes() + whole.tobytes() + biases.astype("<f4").tobytes())
        out.write("\n".join("\t".join(map(str, (word, kind, *limits))) for word, kind, limits in words).encode())


def judged(yes, weight, scores, rows):
    """Average precision on some of the pictures, where three or more have the word."""
    rows = rows & (weight > 0)
    return round(average_precision(yes[rows], scores[rows]), 3) if yes[rows].sum() >= 3 else None


def main(arguments):
    job, option = np.load(arguments[0]), dict(zip(arguments[1:], arguments[2:]))
    yes, weight, back = job["yes"].astype(np.float32), job["weight"].astype(np.float32), job["back"]
    enough = (yes * (weight > 0))[~back].sum(0) >= LEAST_PICTURES
    yes, weight, names, kinds = yes[:, enough], weight[:, enough], job["words"][enough], job["kinds"][enough]
    seen = np.sqrt(np.maximum(job["pool"].astype(np.float32), 0))
    mean, spread = seen[~back].mean(0), seen[~back].std(0) + 0.02
    x = (seen - mean) / spread
    coco, told = np.char.startswith(job["key"], "coco/"), job["told"]
    rows = np.where(~back)[0]
    want, trust = taught(x, yes, weight, rows)
    tables = fit(x, want, trust, repeated(rows, ~coco), EPOCHS)
    scores = unseen(x, want, trust, rows, ~coco)
    scores[back] = beliefs(tables, x[back])
    judge = back & told
    report, said = [], []
    for at, (word, kind) in enumerate(zip(names, kinds)):
        known = told & (weight[:, at] > 0)
        # A word that is hardly known is never said: its thresholds are out of reach.
        known_well = average_precision(yes[known, at], scores[known, at]) >= LEAST_AP
        limits = thresholds(yes[known, at], scores[known, at]) if known_well else [2, 2, 2]
        said.append((word, kind, limits))
        own, sure, score = yes[judge, at], weight[judge, at], scores[judge, at]
        counts = int((yes[~back, at] * (weight[~back, at] > 0)).sum()), int((own * (sure > 0)).sum())
        report.append((word, kind, *counts, judged(own, sure, score, sure > 0) or 0, judged(own, sure, score, coco[judge]) or "-", *limits))
    pack(option.get("--out", HERE.parent.parent / "crates/vision/data/tags.bin"), tables, mean, spread, said)
    head = "word\tkind\ttrained\theld back\taverage precision\ton COCO alone\t60 %\t75 %\t90 %"
    lines = ["\t".join(map(str, row)) for row in sorted(report, key=lambda row: (row[1], -row[4]))]
    pathlib.Path(option.get("--words", HERE / "words.tsv")).write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    by_kind = collections.defaultdict(list)
    for row in report:
        by_kind[row[1]].append(row[4])
    print(f"{len(names)} words, {int((~back).sum())} pictures trained on, {int(back.sum())} held back, {int(judge.sum())} of them judge")
    print(", ".join(f"{kind} {len(all_)}: {np.mean(all_):.3f}" for kind, all_ in by_kind.items()), f"mean {np.mean([row[4] for row in report]):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
