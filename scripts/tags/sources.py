"""Where training pictures come from: public git repositories under the folder in MIRROR, one each, named owner+name.

Licences stand in crates/vision/NOTICE. Sets that may be used for research only are not here.
"""

import collections
import csv
import hashlib
import io
import json
import os
import pathlib
import pickle
import random
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
COCO = "hai4h/cnn-edge-detection"
# What a dish of the set ffml is, by the first of these that its folder's name holds.
DISHES = [
    ("ice-cream", "icecream|ice cream"),
    ("pizza", "^pizza"),
    ("burger", "burger"),
    ("hot-dog", "hot dog"),
    ("sandwich", "sandwich|classic toast"),
    ("soup", "soup"),
    ("salad", "salad"),
    ("cake", "cake|tiramisu|lamaita|prajitura|madeleine|mousse"),
    ("cookies", "biscuit|cookie|stroopwafel|cracker|wafer"),
    ("pie", "pie$|pie |strudel|suberek"),
    ("pastry", "pastry|pretzel|nussschnecken|churros|baclava|croissant|eclair"),
    ("donut", "donut|gogosi"),
    ("chocolate", "chocol|kitkat|raffaello"),
    ("candy", "candy|candies|gum|toffee|lollipop|lokum|tic-tac|mentos|bonbon"),
    ("chips", "chips|pom-bar|puffs|chrup|flips"),
    ("fries", "fries|wedges"),
    ("pasta", "pasta|penne|tagliatelle|farfalle|linguini|fusilli|tortell|lasagna|gnocchi|rigatti|tortiglioni|macaroni|noodles"),
    ("rice", "rice|risotto"),
    ("egg", "egg|omelette"),
    ("potato", "potato"),
    ("chicken", "chicken|drumstick|wings|turkey|kfc"),
    ("sausage", "sausage|mici|salami|mortadella"),
    ("fish", "fish|trout|hake|salmon|pastrav|mussel|shrimp"),
    ("stew", "stew|goulash|curry|beans|lentil"),
    ("meat", "pork|beef|lamb|mutton|kebap|shaorma|skewer|schnitzel|cordon"),
    ("cheese", "cheese"),
    ("bread", "bread|baguette|pita|croutons|roll"),
    ("sauce", "sauce|jam|ketchup"),
]
# What Magento's sample products are, by the first letters of their files.
GOODS = {"h": "hoodie", "j": "jacket", "p": "trousers", "s": "t-shirt", "sh": "shorts", "t": "tank-top", "g": "watch"}
BAGS = ("mb", "ub", "wb06", "wb07")
# Every sixth image, by the hash of its key, is held back from training.
HELD_BACK = 6


def git_dir(name):
    folder = pathlib.Path(os.environ["MIRROR"]) / name.replace("/", "+") / "repo"
    inner = folder / ".git"
    return str(inner if inner.is_dir() else folder)


def tree(name, path=""):
    """Paths and blob ids of a repository's pictures and tables."""
    command = ["git", "--git-dir=" + git_dir(name), "-c", "core.quotepath=off", "ls-tree", "-r", "HEAD"]
    out = subprocess.run(command + ([path] if path else []), capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        about, file = line.split("\t", 1)
        yield file, about.split()[2]


def show(name, path):
    command = ["git", "--git-dir=" + git_dir(name), "show", "HEAD:" + path]
    return subprocess.run(command, capture_output=True, check=True).stdout


def is_held_back(key):
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % HELD_BACK == 0


def excluded():
    """SHA-256, 64-bit difference hashes (as numbers) and COCO numbers of the pictures that nobody may train on."""
    shas, hashes, numbers = set(), [], set()
    for line in (HERE / "exclude.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        first, second = line.split("\t")
        if first == "-":
            numbers.add(second)
        else:
            shas.add(first)
            hashes.append(int(second, 16))
    return shas, hashes, numbers


def coco_excluded(number, numbers):
    return number <= 700 or str(number).zfill(12) in numbers


class Plain(pickle.Unpickler):
    """Reads a table without running the classes that were pickled with it."""

    def find_class(self, module, name):
        if module in ("builtins", "collections") and name in ("set", "dict", "list", "defaultdict", "int", "str"):
            return super().find_class(module, name)
        return type(name, (), {"__setstate__": lambda self, state: self.__dict__.update(state)})


def tables(name, path):
    return csv.DictReader(io.StringIO(show(name, path).decode("utf-8", "replace")))


def more_captions():
    """COCO's own captions as other projects carry parts of them along: (number, caption). Most pictures have one here."""
    for row in tables("rohitgandikota/unified-concept-editing", "data/coco_30k.csv"):
        yield int(row["coco_id"]), row["prompt"]
    for row in tables("Allof02/SD1.5-COCOVAL14-Evaluation", "MS-COCO_val2014_30k_captions.csv"):
        yield int(row["image_id"]), row["text"]
    for row in tables("Vindhyaa-Saravanan/Deep-Learning-Coursework", "coco_captions.csv"):
        yield int(row["image_id"]), row["caption"]
    name, folder = "TatjanaChernenko/image_description_generation", "train_data/ms_coco/ms_coco_input/"
    parts = collections.defaultdict(list)
    for line in show(name, folder + "image_id.txt").decode().splitlines():
        part, number = line.split()
        parts[part].append(int(number))
    for part, numbers in parts.items():
        yield from zip(numbers, show(name, f"{folder}{part}.capt").decode().splitlines(), strict=True)


def coco_words(more=True):
    """For each COCO picture that is there: its blob, captions (without `more`: of pictures with five or so), objects, actions."""
    blobs = {int(path[-16:-4]): blob for path, blob in tree(COCO, "train2017/")}
    captions = collections.defaultdict(list)
    for entry in json.loads(show("kanadn/diht", "coco_test.json")):
        captions[int(entry["image"][-16:-4])] += entry["caption"]
    for entry in json.loads(show("SpartaG117/TRcap", "data/coco_val.json")):
        captions[entry["id"]] += entry["captions"]
    for line in show("michelecafagna26/HL-dataset", "annotations/test.jsonl").decode().splitlines():
        entry = json.loads(line)
        number = int(re.search(r"(\d{12})", entry["file_name"]).group(1))
        captions[number] += [text for kind in ("object", "scene", "action") for text in entry["captions"][kind]]
    said = {number: {" ".join(text.lower().split()) for text in texts} for number, texts in captions.items()}
    for number, text in more_captions() if more else ():
        plain = " ".join(text.lower().split())
        if plain and plain not in said.setdefault(number, set()):
            said[number].add(plain)
            captions[number].append(text)
    actions = collections.defaultdict(set)
    for part in ("train", "val"):
        for action in json.loads(show("s-gupta/v-coco", f"data/vcoco/vcoco_{part}.json")):
            for number, done in zip(action["image_id"], action["label"]):
                if done:
                    actions[number].add(action["action_name"])
    objects = Plain(io.BytesIO(show("zhuwentao666/ConCorD", "chair_cache.pkl"))).load().__dict__["imid_to_objects"]
    return blobs, captions, objects, actions


def coco(most_acted=1500, most_rare=26_000, few=800):
    """All captioned pictures, some with actions, and more of the rarer objects: (key, git directory, blob)."""
    random.seed(1)
    blobs, captions, objects, actions = coco_words()
    captioned = [number for number in captions if number in blobs]
    acted = [number for number in actions if number in blobs and number not in captions]
    random.shuffle(acted)
    chosen = captioned + acted[:most_acted]
    have = collections.Counter(thing for number in chosen for thing in objects[number])
    taken, rare = set(captioned) | set(acted), []
    pool = [number for number in blobs if number not in taken]
    random.shuffle(pool)
    for number in pool:
        if any(have[thing] < few for thing in objects.get(number, ())):
            rare.append(number)
            have.update(objects[number])
    return [(f"coco/{number}", git_dir(COCO), blobs[number]) for number in chosen + rare[:most_rare]]


def clothing_label(labels, path):
    return labels.get(path.rsplit("/", 1)[-1].rsplit(".", 1)[0], "Skip").replace(" ", "_")


def dish(path):
    name = path.split("/")[1].lower()
    return next((dish for dish, means in DISHES if re.search(means, name)), None)


def goods(path):
    """Of "w-j-12-blue_main.jpg": the second letter says what it is."""
    name = path.rsplit("/", 1)[-1]
    if name.startswith(BAGS):
        return "bag"
    product = re.match(r"[mw]([hjpstg]|sh)\d\d", name)
    return GOODS[product.group(1)] if product and "/cache/" not in path else None


def sets():
    """Sets with one label a picture: name, repository, label of a path (None: leave it out), most pictures a label."""
    table = show("alexeygrigorev/clothing-dataset", "images.csv").decode()
    clothes = {row["image"]: row["label"] for row in csv.DictReader(io.StringIO(table))}
    unclear = ("Not_sure", "Other", "Skip")

    def under(folder, label):
        return lambda path: label(path) if path.startswith(folder) else None

    def clothing(path):
        label = clothing_label(clothes, path)
        return label if path.startswith("images/") and label not in unclear else None

    def part(at):
        return lambda path: path.split("/")[at]

    def grocery(path):
        return path.split("/")[3] if path.split("/")[1] in ("train", "val", "test") else None

    def landmark(path):
        return path.split("/")[2].split(".", 1)[1]

    return [
        ("cal101", "MachineLearning2020/Homework2-Caltech101", under("101_", part(1)), 12),
        ("clothing", "alexeygrigorev/clothing-dataset", clothing, 100),
        ("grocery", "marcusklasson/GroceryStoreDataset", under("dataset/", grocery), 28),
        ("landmark", "Chaklader/landmark-classification-cnn", under("landmark_images/", landmark), 24),
        ("monumai", "ari-dasci/OD-MonuMAI", under("MonuMAI_dataset/", part(1)), 60),
        ("flowers", "Oldpel/flower_photos", under("dataset/", part(2)), 80),
        ("ffml", "cristeaioan/ffml_dataset", under("images/", dish), 200),
        ("magento", "dungnm95/magento-2-hello-world", under("pub/media/catalog/product/", goods), 90),
        ("receipt", "softmatic/vision-data", lambda path: "receipt" if "Receipts" in path else None, 60),
        ("receipt", "zzzDavid/ICDAR-2019-SROIE", under("data/img", lambda path: "sroie"), 60),
        ("chart", "vega/vega-lite", lambda path: "vega", 60),
        ("chart", "apache/echarts-examples", lambda path: "echarts", 60),
        ("map", "SciTools/cartopy", lambda path: "cartopy", 70),
        ("screenshot", "godotengine/godot-docs", lambda path: "godot", 60),
        ("screenshot", "nextcloud/documentation", lambda path: "nextcloud", 60),
    ]


def labelled():
    """The pictures of all such sets: (key, git directory, blob); the key is set/label/file."""
    random.seed(3)
    rows = []
    for name, repository, label_of, most in sets():
        by_label = collections.defaultdict(list)
        for path, blob in tree(repository):
            label = label_of(path) if path.lower().endswith((".jpg", ".jpeg", ".png", ".webp")) else None
            if label and label not in ("BACKGROUND_Google", "Faces_easy"):
                by_label[label].append((path, blob))
        for label in sorted(by_label):
            random.shuffle(by_label[label])
            for path, blob in by_label[label][:most]:
                rows.append((f"{name}/{label}/{path.rsplit('/', 1)[-1]}", git_dir(repository), blob))
    return rows
