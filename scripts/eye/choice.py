#!/usr/bin/env python3
"""Fits when a word of labelled photos is said instead of the rules' subject (crates/vision/src/embedded/words/photos.rs).

usage: scripts/eye/choice.py CHOICES [CAPTIONED-FOLDER CAPTIONED-CHOICES]      (needs numpy)

CHOICES is what `replay choices` prints of photos of photos.tsv whose records have the shares of `photos.py shares`: file, the rules'
subject, the word, and what is weighed. Those for training are fitted, by the cases in which one of the two is right; of those for
judging only figures are printed. CAPTIONED-FOLDER is one of scripts/tags/held_back.py; a word is right there when captions have it.
"""

import collections
import pathlib
import sys
import zlib

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tags"))
import nouns
import photos
from certain import FOLDS, fit

RIDGE = 2.0
# Odds must be above this, because a name that is right should seldom be lost.
LEAST = 0.75
# What the rules call things of which labels say something else that is right, too.
ALSO = {
    "man": "person", "woman": "person", "boy": "child person", "girl": "child person", "people": "person", "couple": "people person", "children": "child people", "group": "people",
    "family": "people", "bride": "wedding", "groom": "wedding", "singer": "concert person", "restaurant": "bar", "bar": "restaurant", "cafe": "restaurant",
    "meeting": "conference", "skyscrapers": "skyline tower", "plumber": "worker", "technician": "worker", "mechanic": "worker", "yacht": "boat sailboat", "catamaran": "boat", "ship": "boat",
    "sneakers": "shoe shoes", "musician": "person", "puppy": "dog", "kitten": "cat", "makeup": "cosmetics lipstick", "smartphone": "phone", "smartwatch": "watch",
    "succulents": "plant", "succulent": "plant", "bouquet": "flowers", "roses": "flowers rose", "women": "people", "men": "people", "businesswoman": "person", "businessman": "person",
    "elderly": "person", "graduate": "person", "sofa": "couch", "armchair": "chair", "television": "tv", "drill": "tool", "grinder": "tool", "supermarket": "market shop", "store": "shop",
    "hotel": "bedroom", "sea": "water", "coast": "sea", "lake": "water", "river": "water", "villa": "house", "cottage": "house", "apartment": "house", "student": "person", "students": "people", "players": "player people",
    "mountains": "mountain", "motorbike": "motorcycle", "scooter": "motorcycle", "bike": "bicycle", "jet": "airplane", "plane": "airplane", "sweets": "candy dessert", "cookies": "biscuits", "biscuits": "cookies",
}  # fmt: skip


def stems(text):
    own = text.replace("|", " ").split()
    more = [also for word in own for also in ALSO.get(word, "").split()]
    return set(nouns.words_of(" ".join(own + more).replace(" ", "-")))


def labelled(path):
    """File, group, whether for judging, whether the subject is right, the word, whether it is right, what is weighed."""
    said = photos.words()
    label = {blob: (name, judging, label) for name, judging, blob, label in photos.rows()}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        file, subject, word, *parts = line.split("\t")
        name, judging, shown = label[pathlib.Path(file).stem]
        right = stems(shown) | stems(said.get(shown.split("|")[0], ("", ""))[0])
        if shown.split("|")[0] not in photos.GRAPHICS:
            hit = lambda words: bool(set(nouns.words_of(words.replace(" ", "-"))) & right)
            yield file, name, judging, hit(subject), word, hit(word), [float(part) for part in parts]


def captioned(folder, path):
    captions, marked = nouns.read(pathlib.Path(folder) / "captions.tsv")
    of_stem, stemmed = nouns.concepts()
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        file, subject, word, *parts = line.split("\t")
        texts = captions[pathlib.Path(file).name]
        all_words = set(nouns.words_of("-".join(" ".join(texts).split())))
        def hit(words):
            _, _, count, wrong, _ = nouns.judge(words, texts, marked.get(pathlib.Path(file).name, ()), of_stem, stemmed)
            return bool(set(nouns.words_of(words.replace(" ", "-"))) & all_words) or count > 0 and wrong == 0
        yield file, file, False, hit(subject), word, hit(word), [float(part) for part in parts]


def learned(cases):
    told = [(parts, word) for _, _, _, subject, _, word, parts in cases if subject != word]
    return fit(np.array([parts for parts, _ in told]), np.array([float(word) for _, word in told]), ridge=RIDGE)


def score(cases, weights, least=0.0):
    """Photos, subjects that are right, names that are right with the choice, gained and lost."""
    best = collections.OrderedDict()
    for file, _, _, subject, said, word, parts in cases:
        odds = float(np.dot(parts, weights(file)))
        before = best.get(file, (subject, subject, least))
        best[file] = (subject, word, odds) if odds > before[2] else before
    rows = list(best.values())
    gained, lost = sum(b and not a for a, b, _ in rows), sum(a and not b for a, b, _ in rows)
    return len(rows), sum(a for a, *_ in rows), sum(b for _, b, _ in rows), gained, lost


def certainty(cases, weights, least=LEAST):
    """How often a chosen word is right, by its odds and the logarithm of its share."""
    chosen = {}
    for file, _, _, _, _, word, parts in cases:
        odds = float(np.dot(parts, weights(file))) - least
        if odds > chosen.get(file, (0.0,))[0]:
            chosen[file] = (odds, parts[1], word)
    rows = np.array([[1.0, odds, share] for odds, share, _ in chosen.values()])
    return fit(rows, np.array([float(word) for *_, word in chosen.values()]), ridge=RIDGE), len(rows)


def main(path, *more):
    every = list(labelled(path))
    train, judging = [case for case in every if not case[2]], [case for case in every if case[2]]
    other = list(captioned(*more)) if more else []
    of_fold = {case[0]: zlib.crc32(case[1].encode()) % FOLDS for case in train + other}
    by_fold = [learned([case for case in train + other if of_fold[case[0]] != fold]) for fold in range(FOLDS)]
    weights = learned(train + other)
    for least in (0.0, 0.5, LEAST, 1.0):
        print(f"odds above {least}: photos, subjects right, with the choice, gained, lost")
        print("  training, cross-validated", *score(train, lambda file: by_fold[of_fold[file]], least))
        if other:
            print("  captioned, cross-validated", *score(other, lambda file: by_fold[of_fold[file]], least))
        print("  judging", *score(judging, lambda _: weights, least))
    sure, count = certainty(train + other, lambda file: by_fold[of_fold[file]])
    print(f"certainty of {count} chosen words: [" + ", ".join(f"{weight:.2f}" for weight in sure) + "]")
    weights[0] -= LEAST
    print("[" + ", ".join(f"{weight:.2f}" for weight in weights) + "]")


if __name__ == "__main__":
    main(*sys.argv[1:])
