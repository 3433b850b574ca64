"""Show a worker the personal data stored about them: each row with a heading and its facts. The
file has every column; the page only those that mean something to the worker."""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext, gettext_noop

from annotation.models import Judgment, PracticeTask, Worker
from annotation.schemes import SCHEMES, scheme_of
from annotation.services.people.personal_data import Part, Row, all_parts
from annotation.text.money import in_currency
from annotation.worker.personal_data_looks import Look, look_of
from annotation.worker.terms import duration
from midpath.text.formatting import percent

# The number of rows of each part on the first page, and on the page of a single part.
FEW, MANY = 3, 20
MAX_LENGTH = 600
YES, NO = gettext_noop("yes"), gettext_noop("no")
Said = str | datetime
# Titles of campaigns that have none of their own, as they are in the file.
NAMES_OF_WORK = {scheme.work for scheme in SCHEMES.values()}
SHARES = {"faster", "same", "majority", "consistency"}
SPANS = {"active_ms", "milliseconds"}
# Shown only if true, since "no" and 0 would say nothing.
IF_SO = {"second_time", "from_a_suggestion", "late", "later", "tasks", "repeated", "returned"}


@dataclass(frozen=True)
class Shown:
    """A row: its heading and its facts, each a label and a value. The template formats times."""

    heading: str
    facts: Sequence[tuple[str, Said]]


@dataclass(frozen=True)
class PartShown:
    """Rows of a part, the newest first. `more` says that there are others before the key `last`."""

    name: str
    title: str
    rows: Sequence[Shown]
    count: int
    last: int
    more: bool


def parts_shown(worker: Worker) -> Iterator[PartShown]:
    """Yield each part that has rows, with its newest rows."""
    several = did_several(worker)
    for part in all_parts():
        found = part_shown(part, worker, FEW, several=several)
        if found.rows:
            yield found


def did_several(worker: Worker) -> bool:
    return worker.enrolments.count() > 1


def part_shown(
    part: Part, worker: Worker, most: int, before: int | None = None, *, several: bool
) -> PartShown:
    """Return the newest rows of a part, or the newest of those before a key. Workers with several
    enrolments also see which work each row belongs to."""
    found = part.latest(worker, most + 1, before)
    more, found = len(found) > most, found[:most]
    answers = _answers(part.name, [pk for pk, _ in found])
    columns = set(look_of(part.name).facts) - (set() if several else {"work"})
    rows = [_shown(part.name, row | answers.get(pk, {}), columns) for pk, row in found]
    whole = not more and before is None
    return PartShown(
        name=part.name,
        title=gettext(part.title),
        rows=rows,
        count=len(rows) if whole else part.count(worker),
        last=found[-1][0] if found else 0,
        more=more,
    )


def _answers(part: str, keys: Sequence[int]) -> dict[int, Row]:
    """Return the answers of rows as readable text; the file has what was sent."""
    if part == "submitted":
        judged = Judgment.objects.select_related("campaign", "hit__item").filter(pk__in=keys)
        found = [(one.pk, one.campaign, one.hit.item, one.vector) for one in judged]
    elif part == "practised":
        tasks = PracticeTask.objects.select_related("enrolment__campaign", "answer__item")
        found = [
            (one.pk, one.enrolment.campaign, one.answer.item, one.vector or [])
            for one in tasks.filter(pk__in=keys, vector__isnull=False)
        ]
    else:
        return {}
    return {
        pk: {"answer": scheme_of(campaign).written(vector, item, campaign.settings)}
        for pk, campaign, item, vector in found
    }


def _shown(part: str, row: Row, columns: Collection[str]) -> Shown:
    look = look_of(part)
    said = {name: _said(name, row, look) for name in (look.heading, *look.facts) if name}
    facts = [
        (gettext(label), said[name])
        for name, label in look.facts.items()
        if name in columns and said[name]
    ]
    return Shown(str(said.get(look.heading, "")), facts)


def _said(name: str, row: Row, look: Look) -> Said:
    value = row[name]
    if name == "work" and value in NAMES_OF_WORK:
        value = gettext(value)
    if value is None or value == "" or (name in IF_SO and not value):
        return ""
    if name in look.words:
        words = look.words[name].get(value)
        return gettext(words) if words else str(value).replace(".", " ").replace("_", " ")
    if isinstance(value, Decimal):
        return in_currency(value, row["currency"])
    if name in SHARES:
        return percent(value)
    if name in SPANS:
        return duration(max(1, math.ceil(value / 1000)))
    return _plain(value)


def _plain(value: object) -> Said:
    if isinstance(value, datetime):
        return value
    if isinstance(value, bool):
        return gettext(YES if value else NO)
    text = str(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"
