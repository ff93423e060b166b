#!/usr/bin/env python3
"""Words for what photos of shops, restaurants, events and places show, told by one layer on the second eye's features (crates/vision/data/photos.bin).

usage: MIRROR=FOLDER scripts/eye/photos.py collect OUT             # the photos of photos.tsv (needs numpy, pillow)
       scripts/eye/photos.py train OUT FEATURES-FOLDER             # needs numpy; writes photos.bin and photos.txt, prints figures
       scripts/eye/photos.py shares OUT FEATURES-FOLDER RECORDS    # puts the shares into records: of photos for training those by cross-validation

Before `train`, for all photos: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
photos.tsv has what each photo shows, photos-words.tsv the word and family of every label. `shares` is for judge.py.
Photos without features count by the layer that is there: their words' means are taken back out of its weights. So give features of photos that
this layer has not seen, or of all; where it has not seen them, `shares` comes before `train`.
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
SHRINK, PRIOR, STEEP = 0.5, 3, 0.0414
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


def within(x, y, means):
    """The covariance within kinds, drawn half of the way to none."""
    import numpy as np

    off = x - means[y]
    own = off.T @ off / len(x)
    return (1 - SHRINK) * own + SHRINK * np.trace(own) / len(own) * np.eye(len(own))


def middle(x, y, count, earlier):
    """The number of photos and the mean of each kind; `earlier` has both of the photos whose features are not there."""
    import numpy as np

    each, sums = earlier[0] + np.bincount(y, minlength=count), earlier[0][:, None] * earlier[1]
    np.add.at(sums, y, x)
    return each, (sums + sums.sum(0) / each.sum()) / (each + 1)[:, None]


def fit(x, y, count, earlier):
    """Linear discriminants: weights and biases whose shares are those of kinds with one common covariance."""
    import numpy as np

    each, means = middle(x, y, count, earlier)
    weights = np.linalg.solve(within(x, y, means), means.T).T
    biases = PRIOR * np.log((each + 0.5) / each.sum()) - 0.5 * (weights * means).sum(1)
    return (STEEP * weights).astype(np.float32), (STEEP * biases).astype(np.float32)


def read(out, features):
    """Files, features and kinds of the photos for training, the part of the cross-validation each is in, all kinds (word and family), and
    how many photos without features each has, with their means."""
    import numpy as np

    said = words()
    file = lambda blob: str(out / f"{blob}.jpg").replace("/", "_")
    photos = [(name, said[label.split("|")[0]], file(blob)) for name, judging, blob, label in rows() if not judging]
    is_there = [(features / (photo[2] + ".f32")).is_file() for photo in photos]
    weights = present()
    known = collections.Counter(word for (_, (word, _), _), there in zip(photos, is_there) if not there and word in weights)
    photos = [photo for photo, there in zip(photos, is_there) if there]
    each = known + collections.Counter(word for _, (word, _), _ in photos)
    family = dict(said.values())
    kinds = sorted(word for word, number in each.items() if number >= LEAST)
    at = {word: index for index, word in enumerate(kinds)}
    photos = [photo for photo in photos if photo[1][0] in at]
    x = np.stack([np.fromfile(features / (file + ".f32"), "<f4") for *_, file in photos])
    y = np.array([at[word] for _, (word, _), _ in photos])
    part = np.array([zlib.crc32(name.encode()) % FOLDS for name, *_ in photos])
    numbers, means = np.array([float(known[word]) for word in kinds]), np.zeros((len(kinds), x.shape[1]))
    own = within(x, y, middle(x, y, len(kinds), (0 * numbers, means))[1])
    for word in known:
        means[at[word]] = own @ weights[word]
    return [file for *_, file in photos], x, y, part, [(word, family[word]) for word in kinds], (numbers, means)


def present():
    """The weights of each word in the layer that is there."""
    import numpy as np

    data = (layer.DATA / "photos.bin").read_bytes()
    wide, count = np.frombuffer(data, "<u4", 2)
    scales, weights = np.frombuffer(data, "<f4", count, 8), np.frombuffer(data, np.int8, count * wide, 8 + 4 * count)
    lines = (layer.DATA / "photos.txt").read_text(encoding="utf-8").splitlines()
    own = [line.split(" | ")[0] for line in lines if not line.startswith("#")]
    return dict(zip(own, weights.reshape(count, wide) * scales[:, None] / STEEP))


def crossed(x, y, part, count, earlier):
    """The shares of each photo by layers that saw nothing of its repository."""
    import numpy as np

    shares = np.zeros((len(x), count), np.float32)
    for fold in range(FOLDS):
        rest = part != fold
        weights, biases = fit(x[rest], y[rest], count, earlier)
        shares[~rest] = layer.shares(x[~rest] @ weights.T + biases)
    return shares


def train(out, features):
    import numpy as np

    files, x, y, part, kinds, earlier = read(out, features)
    shares = crossed(x, y, part, len(kinds), earlier)
    order = np.argsort(-shares, 1)[:, :3]
    own = shares[np.arange(len(y)), y]
    print(f"{len(x)} photos, {len(kinds)} kinds; the surest is right for {(order[:, 0] == y).mean():.1%}, one of three for {(order == y[:, None]).any(1).mean():.1%}")
    print(f"log loss {-np.log(np.maximum(own, 1e-6)).mean():.3f} with a steepness of {STEEP}")
    weights, biases = fit(x, y, len(kinds), earlier)
    layer.write("photos.bin", weights, biases)
    about = "# What labelled photos show: a word and its family for each kind of photos.bin. Written by scripts/eye/photos.py.\n"
    (layer.DATA / "photos.txt").write_text(about + "".join(f"{word} | {family}\n" for word, family in kinds), encoding="utf-8")


def shares(out, features, records):
    import numpy as np

    files, x, y, part, kinds, earlier = read(out, features)
    by_file = dict(zip(files, crossed(x, y, part, len(kinds), earlier)))
    weights, biases = fit(x, y, len(kinds), earlier)
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
