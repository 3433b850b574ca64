"""Count the items that campaigns and sets share, before they are compared. An item of a campaign is
one that workers get in the normal order, an item of a set is one with an annotation. Across two
datasets, two items are the same if they have the same words, and no other item of either dataset
has them."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from django.db import connection

from annotation.models import AnnotationSet, Campaign
from annotation.schemes import COMPARABLE
from midpath.exchange.rows import MAX_ITEMS

Source = Campaign | AnnotationSet
# For each campaign or set, how many items it shares with each other one with the same kind of
# words; None if not counted.
Shared = dict[str, dict[str, int | None]]

# Reading 100,000 items takes about half a second. A page reads no more of them; sides to be
# compared are read in full: up to four datasets.
MAX_ITEMS_READ = 100_000
MAX_ITEMS_CHECKED = 4 * MAX_ITEMS
MAX_SOURCES = 200

# `grouped` contains the units in which the same words occur, once per occurrence.
GROUPS = """
WITH said AS ({said}),
documents AS MATERIALIZED (
    SELECT id, md5((content -> 'sentences')::text) AS words FROM annotation_item
    WHERE id IN (SELECT item.document_id FROM said JOIN annotation_item item ON item.id = item_id)
),
grouped AS (
    SELECT array_agg(unit ORDER BY unit) AS units
    FROM said
    JOIN annotation_item item ON item.id = item_id
    LEFT JOIN documents document ON document.id = item.document_id
    GROUP BY md5((CASE scheme {words} END))
)
SELECT units, count(*) FROM grouped GROUP BY units
"""
SAID = "SELECT %s AS unit, %s AS scheme, %s::jsonb AS settings, item_id FROM ({items}) of_source"
ITEMS = {
    "dataset": "SELECT id AS item_id FROM annotation_item WHERE dataset_id = %s",
    "campaign": "SELECT item_id FROM annotation_hit WHERE campaign_id = %s AND NOT known",
    "set": "SELECT DISTINCT item_id FROM annotation_annotation WHERE set_id = %s",
}
# What to read: all items of a dataset, or those of one campaign or set; and for which scheme and
# settings.
Unit = tuple[str, int, str, str]


def key_of(source: Source) -> str:
    return f"{'campaign' if isinstance(source, Campaign) else 'set'}-{source.pk}"


def count_shared(sources: Sequence[Source], *, most: int = MAX_ITEMS_READ) -> Shared:
    """Count the items shared by each two of these, with at most one query, which reads at most
    `most` items, beginning with the smallest campaigns and sets."""
    shared: Shared = {key_of(source): {} for source in sources}
    unread = []
    for one, other in combinations(sources[:MAX_SOURCES], 2):
        if COMPARABLE[one.scheme].words_sql != COMPARABLE[other.scheme].words_sql:
            continue
        if (number := _by_their_sizes(one, other)) is not None:
            _note(shared, one, other, number)
        else:
            unread.append((one, other))
    sizes = {_unit_of(source): _size(source) for pair in unread for source in pair}
    found = _read(sizes, most)
    for one, other in unread:
        units = _unit_of(one), _unit_of(other)
        same_dataset = one.dataset_id == other.dataset_id
        _note(shared, one, other, found.between(*units, same_dataset=same_dataset))
    return shared


def _note(shared: Shared, one: Source, other: Source, number: int | None) -> None:
    shared[key_of(one)][key_of(other)] = shared[key_of(other)][key_of(one)] = number


def _by_their_sizes(one: Source, other: Source) -> int | None:
    """Return how many items two units of one dataset share if either has all its items; else
    None."""
    if one.dataset_id == other.dataset_id and (_has_all(one) or _has_all(other)):
        return min(_size(one), _size(other))
    return None


def _size(source: Source) -> int:
    return source.hit_count if isinstance(source, Campaign) else source.item_count


def _has_all(source: Source) -> bool:
    return _size(source) == source.dataset.item_count


def _unit_of(source: Source) -> Unit:
    """Return what to read for a campaign or set. One with all items reads the dataset, which is
    shared by all others with the same words."""
    kind = "campaign" if isinstance(source, Campaign) else "set"
    place = ("dataset", source.dataset_id) if _has_all(source) else (kind, source.pk)
    matters = "settings" in COMPARABLE[source.scheme].words_sql
    settings = json.dumps(source.settings, sort_keys=True) if matters else "{}"
    return (*place, source.scheme, settings)


class _Found:
    """The number of words shared by each two units: all words, and words that occur once in
    both."""

    def __init__(self, units: Sequence[Unit], groups: Iterable[tuple[Sequence[int], int]]) -> None:
        self._numbers = {unit: number for number, unit in enumerate(units)}
        self._all, self._once = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for numbers, times in groups:
            found = Counter(numbers)
            for pair in combinations(sorted(found), 2):
                least = min(found[pair[0]], found[pair[1]])
                self._all[pair] += times * least
                if found[pair[0]] == found[pair[1]] == 1:
                    self._once[pair] += times

    def between(self, one: Unit, other: Unit, *, same_dataset: bool) -> int | None:
        """Return how many items two units share; None if one of them was not read."""
        if one not in self._numbers or other not in self._numbers:
            return None
        first, second = sorted((self._numbers[one], self._numbers[other]))
        return (self._all if same_dataset else self._once)[first, second]


def _read(sizes: dict[Unit, int], most: int) -> _Found:
    units, left = [], most
    for unit, size in sorted(sizes.items(), key=lambda each: (each[1], each[0])):
        left -= size
        if left < 0:
            break
        units.append(unit)
    if len(units) < 2:
        return _Found([], [])
    said, given = list[str](), list[str | int]()
    for number, (kind, pk, scheme, settings) in enumerate(units):
        said.append(SAID.format(items=ITEMS[kind]))
        given += [number, scheme, settings, pk]
    cases = [
        f"WHEN '{scheme}' THEN ({COMPARABLE[scheme].words_sql})::text"
        for scheme in sorted({scheme for *_, scheme, _ in units})
    ]
    statement = GROUPS.format(said=" UNION ALL ".join(said), words=" ".join(cases))
    with connection.cursor() as cursor:
        cursor.execute(statement, given)
        return _Found(units, cursor.fetchall())
