#!/usr/bin/env python3
"""What is inside the binary, as a CycloneDX 1.5 document: the crates that are linked and the packages of the web app.

Usage: scripts/sbom.py FILE. Both lists come from the lock files, so that the same sources give the same document.
"""
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from supply import crates  # noqa: E402


def linked():
    """The crates that nomina-cli reaches without tests and build scripts, with their checksums."""
    packages = {package["id"]: package for package in crates()}
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    sums = {(package["name"], package["version"]): package.get("checksum") for package in lock["package"]}
    by_name = {}
    for package in packages.values():
        by_name.setdefault(package["name"], []).append(package)
    seen, waiting = {}, by_name["nomina-cli"][:]
    while waiting:
        package = waiting.pop()
        if package["id"] in seen:
            continue
        seen[package["id"]] = package
        for need in package["dependencies"]:
            if need["kind"] is None:
                waiting += by_name.get(need["name"], [])
    return [(package, sums[package["name"], package["version"]]) for package in seen.values()]


def crate_part(package, checksum):
    part = {
        "type": "library",
        "bom-ref": f"cargo:{package['name']}@{package['version']}",
        "name": package["name"],
        "version": package["version"],
        "purl": f"pkg:cargo/{package['name']}@{package['version']}",
    }
    if package["license"]:
        part["licenses"] = [{"expression": package["license"].replace(" / ", "/").replace("/", " OR ")}]
    if checksum:
        part["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return part


def npm_parts():
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    for place, package in lock["packages"].items():
        if not place or package.get("dev") or package.get("devOptional") or package.get("optional"):
            continue
        name = place.rpartition("node_modules/")[2]
        part = {
            "type": "library",
            "bom-ref": f"npm:{place}@{package['version']}",
            "name": name,
            "version": package["version"],
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
        }
        if package.get("license"):
            part["licenses"] = [{"expression": package["license"]}]
        yield part


def document():
    parts = sorted([crate_part(*one) for one in linked()] + list(npm_parts()), key=lambda part: part["bom-ref"])
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    program = {"type": "application", "bom-ref": "nomina", "name": "nomina", "version": version}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": program},
        "components": [part for part in parts if not part["bom-ref"].startswith("cargo:nomina-")],
    }


if __name__ == "__main__":
    found = document()
    Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n")
    print(f"sbom: {sys.argv[1]}, {len(found['components'])} parts")
