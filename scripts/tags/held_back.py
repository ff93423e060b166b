#!/usr/bin/env python3
"""Makes the development set: captioned pictures that the tagging head never saw, for `make names`.

usage: MIRROR=FOLDER scripts/tags/held_back.py OUT-FOLDER [HOW-MANY]

OUT-FOLDER gets the pictures and captions.tsv (file, captions with a bar between). Which pictures these are follows from
the hash of their number: nobody can choose them, and training leaves the same ones out. The pictures that judge the
project from outside (exclude.tsv) are left out here too.
"""

import pathlib
import subprocess
import sys

import sources


def main(folder, most=500):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    blobs, captions, _, _ = sources.coco_words()
    _, _, numbers = sources.excluded()
    usable = [
        number
        for number in sorted(captions)
        if number in blobs
        and len(captions[number]) >= 5
        and sources.is_held_back(f"coco/{number}")
        and not sources.coco_excluded(number, numbers)
    ]
    step = max(1, len(usable) // most)
    rows = []
    for number in usable[::step][:most]:
        command = ["git", "--git-dir=" + sources.git_dir(sources.COCO), "cat-file", "blob", blobs[number]]
        file = f"coco-{number}.jpg"
        (folder / file).write_bytes(subprocess.run(command, capture_output=True, check=True).stdout)
        said = "|".join(" ".join(caption.split()) for caption in captions[number])
        rows.append(f"{file}\t{said}\n")
    (folder / "captions.tsv").write_text("".join(rows), encoding="utf-8")
    print(f"{len(rows)} captioned pictures in {folder}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
