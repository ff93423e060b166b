#!/usr/bin/env python3
"""The images of a pull request: descriptive names, smaller files, alt text. Standard library, git and the nomina program only.

Added images are renamed and references to them changed in the same commit; added and changed ones are compressed where that
makes them smaller. Whatever fails stops the run before anything is committed.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from references import fill_alt_texts, replace_references

IMAGES = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".heic", ".avif", ".jxl"}
# Formats that can be written again in their own format.
COMPRESSED = {".jpg", ".jpeg", ".png", ".webp"}
BOT_EMAIL = "nomina@users.noreply.github.com"
BOT = ["-c", "user.name=nomina", "-c", f"user.email={BOT_EMAIL}"]


def fail(sentence):
    """A sentence as an annotation of the run."""
    print(f"::error title=Nomina::{sentence}")
    sys.exit(1)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"{Path(command[0]).name} {command[1]} failed: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def is_on(name):
    value = os.environ.get(f"INPUT_{name}", "").lower()
    if value not in ("true", "false"):
        fail(f"The input {name.lower()} must be true or false, not '{value}'.")
    return value == "true"


def binary():
    wanted = os.environ.get("NOMINA_BINARY") or "nomina"
    found = shutil.which(wanted)
    if not found:
        fail(f"There is no program '{wanted}'. Download a release of Nomina in an earlier step and set the input 'binary' to its path.")
    return str(Path(found).resolve())


def base():
    """The commit from which the pull request branched."""
    wanted = os.environ.get("INPUT_BASE", "")
    if not wanted:
        fail("There is no base to compare with. Run this on pull_request, or set the input 'base'.")
    for name in (wanted, f"origin/{wanted}"):
        if subprocess.run(["git", "rev-parse", "-q", "--verify", f"{name}^{{commit}}"], capture_output=True, check=False).returncode == 0:
            return run("git", "merge-base", name, "HEAD").strip()
    fail(f"The base '{wanted}' is not in this checkout. Use actions/checkout with 'fetch-depth: 0'.")


def changed_images(since, kind):
    paths = run("git", "diff", "--name-only", "-z", f"--diff-filter={kind}", "--no-renames", since, "HEAD").split("\0")
    images = [path for path in paths if Path(path).suffix.lower() in IMAGES and Path(path).is_file() and not Path(path).is_symlink()]
    # What this action has committed is done: a second run must not compress it again.
    return [path for path in images if run("git", "log", "-1", "--format=%ae", "--", path).strip() != BOT_EMAIL]


def tracked():
    return [path for path in run("git", "ls-files", "-z").split("\0") if path]


def describe(nomina, images):
    """What the model says about each image, by its path. An image without a name stays as it is."""
    lines = run_reporting(nomina, "name", "--json", "--quiet", "--", *images)
    found, silent = {}, ""
    for line in lines:
        if "details" in line and "error" not in line:
            found[line["file"]] = line["details"]
            continue
        # A service that fails leaves the old file name beside its error.
        reason = line.get("error", "unknown reason").removesuffix(" Using cleaned original name.")
        silent = reason if "details" in line else silent
        print(f"::warning file={line['file']},title=Nomina::This image got no name: {reason}")
    if silent and not found:
        fail(f"The naming service named no image, so nothing was changed. {silent}")
    return found


def run_reporting(nomina, *args):
    """JSON lines of a command that reports failed images and goes on (exit code 1)."""
    done = subprocess.run([nomina, *args], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        fail(f"nomina {args[0]} failed: {done.stderr.strip()[-400:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def escaped(path):
    """A path as a glob that matches nothing else."""
    return "".join(f"[{c}]" if c in "*?[{" else c for c in path)


def rename(nomina, images, files):
    """Old path -> new path. An image whose name occurs twice keeps it: references to it would be ambiguous."""
    names = [Path(path).name for path in files]
    clear = [path for path in images if names.count(Path(path).name) == 1]
    for path in sorted(set(images) - set(clear)):
        print(f"::notice file={path},title=Nomina::Not renamed: another file has the same name.")
    if not clear:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        which = [word for path in clear for word in ("--include", escaped(path))]
        lines = run_reporting(nomina, "rename", "--apply", "--json", "--quiet", "--recursive", "--journal", f"{folder}/journal", *which, ".")
    return {line["file"]: line["name"] for line in lines if "name" in line and line["file"] != line["name"]}


def compress(nomina, images):
    """Replaces each image by a smaller version, if there is one. Returns the bytes saved, by path."""
    saved = {}
    with tempfile.TemporaryDirectory() as folder:
        recipe = Path(folder, "recipe.json")
        recipe.write_text(json.dumps({"enableCompression": True, "compressionQuality": quality()}))
        for path in images:
            if Path(path).suffix.lower() not in COMPRESSED:
                continue
            result = Path(folder, Path(path).name)
            done = subprocess.run([nomina, "process", "--quiet", "--recipe", recipe, path, result], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                print(f"::warning file={path},title=Nomina::Not compressed: {done.stderr.strip()[-300:]}")
            elif (less := Path(path).stat().st_size - result.stat().st_size) > 0:
                Path(path).write_bytes(result.read_bytes())
                saved[path] = less
            result.unlink(missing_ok=True)
    return saved


def quality():
    try:
        value = float(os.environ.get("INPUT_QUALITY", ""))
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 1:
        fail("The input quality must be a number from 0.1 to 1.")
    return value


def write_alt_texts(described):
    """Adds to the JSON file, and fills empty alt texts in Markdown. Texts that are there stay."""
    place = os.environ.get("INPUT_ALT_TEXT", "")
    texts = {path: {"alt": what["altText"], "keywords": what["keywords"]} for path, what in described.items() if what.get("altText")}
    if not place or not texts:
        return
    try:
        known = json.loads(Path(place).read_text()) if Path(place).exists() else {}
    except ValueError:
        fail(f"{place} is not JSON. Mend or delete it, or set the input 'alt-text' to another file.")
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    Path(place).write_text(json.dumps(dict(sorted({**texts, **known}.items())), indent=2, ensure_ascii=False) + "\n")
    fill_alt_texts([path for path in tracked() if path.endswith(".md")], {path: text["alt"] for path, text in texts.items()})


def report(renamed, saved, described):
    lines = ["### Nomina", "", "| image | new name | smaller by | alt text |", "|---|---|---|---|"]
    for path, what in sorted(described.items()):
        old = next((old for old, new in renamed.items() if new == path), path)
        less = f"{saved[path]} bytes" if path in saved else ""
        lines.append(f"| `{old}` | {f'`{path}`' if path != old else ''} | {less} | {what.get('altText', '')} |")
    text = "\n".join(lines) + "\n"
    print(text)
    for name, content in (("GITHUB_STEP_SUMMARY", text), ("GITHUB_OUTPUT", f"changed={len({*renamed.values(), *saved})}\n")):
        if os.environ.get(name):
            with open(os.environ[name], "a", encoding="utf-8") as file:
                file.write(content)


def commit():
    run("git", "add", "--all")
    if subprocess.run(["git", "diff", "--cached", "--quiet"], check=False).returncode == 0:
        return
    run("git", *BOT, "commit", "-m", "Name, compress and describe images")
    branch = os.environ.get("GITHUB_HEAD_REF")
    if branch:
        run("git", "push", "origin", f"HEAD:{branch}")


def main():
    nomina = binary()
    os.chdir(run("git", "rev-parse", "--show-toplevel").strip())
    if run("git", "status", "--porcelain").strip():
        fail("The checkout has changes that are not committed. Run this action before steps that write files.")
    quality()
    wants_rename, wants_compress, wants_commit = is_on("RENAME"), is_on("COMPRESS"), is_on("COMMIT")
    since = base()
    added, images = changed_images(since, "A"), changed_images(since, "AM")
    if not images:
        print("No images were added or changed.")
        return report({}, {}, {})
    described = describe(nomina, images)
    renamed = rename(nomina, [path for path in added if path in described], tracked()) if wants_rename else {}
    replace_references(tracked(), renamed)
    described = {renamed.get(path, path): what for path, what in described.items()}
    saved = compress(nomina, [renamed.get(path, path) for path in images]) if wants_compress else {}
    write_alt_texts(described)
    report(renamed, saved, described)
    if wants_commit:
        commit()


if __name__ == "__main__":
    main()
