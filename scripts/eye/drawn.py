#!/usr/bin/env python3
"""What is drawn and no photo: logos and drawings, told by one layer on the second eye's features (crates/vision/data/drawn.bin).

usage: MIRROR=FOLDER scripts/eye/drawn.py collect OUT     # images of four kinds, from the repositories below (needs pillow, resvg_py)
       scripts/eye/drawn.py train OUT FEATURES-FOLDER     # needs numpy; writes drawn.bin, prints figures of the images held back

Between the two, for all images: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
"""

import sys

import layer

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


def collect(out):
    for kind, name, start, count in SETS:
        (out / kind).mkdir(parents=True, exist_ok=True)
        done = 0
        for file in layer.chosen(name, start, count):
            key = layer.key(name, file)
            try:
                layer.on_ground(layer.pixels(file, layer.show(name, file)), key).save(out / kind / f"{key}.jpg", quality=92)
                done += 1
            except (OSError, ValueError, RuntimeError) as error:
                print("left out", name, file, error, file=sys.stderr)
        print(kind, name, done, flush=True)


def train(out, features):
    import numpy as np

    x, y, back = layer.read(out, KINDS, features)
    each = np.bincount(y[~back], minlength=len(KINDS))
    weights, biases = layer.fit(x[~back], y[~back], 1 / each)
    layer.report(KINDS, layer.shares(x[back] @ weights.T + biases), y[back])
    layer.write("drawn.bin", weights, biases)


if __name__ == "__main__":
    layer.main(__doc__, collect, train)
