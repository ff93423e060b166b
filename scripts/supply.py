#!/usr/bin/env python3
"""What comes from others: licences, sources and banned crates as deny.toml says, and known holes (cargo-deny, npm audit).

The first half needs no network and always runs. Known holes need a list from outside: where cargo-deny is not installed or the
registry does not answer, that half says that it was passed over, and NOMINA_REQUIRE=cargo_deny,npm_audit makes it a failure.
"""
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def crates():
    """Every crate that is built for this machine."""
    host = re.search(r"host: (\S+)", subprocess.run(["rustc", "-vV"], capture_output=True, text=True, check=True).stdout).group(1)
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host]
    found = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)
    used = {node["id"] for node in found["resolve"]["nodes"]}
    return [package for package in found["packages"] if package["id"] in used]


def allowed(expression, allow):
    """Whether an SPDX expression leaves a choice that is allowed."""
    text = re.sub(r"\s*/\s*", " OR ", expression or "")
    exceptions = sorted((name for name in allow if " WITH " in name), key=len, reverse=True)
    for name in exceptions:
        text = text.replace(name, "True")
    text = re.sub(r"[A-Za-z0-9.+-]+", lambda m: m.group() if m.group() in {"OR", "AND", "True"} else str(m.group() in allow), text)
    return bool(text) and eval(text.replace("OR", "or").replace("AND", "and"), {"__builtins__": {}})


def check_crates():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    allow, banned = set(rules["licenses"]["allow"]), {ban["crate"] for ban in rules["bans"]["deny"]}
    sources = {None, *(f"registry+{url}" for url in rules["sources"]["allow-registry"])}
    wrong = []
    for crate in crates():
        name = f"{crate['name']} {crate['version']}"
        if not allowed(crate["license"], allow):
            wrong.append(f"{name} has the licence {crate['license']!r}, which deny.toml does not allow")
        if crate["name"] in banned:
            wrong.append(f"{name} is banned in deny.toml")
        if crate["source"] not in sources:
            wrong.append(f"{name} comes from {crate['source']}")
    return wrong


def check_advisories():
    if not shutil.which("cargo-deny"):
        print("passed over: cargo_deny: not installed (cargo install cargo-deny), known holes in crates are not looked for")
        return []
    done = subprocess.run(["cargo", "deny", "--log-level", "error", "check", "advisories"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode and re.search(r"failed to fetch|failed to connect|network", done.stderr):
        print("passed over: cargo_deny: the list of known holes cannot be fetched")
        return []
    return [done.stderr.strip()] if done.returncode else []


def check_packages(folder):
    """Only what people's browsers get can hurt them; tools that build and test are not shipped."""
    command = ["npm", "audit", "--omit=dev", "--audit-level=high", "--json"]
    done = subprocess.run(command, cwd=ROOT / folder, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {}
    if "metadata" not in answer:
        print(f"passed over: npm_audit: the registry does not answer about {folder}/")
        return []
    return [f"npm audit finds holes in {folder}/: {', '.join(answer['vulnerabilities'])}"] if done.returncode else []


def main():
    wrong = check_crates() + check_advisories() + check_packages("web")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
