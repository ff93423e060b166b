#!/usr/bin/env python3
"""Checks that dependencies between our crates go one way, as ARCHITECTURE.md says, and that pure crates stay pure."""
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
    "vision": {"engine", "rules"},
    "wasm": {"engine", "rules", "text", "vision"},
    "server": {"engine", "rules", "text", "vision"},
    "cli": {"engine", "rules", "text", "vision", "server"},
}
PURE = {"rules", "text", "engine"}
IMPURE = re.compile(r"\bstd::(fs|net|env|process|thread|time::(SystemTime|Instant))\b")


def main():
    wrong = []
    for name, allowed in MAY.items():
        manifest = tomllib.loads((ROOT / f"crates/{name}/Cargo.toml").read_text())
        used = {d.removeprefix("nomina-") for d in manifest.get("dependencies", {}) if d.startswith("nomina-")}
        wrong += [f"crates/{name} must not depend on crates/{d}" for d in sorted(used - allowed)]
        if name in PURE:
            sources = (p for p in (ROOT / f"crates/{name}/src").rglob("*.rs") if p.name != "tests.rs")
            for path in sorted(sources):
                source = path.read_text().split("#[cfg(test)]")[0]
                for match in IMPURE.finditer(source):
                    wrong.append(f"{path.relative_to(ROOT)} uses {match.group(0)}: {name} is pure")
    known = {p.name for p in (ROOT / "crates").iterdir() if (p / "Cargo.toml").exists()}
    wrong += [f"crates/{n} has no line in scripts/layers.py" for n in sorted(known - MAY.keys())]
    print("\n".join(wrong) or "layers: every arrow points the right way")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
