#!/usr/bin/env python3
"""Gives the pictures whose features features.py wrote their labels, and leaves out those that nobody may train on.

usage: MIRROR=FOLDER scripts/tags/labels.py FEATURES.npz... JOB.npz

Labels. A caption word counts when two captions say it, is left out when one does, is "no" when none does; with fewer than
three captions it counts when one does, and is a weak "no" otherwise. Such pictures teach and do not judge. COCO's objects
(all are known): yes or no; actions: yes only. A set with one label a picture: yes for that label, a weak no for the other
words of labelled sets. Every sixth picture by the hash of its key is held back and judges; the pictures of exclude.tsv
(by content, by likeness and by number) are never seen.
"""

import collections
import pathlib
import re
import sys

import numpy as np

import sources

HERE = pathlib.Path(__file__).resolve().parent
# Bits of difference up to which two images are the same one.
ALIKE = 6
# From so many captions on, what nobody says is not there.
ENOUGH_CAPTIONS = 3
# How much a word counts, and its absence, where there are fewer.
SAID_ONCE, UNSAID = 0.8, 0.4
# Labelled images show much that their one label does not say.
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


def labels(keys, words, captions, objects, actions):
    index = {word: at for at, word in enumerate(words)}
    yes = np.zeros((len(keys), len(words)), np.float32)
    weight = np.zeros_like(yes)
    saying = collections.defaultdict(list)
    for word, entry in words.items():
        for said in entry["said"]:
            saying[said].append(index[word])
    pairs = {"hot dog": "hot dog", "clock tower": "clock tower", "living room": "living room", "stop sign": "stop sign", "traffic light": "traffic light", "stop light": "traffic light", "train station": "train station", "parking lot": "parking lot", "ice cream": "ice cream"}
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
        for at in of_set.get("/".join(key.split("/")[:2]), []) + of_set.get(f"{source}/*", []):
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
        if len(captions) >= ENOUGH_CAPTIONS:
            yes[row] = counts >= 2
            weight[row] = counts != 1
        else:
            yes[row] = counts >= 1
            weight[row] = np.where(yes[row], SAID_ONCE, UNSAID)
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


def main(paths, out):
    words, data = vocabulary(), load(paths)
    keep = usable(data)
    print(f"{len(keep)} pictures, {int((~keep).sum())} left out")
    data = {name: data[name][keep] for name in ("key", "pool")}
    _, captions, objects, actions = sources.coco_words()
    yes, weight = labels(data["key"], words, captions, objects, actions)
    back = np.array([sources.is_held_back(key) for key in data["key"]])
    told = np.array([not key.startswith("coco/") or len(captions.get(int(key[5:]), ())) >= ENOUGH_CAPTIONS for key in data["key"]])
    kinds = [entry["kind"] for entry in words.values()]
    np.savez(out, yes=yes.astype(bool), weight=weight.astype(np.float16), back=back, told=told, words=list(words), kinds=kinds, **data)


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
