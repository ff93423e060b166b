#!/usr/bin/env python3
"""Packs binaries for people who install with pip, pipx, npm or npx: packages.py VERSION OUT TARGET=BINARY...

For each target a wheel (`pipx run nomina`) and an npm package with the binary; and the npm package `nomina`, whose launcher
starts the one that npm chose for the machine (`npx nomina`). The same binaries give the same files: one time, sorted names.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ABOUT = "Looks at images and gives them descriptive file names"
# Rust's target: the platforms of wheels, and npm's words for system and processor. A static binary runs on every Linux.
TARGETS = {
    "x86_64-unknown-linux-musl": (["manylinux_2_17_x86_64", "musllinux_1_1_x86_64"], "linux", "x64"),
    "aarch64-unknown-linux-musl": (["manylinux_2_17_aarch64", "musllinux_1_1_aarch64"], "linux", "arm64"),
    "x86_64-apple-darwin": (["macosx_10_12_x86_64"], "darwin", "x64"),
    "aarch64-apple-darwin": (["macosx_11_0_arm64"], "darwin", "arm64"),
}
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def wheel(version, out, target, binary):
    tags = [f"py3-none-{platform}" for platform in TARGETS[target][0]]
    info = f"nomina-{version}.dist-info"
    metadata = [
        "Metadata-Version: 2.4",
        "Name: nomina",
        f"Version: {version}",
        f"Summary: {ABOUT}",
        "License-Expression: MIT OR Apache-2.0",
        "Requires-Python: >=3.8",
        "Description-Content-Type: text/markdown",
    ]
    readme = (ROOT / "deploy/npm/README.md").read_text(encoding="utf-8")
    head = ["Wheel-Version: 1.0", "Generator: nomina", "Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags)]
    files = {
        f"nomina-{version}.data/scripts/nomina": (binary.read_bytes(), 0o755),
        f"{info}/METADATA": ("\n".join([*metadata, "", readme]).encode(), 0o644),
        f"{info}/WHEEL": ("\n".join([*head, ""]).encode(), 0o644),
        f"{info}/licenses/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    rows = [f"{name},sha256={digest(data)},{len(data)}" for name, (data, _) in files.items()]
    record = f"{info}/RECORD"
    files[record] = ("\n".join([*rows, f"{record},,", ""]).encode(), 0o644)
    platforms = ".".join(TARGETS[target][0])
    path = out / f"nomina-{version}-py3-none-{platforms}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (data, mode) in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(max(EPOCH, 315532800))[:6])
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return path


def tarball(path, files):
    """An npm package: everything under `package/`."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (data, mode) in sorted(files.items()):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size, entry.mode, entry.mtime = len(data), mode, EPOCH
            archive.addfile(entry, io.BytesIO(data))
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(buffer.getvalue())
    return path


def manifest(name, version, **fields):
    common = {"name": name, "version": version, "description": ABOUT, "license": "MIT OR Apache-2.0"}
    return (json.dumps({**common, **fields}, indent=2) + "\n").encode(), 0o644


def package_name(target):
    _, system, processor = TARGETS[target]
    return f"nomina-{system}-{processor}"


def npm_binary(version, out, target, binary):
    _, system, processor = TARGETS[target]
    name = package_name(target)
    files = {
        "package.json": manifest(name, version, os=[system], cpu=[processor], files=["bin"]),
        "bin/nomina": (binary.read_bytes(), 0o755),
        "LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    return tarball(out / f"{name}-{version}.tgz", files)


def npm_launcher(version, out, targets):
    fields = {
        "bin": {"nomina": "nomina.mjs"},
        "type": "module",
        "engines": {"node": ">=18"},
        "optionalDependencies": {package_name(target): version for target in sorted(targets)},
    }
    files = {
        "package.json": manifest("nomina", version, **fields),
        "nomina.mjs": ((ROOT / "deploy/npm/nomina.mjs").read_bytes(), 0o755),
        "README.md": ((ROOT / "deploy/npm/README.md").read_bytes(), 0o644),
        "LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    return tarball(out / f"nomina-{version}.tgz", files)


def main(version, out, *pairs):
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    binaries = dict(pair.split("=", 1) for pair in pairs)
    unknown = sorted(set(binaries) - set(TARGETS))
    if unknown:
        sys.exit(f"No packages are made for {', '.join(unknown)}; known are {', '.join(sorted(TARGETS))}.")
    made = []
    for target, binary in sorted(binaries.items()):
        made += [wheel(version, out, target, Path(binary)), npm_binary(version, out, target, Path(binary))]
    made.append(npm_launcher(version, out, binaries))
    for path in made:
        print(path.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
