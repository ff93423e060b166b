"""Scores names against captions: which nouns that people say are in the name, and which nouns of the name nobody says.

A noun is a word of scripts/tags/vocabulary.txt (kinds who, at, thing, food, animal) with its synonyms. It counts as said
when at least two captions have it; a noun of a name is wrong when no caption has it or a synonym of it. People do not say
all that is there: it is false when the annotators did not mark such a thing either. The main subject is the noun that most
captions have, where six of ten agree. By kind, clothes are things of their own,
and what is done is counted too.
"""

import collections
import pathlib
import re

VOCABULARY = pathlib.Path(__file__).resolve().parent / "vocabulary.txt"
PLURALS = {"people": "person", "men": "man", "women": "woman", "children": "child", "geese": "goose", "knives": "knife"}
# Words of names that are no nouns, or that no caption can prove wrong.
PLAIN = set(
    "and with on in by at of under a the two three four five many group crowd close up portrait background sky blue red green "
    "yellow orange brown black white gray pink purple night sunset photo picture top among old color front side small large "
    "plain snowy autumn open young".split()
)
PEOPLE = "person man woman boy girl child lady guy baby player surfer skier rider someone he she batter catcher umpire".split()
# The share of captions that must agree on the main subject.
AGREED = 0.6
CLOTHES = set("hat helmet jacket dress suit tie t-shirt shirt sweater hoodie trousers shorts skirt shoes costume".split())
# What a name may call people and places of which captions say something finer, or wider.
WIDER = {
    "person": PEOPLE,
    **{role: PEOPLE for role in "player surfer skier snowboarder skateboarder".split()},
    "airliner": "plane jet aircraft".split(),
    "child": "boy girl kid baby toddler".split(),
    "city": ["urban", "downtown"],
    "bird": "seagull duck parrot owl goose pigeon".split(),
    "boat": "ship sailboat canoe kayak".split(),
    "couch": ["sofa"],
    "tv": ["television"],
    "sea": "ocean wave waves water".split(),
    "snow": "snowy ski skiing slope".split(),
    "street": "road sidewalk intersection".split(),
}


def stem(word):
    if word in PLURALS:
        return PLURALS[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and re.search(r"(ches|shes|sses|xes|zes)$", word):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def vocabulary():
    """Kind, word and what stands right of it, for each line."""
    for line in VOCABULARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        kind, rest = line.split(":", 1)
        word, right = rest.split("=", 1)
        yield kind.strip(), word.strip(), right


def concepts():
    """For each stem, the nouns it stands for; and for each noun its stems."""
    of_stem, stems = collections.defaultdict(set), {}
    for kind, word, right in vocabulary():
        if kind == "do":
            continue
        words = set(right.split("|")[0].split()) | {word} if " " not in word else set(right.split("|")[0].split())
        stems[word] = {stem(each) for each in words}
        for each in stems[word]:
            of_stem[each].add(word)
    return of_stem, stems


def by_kind(names, captions):
    """For each kind: how many of its words people say, and the share of them that names have."""
    wanted, found = collections.Counter(), collections.Counter()
    for file, said in captions.items():
        heard = collections.Counter(word for caption in said for word in set(words_of(caption)))
        named = words_of(names.get(file, ""))
        named = {*named, *(stem(other) for word in named for other in WIDER.get(word, ()))}
        for kind, word, right in vocabulary():
            own = {stem(each) for each in {*right.split("|")[0].split(), *word.split()[:1]}}
            if sum(heard[each] for each in own) >= 2:
                kind = "clothes" if word in CLOTHES else kind
                wanted[kind] += 1
                found[kind] += bool(own & named)
    return {kind: (count, found[kind] / count) for kind, count in wanted.most_common()}


def words_of(text):
    return [stem(word) for word in re.findall(r"[a-z]+", text.lower())]


def judge(name, captions, marked, of_stem, stems):
    """(nouns said by people, of them in the name, nouns of the name, of them wrong, of those false)."""
    said = collections.Counter(word for caption in captions for word in set(words_of(caption)))
    named = words_of(name)
    wider = {other for word in named for other in map(stem, WIDER.get(word, ()))}
    in_name = {noun for word in [*named, *wider] for noun in of_stem.get(word, ())}
    wanted = {noun for noun, own in stems.items() if sum(said[word] for word in own) >= 2}
    nouns = [word for word in named if word not in PLAIN and not word.isdigit()]
    joined = "".join(named)

    def wrong(known):
        def right(word):
            own = {other for noun in of_stem.get(word, ()) for other in stems[noun]} | {word} | set(map(stem, WIDER.get(word, ())))
            return bool(own & known)

        # "beagle" before "dog" is finer, not wrong; so is every word of a compound that is right.
        followed = [right(after) and word + after in joined for word, after in zip(nouns, nouns[1:])] + [False]
        return sum(not right(word) and not finer for word, finer in zip(nouns, followed))

    there = {word for thing in marked for word in words_of(thing)}
    return len(wanted), len(wanted & in_name), len(nouns), wrong(set(said)), wrong(set(said) | there)


def main_subject(name, captions, of_stem, stems):
    """Whether the noun that most captions have is in the name; None where too few agree on one."""
    said = [set(words_of(caption)) for caption in captions]
    counts = {noun: sum(bool(own & words) for words in said) for noun, own in stems.items()}
    most = max(counts.values(), default=0)
    if most < AGREED * len(captions):
        return None
    named = words_of(name)
    wider = {stem(other) for word in named for other in WIDER.get(word, ())}
    in_name = {noun for word in [*named, *wider] for noun in of_stem.get(word, ())}
    return any(counts[noun] == most for noun in in_name)


def score(names, captions, marked):
    """Shares over all pictures, and how many pictures that were."""
    of_stem, stems = concepts()
    counts = [judge(names.get(file, ""), said, marked.get(file, ()), of_stem, stems) for file, said in captions.items()]
    wanted, found, nouns, wrong, false = map(sum, zip(*counts)) if counts else (0,) * 5
    mains = [main_subject(names.get(file, ""), said, of_stem, stems) for file, said in captions.items()]
    mains = [hit for hit in mains if hit is not None]
    shares = {"main": sum(mains) / max(1, len(mains)), "recall": found / max(1, wanted), "wrong": wrong / max(1, nouns), "false": false / max(1, nouns)}
    return {"pictures": len(captions), "nouns": nouns / max(1, len(captions)), **shares}


def read(path):
    """captions.tsv as held_back.py writes it: the captions of each file, and the things that are marked in it."""
    rows = [line.split("\t") for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]
    return {file: said.split("|") for file, said, _ in rows}, {file: there.split("|") for file, _, there in rows}
