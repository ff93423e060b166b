#!/usr/bin/env python3
"""Checks that dependencies between our crates, and between the modules of the engine, go one way, as ARCHITECTURE.md says, and
that pure crates stay pure."""
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAY = {
    "needs": set(),
    "rules": set(),
    "text": {"rules"},
    "engine": {"rules", "text"},
    "archive": {"engine", "rules"},
    "vision": {"engine", "rules"},
    "wasm": {"engine", "rules", "text", "vision"},
    "server": {"archive", "engine", "rules", "text", "vision"},
    "cli": {"engine", "rules", "text", "vision", "server"},
}
PURE = {"rules", "text", "engine", "archive"}
# The modules of crates/engine, lowest first: each uses those before it only, so that there is no circle.
ENGINE = [
    "foreign", "format", "error", "limits", "facts", "assets", "pulse", "simd", "planes", "huffman", "resize", "orient", "colour",
    "formats", "metadata", "probe", "inspect", "decode", "watermark", "pipeline",
]  # fmt: skip
IMPURE = re.compile(r"\bstd::(fs|net|env|process|thread|time::(SystemTime|Instant))\b")


def sources(crate):
    """Path and text of every file, without its tests."""
    paths = (p for p in (ROOT / f"crates/{crate}/src").rglob("*.rs") if p.name != "tests.rs")
    return [(p, p.read_text().split("#[cfg(test)]")[0]) for p in sorted(paths)]


def exported():
    """The names that the engine's root gives on, and the module of each."""
    root = (ROOT / "crates/engine/src/lib.rs").read_text()
    found = re.findall(r"pub use (\w+)::(?:\{([^}]*)\}|(\w+));", root)
    return {name.strip(): module for module, many, one in found for name in (many or one).split(",")}


def used(source):
    """The first word behind every `crate::`, in groups too."""
    code = re.sub(r"//.*", "", source)
    for group, one in re.findall(r"\bcrate::(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\w+))", code):
        flat = re.sub(r"\{[^}]*\}", "", group)
        yield from (word.strip().split("::")[0] for word in (flat or one).split(","))


def engine_arrows():
    """Arrows inside the engine that point up or sideways."""
    names, base = exported(), ROOT / "crates/engine/src"
    for path, source in sources("engine"):
        module = path.relative_to(base).parts[0].removesuffix(".rs")
        if module == "lib":
            continue
        if module not in ENGINE:
            yield f"crates/engine/src/{module} has no place in scripts/layers.py"
            continue
        for word in used(source):
            target = word if word in ENGINE else names.get(word)
            if target in ENGINE and ENGINE.index(target) > ENGINE.index(module):
                yield f"{path.relative_to(ROOT)} uses {target}, which stands above {module}"


def main():
    wrong = list(engine_arrows())
    for name, allowed in MAY.items():
        manifest = tomllib.loads((ROOT / f"crates/{name}/Cargo.toml").read_text())
        used = {d.removeprefix("nomina-") for d in manifest.get("dependencies", {}) if d.startswith("nomina-")}
        wrong += [f"crates/{name} must not depend on crates/{d}" for d in sorted(used - allowed)]
        if name in PURE:
            for path, source in sources(name):
                for match in IMPURE.finditer(source):
                    wrong.append(f"{path.relative_to(ROOT)} uses {match.group(0)}: {name} is pure")
    known = {p.name for p in (ROOT / "crates").iterdir() if (p / "Cargo.toml").exists()}
    wrong += [f"crates/{n} has no line in scripts/layers.py" for n in sorted(known - MAY.keys())]
    print("\n".join(wrong) or "layers: every arrow points the right way")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
