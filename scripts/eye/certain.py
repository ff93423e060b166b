#!/usr/bin/env python3
"""Fits how often a name is right (crates/vision/src/embedded/words/certain.rs) to names that were judged.

usage: scripts/eye/certain.py [quick]      (needs numpy)

certain.tsv has a row for each judged name: the set its image is of, the name's own certainty, the head's belief in its surest word,
whether the head knows a word of it, the share of its words that the sentence has, the share of its words among
labelled photos that look alike, and whether the name is right. The sets count by `BEST`.
certain-quick.tsv has the same of names without the second eye, which has no sentences and no photos; captioned images count two thirds there.
Prints the weights, and the expected calibration error before and after: within the fit, and by five-fold cross-validation.
"""

import csv
import pathlib
import sys

import numpy as np

FOLDS, RIDGE, COUNT = 5, 0.5, 450
QUICK = {"captioned": 2 / 3, "choosing": 1 / 6, "second": 1 / 6}
BEST = {"captioned": 0.67, "choosing": 0.1, "second": 0.1, "photos": 0.13}


def read(name):
    with open(pathlib.Path(__file__).with_name(name), encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    column = lambda name: np.array([float(row[name]) for row in rows])
    own = column("own")
    odds = np.clip(own, 0.02, 0.98)
    features = [np.ones(len(rows)), np.log(odds / (1 - odds)), *map(column, ("belief", "known", "share"))]
    features += [column("alike")] if "alike" in rows[0] else []
    return np.array([row["set"] for row in rows]), own, np.column_stack(features), column("right")


def fit(features, right, weights=1.0, ridge=RIDGE):
    """Logistic regression: the weight of each feature, the first of which is always one and has no ridge."""
    found = np.zeros(features.shape[1])
    ridge = np.diag([1e-6] + [ridge] * (len(found) - 1))
    for _ in range(60):
        said = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (said - right)) + ridge @ found
        found -= np.linalg.solve((features * (weights * said * (1 - said))[:, None]).T @ features + ridge, slope)
    return found


def error(said, right):
    bins = np.minimum(9, (said * 10).astype(int))
    parts = [bins == low for low in range(10) if (bins == low).any()]
    return sum(part.mean() * abs(said[part].mean() - right[part].mean()) for part in parts)


def main():
    quick = sys.argv[1:] == ["quick"]
    sets, own, features, right = read("certain-quick.tsv" if quick else "certain.tsv")
    shares = QUICK if quick else BEST
    weights = np.array([COUNT * shares[name] / (sets == name).sum() for name in sets])
    found = fit(features, right, weights)
    print("weights", found.round(3))
    fitted = 1 / (1 + np.exp(-features @ found))
    crossed, fold = np.zeros(len(right)), np.random.default_rng(1).integers(0, FOLDS, len(right))
    for part in range(FOLDS):
        rest = fold != part
        crossed[~rest] = 1 / (1 + np.exp(-features[~rest] @ fit(features[rest], right[rest], weights[rest])))
    for name in [*dict.fromkeys(sets), "all"]:
        part = np.ones(len(sets), bool) if name == "all" else sets == name
        figures = [error(said[part], right[part]) for said in (own, fitted, crossed)]
        unsure = [(right[part & (said < 0.6)].mean(), (part & (said < 0.6)).sum()) for said in (own, crossed)]
        print(f"{name}: {part.sum()} names, {right[part].mean():.1%} right; calibration error {figures[0]:.3f} before,"
              f" {figures[1]:.3f} fitted, {figures[2]:.3f} cross-validated; of the unsure ones (below 0.6)"
              f" {unsure[0][0]:.0%} of {unsure[0][1]} right before, {unsure[1][0]:.0%} of {unsure[1][1]} after")


if __name__ == "__main__":
    main()
