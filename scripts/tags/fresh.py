#!/usr/bin/env python3
"""Fresh photos as people have them: shop goods, meals, travel, streets, people, from demo pages of public repositories.

usage: MIRROR=FOLDER scripts/tags/fresh.py OUT-FOLDER [choosing|second|judging] [--details] [--quick] [--program FILE]

fresh.tsv has a row for each photo: part, kind, words that name what it mainly shows, repository, path, blob. The words were
written by somebody who had seen no name of ours, and shuffled lists chose the photos. OUT-FOLDER gets the photos, and the
share of names that have one of their words is printed. Rules are chosen on the parts `choosing` and `second` (of
`second` only photos with odd numbers were looked at); of `judging`, the default, only the figures are looked
at, last; 120 of its names were judged once by others, scripts/eye/README.md says how.
"""

import argparse
import collections
import csv
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

import nouns
import sources


def rows():
    with open(HERE / "fresh.tsv", encoding="utf-8") as table:
        yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)


def photos(folder, part):
    """The rows of a part of fresh.tsv, each with its file, which is taken out of its repository unless it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows():
        if row["part"] != part:
            continue
        file = folder / row["file"]
        if not file.is_file():
            command = ["git", "--git-dir=" + sources.git_dir(row["repository"]), "cat-file", "blob", row["blob"]]
            file.write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
        yield row, file


def hit(name, words):
    """Whether a name has one of the words, all parts of it: "living room" is in "living-room-with-tv"."""
    named = set(nouns.words_of(name))
    return any(set(nouns.words_of(word)) <= named for word in words.split("|"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("part", nargs="?", choices=("choosing", "second", "judging"), default="judging")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--quick", action="store_true", help="without the second eye")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/examples/names")
    given = parser.parse_args()
    rows = list(photos(given.folder.resolve() / given.part, given.part))
    build = ["cargo", "build", "--quiet", "--release", "-p", "nomina-vision", "--example", "names"]
    subprocess.run(build, cwd=ROOT, check=True)
    files = [str(file) for _, file in rows]
    quick = ["--quick"] if given.quick else []
    run = subprocess.run([given.program, *quick, ROOT / "assets/models", *files], capture_output=True, text=True)
    named = {row[0]: row[1:4] for row in (line.split("\t") for line in run.stdout.splitlines())}
    kinds, unsure, said = collections.defaultdict(list), [], []
    for row, file in rows:
        name, sure, marked = named.get(str(file), ("", "0", "unsure"))
        kinds[row["kind"]].append(hit(name, row["words"]))
        said.append(float(sure))
        if marked == "unsure":
            unsure.append(kinds[row["kind"]][-1])
        if given.details:
            print("yes" if kinds[row["kind"]][-1] else "no ", row["file"], row["kind"], name or "(none)", row["words"], sep="\t")
    every = [one for hits in kinds.values() for one in hits]
    print(f"fresh photos          {sum(every)} of {len(every)} main subjects, {sum(every) / len(every):.1%}")
    print(f"  how sure            {sum(said) / len(said):.1%} said; {len(unsure)} unsure, of them {unsure.count(False)} wrong")
    print("  by kind            ", ", ".join(f"{kind} {sum(hits)} of {len(hits)}" for kind, hits in kinds.items()))


if __name__ == "__main__":
    main()
