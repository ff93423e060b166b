#!/usr/bin/env python3
"""Checks that dependencies point one way, as `layers.toml` says: between our crates, between modules of ordered folders, and
without circles of files; and that pure crates stay pure."""
import re
import sys
import tomllib
from pathlib import Path

from circles import found as circles_in, plain

ROOT = Path(__file__).resolve().parent.parent
LAYERS = tomllib.loads((ROOT / "scripts/layers.toml").read_text())
IMPURE = re.compile(r"\bstd::(fs|net|env|process|thread|time::(SystemTime|Instant))\b")
TREE = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
PATH = re.compile(rf"(?<![\w:])((?:crate|super|self)::(?:\w+::)*(?:\w+|{TREE}))")
GIVEN_ON = re.compile(rf"\bpub(?:\([^)]*\))? use ((?:\w+::)*(?:\w+|\*|{TREE}))((?: as \w+)?);")


def split(text):
    """The parts of a list in braces, which may hold braces again."""
    depth, part, parts = 0, "", []
    for c in text:
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    return [p.strip() for p in [*parts, part] if p.strip()]


def expand(path):
    """`a::{b, c::d}` as `a::b`, `a::c::d`."""
    start = path.find("{")
    if start < 0:
        return [path]
    return [path[:start] + one for part in split(path[start + 1 : path.rindex("}")]) for one in expand(part)]


class Crate:
    """The files of a crate, without their tests, by their module's path."""

    def __init__(self, name):
        self.base = ROOT / f"crates/{name}/src"
        self.files, self.text, self.given = {}, {}, {}
        for path in sorted(self.base.rglob("*.rs")):
            parts = path.relative_to(self.base).with_suffix("").parts
            if "tests" in parts:
                continue
            module = parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts
            self.files[module] = path
            self.text[module] = plain(path.read_text())
        for module in self.files:
            self.given[module] = self.exports(module)

    def exports(self, module):
        """Names that a module gives on from others: name -> path. `*` collects the modules given on whole."""
        names = {"*": []}
        for path, alias in GIVEN_ON.findall(self.text[module]):
            for one in expand(path):
                one, _, other = (one + alias).partition(" as ")
                *front, last = one.split("::")
                if last == "*":
                    names["*"].append(front)
                else:
                    names[other or (front[-1] if last == "self" else last)] = front if last == "self" else [*front, last]
        return names

    def resolve(self, here, path, seen=()):
        """The module in which a path from `here` ends."""
        at = here
        for step, word in enumerate(path):
            rest = path[step + 1 :]
            if word == "crate":
                at = ()
            elif word == "super":
                at = at[:-1]
            elif word == "self":
                continue
            elif (*at, word) in self.files:
                at = (*at, word)
            elif at not in self.files or (at, word) in seen:
                return at
            elif word in self.given[at]:
                return self.resolve(at, [*self.given[at][word], *rest], (*seen, (at, word)))
            else:
                wholes = (self.resolve(at, front, (*seen, (at, word))) for front in self.given[at]["*"])
                return next((whole for whole in wholes if self.defines(whole, word)), at)
        return at

    def defines(self, module, name):
        return re.search(rf"\b(?:fn|struct|enum|trait|const|type|static) {name}\b", self.text.get(module, ""))

    def arrows(self):
        """From module to module, by what their code names."""
        for module, source in self.text.items():
            code = GIVEN_ON.sub("", source)
            for path in PATH.findall(code):
                for one in expand(re.sub(r"\s+", "", re.sub(r" as \w+", "", path))):
                    to = self.resolve(module, one.split("::"))
                    if to != module and to in self.files:
                        yield module, to


def place(crate, module):
    return (crate.files[module]).relative_to(ROOT).as_posix()


def up(folder, order, crate):
    """Arrows inside a folder that point up."""
    inside = (ROOT / folder).relative_to(crate.base).parts
    depth = len(inside)

    def child(module):
        return module[depth] if module[:depth] == inside and len(module) > depth else None

    listed = {child(module) for module in crate.files} - {None}
    yield from (f"{folder}/{name} has no place in scripts/layers.toml" for name in sorted(listed - set(order)))
    yield from (f"{folder}/{name}, in scripts/layers.toml, does not exist" for name in order if name not in listed)
    for module, to in sorted(set(crate.arrows())):
        a, b = child(module), child(to)
        if a in order and b in order and order.index(b) > order.index(a):
            yield f"{place(crate, module)} uses {b} ({place(crate, to)}), which stands above {a}"


def crates_wrong():
    """Dependencies between crates, and impure code in pure ones."""
    for name, allowed in LAYERS["crates"].items():
        manifest = tomllib.loads((ROOT / f"crates/{name}/Cargo.toml").read_text())
        used = {d.removeprefix("nomina-") for d in manifest.get("dependencies", {}) if d.startswith("nomina-")}
        yield from (f"crates/{name} must not depend on crates/{d}" for d in sorted(used - set(allowed)))
    known = {p.name for p in (ROOT / "crates").iterdir() if (p / "Cargo.toml").exists()}
    yield from (f"crates/{n} has no line in scripts/layers.toml" for n in sorted(known - LAYERS["crates"].keys()))
    for name in LAYERS["pure"]["crates"]:
        crate = Crate(name)
        for module, source in crate.text.items():
            yield from (f"{place(crate, module)} uses {m.group(0)}: {name} is pure" for m in IMPURE.finditer(source))


def main():
    sys.setrecursionlimit(10_000)
    crates = {name: Crate(name) for name in LAYERS["crates"]}
    wrong = list(crates_wrong())
    for folder, order in LAYERS["order"].items():
        wrong += up(folder, order, crates[folder.split("/")[1]])
    wrong += [line for name in crates if name not in LAYERS["circles"]["except"] for line in circles_in(name)]
    print("\n".join(wrong) or "layers: every arrow points the right way")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
