"""Wider words (crates/vision/data/wider.txt): a beagle is a dog, a dog an animal.

`up` gives all that a phrase is: its own word, found by its last words, and every wider one.
"""

import collections
import functools
import pathlib
import re

DATA = pathlib.Path(__file__).resolve().parents[2] / "crates" / "vision" / "data"
LOOKS = set("red orange yellow green blue purple pink brown black white gray two three four five many several group of close up a an the".split())


def lines(name):
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.rstrip()


def table():
    """The wider words of each word, one step up, and the words that say next to nothing."""
    above, bland = collections.defaultdict(set), set()
    for line in lines("wider.txt"):
        wide, members = line.split(": ", 1)
        if wide.startswith("*"):
            wide = wide[1:]
            bland.add(wide)
        for member in members.split(", "):
            above[member].add(wide)
    group, join = "", False
    kinds = ("animal", "food", "building", "place", "plant", "person", "vehicle", "furniture", "tool", "device")
    for line in lines("classes.txt"):
        if line.startswith("  "):
            for number_and_word in line.strip().split(", "):
                word = number_and_word.split(" ", 1)[1]
                name = word[1:] if word.startswith("=") else f"{word} {group}" if join else word
                if word not in ("-", group):
                    above[name] |= {group} | above[group]
        else:
            group, kind, join = (part.strip() for part in (line + " | | ").split("|")[:3])
            join = join == "join"
            above[group] |= {kind} - {group} if kind in kinds else set()
    for line in lines("dishes.txt"):
        word, family = line.split(" | ")[:2]
        above[word] |= {"food"} | ({family} - {"-", word})
    families = {"food": "food", "place": "place", "animal": "animal", "plant": "plant", "thing": "thing"}
    for line in lines("photos.txt"):
        word, family = line.split(" | ")
        above[word].update({families[family]} - {word} if family in families else ())
    return above, bland | set(families.values())


ABOVE, BLAND = table()
KNOWN = set(ABOVE) | {wide for above in ABOVE.values() for wide in above}


def one(word):
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(ch|sh|ss|x|z|o)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


SINGULAR = {}
for known in sorted(KNOWN):
    head, _, last = known.rpartition(" ")
    SINGULAR.setdefault((head + " " + one(last)).strip(), known)


def node(phrase):
    """The known word that a phrase ends in; none where no word is known."""
    words = [word for word in phrase.replace("-", " ").split() if word not in LOOKS]
    for at in range(len(words)):
        text = " ".join(words[at:])
        if text in KNOWN:
            return text
        head, _, last = text.rpartition(" ")
        single = (head + " " + one(last)).strip()
        if single in SINGULAR:
            return SINGULAR[single]
    return None


@functools.cache
def up(word):
    """The word itself and what it is; only what is written, no chains of it."""
    return frozenset(ABOVE.get(word, ())) | {word}
