#!/usr/bin/env python3
"""Words for what photos of shops, restaurants, events and places show, told by one layer on the second eye's features (crates/vision/data/photos.bin).

usage: MIRROR=FOLDER scripts/eye/photos.py collect OUT             # the photos of photos.tsv (needs numpy, pillow)
       scripts/eye/photos.py train OUT FEATURES-FOLDER             # needs numpy; writes photos.bin and photos.txt, prints figures by cross-validation
       scripts/eye/photos.py shares OUT FEATURES-FOLDER RECORDS    # puts the shares into records: of photos for training those by cross-validation

Before `train`, for all photos: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
photos.tsv has what each photo shows, photos-words.tsv the word and family of every label. `shares` is for choice.py.
"""

import collections
import io
import json
import subprocess
import zlib

import layer

# So many photos make a kind of their own.
LEAST = 2
# Between the covariance within kinds and none, how much a kind's number of photos counts, and how steep shares are: by cross-validation.
SHRINK, PRIOR, STEEP = 0.5, 3, 0.036
FOLDS = 5
GRAPHICS = {"logo", "icon", "illustration", "screenshot", "poster", "chart", "map", "text page", "pattern", "floor plan"}
SAID = {"map", "floor plan"}


def rows():
    """Repository, whether it is for judging, blob, label."""
    for line in (layer.HERE / "photos.tsv").read_text(encoding="utf-8").splitlines():
        first, _, second = line.partition("\t")
        if "/" in first and not line.startswith("#"):
            name, judging = first, second == "judging"
        elif not line.startswith("#"):
            yield name, judging, first, second


def words():
    """Word and family of each label."""
    lines = (layer.HERE / "photos-words.tsv").read_text(encoding="utf-8").splitlines()
    said = {label: (word, family) for label, word, family in (line.split("\t") for line in lines if not line.startswith("#"))}
    return said | {label: (label, "thing" if label in SAID else "graphic") for label in GRAPHICS}


def collect(out):
    from PIL import Image, ImageOps

    out.mkdir(parents=True, exist_ok=True)
    for name, _, blob, _ in rows():
        data = subprocess.run([*layer.git(name), "cat-file", "blob", blob], capture_output=True, check=True).stdout
        image = layer.on_ground(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGBA"), blob)
        image.save(out / f"{blob}.jpg", quality=90)


def fit(x, y, count):
    """Linear discriminants: weights and biases whose shares are those of kinds with one common covariance."""
    import numpy as np

    each = np.bincount(y, minlength=count).astype(float)
    means = np.zeros((count, x.shape[1]))
    np.add.at(means, y, x)
    means = (means + x.mean(0)) / (each + 1)[:, None]
    off = x - means[y]
    within = off.T @ off / len(x)
    within = (1 - SHRINK) * within + SHRINK * np.trace(within) / len(within) * np.eye(len(within))
    weights = np.linalg.solve(within, means.T).T
    biases = PRIOR * np.log((each + 0.5) / each.sum()) - 0.5 * (weights * means).sum(1)
    return (STEEP * weights).astype(np.float32), (STEEP * biases).astype(np.float32)


def read(out, features):
    """Files, features and kinds of the photos for training, the part of the cross-validation each is in, and all kinds: word and family."""
    import numpy as np

    said = words()
    file = lambda blob: str(out / f"{blob}.jpg").replace("/", "_")
    photos = [(name, said[label.split("|")[0]], file(blob)) for name, judging, blob, label in rows() if not judging]
    photos = [photo for photo in photos if (features / (photo[2] + ".f32")).is_file()]
    each = collections.Counter(word for _, (word, _), _ in photos)
    family = {word: family for _, (word, family), _ in photos}
    kinds = sorted(word for word, number in each.items() if number >= LEAST)
    photos = [photo for photo in photos if photo[1][0] in set(kinds)]
    at = {word: index for index, word in enumerate(kinds)}
    x = np.stack([np.fromfile(features / (file + ".f32"), "<f4") for *_, file in photos])
    y = np.array([at[word] for _, (word, _), _ in photos])
    part = np.array([zlib.crc32(name.encode()) % FOLDS for name, *_ in photos])
    return [file for *_, file in photos], x, y, part, [(word, family[word]) for word in kinds]


def crossed(x, y, part, count):
    """The shares of each photo by layers that saw nothing of its repository."""
    import numpy as np

    shares = np.zeros((len(x), count), np.float32)
    for fold in range(FOLDS):
        rest = part != fold
        weights, biases = fit(x[rest], y[rest], count)
        shares[~rest] = layer.shares(x[~rest] @ weights.T + biases)
    return shares


def train(out, features):
    import numpy as np

    files, x, y, part, kinds = read(out, features)
    shares = crossed(x, y, part, len(kinds))
    order = np.argsort(-shares, 1)[:, :3]
    own = shares[np.arange(len(y)), y]
    print(f"{len(x)} photos, {len(kinds)} kinds; the surest is right for {(order[:, 0] == y).mean():.1%}, one of three for {(order == y[:, None]).any(1).mean():.1%}")
    print(f"log loss {-np.log(np.maximum(own, 1e-6)).mean():.3f} with a steepness of {STEEP}")
    weights, biases = fit(x, y, len(kinds))
    layer.write("photos.bin", weights, biases)
    about = "# What labelled photos show: a word and its family for each kind of photos.bin. Written by scripts/eye/photos.py.\n"
    (layer.DATA / "photos.txt").write_text(about + "".join(f"{word} | {family}\n" for word, family in kinds), encoding="utf-8")


def shares(out, features, records):
    import numpy as np

    files, x, y, part, kinds = read(out, features)
    by_file = dict(zip(files, crossed(x, y, part, len(kinds))))
    weights, biases = fit(x, y, len(kinds))
    for record in sorted(records.glob("*.json")):
        feature = features / (record.stem + ".f32")
        if record.stem not in by_file and not feature.is_file():
            continue
        told = by_file.get(record.stem)
        if told is None:
            told = layer.shares(np.fromfile(feature, "<f4")[None] @ weights.T + biases)[0]
        kept = json.loads(record.read_text(encoding="utf-8"))
        kept["photos"] = [round(float(share), 6) for share in told]
        record.write_text(json.dumps(kept), encoding="utf-8")


if __name__ == "__main__":
    layer.main(__doc__, collect, train, shares)
