#!/usr/bin/env python3
"""Fits the small network that chooses what a name is about (crates/vision/src/embedded/words/judge), and writes data/judge.bin.

usage: scripts/eye/judge.py WEIGHED [CAPTIONED-FOLDER] [FRESH]      (needs numpy)

WEIGHED is what `replay weighed` prints of photos of photos.tsv whose records have the shares of `photos.py shares`, of the
captioned images of CAPTIONED-FOLDER (scripts/tags/held_back.py), and of photos of fresh.tsv (files named fresh/PART/NUMBER), for which only figures are
printed. A subject is right where a label has it, or is a kind of it (wider.txt); of captioned images, where captions have it. A finer word than the label
counts half: nobody knows.
"""

import collections
import pathlib
import re
import struct
import sys
import zlib

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tags"))
import nouns
import photos
import wider

FOLDS, HIDDEN, PASSES, BATCH, RATE, DECAY = 5, 48, 12, 1024, 2e-3, 1e-2
# What a captioned image and a photo of fresh.tsv count beside a labelled photo.
CAPTIONED, FRESH = 6, 2
FINER = 0.5
# What other things of a label count beside the first, and how many captions must have a word that is as good as the main thing.
BESIDE, AGREED = 0.7, 0.8
# Nearly as in judge/mod.rs, which asks besides whether more is said of somebody.
BLAND, SOMEBODY, WIDE, WIDER = 0.55, 0.9, 0.03, 0.85
PEOPLE = {"person", "people", "child", "children"}
# Where it stands in the parts whether a subject is wider than the rules' or the sentence's, and how many words are below it.
IS_WIDER, SIZE = (22, 25), 59


def stems(text):
    return {wider.one(word) for word in re.findall(r"[a-z]+", text.lower())}


def nodes(words):
    return {node for node in map(wider.node, words) if node}


def by_label(label, word):
    """How right a subject is for a photo with this label."""
    first, *others = label.split("|")
    wholes = [is_part({first, word or first}), is_part(set(others))]
    return lambda subject: max(wholes[0](subject), BESIDE * wholes[1](subject))


def is_part(parts):
    exact = nodes(parts) | parts
    are = set().union(*map(wider.up, exact))
    last = set().union(*map(stems, parts))

    def right(subject):
        node = wider.node(subject)
        if subject in are or node in are:
            return 1.0
        if node and wider.up(node) & exact:
            return FINER
        return 1.0 if wider.one(subject.split()[-1]) in last else 0.0

    return right


def by_captions(captions, of_stem, all_stems):
    """The share of captions that have a subject, or what is a kind of it."""
    every = []
    for caption in captions:
        words = re.findall(r"[a-z]+", caption.lower())
        phrases = {*words, *map(" ".join, zip(words, words[1:]))}
        every.append((caption, set().union(*map(wider.up, nodes(phrases)))))

    def right(subject):
        node, told = wider.node(subject), 0
        for caption, are in every:
            _, _, count, wrong, _ = nouns.judge(subject, [caption], (), of_stem, all_stems)
            told += count > 0 and wrong == 0 or node in are
        return min(1.0, told / (AGREED * len(every)))

    return right


def by_words(words):
    are = set().union(*map(wider.up, nodes(words.split("|"))))

    def right(subject):
        named = set(nouns.words_of(subject))
        hit = any(set(nouns.words_of(word)) <= named for word in words.split("|"))
        return float(hit or wider.node(subject) in are)

    return right


class Image:
    def __init__(self, file, group, counts, trains, right):
        self.file, self.group, self.counts, self.trains, self.right = file, group, counts, trains, right
        self.subjects, self.parts = [], []


def images(weighed, captioned):
    """Every image with what its name can be about."""
    labels = {blob: (name, judging, label) for name, judging, blob, label in photos.rows()}
    said = photos.words()
    captions, _ = nouns.read(captioned / "captions.tsv") if captioned else ({}, {})
    of_stem, all_stems = nouns.concepts()
    import fresh

    fresh_rows = {f"fresh/{row['part']}/{row['file']}": row for row in fresh.rows()}
    found = {}

    def image_of(file):
        path = pathlib.Path(file)
        if path.stem in labels:
            name, judging, label = labels[path.stem]
            word, family = said.get(label.split("|")[0], ("", ""))
            shows = family not in ("graphic", "unsaid")
            return Image(file, name, 1.0, not judging, by_label(label, word)) if shows else None
        if path.name in captions and path.parent.name == captioned.name:
            right = by_captions(captions[path.name], of_stem, all_stems)
            return Image(file, file, CAPTIONED, True, right)
        row = fresh_rows.get("/".join(path.parts[-3:]))
        return Image(file, row["repository"], FRESH, row["part"] != "judging", by_words(row["words"])) if row else None

    for line in open(weighed, encoding="utf-8"):
        file, kind, subject, *parts = line.rstrip("\n").split("\t")
        if kind == "J":
            if file not in found:
                found[file] = image_of(file)
            if found[file]:
                found[file].subjects.append(subject)
                found[file].parts.append(np.array(parts, np.float32))
    return [image for image in found.values() if image]


def learned(x, y, counts, seed=1):
    """Weights of a network with one hidden layer: hidden, last; biases come last in each."""
    dice = np.random.default_rng(seed)
    mean, spread = x.mean(0), x.std(0) + 1e-3
    x = ((x - mean) / spread).astype(np.float32)
    wide = x.shape[1]
    weights = [
        dice.normal(size=(wide, HIDDEN)) / np.sqrt(wide), np.zeros(HIDDEN),
        dice.normal(size=HIDDEN) / np.sqrt(HIDDEN), np.zeros(1),
    ]  # fmt: skip
    weights = [part.astype(np.float32) for part in weights]
    first, second = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    steps, step = PASSES * (len(x) // BATCH + 1), 0
    for _ in range(PASSES):
        order = dice.permutation(len(x))
        for start in range(0, len(x), BATCH):
            at = order[start : start + BATCH]
            step += 1
            inner = x[at] @ weights[0] + weights[1]
            hidden = np.maximum(inner, 0)
            share = 1 / (1 + np.exp(-(hidden @ weights[2] + weights[3])))
            off = (share - y[at]) * counts[at] / len(at)
            back = np.outer(off, weights[2]) * (inner > 0)
            slopes = [x[at].T @ back, back.sum(0), hidden.T @ off, off.sum(keepdims=True)]
            rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for part, slope, one, two in zip(weights, slopes, first, second):
                one += 0.1 * (slope - one)
                two += 0.001 * (slope**2 - two)
                part -= rate * (one / (1 - 0.9**step) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8) + DECAY * part)
    hidden = weights[0] / spread[:, None]
    return np.vstack([hidden, weights[1] - mean @ hidden]).astype(np.float32), np.append(weights[2], weights[3]).astype(np.float32)


def shares(x, weights):
    hidden, last = weights
    inner = np.maximum(x @ hidden[:-1] + hidden[-1], 0)
    return 1 / (1 + np.exp(-(inner @ last[:-1] + last[-1])))


def worth(subject, parts):
    if subject.split()[-1] in PEOPLE:
        return SOMEBODY
    if wider.node(subject) in wider.BLAND:
        return BLAND
    own = 1 - WIDE * np.log(max(np.exp(parts[SIZE]) - 1, 1))
    return WIDER * own if any(parts[at] for at in IS_WIDER) else own


def report(name, every, said):
    """Right, right and bland, wrong: the rules' subjects and those that are chosen; and how sure they are."""
    count = collections.Counter()
    sure = []
    for image, share in zip(every, said):
        value = [worth(subject, parts) for subject, parts in zip(image.subjects, image.parts)]
        best = int(np.argmax(share * np.array(value)))
        for who, at in (("rules", 0), ("chosen", best)):
            bland = wider.node(image.subjects[at]) in wider.BLAND
            right = image.right(image.subjects[at])
            count[who, "right"] += right >= FINER and not bland
            count[who, "bland"] += right >= FINER and bland
            count[who, "wrong"] += right < FINER
        sure.append((share[best], image.right(image.subjects[best])))
        count["changed"] += best != 0
    told = ", ".join(f"{who} {what} {count[who, what] / len(every):.1%}" for who in ("rules", "chosen") for what in ("right", "bland", "wrong"))
    sure = np.array(sure)
    tenth = np.minimum((sure[:, 0] * 10).astype(int), 9)
    error = sum(abs(sure[tenth == at].sum(0) @ [1, -1]) for at in range(10)) / len(sure)
    print(f"{name}: {len(every)} images, {told}; {count['changed']} changed; calibration error {error:.3f}")


def write(weights):
    hidden, last = weights
    data = struct.pack("<2I", len(hidden) - 1, hidden.shape[1]) + hidden.T.astype("<f4").tobytes() + last.astype("<f4").tobytes()
    (photos.layer.DATA / "judge.bin").write_bytes(data)


def main(weighed, captioned=None):
    every = images(weighed, captioned and pathlib.Path(captioned))
    train = [image for image in every if image.trains]
    x = np.vstack([part for image in train for part in image.parts])
    y = np.array([image.right(subject) for image in train for subject in image.subjects], np.float32)
    counts = np.array([image.counts for image in train for _ in image.subjects], np.float32)
    fold = np.array([zlib.crc32(image.group.encode()) % FOLDS for image in train for _ in image.subjects])
    crossed = np.zeros(len(x), np.float32)
    for out in range(FOLDS):
        crossed[fold == out] = shares(x[fold == out], learned(x[fold != out], y[fold != out], counts[fold != out]))
    ends = np.cumsum([len(image.subjects) for image in train])
    said = np.split(crossed, ends[:-1])
    log = np.maximum(np.where(y > 0.5, crossed, 1 - crossed), 1e-6)
    print(f"{len(x)} subjects of {len(train)} images; log loss {-np.log(log).mean():.4f}")
    for name, count in (("labelled", 1), ("captioned", CAPTIONED), ("fresh", FRESH)):
        part = [(image, share) for image, share in zip(train, said) if image.counts == count]
        if part:
            report(f"{name}, cross-validated", *zip(*part))
    weights = learned(x, y, counts)
    for name, count in (("labelled, judging", 1), ("fresh, judging", FRESH)):
        part = [image for image in every if not image.trains and image.counts == count]
        if part:
            report(name, part, [shares(np.array(image.parts), weights) for image in part])
    write(weights)


if __name__ == "__main__":
    main(*sys.argv[1:3])
