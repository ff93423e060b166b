#!/usr/bin/env python3
"""Words for goods and animals that no other network has, told by one layer on the second eye's features (crates/vision/data/goods.bin).

usage: MIRROR=FOLDER scripts/eye/goods.py collect OUT     # images, from the repositories below (needs numpy, pillow)
       scripts/eye/goods.py train OUT FEATURES-FOLDER     # needs numpy; writes goods.bin, prints figures of the images held back

Between the two, for all images: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
"""

import csv
import io
import random
import sys

import layer
import sources

FASHION = "phandungmta/Doan_2020"
CALTECH = "MachineLearning2020/Homework2-Caltech101"
COCO = "hai4h/cnn-edge-detection"
# Word of a good, and the labels of the set of fashion goods that are called so.
GOODS = {
    "watch": ["Watches"],
    "sunglasses": ["Sunglasses"],
    "wallet": ["Wallets"],
    "belt": ["Belts"],
    "perfume bottle": ["Perfume and Body Mist"],
    "nail polish": ["Nail Polish"],
    "lipstick": ["Lipstick", "Lip Gloss"],
    "cosmetics": [
        "Deodorant", "Foundation and Primer", "Compact", "Highlighter and Blush", "Eyeshadow", "Face Moisturisers", "Kajal and Eyeliner",
        "Face Wash and Cleanser", "Sunscreen", "Concealer", "Mascara", "Mask and Peel", "Lip Liner", "Body Lotion", "Toner",
    ],
    "earrings": ["Earrings"],
    "necklace": ["Pendant", "Necklace and Chains"],
    "ring": ["Ring"],
    "bracelet": ["Bracelet", "Bangle"],
    "jewelry": ["Jewellery Set"],
    "cufflinks": ["Cufflinks"],
}  # fmt: skip
# Word of a thing or animal, and its folder in Caltech-101.
OTHERS = {
    "watch": "watch", "dolphin": "dolphin", "octopus": "octopus", "seahorse": "sea_horse", "rhino": "rhino", "helicopter": "helicopter",
    "pigeon": "pigeon", "headphones": "headphone", "wheelchair": "wheelchair", "stapler": "stapler", "bonsai tree": "bonsai",
}  # fmt: skip
# Words for goods that are taken for each other; what no list has is its own family.
FAMILIES = {
    "jewelry": ["earrings", "necklace", "ring", "bracelet", "cufflinks"],
    "cosmetics": ["perfume bottle", "nail polish", "lipstick"],
    "animal": ["dolphin", "octopus", "seahorse", "rhino", "pigeon"],
}
# What is none of them, in kinds of its own so that a straight line can tell them apart.
REST = {
    "clothes": ["Tshirts", "Shirts", "Kurtas", "Tops", "Jeans", "Shorts", "Trousers", "Dresses", "Sarees", "Jackets", "Sweaters", "Skirts", "Bra", "Briefs"],
    "shoes": ["Casual Shoes", "Sports Shoes", "Heels", "Flip Flops", "Sandals", "Formal Shoes", "Flats"],
    "bags": ["Handbags", "Backpacks", "Clutches", "Duffel Bag", "Laptop Bag", "Messenger Bag", "Mobile Pouch"],
    "accessories": ["Socks", "Caps", "Ties", "Scarves", "Stoles", "Gloves", "Suspenders", "Water Bottle", "Umbrellas", "Footballs", "Basketballs"],
}  # fmt: skip
# Kind of the rest, repository, how paths begin, how many.
SETS = [
    ("scene", COCO, "train2017/", 2000),
    ("food", "marcusklasson/GroceryStoreDataset", "dataset/(iconic-images|train)", 200),
    ("food", "cristeaioan/ffml_dataset", "images/", 150),
    ("clothes", "alexeygrigorev/clothing-dataset", "images/", 150),
    ("clothes", "dungnm95/magento-2-hello-world", "pub/media/catalog/product/[mw]/[a-z]/[mw][^g]", 80),
]
DRAWN = [("gilbarbara/logos", "logos/", 100), ("ecomfe/dls-illustrations", "raw/", 30)]
WORDS = list(dict.fromkeys([*GOODS, *OTHERS]))
KINDS = [*WORDS, *REST, "food", "thing", "scene", "drawn"]
MOST, MOST_REST = 150, 40
# Images of each other folder of Caltech-101, and of those with what shops sell or what looks printed.
EACH_THING, EACH_SOLD = 8, 30
SOLD = "binocular camera cellphone ceiling_fan chair chandelier cup dollar_bill electric_guitar ewer grand_piano lamp laptop scissors soccer_ball umbrella windsor_chair wrench".split()
# Of all that an image counts, this much is counted of images that are none of the words.
REST_COUNTS = 0.65
# No channel of white is below this.
WHITE = 236


def labels():
    """The files of each label of the set of fashion goods."""
    by_label = {}
    for row in csv.DictReader(io.StringIO(layer.show(FASHION, "CBIR-master/images.csv").decode())):
        by_label.setdefault(row["cls"].strip(), []).append("images/" + row["filename"])
    return by_label


def wanted():
    """Kind, repository, file, whether it stands before white."""
    by_label = labels()
    for kind, names in GOODS.items():
        yield from ((kind, FASHION, file, True) for file in layer.some([file for name in names for file in by_label[name]], MOST))
    for kind, names in REST.items():
        yield from ((kind, FASHION, file, True) for name in names for file in layer.some(by_label[name], MOST_REST))
    things = {}
    for file in layer.listed(CALTECH):
        things.setdefault(file.split("/")[1], []).append(file)
    for kind, folder in OTHERS.items():
        yield from ((kind, CALTECH, file, False) for file in layer.some(things.pop(folder), MOST))
    for folder in sorted(set(things) - {"BACKGROUND_Google", "Faces_easy"}):
        yield from (("thing", CALTECH, file, False) for file in layer.some(things[folder], EACH_SOLD if folder in SOLD else EACH_THING))
    for kind, name, start, count in SETS:
        yield from ((kind, name, file, False) for file in layer.chosen(name, start, count))
    for name, start, count in DRAWN:
        yield from (("drawn", name, file, False) for file in layer.chosen(name, start, count))


def excluded():
    """Which files of COCO judge names or are held back for it, and the difference hashes of all such images, as rows of bits."""
    import numpy as np

    _, hashes, numbers = sources.excluded()
    bits = np.unpackbits(np.array([list(value.to_bytes(8, "big")) for value in hashes], np.uint8), axis=1)

    def is_judged(name, file):
        number = int(file[-16:-4]) if name == COCO else None
        return name == COCO and (sources.coco_excluded(number, numbers) or sources.is_held_back(f"coco/{number}"))

    return is_judged, bits


def is_alike(image, known):
    import numpy as np
    from PIL import Image

    small = np.asarray(image.convert("L").resize((9, 8), Image.BOX), np.int16)
    return (known != np.unpackbits(np.packbits(small[:, 1:] > small[:, :-1]))).sum(1).min() <= 6


def moved(image, ground, seed):
    """A good that stands before white, cut out, turned and set before another ground, which may be plain."""
    import numpy as np
    from PIL import Image, ImageFilter

    dice = random.Random(seed)
    white = np.asarray(image).min(2) > WHITE
    # The ground is what can be reached from an edge in a straight line.
    lines = [(white, 0), (white[::-1], 0), (white, 1), (white[:, ::-1], 1)]
    down, up, right, left = (np.logical_and.accumulate(part, axis) for part, axis in lines)
    mask = Image.fromarray(np.where(down | up[::-1] | right | left[:, ::-1], 0, 255).astype(np.uint8))
    cut = image.copy()
    cut.putalpha(mask.filter(ImageFilter.MinFilter(3)).filter(ImageFilter.GaussianBlur(0.7)))
    cut = cut.crop(mask.getbbox() or (0, 0, *image.size)).rotate(dice.uniform(-25, 25), expand=True, resample=Image.BICUBIC)
    side = 448
    frame = dice.choice([(side, side), (side, side * 3 // 4), (side, side * 2 // 3), (side * 3 // 4, side)])
    if dice.random() < 0.5:
        shade = dice.choice([(250, 250, 250), (235, 225, 215), (25, 25, 28), tuple(dice.randrange(256) for _ in range(3))])
        under = Image.new("RGB", frame, shade)
    else:
        left, top = (dice.randrange(1 + size // 2) for size in ground.size)
        under = ground.crop((left, top, left + ground.width // 2, top + ground.height // 2)).resize(frame)
        under = under.filter(ImageFilter.GaussianBlur(dice.choice([0, 2, 6])))
    scale = dice.uniform(0.4, 0.95) * min(frame[0] / cut.width, frame[1] / cut.height)
    cut = cut.resize([max(1, round(size * scale)) for size in cut.size])
    under.paste(cut, [dice.randrange(1 + room - size) for room, size in zip(frame, cut.size, strict=True)], cut)
    return under


def collect(out):
    is_judged, known = excluded()
    rows = [row for row in wanted() if not is_judged(row[1], row[2])]
    grounds = [row[2] for row in rows if row[1] == COCO]
    left = 0
    for at, (kind, name, file, white) in enumerate(rows):
        (out / kind).mkdir(parents=True, exist_ok=True)
        key = layer.key(name, file)
        if (out / kind / f"{key}.jpg").exists():
            continue
        try:
            image = layer.on_ground(layer.pixels(file, layer.show(name, file)), key)
        except (OSError, ValueError, RuntimeError) as error:
            print("left out", name, file, error, file=sys.stderr)
            continue
        if is_alike(image, known):
            left += 1
            continue
        image.save(out / kind / f"{key}.jpg", quality=92)
        if white and (kind in GOODS or at % 2 == 0):
            other = grounds[int(key, 16) % len(grounds)]
            ground = layer.pixels(other, layer.show(COCO, other)).convert("RGB")
            moved(image, ground, key).save(out / kind / f"{key}m.jpg", quality=92)
    print(len(rows), "images,", left, "left out for likeness")


def train(out, features):
    import numpy as np

    x, y, back = layer.read(out, KINDS, features)
    each = np.bincount(y[~back], minlength=len(KINDS)).astype(float)
    said = np.arange(len(KINDS)) < len(WORDS)
    # Among the words and among the rest, kinds with more images count more, but less so than their number.
    counts = np.sqrt(each)
    for part, share in ((said, 1 - REST_COUNTS), (~said, REST_COUNTS)):
        counts[part] *= share / counts[part].sum()
    weights, biases = layer.fit(x[~back], y[~back], counts / each, steps=300)
    layer.report(KINDS, layer.shares(x[back] @ weights.T + biases), y[back])
    family = {word: family for family, words in FAMILIES.items() for word in words}
    layer.write("goods.bin", weights, biases, "\n".join(f"{word}\t{family.get(word, word)}" for word in WORDS).encode())


if __name__ == "__main__":
    layer.main(__doc__, collect, train)
