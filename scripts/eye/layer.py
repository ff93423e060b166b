"""One layer on the second eye's features: images out of repositories, training, and the file that the program reads.

drawn.py, goods.py and photos.py use it. Images of the first two are kept as FOLDER/KIND/NAME.jpg; NAME is a number in base sixteen, and every sixth image
is held back by it.
"""

import functools
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
sys.path.insert(0, str(HERE.parent / "tags"))
import sources

HELD_BACK = 6
ENDINGS = (".png", ".jpg", ".jpeg", ".svg")


def git(name):
    return ["git", "--git-dir=" + sources.git_dir(name)]


@functools.cache
def opened(name):
    return subprocess.Popen([*git(name), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def show(name, file):
    """The bytes of a file; none where the repository lacks it."""
    batch = opened(name)
    batch.stdin.write(f"HEAD:{file}\n".encode())
    batch.stdin.flush()
    about = batch.stdout.readline().split()
    return batch.stdout.read(int(about[2]) + 1)[:-1] if about[-2:-1] == [b"blob"] else b""


def some(files, count):
    """Some of the files, the same ones each time."""
    return sorted(files, key=lambda file: hashlib.sha256(file.encode()).digest())[:count]


def listed(name):
    listed = subprocess.run([*git(name), "ls-tree", "-r", "-z", "--name-only", "HEAD"], capture_output=True, check=True).stdout.decode()
    return [file for file in listed.split("\0") if file.lower().endswith(ENDINGS)]


def chosen(name, start, count):
    """Some files whose paths begin so."""
    return some([file for file in listed(name) if re.match(start, file)], count)


def key(name, file):
    return hashlib.sha256((name + file).encode()).hexdigest()[:16]


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


def read(folder, kinds, features):
    """Features, kinds, and which are held back, of all images that have features."""
    import numpy as np

    rows, of_kind, back = [], [], []
    for at, kind in enumerate(kinds):
        for file in sorted((folder / kind).glob("*.jpg")):
            kept = features / (str(file).replace("/", "_") + ".f32")
            if kept.is_file():
                rows.append(np.fromfile(kept, "<f4"))
                of_kind.append(at)
                back.append(int(file.stem[:16], 16) % HELD_BACK == 0)
    return np.stack(rows).astype(np.float32), np.array(of_kind), np.array(back)


def fit(x, y, counts, decay=3e-3, steps=250, rate=0.02):
    """Logistic regression over all kinds; each image counts `counts` of its kind. Returns weights and biases for plain features."""
    import numpy as np

    mean, spread = x.mean(0), x.std(0) + 0.02
    x = (x - mean) / spread
    want = np.eye(len(counts), dtype=np.float32)[y]
    each = np.asarray(counts, np.float32)[y][:, None]
    each = each / each.sum()
    weights, biases = np.zeros((len(counts), x.shape[1]), np.float32), np.zeros(len(counts), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        off = (shares(x @ weights.T + biases) - want) * each
        slope = off.T @ x + decay * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        biases -= off.sum(0)
    plain = weights / spread
    return plain, biases - plain @ mean


def shares(sums):
    import numpy as np

    powers = np.exp(sums - sums.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def report(kinds, beliefs, y, sure=0.9):
    best = beliefs.argmax(1)
    for at, kind in enumerate(kinds):
        said, true, certain = best == at, y == at, beliefs[:, at] >= sure
        print(
            f"{kind:12} {true.sum()} held back: {(said & true).sum()} found, {(said & ~true).sum()} others called so; "
            f"from {sure} on {(certain & true).sum()} and {(certain & ~true).sum()}"
        )


def write(file, weights, biases, end=b""):
    import numpy as np

    scale = np.abs(weights).max(1) / 127
    with open(DATA / file, "wb") as out:
        out.write(struct.pack("<2I", weights.shape[1], len(weights)) + scale.astype("<f4").tobytes())
        out.write(np.round(weights / scale[:, None]).astype(np.int8).tobytes() + biases.astype("<f4").tobytes() + end)


def main(usage, *steps):
    """The command line of a program that trains a layer: a step by its name, and as many folders as it takes."""
    named = {step.__name__: step for step in steps}
    match sys.argv[1:]:
        case [name, *folders] if name in named and len(folders) == named[name].__code__.co_argcount:
            named[name](*map(pathlib.Path, folders))
        case _:
            sys.exit(usage)
