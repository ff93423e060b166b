#!/usr/bin/env python3
"""What is drawn and no photo: logos and drawings, told by one layer on the second eye's features (crates/vision/data/drawn.bin).

usage: MIRROR=FOLDER scripts/eye/drawn.py collect OUT     # images of four kinds, from the repositories below (needs pillow, resvg_py)
       scripts/eye/drawn.py train OUT FEATURES-FOLDER     # needs numpy; writes drawn.bin, prints figures of the images held back

Between the two, for all images: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
"""

import hashlib
import io
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[1] / "crates" / "vision" / "data"
KINDS = ["photo", "logo", "drawing", "page"]
# Kind, repository, how paths begin (a regular expression), how many. Emoji that are rendered in three dimensions look like products.
SETS = [
    ("photo", "hai4h/cnn-edge-detection", "train2017/", 900),
    ("photo", "alexeygrigorev/clothing-dataset", "images/", 250),
    ("photo", "dungnm95/magento-2-hello-world", "pub/media/catalog/product/", 250),
    ("photo", "marcusklasson/GroceryStoreDataset", "dataset/iconic-images", 80),
    ("photo", "marcusklasson/GroceryStoreDataset", "dataset/train", 60),
    ("photo", "MachineLearning2020/Homework2-Caltech101", "101_ObjectCategories/(watch|laptop|electric_guitar|soccer_ball|chair|lamp|cellphone|cup|camera|ewer|Motorbikes)/", 130),
    ("logo", "homarr-labs/dashboard-icons", "png/", 250),
    ("logo", "gilbarbara/logos", "logos/", 450),
    ("drawing", "microsoft/fluentui-emoji", "assets/.*/(Flat|Color)/", 150),
    ("drawing", "googlefonts/noto-emoji", "png/512/", 200),
    ("drawing", "gravity-ui/illustrations", "svgs/", 84),
    ("drawing", "ecomfe/dls-illustrations", "raw/", 43),
    ("page", "nextcloud/documentation", "", 200),
    ("page", "softmatic/vision-data", "", 60),
]
# Every sixth image, by the hash of its name, is held back.
HELD_BACK = 6


def git(name):
    sys.path.insert(0, str(HERE.parent / "tags"))
    import sources

    return ["git", "--git-dir=" + sources.git_dir(name)]


def chosen(name, start, count):
    """Some files whose paths begin so, the same ones each time."""
    listed = subprocess.run([*git(name), "ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout.decode()
    files = [line.split("\t")[1] for line in listed.split("\0") if line]
    fitting = [file for file in files if re.match(start, file) and file.lower().endswith((".png", ".jpg", ".jpeg", ".svg"))]
    return sorted(fitting, key=lambda file: hashlib.sha256(file.encode()).digest())[:count]


def pixels(file, data):
    from PIL import Image

    if file.lower().endswith(".svg"):
        import resvg_py

        data = bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), width=480))
    return Image.open(io.BytesIO(data)).convert("RGBA")


def on_ground(image, seed):
    """What has no ground of its own gets one, most often white, and some room around it."""
    from PIL import Image

    dice = random.Random(seed)
    image.thumbnail((480, 480))
    if image.getextrema()[3][0] > 250:
        return image.convert("RGB")
    grounds = [(255, 255, 255)] * 5 + [(245, 245, 245), (20, 20, 24), tuple(dice.randrange(256) for _ in range(3)), (235, 240, 250)]
    room = 1 + dice.random()
    size = [round(max(side, 0.4 * max(image.size)) * room) for side in image.size]
    ground = Image.new("RGBA", size, (*dice.choice(grounds), 255))
    ground.alpha_composite(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return ground.convert("RGB")


def collect(out):
    for kind, name, start, count in SETS:
        (out / kind).mkdir(parents=True, exist_ok=True)
        done = 0
        for file in chosen(name, start, count):
            shown = subprocess.run([*git(name), "show", "HEAD:" + file], capture_output=True)
            key = hashlib.sha256((name + file).encode()).hexdigest()[:16]
            try:
                on_ground(pixels(file, shown.stdout), key).save(out / kind / f"{key}.jpg", quality=92)
                done += 1
            except (OSError, ValueError, RuntimeError) as error:
                print("left out", name, file, error, file=sys.stderr)
        print(kind, name, done, flush=True)


def train(out, features):
    import numpy as np

    rows, kinds, back = [], [], []
    for at, kind in enumerate(KINDS):
        for file in sorted((out / kind).glob("*.jpg")):
            kept = features / (str(file).replace("/", "_") + ".f32")
            if not kept.is_file():
                continue
            rows.append(np.fromfile(kept, "<f4"))
            kinds.append(at)
            back.append(int(file.stem, 16) % HELD_BACK == 0)
    x, y, back = np.stack(rows).astype(np.float32), np.array(kinds), np.array(back)
    mean, spread = x[~back].mean(0), x[~back].std(0) + 0.02
    flat = (x - mean) / spread
    weights, biases = fit(np, flat[~back], y[~back])
    sums = flat[back] @ weights.T + biases
    report(np, sums, y[back])
    first = weights / spread
    write(np, first, biases - first @ mean)


def fit(np, x, y, decay=3e-3, steps=250, rate=0.02):
    """Logistic regression over all kinds; each kind counts alike."""
    want = np.eye(len(KINDS), dtype=np.float32)[y]
    each = (1 / np.bincount(y, minlength=len(KINDS)))[y][:, None].astype(np.float32) / len(KINDS)
    weights, biases = np.zeros((len(KINDS), x.shape[1]), np.float32), np.zeros(len(KINDS), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        sums = x @ weights.T + biases
        shares = np.exp(sums - sums.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        off = (shares - want) * each
        slope = off.T @ x + decay * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        biases -= off.sum(0)
    return weights, biases


def report(np, sums, y):
    shares = np.exp(sums - sums.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    best = shares.argmax(1)
    for at, kind in enumerate(KINDS):
        said, true = best == at, y == at
        sure = shares[:, at] >= 0.9
        print(f"{kind:8} {true.sum()} held back: {(said & true).sum()} found, {(said & ~true).sum()} others called so; from 0.9 on {(sure & true).sum()} and {(sure & ~true).sum()}")


def write(np, weights, biases):
    scale = np.abs(weights).max(1) / 127
    with open(DATA / "drawn.bin", "wb") as out:
        out.write(struct.pack("<2I", weights.shape[1], len(KINDS)) + scale.astype("<f4").tobytes())
        out.write(np.round(weights / scale[:, None]).astype(np.int8).tobytes() + biases.astype("<f4").tobytes())


if __name__ == "__main__":
    if sys.argv[1:2] == ["collect"] and len(sys.argv) == 3:
        collect(pathlib.Path(sys.argv[2]))
    elif sys.argv[1:2] == ["train"] and len(sys.argv) == 4:
        train(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    else:
        sys.exit(__doc__)
