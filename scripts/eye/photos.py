#!/usr/bin/env python3
"""Words for what photos of shops, restaurants, events and places show, told by one layer on the second eye's features (crates/vision/data/photos.bin).

usage: MIRROR=FOLDER scripts/eye/photos.py collect OUT                 # the photos of photos.tsv (needs numpy, pillow)
       scripts/eye/photos.py train OUT FEATURES-FOLDER GOODS-FOLDER    # needs numpy; writes photos.bin, prints figures by cross-validation

Between the two, for all photos: replay features assets/models FEATURES-FOLDER FILE... (an example of nomina-vision, feature `bench`).
GOODS-FOLDER is the one of goods.py, whose features are in FEATURES-FOLDER, too: its images are none of the words.
"""

import collections
import io
import re
import subprocess
import zlib

import goods
import layer

# Word, its family, and the labels of photos.tsv that are called so. Words of the families `place`, `person` and `event` are no goods.
WORDS = {
    "light bulb": ("light bulb", r"(light|smart|led) ?bulbs?|led tube light"),
    "gift box": ("gift box", r"gift (box(es)?|set|basket)"),
    "spices": ("spices", r"spices|spice (jars|sacks|mix|powder|box|market)|turmeric.*|cardamom|cinnamon.*|cumin|cloves|nutmeg|pepper( powder)?|coriander powder|peppercorns|star anise|saffron"),
    "plush toy": ("plush toy", r"plush toys?|teddy bears?|stuffed .*|crochet toy|soft toy"),
    "dumbbells": ("dumbbells", r"dumbbells?|weight plates|kettlebells?|barbell"),
    "jar": ("jar", r"jars?|(honey|jam|preserving|nutella) jars?|honey"),
    "bouquet": ("bouquet", r"(rose |tulip |bridal |flower |framed )?bouquets?|flower (arrangement|basket|box)|rose box"),
    "speaker": ("speaker", r"((bluetooth|car) )?speakers?|soundbar|subwoofer|boombox"),
    "printer": ("printer", r"printers?"),
    "power tool": ("power tool", r"drills?|impact driver|angle grinder|jigsaw|oscillating tool|circular saw|power tools?"),
    "pipes": ("pipes", r"pipes?|pipe fittings|valve"),
    "map": ("map", r"map|floor plan"),
    "pens": ("pens", r"pens?|pencils?|felt-tip pens|highlighters|colored pencils|paint brush(es)?|oil pastels"),
    "smartphone": ("smartphone", r"smartphones?"),
    "blender": ("blender", r"blender|juicer|mixer( grinder)?|hand mixer|stand mixer|food processor"),
    "medicine": ("medicine", r"medicine.*|capsules|pills?|pill bottle|tablets|vitamins|supplement.*|pet medicine"),
    "backpack": ("backpack", r"backpacks?|laptop bag"),
    "sneakers": ("sneakers", r"sneakers?|running shoes|shoes"),
    "palm trees": ("palm trees", r"palm trees?"),
    "croissants": ("croissants", r"croissants?"),
    "cocktail": ("cocktail", r"cocktails?|moscow mule|mojito"),
    "set table": ("place", r"set table|wedding table|table setting|dinner table|banquet (hall|table)|restaurant table"),
    "restaurant": ("place", r"restaurant( interior| terrace)?|cafe( interior)?|bar|dining room|pub|coffee shop"),
    "conference room": ("place", r"meeting room|conference (room|hall)|lecture hall|boardroom"),
    "warehouse": ("place", r"warehouse|factory"),
    "temple": ("place", r"(ancient |hindu |buddhist )?temple( gate)?|stupa|pagoda"),
    "castle": ("place", r"castle|fort(ress)?|rock fortress|palace|city wall|ruins"),
    "city skyline": ("place", r"city skyline|skyscrapers?|city|city at night|skyline"),
    "desert": ("place", r"desert|sand dunes|camel caravan|camels?"),
    "swimming pool": ("place", r"(infinity |swimming )?pool"),
    "gym": ("place", r"gym( workout)?|weight bench|exercise bike|treadmill|man on treadmill"),
    "construction site": ("place", r"construction site|house under construction|construction crane|room renovation"),
    "hotel lobby": ("place", r"hotel (lobby|reception|lounge)|lobby|reception( desk| area)?|waiting room|office lounge"),
    "chef": ("person", r"chef.*|baker|pastry chef|cook"),
    "worker": ("person", r"construction workers?|technicians?|workers?|worker with.*|plumber|electrician.*|mechanic|man with drill|engineers?|welder"),
    "concert": ("event", r"concert.*|singer.*|musicians?|outdoor concert|band|guitarist|rock band|dj"),
    "wedding couple": ("event", r"bride and groom|wedding( couple| ceremony| hands)?|bride|groom"),
}  # fmt: skip
# What is drawn, and the kinds of goods.py that stay kinds of their own.
DRAWN = r"logo|icon|illustration|drawing"
KEPT = ["food", "thing", "scene", "drawn", "clothes", "shoes", "bags"]
# A label of so many photos is a kind of its own, which is not said.
OWN_KIND = 6
# Between the covariance within kinds and none, how much a kind's number of photos counts, and how steep shares are: by cross-validation.
SHRINK, PRIOR, STEEP = 0.7, 0.5, 0.036
FOLDS = 5


def rows():
    """Repository, whether it is for judging, blob, label."""
    for line in (layer.HERE / "photos.tsv").read_text(encoding="utf-8").splitlines():
        first, _, second = line.partition("\t")
        if "/" in first and not line.startswith("#"):
            name, judging = first, second == "judging"
        elif not line.startswith("#"):
            yield name, judging, first, second


def collect(out):
    from PIL import Image, ImageOps

    out.mkdir(parents=True, exist_ok=True)
    for name, _, blob, _ in rows():
        data = subprocess.run([*layer.git(name), "cat-file", "blob", blob], capture_output=True, check=True).stdout
        image = layer.on_ground(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGBA"), blob)
        image.save(out / f"{blob}.jpg", quality=90)


def kind_of(label):
    first = label.split("|")[0]
    said = next((word for word, (_, labels) in WORDS.items() if re.fullmatch(labels, first)), None)
    return said or ("drawn" if re.fullmatch(DRAWN, first) else f"rest {first}")


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


def train(out, features, goods_folder):
    import numpy as np

    photos = [(name, kind_of(label), features / (str(out / f"{blob}.jpg").replace("/", "_") + ".f32")) for name, judging, blob, label in rows() if not judging]
    photos = [photo for photo in photos if photo[2].is_file()]
    each = collections.Counter(kind for _, kind, _ in photos)
    own = [kind for kind, number in each.most_common() if kind.startswith("rest ") and number >= OWN_KIND]
    kinds = [*WORDS, "goods", *KEPT, *own, "rest"]
    at = {kind: index for index, kind in enumerate(kinds)}
    x = np.stack([np.fromfile(file, "<f4") for *_, file in photos])
    y = np.array([at.get(kind, len(kinds) - 1) for _, kind, _ in photos])
    fold = np.array([zlib.crc32(name.encode()) % FOLDS for name, *_ in photos])
    more, of_kind, _ = layer.read(goods_folder, goods.KINDS, features)
    others = np.array([at.get(goods.KINDS[kind], at["goods"]) for kind in of_kind])
    shares = np.zeros((len(x), len(kinds)), np.float32)
    for part in range(FOLDS):
        rest = fold != part
        weights, biases = fit(np.concatenate([more, x[rest]]), np.concatenate([others, y[rest]]), len(kinds))
        shares[~rest] = layer.shares(x[~rest] @ weights.T + biases)
    layer.report(list(WORDS), shares, y, sure=0.6)
    weights, biases = fit(np.concatenate([more, x]), np.concatenate([others, y]), len(kinds))
    layer.write("photos.bin", weights, biases, "\n".join(f"{word}\t{family}" for word, (family, _) in WORDS.items()).encode())
    print(len(x), "photos,", len(kinds), "kinds")


if __name__ == "__main__":
    layer.main(__doc__, collect, train)
