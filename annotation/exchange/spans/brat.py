"""Read and write brat's standoff: a ZIP with a NAME.txt and a NAME.ann for each text.

    T1  Person 0 10     Ada Brandt
    T2  Place 20 23;24 28       New York

Places count code points, a byte order mark included. brat splits spans at line ends, so parts
separated only by white space are one span; discontinuous spans are refused. Relations, events,
attributes and notes are left out. A type consists of letters, digits, - and _ only. The display
names of other labels are in the archive's visual.conf, and the types in annotation.conf.
"""

import io
import lzma
import re
import zipfile
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from annotation.exchange.decoding import ZIP, NotText, decode, lines_of
from annotation.exchange.judged.cells import short
from annotation.exchange.spans.marked_text import (
    BYTE_ORDER_MARK,
    ONE,
    Marked,
    Refusing,
    Solid,
    Span,
    sound_spans,
)
from annotation.exchange.spans.tag_names import plain_names
from annotation.web.zip_stream import zip_parts

SPACE, NO_TYPE = re.compile(r"\s+"), re.compile(r"[^A-Za-z0-9_-]+")
PLACE = re.compile(r"\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*")
CONF = """[entities]
{types}

[relations]

[events]

[attributes]
"""
FORM = "Write a span as brat does, its parts divided by tabs: T1, Person 0 3, Ada"
MAX_FILES = 400_000
BROKEN = (
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError),
    *(zlib.error, lzma.LZMAError),
)


def is_brat(body: bytes) -> bool:
    """Return whether a file is a ZIP that contains a brat annotation."""
    return body.startswith(ZIP) and b".ann" in body


def read_brat(body: bytes, to: Refusing) -> Iterator[Marked]:
    """Yield the texts with their names. The caller has checked the archive's unpacked size."""
    try:
        files = _files(body)
    except BROKEN:
        to.refuse(0, "", "The archive is damaged or encrypted. Pack the .txt and .ann files again.")
        return
    shown = _shown(files, to)
    for name in sorted(name for name in files if name.endswith(".ann")):
        stem = name.removesuffix(".ann")
        where = f"{stem}.txt"
        if where not in files:
            to.refuse(0, name, f"The archive has no {where}, the text of {name}. Add it.")
            continue
        text, lines = _text(files, where, to), _text(files, name, to)
        if text is None or lines is None:
            continue
        if files[where].startswith(BOM_UTF8):
            text = BYTE_ORDER_MARK + text
        solid = Solid(text)
        given = [
            (begin, end, shown.get(of, of)) for begin, end, of in _spans(name, solid, lines, to)
        ]
        spans = sound_spans(0, name, solid, given, to)
        yield Marked(0, text, {ONE: spans}, name=stem)


def write_brat(
    texts: Iterable[tuple[str, str, Sequence[Span]]], labels: Sequence[str]
) -> Iterator[bytes]:
    """Yield an archive of texts, each with its name and spans. The same input gives the same
    bytes."""
    files = _written(texts, labels, plain_names(labels, NO_TYPE))
    return zip_parts((name, content.encode()) for name, content in files)


def _written(
    texts: Iterable[tuple[str, str, Sequence[Span]]],
    labels: Sequence[str],
    names: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Yield the files of an archive with their names."""
    types = "\n".join(names[label] for label in labels)
    yield "annotation.conf", CONF.format(types=types)
    shown = "\n".join(f"{names[label]} | {label}" for label in labels)
    yield "visual.conf", f"[labels]\n{shown}\n\n[drawing]\n"
    for name, text, spans in texts:
        yield f"{name}.txt", text
        lines = (
            _line(number, names[label], text, list(_lines(text, begin, end)))
            for number, (begin, end, label) in enumerate(spans, 1)
        )
        yield f"{name}.ann", "".join(lines)


def _files(body: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        entries = [one for one in archive.infolist() if not one.is_dir()]
        if len(entries) > MAX_FILES:
            raise ValueError
        relevant = [one for one in entries if _is_relevant(one.filename)]
        return {one.filename: archive.read(one) for one in relevant}


def _is_relevant(name: str) -> bool:
    path = PurePosixPath(name)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return not hidden and (path.suffix in {".txt", ".ann"} or path.name == "visual.conf")


def _text(files: Mapping[str, bytes], name: str, to: Refusing) -> str | None:
    try:
        return decode(files[name])
    except NotText as error:
        to.refuse(error.line, name, error.message)
        return None


def _shown(files: Mapping[str, bytes], to: Refusing) -> dict[str, str]:
    """Return the display names of types from visual.conf: TYPE | name | shorter name."""
    found: dict[str, str] = {}
    for name in sorted(files):
        if PurePosixPath(name).name != "visual.conf" or (text := _text(files, name, to)) is None:
            continue
        within = False
        for line in lines_of(text):
            if line.startswith("["):
                within = line.strip() == "[labels]"
            elif within and "|" in line:
                kind, label, *_ = (part.strip() for part in line.split("|"))
                if kind and label:
                    found.setdefault(kind, label)
    return found


def _spans(name: str, text: Solid, lines: str, to: Refusing) -> Iterator[Span]:
    for number, line in enumerate(lines_of(lines), 1):
        if not line.startswith("T"):
            continue
        cells = line.split("\t")
        kind, _, places = cells[1].partition(" ") if len(cells) > 1 else ("", "", "")
        if not kind or not PLACE.fullmatch(places.strip()):
            to.refuse(number, name, FORM)
            continue
        parts = [tuple(map(int, one.split())) for one in places.strip().split(";")]
        begin, end = parts[0][0], parts[-1][1]
        if trouble := _problem(text, parts) or _unlike(text, parts, cells[2:]):
            to.refuse(number, name, trouble)
            continue
        yield begin, end, kind


def _problem(text: Solid, parts: Sequence[Sequence[int]]) -> str | None:
    for begin, end in parts:
        if not 0 <= begin < end <= len(text.text):
            return (
                f"{begin} to {end} is not a span of this text, which has {len(text.text):,} "
                "characters. Was the text changed?"
            )
    for (_, before), (after, _) in pairwise(parts):
        if after < before or text.solid_in(before, after):
            return (
                "The span is discontinuous, which is not supported. Make it one continuous span, "
                "or two."
            )
    return None


def _unlike(text: Solid, parts: Sequence[Sequence[int]], said: Sequence[str]) -> str | None:
    """Return an error if the text at the end of a line is not that of its span."""
    if not said:
        return None
    solid = SPACE.sub("", said[0])
    stands = sum(text.solid_in(begin, end) for begin, end in parts)
    cut = [text.text[begin : min(end, begin + len(said[0]) + 100)] for begin, end in parts[:100]]
    if stands == len(solid) and _alike(text, parts, solid):
        return None
    there = short(" ".join(cut))
    return f"The line says {short(said[0])}, but the text there is {there}. Correct the positions."


def _alike(text: Solid, parts: Sequence[Sequence[int]], solid: str) -> bool:
    """Return whether the parts consist of exactly these characters."""
    if sum(end - begin for begin, end in parts) > 4 * len(solid) + 100:  # only white space
        return False
    return SPACE.sub("", "".join(text.text[begin:end] for begin, end in parts)) == solid


def _line(number: int, name: str, text: str, parts: Sequence[tuple[int, int]]) -> str:
    places = ";".join(f"{begin} {end}" for begin, end in parts)
    said = " ".join(text[begin:end] for begin, end in parts).replace("\t", " ")
    return f"T{number}\t{name} {places}\t{said}\n"


def _lines(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a span, split at line ends as in brat."""
    for found in re.finditer(r"[^\r\n]+", text[begin:end]):
        if found[0].strip():
            yield begin + found.start(), begin + found.end()
