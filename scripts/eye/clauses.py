#!/usr/bin/env python3
"""Fits what a name says of its subject by a sentence (crates/vision/src/embedded/words/facts) to judged words.

usage: [MIRROR=FOLDER] scripts/eye/clauses.py photos FOLDER | fit WEIGHED [CAPTIONED-FOLDER CAPTIONED-WEIGHED]      (needs numpy)

judged.tsv has a row for each photo of public demo pages: what judges who looked at it found false in the rules' name, in three sentences and
in five guesses from labelled photos (a star before each false word or guess), whether the name is good, bland or wrong, and what the photo
shows in their words. `photos` takes the photos out of their repositories. WEIGHED is what `replay weighed` prints of them. CAPTIONED-FOLDER is
one of scripts/tags/held_back.py; there a word is true when captions have it, and each counts `CAPTIONED`. `fit` prints the weights, and how
well they tell true from false when a fifth of the repositories and captioned images is left out of the fit.
"""

import csv
import pathlib
import subprocess
import sys
import zlib

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tags"))
import nouns
import sources
from certain import FOLDS, fit

RIDGE = 2.0
# What a captioned image counts: there are more of them, and captions say little of what is beside the main thing.
CAPTIONED = 0.4


def rows():
    with open(HERE / "judged.tsv", encoding="utf-8") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)


def take(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows():
        command = ["git", "--git-dir=" + sources.git_dir(row["repository"]), "cat-file", "blob", row["blob"]]
        data = subprocess.run(command, capture_output=True, check=True).stdout
        (folder / (row["blob"][:12] + pathlib.Path(row["path"]).suffix.lower())).write_bytes(data)


def false_words(text):
    return {word[1:] for word in text.split() if word.startswith("*")}


def plain(text):
    return text.replace("*", "")


def cases(path):
    """Of each clause: repository, what is weighed, whether it is true."""
    judged = {row["blob"][:12]: row for row in rows()}
    found, false = [], None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        file, kind, said, *parts = line.split("\t")
        row = judged.get(pathlib.Path(file).stem)
        if row and kind == "S":
            all_three = (row[name] for name in ("first", "second", "third"))
            sentence = next((marked for marked in all_three if plain(marked) == said), None)
            false = sentence and false_words(sentence)
        elif row and kind == "C" and false is not None:
            found.append((row["repository"], [float(part) for part in parts], not false & set(said.split())))
    return found


def captioned(folder, path):
    """The same of captioned images."""
    captions, marked = nouns.read(pathlib.Path(folder) / "captions.tsv")
    of_stem, stems = nouns.concepts()
    found = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        file, kind, said, *parts = line.split("\t")
        name = pathlib.Path(file).name
        if kind == "C" and name in captions:
            _, _, count, wrong, _ = nouns.judge(said, captions[name], marked.get(name, ()), of_stem, stems)
            if count:
                found.append((name, [float(part) for part in parts], wrong == 0))
    return found


def fitted(cases, more):
    """The weights, and for each case its share by weights that saw nothing of its repository."""
    both = cases + more
    parts, true = np.array([case[1] for case in both]), np.array([float(case[2]) for case in both])
    counts = np.array([1.0] * len(cases) + [CAPTIONED] * len(more))
    fold = np.array([zlib.crc32(case[0].encode()) % FOLDS for case in both])
    crossed = np.zeros(len(true))
    for out in range(FOLDS):
        weights = fit(parts[fold != out], true[fold != out], counts[fold != out], ridge=RIDGE)
        crossed[fold == out] = 1 / (1 + np.exp(-parts[fold == out] @ weights))
    return fit(parts, true, counts, ridge=RIDGE), crossed, true


def loss(said, true):
    return -np.mean(true * np.log(said) + (1 - true) * np.log(1 - said))


def main():
    mode, path, *rest = sys.argv[1:]
    if mode == "photos":
        return take(pathlib.Path(path))
    found = cases(path)
    more = captioned(*rest) if rest else []
    weights, crossed, true = fitted(found, more)
    print(", ".join(f"{weight:.2f}" for weight in weights))
    for name, part in (("judged", slice(0, len(found))), ("captioned", slice(len(found), None))):
        said, right = crossed[part], true[part]
        if len(right):
            rates = ", ".join(f"{least}: {(said >= least).sum()} {right[said >= least].mean():.1%}" for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93))
            print(f"{name}: {len(right)} clauses, {right.mean():.1%} true, log loss {loss(said, right):.3f} (of nothing {loss(np.full(len(right), right.mean()), right):.3f}); said from, and true: {rates}")


if __name__ == "__main__":
    main()
