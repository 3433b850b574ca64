"""Rows of judgments as gold has them, of which a million are written by a few templates.

Two judgments with the same answer differ in who gave it, when and to what. So a scheme makes the
row of each pattern once, and what differs is filled in as bytes.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import orjson

from agreement.groups import Ints
from analysis.exports.json_parts import element
from analysis.reading.campaign_judgments import TIMES, JudgmentRead
from analysis.reading.timed_votes import TimedVotes

MOST_PATTERNS = 4096
MICROSECONDS = 1_000_000
EPOCH = datetime.fromtimestamp(0, UTC)
WHOLE_SECOND = b".000000"
# How the members that differ are written; the others as bytes that are ready.
FORMS = {"judgment": b"%d", "words": b"%d", "worker": b'"%d"'}
READY = b"%b"
MOMENT = b'"%b+00:00"'
Content = dict[str, Any]


class Known(NamedTuple):
    """An item as rows of judgments tell it; `gold` is the known answer as figures have it."""

    name: str
    words: int
    gold: Any


class Spent(NamedTuple):
    """The times at which judgments were begun and submitted, (N,) microseconds since 1970."""

    claimed: Ints
    submitted: Ints

    @property
    def milliseconds(self) -> Ints:
        return (self.submitted - self.claimed) // 1000


def spent_on(votes: TimedVotes) -> Spent:
    claimed, submitted = (
        np.rint(np.array(column) * MICROSECONDS).astype(np.int64)
        for column in (votes.claimed, votes.submitted)
    )
    return Spent(claimed, submitted)


def counting(votes: TimedVotes) -> TimedVotes:
    """Return those that count."""
    if all(votes.counts):
        return votes
    return TimedVotes._make(tuple(compress(column, votes.counts)) for column in votes)


class VoteRows:
    """Writes rows as `row` makes them, which is asked once for each pattern.

    unit : the member with the name of the item
    """

    def __init__(self, unit: str, row: Callable[[JudgmentRead, Known], Content]) -> None:
        self._row, self._unit = row, unit
        times = dict.fromkeys(("claimed_at", "submitted_at"), MOMENT)
        ready = dict.fromkeys((unit, "seconds", *TIMES), READY)
        self._forms = dict(sorted({**FORMS, **times, **ready}.items()))
        self._templates: dict[tuple[Any, ...], bytes] = {}

    def written(
        self, votes: TimedVotes, spent: Spent, words: Sequence[int], gold: Sequence[Any]
    ) -> list[bytes]:
        """Return the rows of judgments, as they stand in the file.

        words, gold : what is known of each judgment's item
        """
        columns: Mapping[str, Sequence[Any]] = {
            self._unit: _texts(votes.name),
            "judgment": votes.pk,
            "worker": votes.worker,
            "words": words,
            "claimed_at": _moments(spent.claimed),
            "submitted_at": _moments(spent.submitted),
            "seconds": _seconds(spent.milliseconds.tolist()),
            **{
                name: _seconds(column)
                for name, column in zip(TIMES, (votes.active, votes.first_action), strict=True)
            },
        }
        patterns = zip(
            *(votes.answer, votes.late, votes.known, votes.repeat, votes.review),
            *(votes.suggested, votes.as_suggested, votes.payload, gold),
            strict=True,
        )
        differing = zip(*(columns[name] for name in self._forms), strict=True)
        return [
            self._template(one) % values for one, values in zip(patterns, differing, strict=True)
        ]

    def _template(self, pattern: tuple[Any, ...]) -> bytes:
        found = self._templates.get(pattern)
        if found is None:
            if len(self._templates) >= MOST_PATTERNS:
                self._templates.clear()
            found = self._templates[pattern] = self._made(*pattern)
        return found

    def _made(self, answer: int, *told: Any) -> bytes:
        late, known, repeat, review, suggested, as_suggested, payload, gold = told
        sent = orjson.loads(payload)
        judgment = JudgmentRead(
            *(0, 0, 0, "", [answer], sent, EPOCH, EPOCH, True, True, late, known, repeat, review),
            *(None, None, suggested, as_suggested),
        )
        return template_of(self._row(judgment, Known("", 0, gold)), self._forms)


def template_of(row: Content, forms: Mapping[str, bytes]) -> bytes:
    """Return an element of a list with forms in the place of some members, in their order.

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


def _texts(names: Sequence[str]) -> list[bytes]:
    """Return texts as JSON, in which no line ends."""
    written = orjson.dumps(names, option=orjson.OPT_INDENT_2)
    return written.removeprefix(b"[\n  ").removesuffix(b"\n]").split(b",\n  ")


def _moments(at: Ints) -> list[bytes]:
    """Return moments as `csv_files.moment` does, less the zone."""
    written = np.datetime_as_string(at.view("datetime64[us]")).astype("S26").tolist()
    return [one.removesuffix(WHOLE_SECOND) for one in written]


def _seconds(milliseconds: Sequence[int | None]) -> list[bytes]:
    known = [None if time is None else time / 1000 for time in milliseconds]
    return orjson.dumps(known)[1:-1].split(b",")
