"""Read a folder of documents as the lines of one file.

Files are FOLDER/CATEGORY/NAME.txt or .html, or without categories FOLDER/NAME.txt.
NAME.subtitles.txt next to a text contains its subtitles, one per line."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import orjson

from midpath.exchange.decoding import NotText, decode, lines_of

SUBTITLES = ".subtitles.txt"
PAGES = {".html", ".htm"}


class BadFolder(ValueError):
    """A folder that cannot be read. The message says what is wrong and why."""


def read_folder(folder: Path) -> bytes:
    """Return JSON lines, in the order of categories and names."""
    lines = [orjson.dumps(document) for document in _documents(folder)]
    if not lines:
        raise BadFolder(f"{folder} contains no .txt or .html files.")
    return b"\n".join(lines)


def _documents(folder: Path) -> Iterator[Mapping[str, str | list[str]]]:
    files = [*folder.glob("*"), *folder.glob("*/*")]
    for file in sorted(file for file in files if file.is_file()):
        category = "" if file.parent == folder else file.parent.name
        document = {"document": file.stem, "category": category}
        if file.name.endswith(SUBTITLES):
            continue
        if file.suffix.lower() in PAGES:
            yield document | {"html": _text(file)}
        elif file.suffix.lower() == ".txt":
            subtitle_file = file.with_name(f"{file.stem}{SUBTITLES}")
            subtitles = lines_of(_text(subtitle_file)) if subtitle_file.is_file() else []
            subtitles = [subtitle for subtitle in subtitles if subtitle.strip()]
            yield document | {"text": _text(file), "subtitles": subtitles}


def _text(file: Path) -> str:
    try:
        return decode(file.read_bytes())
    except OSError as error:
        raise BadFolder(f"{file} cannot be read: {error.strerror}.") from error
    except NotText as error:
        raise BadFolder(f"{file}: {error.message}") from error
