"""Tables of samples: requested and obtained lengths, and lengths of several datasets."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from midpath.options.base import kind_of
from midpath.sampling.options import (
    ANY,
    RandomOptions,
    SampleOptions,
    SentenceOptions,
    TextOptions,
)
from midpath.sampling.shapes import LengthRow, SampleFigures
from midpath.tables.table import Column, Part, Row, Table, Value
from midpath.text.formatting import counted

# Texts with more words share one row.
MAX_ROWS = 60
OVER = MAX_ROWS + 1


def distribution_table(found: SampleFigures) -> Table:
    """Return how many texts of each length are there, were requested and were obtained."""
    parts, rows = found["parts"], found["lengths"]
    from_texts = all(row["candidates"] is not None for row in rows)
    rows = [row for row in rows if row["candidates"] or any(row["requested"])]
    columns = [Column("candidates", "count")] if from_texts else []
    for part in parts:
        columns += [
            Column(f"{part} {head}".strip(), "count", group=part, head=head if part else "")
            for head in ("requested", "obtained")
        ]
    if len(rows) > 1:
        rows.append(_sum_of(rows, from_texts))
    lines = [Row(str(row["words"] or "all"), list(_values(row))) for row in rows]
    if shortfall(found):
        columns.append(Column("missing", "count"))
        lines = [
            replace(line, values=[*line.values, _missing(row)])
            for line, row in zip(lines, rows, strict=True)
        ]
    return Table(
        key="lengths",
        title="Requested and obtained lengths",
        first="words",
        columns=columns,
        rows=lines,
    )


def shortfall(found: SampleFigures) -> str:
    """Return by how much the sample is smaller than requested; "" if it is not."""
    short = [row for row in found["lengths"] if row["requested"] != row["obtained"]]
    missing = sum(map(_missing, short))
    if not missing:
        return ""
    lengths = _listed([str(row["words"]) for row in short])
    requested = sum(sum(row["requested"]) for row in found["lengths"])
    why = "There are no more" if short[0]["candidates"] is not None else "The models make no more"
    return (
        f"{counted(requested - missing, 'text')} of {requested:,}: {missing:,} fewer than "
        f"requested. {why} with {lengths} words."
    )


def left_out_lines(found: SampleFigures) -> Iterator[str]:
    """Yield what was left out, and for random texts how new they are."""
    if left := found["left_out"]:
        reasons = "; ".join(f"{reason} {number:,}" for reason, number in sorted(left.items()))
        yield f"Left out: {reasons}."
    if "known" in found:
        yield "Already among the texts that were read: " + _by_part(found["parts"], found["known"])
    if any(found.get("repeated", ())):
        yield "Made again and replaced: " + _by_part(found["parts"], found["repeated"])


def described(found: SampleFigures) -> str:
    """Return how a sample was drawn, in a sentence without its end."""
    return "; ".join(_description(found, SampleOptions.from_json(found["options"])))


def _description(found: SampleFigures, options: SampleOptions) -> Iterator[str]:
    noun = "sentence" if isinstance(options, SentenceOptions) else "text"
    yield f"{counted(found['read'], noun)} read"
    yield f"{options.shortest} to {options.longest} words"
    lengths = dict(kind_of(type(options), "lengths").choices)[options.lengths]
    given = found.get("lengths_of")
    yield f"lengths: as in {given['name']}" if given else f"lengths: {lengths}"
    if isinstance(options, TextOptions):
        if options.alphabet != ANY:
            yield dict(kind_of(TextOptions, "alphabet").choices)[options.alphabet]
        if options.column:
            low, high = options.least, options.most
            bounds = [f"at least {low}"] if low is not None else []
            bounds += [f"at most {high}"] if high is not None else []
            yield f"{options.column} {' and '.join(bounds)}"
    if isinstance(options, SentenceOptions) and options.whole:
        yield "only whole sentences"
    if isinstance(options, TextOptions | SentenceOptions):
        yield "with near-duplicates" if options.near_duplicates else "without near-duplicates"
    if isinstance(options, RandomOptions) and options.frequency:
        yield f"texts counted by {options.frequency}"
    if isinstance(options, RandomOptions) and options.new:
        yield "without texts that were read"
    yield f"seed {options.seed}"


def sample_lines(found: SampleFigures) -> Iterator[Part]:
    yield f"{described(found)}."
    yield from left_out_lines(found)
    yield ""
    yield distribution_table(found).without_title()
    if short := shortfall(found):
        yield short


def lengths_table(sets: Sequence[tuple[str, Mapping[int, int]]]) -> Table:
    """Return the share of the texts of each length, a column for each set (ACL 2013, Fig. 2).

    Texts of more words than MAX_ROWS share the last row. A set without texts has no shares.
    """
    counts = [Counter[int]() for _ in sets]
    for count, (_, lengths) in zip(counts, sets, strict=True):
        for words, number in lengths.items():
            count[min(words, OVER)] += number
    present = {words for count in counts for words in count}
    rows = [
        Row(
            str(words) if words < OVER else f"over {MAX_ROWS}",
            [_share(count[words], count.total()) for count in counts],
        )
        for words in range(min(present, default=1), max(present, default=0) + 1)
    ]
    return Table(
        key="lengths",
        title="Words per text",
        about="The share of the texts of each set that have this number of words.",
        first="words",
        columns=[Column(name, "share") for name, _ in sets],
        rows=rows,
        empty="No texts yet.",
    )


def _share(number: int, total: int) -> Value:
    return number / total if total else None


def _values(row: LengthRow) -> Iterator[Value]:
    if row["candidates"] is not None:
        yield row["candidates"]
    for requested, obtained in zip(row["requested"], row["obtained"], strict=True):
        yield requested
        yield obtained


def _missing(row: LengthRow) -> int:
    return sum(row["requested"]) - sum(row["obtained"])


def _sum_of(rows: Sequence[LengthRow], from_texts: bool) -> LengthRow:
    return {
        "words": 0,
        "candidates": sum(row["candidates"] or 0 for row in rows) if from_texts else None,
        "requested": [sum(each) for each in zip(*(row["requested"] for row in rows), strict=True)],
        "obtained": [sum(each) for each in zip(*(row["obtained"] for row in rows), strict=True)],
    }


def _by_part(parts: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{part} {n:,}" for part, n in zip(parts, numbers, strict=True)) + "."


def _listed(numbers: Sequence[str]) -> str:
    """Join numbers as in a sentence.

    >>> _listed(["7"]), _listed(["6", "7", "8"])
    ('7', '6, 7 and 8')
    """
    *most, last = numbers
    return f"{', '.join(most)} and {last}" if most else last
