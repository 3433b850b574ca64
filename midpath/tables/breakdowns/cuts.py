"""Tables of cuts at single prepositions and around verb phrases (ACL 2013, section 6)."""

from collections.abc import Iterator, Sequence
from typing import Literal

from midpath.tables.figures.bias_figures import AroundPhrases, AtWord, CutFigures, VerbPhrases
from midpath.tables.table import Column, Row, Table, Value
from midpath.text.formatting import counted, percent

Where = Literal["before", "inside", "after"]
SIDES: tuple[Literal["before", "after"], ...] = ("before", "after")
PLACES: tuple[Where, ...] = ("before", "inside", "after")
NOWHERE: CutFigures = {"cuts": 0, "boundaries": 0, "share": None, "expected": None}
EXPECTED = (
    "Expected: the share if each annotation’s cuts were anywhere in its text. If all flat "
    "annotations were equally likely, it would be 50% everywhere."
)


def at_prepositions_table(crowds: Sequence[tuple[str, Sequence[AtWord]]]) -> Table:
    """Return a row for each preposition, and columns for the cuts before and after it in each
    crowd."""
    known = [(name, {row["word"]: row for row in rows}) for name, rows in crowds if rows]
    words = dict.fromkeys(word for _, rows in known for word in rows)
    return Table(
        key="at-prepositions",
        title="Boundaries at each preposition",
        about="How often flat annotations have a boundary before and after each preposition "
        f"(ACL 2013 §6, bias 4: “to”, “of” and “for”). {EXPECTED}",
        first="preposition",
        columns=list(_columns([name for name, _ in known], SIDES)),
        rows=[
            Row(
                word,
                [
                    value
                    for _, rows in known
                    for side in SIDES
                    for value in _values(rows[word][side] if word in rows else NOWHERE)
                ],
            )
            for word in words
        ],
        empty="No flat annotation in the reports contains a preposition of this list.",
    )


def verb_phrases_table(crowds: Sequence[tuple[str, VerbPhrases]]) -> Table:
    """Return a row for verb phrases of each size, and columns for the cuts around them in each
    crowd."""
    known = [
        (name, {row["up_to"]: row for row in found["phrases"]})
        for name, found in crowds
        if found.get("phrases")
    ]
    sizes = {size for _, rows in known for size in rows}
    return Table(
        key="verb-phrases",
        title="Boundaries around the verb phrase",
        about="How often flat annotations have a boundary before, inside and after a verb phrase, "
        "by the share of the text that it spans (ACL 2013 §6, bias 3). Verb phrases come from "
        f"tags in the dataset; Midpath does not tag texts. {EXPECTED}",
        first="verb phrase",
        columns=list(_columns([name for name, _ in known], PLACES)),
        rows=[
            Row(
                "all" if size is None else f"up to {percent(size, 0)} of the text",
                [
                    value
                    for _, rows in known
                    for place in PLACES
                    for value in _values(_at(rows.get(size), place))
                ],
            )
            for size in sorted(sizes, key=lambda size: size or 0)
        ],
        readings=[reading for name, found in crowds for reading in _sources(name, found)],
        empty="No verb phrases are marked. Add a column tags or pos to the dataset, with a tag for "
        "each word, separated by spaces: parts of speech (VBD, VERB) or chunks (B-VP, I-VP).",
    )


def entailment_by_text_table(bins: Sequence[int]) -> Table:
    """Return the texts by their share of pairs that entail, in tenths (LAW 2013, Fig. 3)."""
    total = sum(bins)
    tenths = [f"{10 * tenth} to {10 * (tenth + 1)}%" for tenth in range(len(bins))]
    return Table(
        key="entailment-by-text",
        title="Texts by the share of their pairs that are entailed",
        first="pairs entailed",
        columns=[Column("texts", "count"), Column("of texts", "share")],
        rows=[
            Row(tenth, [count, count / total])
            for tenth, count in zip(tenths, bins, strict=True)
            if total
        ],
        empty="No text is in both files with the same words.",
    )


def _columns(names: Sequence[str], places: Sequence[Where]) -> Iterator[Column]:
    for name in names:
        of = f"{name}: " if len(names) > 1 else ""
        for place in places:
            group = f"{of}{place}"
            yield Column(f"{of}boundaries {place}", "count", "", group, "boundaries")
            yield Column(f"{of}cut {place}", "share", "series", group, "cut")
            yield Column(f"{of}expected {place}", "share", "", group, "expected")


def _values(found: CutFigures) -> tuple[Value, ...]:
    return found["boundaries"], found["share"], found["expected"]


def _at(row: AroundPhrases | None, place: Where) -> CutFigures:
    return NOWHERE if row is None else row[place]


def _sources(name: str, found: VerbPhrases) -> Iterator[str]:
    """Yield where the tags come from, or why there are no phrases."""
    if "texts" not in found:
        return
    of = f"{name}: " if name else ""
    left_out = found["left_out"]
    without = f"; {counted(left_out, 'text')} without a tag for each word left out"
    yield (
        f"{of}tags from the column {found['column']}, of {counted(found['texts'], 'text')}"
        f"{without if left_out else ''}."
    )
