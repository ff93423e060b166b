#!/usr/bin/env python3
"""Checks that a whole run builds every library once. Cargo compiles a crate anew when a command turns on other features of it or of
something below it, and nothing says so: the run just takes minutes longer. Reads the commands of `scripts/test` and asks cargo what each
would build; compiles nothing."""
import functools
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ONLY_NEXTEST = {"--no-fail-fast": 0, "--show-progress": 1, "--retries": 1}


def stages():
    """Name and cargo command of every stage that compiles for this machine, in their order."""
    loader = importlib.machinery.SourceFileLoader("whole_run", str(ROOT / "scripts/test"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("whole_run", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    for part, name, command, *_ in module.RUST:
        if command == ["scripts/build-binary"]:
            yield name, ["build", "-p", "nomina-cli"]
        elif command[0] == "cargo" and part != "alone":
            yield name, plain(command[1:])


def plain(words):
    """The command as cargo itself knows it."""
    if words[:2] == ["nextest", "run"]:
        words = ["test", "--no-run", *words[2:]]
    kept, skip = [], 0
    for word in words:
        if skip:
            skip -= 1
        elif word in ONLY_NEXTEST:
            skip = ONLY_NEXTEST[word]
        elif word not in ("--quiet", "--locked"):
            kept.append(word)
    return kept


def units(command):
    """What a command builds, by everything that makes cargo build it anew."""
    # The list is offered by nightly compilers only, or to whoever says so.
    env = {**os.environ, "RUSTC_BOOTSTRAP": "1"}
    words = ["cargo", command[0], "-Z", "unstable-options", "--unit-graph", "--locked", *command[1:]]
    done = subprocess.run(words, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    graph = json.loads(done.stdout)["units"]

    @functools.cache
    def key(index):
        unit = graph[index]
        # Tests and builds share what lies below them: only the profile's name differs.
        profile = {name: value for name, value in unit["profile"].items() if name != "name"}
        below = sorted(key(dependency["index"]) for dependency in unit["dependencies"])
        return json.dumps([unit["pkg_id"], unit["target"], unit["mode"], unit["features"], profile, hash(tuple(below))], sort_keys=True)

    return {key(index): unit for index, unit in enumerate(graph)}


def main():
    sys.setrecursionlimit(10_000)
    seen, wrong = {}, []
    for name, command in stages():
        libraries = {k: u for k, u in units(command).items() if u["mode"] == "build" and "lib" in "".join(u["target"]["kind"])}
        known = {unit["pkg_id"] for unit in seen.values()}
        again = sorted({u["pkg_id"].split("#")[-1] for k, u in libraries.items() if k not in seen and u["pkg_id"] in known})
        if again:
            wrong.append(f"'{name}' builds again, with other features than the stages before: {', '.join(again)}")
        seen |= libraries
    print("\n".join(wrong) or "builds: every library is built once")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
