#!/usr/bin/env python3
"""Makes development sets: captioned pictures that the tagging head never saw, for `make names`.

usage: MIRROR=FOLDER scripts/tags/held_back.py OUT-FOLDER [HOW-MANY] [first|choosing|judging]

OUT-FOLDER gets the pictures and captions.tsv (file, captions with a bar between, things that COCO's annotators marked). Which pictures these are follows from
the hash of their number: nobody can choose them, and training leaves the same ones out. The pictures that judge the
project from outside (exclude.tsv) are left out here too. `first` are of the pictures whose captions were found first, always
the same 500; the others, found later, are two halves: rules and levels are chosen on one and judged on the other.
"""

import pathlib
import subprocess
import sys

import sources

CAPTIONS = 5
HALVES = {"choosing": 0, "judging": 1}


def usable(captions, blobs):
    _, _, numbers = sources.excluded()
    return [
        number
        for number in sorted(captions)
        if number in blobs
        and len(captions[number]) >= CAPTIONS
        and sources.is_held_back(f"coco/{number}")
        and not sources.coco_excluded(number, numbers)
    ]


def part(which):
    """Captions, marked things, blobs and numbers of a part."""
    blobs, captions, objects, _ = sources.coco_words(more=False)
    found = usable(captions, blobs)
    if which == "first":
        return captions, objects, blobs, found
    blobs, captions, objects, _ = sources.coco_words()
    later = sorted(set(usable(captions, blobs)) - set(found))
    return captions, objects, blobs, later[HALVES[which] :: 2]


def main(folder, most="500", which="first"):
    folder, most = pathlib.Path(folder), int(most)
    folder.mkdir(parents=True, exist_ok=True)
    captions, objects, blobs, numbers = part(which)
    step = max(1, len(numbers) // most)
    rows = []
    for number in numbers[::step][:most]:
        command = ["git", "--git-dir=" + sources.git_dir(sources.COCO), "cat-file", "blob", blobs[number]]
        file = f"coco-{number}.jpg"
        (folder / file).write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
        said = "|".join(" ".join(caption.split()) for caption in captions[number])
        there = "|".join(sorted(objects.get(number, ())))
        rows.append(f"{file}\t{said}\t{there}\n")
    (folder / "captions.tsv").write_text("".join(rows), encoding="utf-8")
    print(f"{len(rows)} captioned pictures in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
