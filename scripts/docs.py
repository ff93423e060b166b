#!/usr/bin/env python3
"""Checks the documents: links lead to files, every behaviour id in the code is in docs/behaviour.md with tests that exist, prose
is wrapped at 100 columns, and no document or email uses a word that docs/glossary.md replaces."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDES = [path for folder in ("sdk", "integrations", "deploy") for path in sorted((ROOT / folder).rglob("*.md"))]
DOCS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), *GUIDES]
BEHAVIOUR = (ROOT / "docs/behaviour.md").read_text()
ID = re.compile(r"\b(?:ROUTE|AUTH|PROF|SET|PLAN|TPL|JOB|HIST|UP|OPT|NAME|PROC|RES|CACHE)-\d\d\b")
CODE = {".rs", ".ts", ".tsx", ".mjs"}
REPLACED = re.compile(r"\b(pictures?|e-mails?|mails?|(?<!Latin )(?<!small )letters?|doomed|quotas?|text marks?|image marks?)\b", re.IGNORECASE)


def name(path):
    return path.relative_to(ROOT).as_posix()


def prose(path):
    """Numbered lines outside code blocks and tables."""
    fenced = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.lstrip().startswith("|"):
            yield number, line


def broken_links():
    for path in DOCS:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text()):
            if "://" not in target and not (path.parent / target).exists():
                yield f"{name(path)}: there is no {target}"


def sources():
    for folder in ("crates", "e2e/tests", "e2e/peers", "e2e/screens", "web/src"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in CODE and "node_modules" not in path.parts:
                yield path


def unlisted_ids():
    listed = set(re.findall(r"^\| ([A-Z]+-\d\d) \|", BEHAVIOUR, re.MULTILINE))
    for path in sources():
        for unknown in set(ID.findall(path.read_text(errors="replace"))) - listed:
            yield f"{name(path)} names {unknown}, which docs/behaviour.md does not have"


def missing_tests():
    for row, tests in re.findall(r"^\| ([A-Z]+-\d\d) \| [^|]* \| ([^|]*) \|$", BEHAVIOUR, re.MULTILINE):
        files = re.findall(r"`([^`]+)`", tests)
        yield from (f"docs/behaviour.md: {row} has no test" for _ in [0] if not files)
        yield from (f"docs/behaviour.md: {row} names {file}, which is not there" for file in files if not (ROOT / file).exists())


def long_lines():
    for path in DOCS:
        for number, line in prose(path):
            if len(line) > 100 and " " in line.strip():
                yield f"{name(path)}:{number} is longer than 100 characters"


def replaced_words():
    """Words of the glossary's last column. Code in backquotes keeps its spelling, and the glossary names them all."""
    for path in DOCS:
        if path.name in {"glossary.md", "0012-renames.md"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for word in REPLACED.findall(re.sub(r"`[^`]*`|\([^)]*\.(?:png|md|svg)\)", "", line)):
                yield f"{name(path)}:{number} says '{word}'; see docs/glossary.md"


def replaced_words_in_emails():
    """The same words in the sentences of emails: texts with a space, in the files that hold them."""
    files = [*sorted((ROOT / "crates/server/src").rglob("emails.rs")), ROOT / "crates/server/src/base/mail/words.rs"]
    for path in files:
        code = re.sub(r"^\s*//.*", "", path.read_text().split("#[cfg(test)]")[0], flags=re.MULTILINE)
        for text in (text for text in re.findall(r'"((?:\\.|[^"\\])*)"', code) if " " in text):
            for word in REPLACED.findall(text):
                yield f"{name(path)} says '{word}' in an email; see docs/glossary.md"
    if len(files) < 5:
        yield f"only {len(files)} files with emails were found"


def main():
    problems = [*broken_links(), *unlisted_ids(), *missing_tests(), *long_lines(), *replaced_words(), *replaced_words_in_emails()]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
