"""Read and write brat's standoff: a ZIP with a NAME.txt and a NAME.ann for each text.

    T1  Person 0 10     Ada Brandt
    T2  Place 20 23;24 28       New York

Places count code points, a byte order mark included. brat splits spans at line ends, so parts
separated only by white space are one span. Discontinuous spans are left out and counted, or their
parts become spans. Relations, events, attributes and notes are counted. If the same text is in
several folders under the same name, each folder is an annotator. A type consists of letters,
digits, - and _ only. The display names of other labels are in the archive's visual.conf, and the
types in annotation.conf.
"""

import io
import re
import zipfile
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from midpath.exchange.archives import BROKEN_ZIP
from midpath.exchange.decoding import ZIP, NotText, decode, lines_of
from midpath.exchange.judged.cells import short
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.marked_text import (
    BYTE_ORDER_MARK,
    Marked,
    Solid,
    Span,
    sound_spans,
)
from midpath.exchange.spans.prodigy import ONE
from midpath.exchange.spans.tag_names import plain_names
from midpath.exchange.wanted import Wanted
from midpath.exchange.zips.zip_stream import zip_parts

SPACE, NO_TYPE = re.compile(r"\s+"), re.compile(r"[^A-Za-z0-9_-]+")
PLACE = re.compile(r"\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*")
CONF = """[entities]
{types}

[relations]

[events]

[attributes]
"""
FORM = "Write a span as brat does, its parts divided by tabs: T1, Person 0 3, Ada"
MAX_FILES, MAX_BYTES = 400_000, 200 * 2**20
MAX_FOLDERS = 20  # the folders of a path that may be annotators
TOO_LARGE = "The archive unpacks to more than 200 MB. Pack fewer documents."
DISCONTINUOUS = "span in several parts"
OTHER_LINES = {
    "R": "relation",
    "*": "relation",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "N": "link to a knowledge base",
    "#": "note",
}
SETTINGS = {
    *("annotation.conf", "tools.conf", "kb_shortcuts.conf", "sample.conf"),
    *(".stats_cache", "README", "README.md", "README.txt"),
}


def is_brat(body: bytes) -> bool:
    """Return whether a file is a ZIP that contains a brat annotation."""
    return body.startswith(ZIP) and b".ann" in body


def read_brat(body: bytes, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    """Yield the texts with their names."""
    try:
        files = _files(body, to)
    except BadCell as bad:
        to.refuse(0, bad.column, bad.message)
        return
    except BROKEN_ZIP:
        to.refuse(0, "", "The archive is damaged or encrypted. Pack the .txt and .ann files again.")
        return
    shown = _shown(files, to)
    places = annotators_in(files)
    seen: dict[str, tuple[str, str]] = {}
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
        reading = _Lines(name, solid, wanted, to)
        given = [(begin, end, shown.get(of, of)) for begin, end, of in reading.spans(lines)]
        given = list(dict.fromkeys(given)) if wanted.fragments else given
        spans = sound_spans(0, name, solid, given, to)
        who, document = places.get(stem, (ONE, stem))
        first, same = seen.setdefault(document, (where, text))
        if same != text:
            to.refuse(0, where, f"{where} differs from {first}. Make the two texts the same.")
            continue
        yield Marked(0, text, {who: spans}, name=document)


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


def _files(body: bytes, to: Faults) -> dict[str, bytes]:
    """Return the files that belong to brat, and count others and texts without annotations."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        entries = [one for one in archive.infolist() if not one.is_dir()]
        if len(entries) > MAX_FILES:
            raise ValueError
        relevant = [one for one in entries if _is_relevant(one.filename)]
        # zipfile never unpacks more of an entry than its directory states.
        if sum(one.file_size for one in relevant) > MAX_BYTES:
            raise BadCell("", TOO_LARGE)
        files = {one.filename: archive.read(one) for one in relevant}
    for one in entries:
        if one.filename not in files and not _is_hidden(one.filename):
            to.skip_field(0, one.filename, "file")
    for name in files:
        if name.endswith(".txt") and f"{name.removesuffix('.txt')}.ann" not in files:
            to.skip(0, "text without an .ann file")
    return files


def _is_relevant(name: str) -> bool:
    path = PurePosixPath(name)
    known = path.suffix in {".txt", ".ann"} or path.name == "visual.conf"
    return known and not _is_hidden(name)


def _is_hidden(name: str) -> bool:
    """Return whether an entry belongs to the system or to brat's settings."""
    path = PurePosixPath(name)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return hidden or path.name in SETTINGS


def annotators_in(files: Mapping[str, bytes]) -> dict[str, tuple[str, str]]:
    """Return the annotator and the document of each stem, if folders are annotators: the same text
    under the same name in several of them. The folder is the first one that differs, or the last.

    >>> annotators_in({"a/x.ann": b"", "a/x.txt": b"A", "b/x.ann": b"", "b/x.txt": b"A"})
    {'a/x': ('a', 'x'), 'b/x': ('b', 'x')}
    """
    stems = [name.removesuffix(".ann") for name in sorted(files) if name.endswith(".ann")]
    paths = {stem: PurePosixPath(stem).parts for stem in stems}
    depth = min((len(parts) for parts in paths.values()), default=0)
    for place in range(min(depth, MAX_FOLDERS) - 1):
        found = {
            stem: (parts[place], "/".join(parts[:place] + parts[place + 1 :]))
            for stem, parts in paths.items()
        }
        texts: defaultdict[str, list[bytes]] = defaultdict(list)
        for stem, (_, document) in found.items():
            texts[document].append(files.get(f"{stem}.txt", b"").strip())
        if any(one and each.count(one) > 1 for each in texts.values() for one in each[:1]):
            return found
    return {}


def _text(files: Mapping[str, bytes], name: str, to: Faults) -> str | None:
    try:
        return decode(files[name])
    except NotText as error:
        to.refuse(error.line, name, error.message)
        return None


def _shown(files: Mapping[str, bytes], to: Faults) -> dict[str, str]:
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


class _Lines:
    """The lines of an .ann file, of which those of spans are read."""

    def __init__(self, name: str, text: Solid, wanted: Wanted, to: Faults) -> None:
        self._name, self._text, self._wanted, self._to = name, text, wanted, to

    def spans(self, lines: str) -> Iterator[Span]:
        for number, line in enumerate(lines_of(lines), 1):
            if line.startswith("T"):
                yield from self._span(number, line)
            elif line.strip():
                self._to.skip(0, OTHER_LINES.get(line[0], "line of an unknown kind"))

    def _span(self, number: int, line: str) -> Iterator[Span]:
        cells = line.split("\t")
        kind, _, places = cells[1].partition(" ") if len(cells) > 1 else ("", "", "")
        if not kind or not PLACE.fullmatch(places.strip()):
            self._to.refuse(number, self._name, FORM)
            return
        parts = [tuple(map(int, one.split())) for one in places.strip().split(";")]
        if trouble := _problem(self._text, parts) or _unlike(self._text, parts, cells[2:]):
            self._to.refuse(number, self._name, trouble)
            return
        whole = _joined(self._text, parts)
        if len(whole) > 1 and not self._wanted.fragments:
            self._to.skip(0, DISCONTINUOUS)
        else:
            yield from ((begin, end, kind) for begin, end in whole)


def _problem(text: Solid, parts: Sequence[Sequence[int]]) -> str | None:
    for begin, end in parts:
        if not 0 <= begin < end <= len(text.text):
            return (
                f"{begin} to {end} is not a span of this text, which has {len(text.text):,} "
                "characters. Was the text changed?"
            )
    if any(after < before for (_, before), (after, _) in pairwise(parts)):
        return "The parts of the span overlap or are not in order. Correct them."
    return None


def _joined(text: Solid, parts: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the parts of a span, with those separated only by white space joined."""
    found = [(parts[0][0], parts[0][1])]
    for begin, end in parts[1:]:
        first, before = found[-1]
        if text.solid_in(before, begin):
            found.append((begin, end))
        else:
            found[-1] = (first, end)
    return found


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
