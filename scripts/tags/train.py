#!/usr/bin/env python3
"""Trains the tagging head on what labels.py wrote, and packs it into crates/vision/data/tags.bin.

usage: scripts/tags/train.py JOB.npz [--out FILE] [--words TABLE.tsv]

Most pictures have few labels: COCO's objects, or one word. A teacher fills the gaps: it is trained on the same labels but
sees better (a second network's features beside the classifier's), and each picture is judged by a teacher that did not learn
from it. The head then learns from both, and sees the classifier's features alone. Needs numpy and torch; a minute on a GPU.
"""

import collections
import pathlib
import struct
import sys

import numpy as np
import torch

HERE = pathlib.Path(__file__).resolve().parent
HIDDEN, TEACHER_HIDDEN, EPOCHS, BATCH, STEP, DECAY = 512, 768, 12, 128, 1.5e-3, 0.05
DROP_INPUT, DROP_HIDDEN = 0.2, 0.4
FOLDS = 3
LEAST_PICTURES, LEAST_AP = 25, 0.3
RIGHT = (0.6, 0.75, 0.9)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def normalised(rows, of):
    mean, spread = rows[of].mean(0), rows[of].std(0) + 0.02
    return ((rows - mean) / spread).astype(np.float32), mean, spread


def fit(x, yes, weight, hidden, seed=0):
    """One hidden layer by AdamW with a rising and falling step."""
    torch.manual_seed(seed)
    x, yes, weight = (torch.tensor(part, dtype=torch.float32, device=DEVICE) for part in (x, yes, weight))
    drop, linear = torch.nn.Dropout, torch.nn.Linear
    first, last = linear(x.shape[1], hidden), linear(hidden, yes.shape[1])
    net = torch.nn.Sequential(drop(DROP_INPUT), first, torch.nn.ReLU(), drop(DROP_HIDDEN), last).to(DEVICE)
    share = ((yes * weight).sum(0) / weight.sum(0).clamp(min=1)).clamp(1e-5, 0.99)
    last.bias.data = torch.log(share / (1 - share))
    steps, done = EPOCHS * (len(x) // BATCH + 1), 0
    by = torch.optim.AdamW(net.parameters(), lr=STEP, weight_decay=DECAY)
    for epoch in range(EPOCHS):
        order = torch.randperm(len(x), device=DEVICE)
        for start in range(0, len(x), BATCH):
            pick, done = order[start : start + BATCH], done + 1
            at = done / steps
            by.param_groups[0]["lr"] = STEP * (at / 0.3 if at < 0.3 else 0.5 * (1 + np.cos(np.pi * (at - 0.3) / 0.7)))
            off = torch.nn.functional.binary_cross_entropy_with_logits(net(x[pick]), yes[pick], weight[pick], reduction="sum")
            by.zero_grad()
            (off / len(pick)).backward()
            by.step()
    return net.eval()


def beliefs(net, x):
    with torch.no_grad():
        return torch.sigmoid(net(torch.tensor(x, device=DEVICE))).cpu().numpy()


def taught(x, eye, yes, weight, back):
    """The labels, with a teacher's beliefs where there are none."""
    known = np.abs(eye).sum(1) > 0
    both = np.concatenate([x, normalised(eye, known & ~back)[0]], 1)
    fold, told = np.arange(len(x)) % FOLDS, np.zeros_like(yes)
    for at in range(FOLDS):
        others, own = known & ~back & (fold != at), known & (fold == at)
        told[own] = beliefs(fit(both[others], yes[others], weight[others], TEACHER_HIDDEN), both[own])
    gaps = (weight == 0) & known[:, None]
    return np.where(gaps, told, yes), np.where(gaps, 1, weight)


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
    first, bias = w1 / spread, b1 - w1 @ (mean / spread)
    with open(path, "wb") as out:
        out.write(b"NOMTAG02" + struct.pack("<3I", first.shape[1], len(first), len(w2)))
        for rows, biases in ((first, bias), (w2, b2)):
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
    x, mean, spread = normalised(np.sqrt(np.maximum(job["pool"].astype(np.float32), 0)), ~back)
    want, trust = taught(x, job["eye"].astype(np.float32), yes, weight, back)
    net = fit(x[~back], want[~back], trust[~back], HIDDEN)
    scores, coco = beliefs(net, x[back]), np.char.startswith(job["key"][back], "coco/")
    report, rows = [], []
    for at, (word, kind) in enumerate(zip(names, kinds)):
        own, sure, score = yes[back, at], weight[back, at], scores[:, at]
        precision = judged(own, sure, score, sure > 0) or 0
        # A word that is hardly known is never said: its thresholds are out of reach.
        limits = thresholds(own[sure > 0], score[sure > 0]) if precision >= LEAST_AP else [2, 2, 2]
        rows.append((word, kind, limits))
        counts = int((yes[~back, at] * (weight[~back, at] > 0)).sum()), int((own * (sure > 0)).sum())
        report.append((word, kind, *counts, precision, judged(own, sure, score, coco) or "-", *limits))
    tables = [table.detach().cpu().numpy() for table in net.parameters()]
    pack(option.get("--out", HERE.parent.parent / "crates/vision/data/tags.bin"), tables, mean, spread, rows)
    head = "word\tkind\ttrained\theld back\taverage precision\ton COCO alone\t60 %\t75 %\t90 %"
    lines = ["\t".join(map(str, row)) for row in sorted(report, key=lambda row: (row[1], -row[4]))]
    pathlib.Path(option.get("--words", HERE / "words.tsv")).write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    by_kind = collections.defaultdict(list)
    for row in report:
        by_kind[row[1]].append(row[4])
    print(f"{len(names)} words, {int((~back).sum())} pictures trained on, {int(back.sum())} held back")
    print(", ".join(f"{kind} {len(all_)}: {np.mean(all_):.3f}" for kind, all_ in by_kind.items()), f"mean {np.mean([row[4] for row in report]):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
