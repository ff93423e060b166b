#!/usr/bin/env python3
"""Finds circles between the files of a crate: files that need each other and so cannot be read one after the other.

The rule. An arrow runs from a file to the file that *defines* what it names by `crate::`, `super::`, `self::` or a child's name.
A `mod` line is no arrow, and a re-export (`pub use child::Item`) is followed to the definition, so a folder's `mod.rs` may hand on
what its children define. A parent may use its children; a child may use what its parent hands on, and must not use what its
parent defines when the parent uses that child: such items belong in a file of their own below both. Tests may use anything.

`circles.py [CRATE...]` prints every circle and ends with 1 when there is one; `found()` is for scripts/layers.py."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORD = r"[A-Za-z_]\w*"
DEFINES = re.compile(
    rf"\b(?:fn|struct|enum|union|trait|type|const|static|macro_rules!|mod)\s+(?:mut\s+)?({WORD})"
)
USE = re.compile(r"\buse\s+([^;]+);")
PATH = re.compile(rf"(?<![\w:$])({WORD}(?:::{WORD})+)")
MOD = re.compile(rf"\bmod\s+({WORD})\s*;")


def plain(source):
    """The source without comments, without what stands inside strings and characters, and without tests."""
    source = re.sub(
        r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'',
        lambda m: '""' if m[0][0] in "br\"" else " ",
        source,
        flags=re.S,
    )
    # `feature = ""` in an attribute names nothing of the crate.
    source = re.sub(r"\bpub\s*\([^)]*\)|\bfeature\s*=", lambda m: "pub" if m[0][0] == "p" else " ", source)
    return inner(without_tests(source))


def without_tests(source):
    """Cuts every item behind `#[cfg(test)]`."""
    while (start := source.find("#[cfg(test)]")) >= 0:
        depth, at = 0, start + len("#[cfg(test)]")
        while at < len(source):
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            if depth == 0 and source[at] in ";}":
                break
            at += 1
        source = source[:start] + source[at + 1 :]
    return source


def inner(source):
    """In a module inside the file, the module around it is the file itself."""
    for match in reversed(list(re.finditer(rf"\bmod\s+{WORD}\s*\{{", source))):
        depth, at = 1, match.end()
        while depth and at < len(source):
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
        body = source[match.end() : at].replace("super::", "self::")
        source = source[: match.end()] + body + source[at:]
    return source


def flat(tree, before=()):
    """The single paths of a use tree, each as (path, name it gets)."""
    tree = tree.strip()
    if match := re.fullmatch(r"(.*?)\{(.*)\}", tree, flags=re.S):
        head = [part.strip() for part in match[1].split("::") if part.strip()]
        for part in split(match[2]):
            yield from flat(part, (*before, *head))
    elif tree:
        path, _, alias = tree.partition(" as ")
        path = (*before, *(part.strip() for part in path.split("::") if part.strip()))
        path = path[:-1] if path[-1] == "self" and len(path) > 1 else path
        yield path, alias.strip() or path[-1]


def split(text):
    """Splits at the commas outside of braces."""
    depth, part = 0, ""
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    yield part


class Crate:
    """The files of one crate by their module paths."""

    def __init__(self, src):
        self.src = src
        self.code, self.defines, self.uses, self.file = {}, {}, {}, {}
        for root in ("lib.rs", "main.rs"):
            if (src / root).exists():
                self.read((), src / root)
                break

    def read(self, module, path):
        code = plain(path.read_text())
        uses = [(m[0], list(flat(m[1]))) for m in USE.finditer(code)]
        bare = MOD.sub(" ", USE.sub(" ", code))
        self.code[module], self.file[module] = bare, path
        self.defines[module] = set(DEFINES.findall(bare))
        self.uses[module] = {name: p for _, paths in uses for p, name in paths}
        self.globs = getattr(self, "globs", {})
        self.globs[module] = [p[:-1] for _, paths in uses for p, _ in paths if p[-1] == "*"]
        folder = path.parent if path.name in ("lib.rs", "main.rs", "mod.rs") else path.with_suffix("")
        for child in MOD.findall(code):
            for file in (folder / f"{child}.rs", folder / child / "mod.rs"):
                if file.exists():
                    self.read((*module, child), file)

    def absolute(self, module, path):
        """The path from the crate's root, or None for other crates."""
        first, rest = path[0], path[1:]
        if first == "crate":
            return rest
        if first == "self":
            return (*module, *rest)
        if first == "super":
            while rest and rest[0] == "super":
                module, rest = module[:-1], rest[1:]
            return (*module[:-1], *rest)
        if (*module, first) in self.code:
            return (*module, *path)
        return None

    def home(self, path, seen=()):
        """The module whose file defines what the path names."""
        module = ()
        while len(module) < len(path) and path[: len(module) + 1] in self.code:
            module = path[: len(module) + 1]
        rest = path[len(module) :]
        if not rest or rest[0] == "*" or rest[0] in self.defines[module] or path in seen:
            return module
        for target in [self.uses[module].get(rest[0])] + [(*g, rest[0]) for g in self.globs[module]]:
            further = target and self.absolute(module, target)
            if further is not None and further != path:
                found = self.home((*further, *rest[1:]), (*seen, path))
                if target == self.uses[module].get(rest[0]) or rest[0] in self.defines[found]:
                    return found
        return module

    def arrows(self, module):
        """The modules whose definitions this file uses."""
        code = self.code[module]
        paths = [p for name, p in self.uses[module].items() if name == "*" or re.search(rf"(?<![.\w]){name}\b", code)]
        paths += self.globs[module] + [tuple(text.split("::")) for text in PATH.findall(code)]
        found = (self.absolute(module, path) for path in paths)
        return {self.home(path) for path in found if path is not None} - {module}


def circles(arrows):
    """Strongly connected components of more than one member (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(arrows[node]):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            members = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(members) > 1:
                found.append(sorted(members))

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def found(crate):
    """A line for each circle between files of crates/`crate`."""
    parts = Crate(ROOT / f"crates/{crate}/src")
    arrows = {module: parts.arrows(module) for module in parts.code}
    name = lambda module: str(parts.file[module].relative_to(parts.src))  # noqa: E731
    for members in circles(arrows):
        yield f"crates/{crate}/src: {len(members)} files need each other: " + ", ".join(map(name, members))


def explain(crate):
    """The arrows inside of each circle, for untying it."""
    parts = Crate(ROOT / f"crates/{crate}/src")
    arrows = {module: parts.arrows(module) for module in parts.code}
    for members in circles(arrows):
        for module in members:
            inside = sorted(arrows[module] & set(members))
            yield f"  {'::'.join(module) or crate} -> " + ", ".join("::".join(m) or crate for m in inside)
        yield ""


def main():
    sys.setrecursionlimit(10_000)
    names = [a for a in sys.argv[1:] if a != "--explain"]
    names = names or sorted(p.parent.name for p in (ROOT / "crates").glob("*/Cargo.toml"))
    wrong = [line for name in names for line in found(name)]
    print("\n".join(wrong) or "circles: none")
    if "--explain" in sys.argv:
        print("\n".join(line for name in names for line in explain(name)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
