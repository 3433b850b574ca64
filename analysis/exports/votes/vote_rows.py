"""Rows of judgments for gold; a few templates write a million of them.

Two judgments with the same answer differ in their worker, time and item. So a scheme makes one row
per pattern, and the differing values are filled in as bytes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from agreement.groups import Ints
from analysis.exports.json_parts import element
from analysis.reading.judgment_rows import TIMES, JudgmentRead
from analysis.reading.votes import TimedVotes, parse_details
from midpath.gold.compact_votes import Known
from midpath.json_types import JsonObject

MAX_PATTERNS = 4096
EPOCH = datetime.fromtimestamp(0, UTC)
WHOLE_SECOND = b".000000"
# Formats of the members that differ; the others are bytes that are ready.
FORMS = {"judgment": b"%d", "words": b"%d", "worker": b'"%d"'}
READY = b"%b"
NULL = b"null"
MOMENT = b'"%b+00:00"'
NOTHING: Mapping[str, Sequence[bytes]] = {}
# An answer, its details as JSON, whether its item is known, and the gold answer.
Pattern = tuple[int, bytes, bool, object]


class About(NamedTuple):
    """Items and workers of judgments, as rows show them, one entry per judgment.

    name : as JSON
    gold : the gold answer in the format of figures
    """

    name: Sequence[bytes]
    words: Ints
    worker: Ints
    known: NDArray[np.bool_]
    gold: Sequence[Any]


def counting(votes: TimedVotes) -> TimedVotes:
    """Return the judgments that count."""
    if votes.counts.all():
        return votes
    return TimedVotes._make(column[votes.counts] for column in votes)


class VoteRows:
    """Writes rows made by `row`, which is called once per pattern.

    unit : the member with the name of the item
    more : further members that differ
    """

    def __init__(
        self,
        unit: str,
        row: Callable[[JudgmentRead, Known], JsonObject],
        more: Iterable[str] = (),
    ) -> None:
        self._row, self._unit = row, unit
        times = dict.fromkeys(("claimed_at", "submitted_at"), MOMENT)
        ready = dict.fromkeys((unit, "seconds", *TIMES, *more), READY)
        self._forms = dict(sorted({**FORMS, **times, **ready}.items()))
        self._templates: dict[Pattern, bytes] = {}

    def written(
        self, votes: TimedVotes, about: About, more: Mapping[str, Sequence[bytes]] = NOTHING
    ) -> list[bytes]:
        """Return the rows of judgments, as written in the file.

        more : the members of that name, as JSON
        """
        columns: Mapping[str, Sequence[object]] = {
            **more,
            self._unit: about.name,
            "judgment": votes.pk.tolist(),
            "worker": about.worker.tolist(),
            "words": about.words.tolist(),
            "claimed_at": _moments(votes.claimed),
            "submitted_at": _moments(votes.submitted),
            "seconds": _seconds(votes.milliseconds),
            **{
                name: _known_seconds(column)
                for name, column in zip(TIMES, (votes.active, votes.first_action), strict=True)
            },
        }
        patterns = zip(
            *(votes.answer.tolist(), votes.details.tolist(), about.known.tolist(), about.gold),
            strict=True,
        )
        differing = zip(*(columns[name] for name in self._forms), strict=True)
        return [
            self._template(one) % values for one, values in zip(patterns, differing, strict=True)
        ]

    def _template(self, pattern: Pattern) -> bytes:
        found = self._templates.get(pattern)
        if found is None:
            if len(self._templates) >= MAX_PATTERNS:
                self._templates.clear()
            found = self._templates[pattern] = self._made(*pattern)
        return found

    def _made(self, answer: int, row: bytes, known: bool, gold: object) -> bytes:
        details = parse_details(row)
        judgment = JudgmentRead(
            *(0, 0, 0, "", [answer], orjson.loads(details.payload), EPOCH, EPOCH, True, True),
            *(details.late, known, details.repeat, details.review, None, None),
            *(details.suggested, details.as_suggested),
        )
        return template_of(self._row(judgment, Known("", 0, gold)), self._forms)


def template_of(row: JsonObject, forms: Mapping[str, bytes]) -> bytes:
    """Return an element of a list with format codes for some members, in their order.

    >>> template_of({"b": "100 %", "a": 1}, {"a": b"%d"}) % 2 == element({"a": 2, "b": "100 %"})
    True
    """
    begin, end = len(b"    {\n"), -len(b"\n    }")
    members = []
    for name in sorted(row):
        if name in forms:
            empty = element({name: None})[begin:end].removesuffix(b"null")
            members.append(empty.replace(b"%", b"%%") + forms[name])
        else:
            members.append(element({name: row[name]})[begin:end].replace(b"%", b"%%"))
    return b"    {\n" + b",\n".join(members) + b"\n    }"


def texts_in_json(texts: Sequence[str]) -> list[bytes]:
    """Return texts as JSON without line breaks."""
    written = orjson.dumps(texts, option=orjson.OPT_INDENT_2)
    return written.removeprefix(b"[\n  ").removesuffix(b"\n]").split(b",\n  ")


def _moments(at: Ints) -> list[bytes]:
    """Return times as `csv_files.moment` formats them, without the zone."""
    written = at.view("datetime64[us]").astype("S26").tolist()
    return [one.removesuffix(WHOLE_SECOND) for one in written]


def _seconds(milliseconds: Ints) -> list[bytes]:
    return orjson.dumps((milliseconds / 1000).tolist())[1:-1].split(b",")


def _known_seconds(milliseconds: Ints) -> list[bytes]:
    """Return times as JSON; negative ones are unknown."""
    written = _seconds(milliseconds)
    for place in np.flatnonzero(milliseconds < 0).tolist():
        written[place] = NULL
    return written
