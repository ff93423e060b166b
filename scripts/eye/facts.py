#!/usr/bin/env python3
"""Fits how often a second fact of a name is right (crates/vision/src/embedded/words/trust.rs) to captioned images.

usage: scripts/eye/facts.py CAPTIONED-FOLDER SIGNS      (needs numpy)

CAPTIONED-FOLDER is one of scripts/tags/held_back.py, SIGNS what `replay signs` prints of its images: file, words of a phrase, its
certainty, the head's belief in its noun, whether the head knows it, the detector's score, the share of sentences that have it. A fact
is wrong when scripts/tags/nouns.py finds a wrong noun in it. Prints the weights, the log loss by five-fold cross-validation, and what
each threshold leaves out.
"""

import collections
import pathlib
import sys
import zlib

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tags"))
import nouns
from certain import FOLDS, fit

HIGH, FOUND, RIDGE = 0.75, 0.4, 1.0
SMALL = "a and at by in of on the under with two three four five many group crowd".split()
DOINGS = {word for kind, word, _ in nouns.vocabulary() if kind == "do"}
WHERE, LIGHT = "in on at by".split(), "background sky night sunset white".split()


def facts(folder, signs):
    """Rows of signs with the number of nouns and of wrong ones; the subject of each image is the first."""
    captions, marked = nouns.read(pathlib.Path(folder) / "captions.tsv")
    of_stem, stems = nouns.concepts()
    seen = collections.Counter()
    for line in pathlib.Path(signs).read_text(encoding="utf-8").splitlines():
        file, words, _, *numbers = line.split("\t")
        file = pathlib.Path(file).name
        seen[file] += 1
        _, _, count, wrong, _ = nouns.judge(words, captions[file], marked.get(file, ()), of_stem, stems)
        yield file, seen[file] == 1, words, [float(number) for number in numbers], count, wrong


def features(words, signs):
    belief, _, score, told = signs
    place = words.split()[0] in WHERE and score < FOUND
    return [1, belief, max(0, belief - HIGH) / (1 - HIGH), score, told, place]


def is_judged(words, signs):
    first, last = words.split()[0], words.split()[-1]
    worn = first == "in" and (last in nouns.CLOTHES or words == "in tank top")
    fact = words in DOINGS or first in SMALL and last not in LIGHT and not worn
    return fact and signs[1] > 0


def main(folder, signs):
    every = list(facts(folder, signs))
    judged = [row for row in every if not row[1] and row[4] and is_judged(row[2], row[3])]
    rows = np.array([features(words, signs) for _, _, words, signs, _, _ in judged], float)
    right = np.array([not wrong for *_, wrong in judged], float)
    fold = np.array([zlib.crc32(file.encode()) % FOLDS for file, *_ in judged])
    said = np.zeros(len(right))
    for part in range(FOLDS):
        rest = fold != part
        said[~rest] = 1 / (1 + np.exp(-rows[~rest] @ fit(rows[rest], right[rest], ridge=RIDGE)))
    loss = -(right * np.log(said) + (1 - right) * np.log(1 - said)).mean()
    print("weights", fit(rows, right, ridge=RIDGE).round(2), f"of {len(judged)} facts, {right.mean():.1%} right; log loss {loss:.3f}")
    nouns_said, wrong_said = sum(row[4] for row in every), sum(row[5] for row in every)
    for least in np.arange(0.0, 0.85, 0.05):
        left = [row for row, sure in zip(judged, said) if sure < least]
        count, wrong = sum(row[4] for row in left), sum(row[5] for row in left)
        print(f"below {least:.2f}: {wrong} wrong and {count - wrong} right nouns left out; of the rest {(wrong_said - wrong) / (nouns_said - count):.1%} are wrong")


if __name__ == "__main__":
    main(*sys.argv[1:3])
