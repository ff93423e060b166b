"""Text files that mention images: renamed files are mentioned by their new names, and empty alt texts in Markdown are filled."""
import re
from pathlib import Path
from urllib.parse import quote, unquote

LARGEST_TEXT_BYTES = 2_000_000


def text_of(path):
    """The text of a file, or None for what is no text, is large, or is gone."""
    file = Path(path)
    if not file.is_file() or file.is_symlink() or file.stat().st_size > LARGEST_TEXT_BYTES:
        return None
    try:
        text = file.read_bytes().decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def replace_references(files, renamed):
    """File names are unique in the repository, so a mention of the name is a mention of the file."""
    names = {Path(old).name: Path(new).name for old, new in renamed.items()}
    names.update({quote(old): quote(new) for old, new in list(names.items())})
    if not names:
        return
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(r"(?<![\w.-])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![\w-])")
    for path in files:
        text = text_of(path)
        if text is None:
            continue
        changed = pattern.sub(lambda found: names[found.group()], text)
        if changed != text:
            Path(path).write_bytes(changed.encode())


def fill_alt_texts(files, alt_texts):
    """`![](images/a.jpg)` becomes `![A red fox.](images/a.jpg)`. A text that is there stays as it is."""
    for path in files:
        text = text_of(path)
        if text is None:
            continue

        def filled(found):
            target = Path(path).parent / unquote(found.group(1))
            alt = alt_texts.get(normal(target))
            return f"![{alt.replace('[', '').replace(']', '')}]({found.group(1)}" if alt else found.group()

        changed = re.sub(r"!\[\]\(([^)\s]+)", filled, text)
        if changed != text:
            Path(path).write_bytes(changed.encode())


def normal(path):
    """A relative path without `..`, as git writes it."""
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
