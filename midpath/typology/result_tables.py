"""Tables of typologies (ranked words, proposed adpositions), and their report in a terminal."""

from collections.abc import Iterator, Sequence

from midpath.tables.figures.text_figures import Proposed
from midpath.tables.table import Column, Part, Row, Table, Value
from midpath.typology.extra_tables import extra_lines
from midpath.typology.result_shapes import Precision, Results, ResultsOfFile, Samples, Zone

NAMES = {
    "TCE": "either side, TCE",
    "LCE": "left, LCE",
    "RCE": "right, RCE",
    "TCC": "either side, TCC",
    "LCC": "left, LCC",
    "RCC": "right, RCC",
}
# Those of midpath.corpus.indicators, which loads NumPy.
INDICATORS = ("Fr", "LCC", "LCE", "TCC", "TCE", "RCC", "RCE")
SHORT = {"prepositional": "pre", "postpositional": "post", "inconclusive": "near 0"}
# The columns of proposed words: times, LCE, RCE and score.
PROPOSED = (1, 2, 3, 4)


def indicator_column(name: str, *, group: str = "") -> Column:
    """Return the column of an indicator, a count or an entropy."""
    return Column(name, "count" if name.endswith("C") else "number", "", group)


def ranked_table(found: Results) -> Table:
    """Return the words of each list by rank, with their values and frequencies."""
    return Table(
        key="words",
        title="Function words",
        first="rank",
        columns=[column for name in found["lists"] for column in _ranked_columns(name)],
        rows=[
            Row(str(rank), [value for cells in abreast for value in cells])
            for rank, abreast in enumerate(
                zip(*(found["ranked"][name] for name in found["lists"]), strict=True), 1
            )
        ],
    )


def _ranked_columns(name: str) -> Iterator[Column]:
    yield Column(f"word by {name}", "text", "", NAMES[name], "word")
    yield indicator_column(name, group=NAMES[name])
    yield Column(f"times ({name})", "count", "", NAMES[name], "times")


def proposed_table(sides: Sequence[tuple[str, Sequence[Proposed]]]) -> Table:
    """Return the words that look like adpositions of each side, the most likely first."""
    return Table(
        key="adpositions",
        title="Proposed adpositions",
        first="word",
        columns=[
            Column("side", "text", ""),
            Column("times", "count", ""),
            *(indicator_column(name) for name in ("LCE", "RCE")),
            Column("score", "number", ""),
        ],
        rows=[Row(row["word"], list(_proposed(side, row))) for side, rows in sides for row in rows],
    )


def _proposed(side: str, row: Proposed) -> Iterator[Value]:
    yield from (side, row["frequency"], row["lce"], row["rce"], row["score"])


def typology_lines(found: Sequence[ResultsOfFile]) -> Iterator[Part]:
    yield _decisions(found)
    yield ""
    yield from _samples(found)
    for result in found:
        yield from _notes(result)
    yield from extra_lines(found)
    for result in found:
        yield from _words(result)
        if result["precision"]:
            yield from _precision(result["file"], result["precision"])


def _decisions(found: Sequence[ResultsOfFile]) -> Table:
    first = found[0]
    total, left, right = first["lists"]
    return Table(
        key="decisions",
        title=f"Top {first['top']:,} words by {total} against those by {left} (TL) and {right} "
        f"(TR); inconclusive nearer to zero than {first['margin']:g}",
        first="file",
        columns=[
            *(Column(name, "count") for name in ("sentences", "tokens", "types")),
            *(Column(name) for name in ("ρ(TL)", "ρ(TR)")),
            *(Column(name, "difference") for name in ("diff.", "r diff.")),
            Column("shared left", "count", group="shared", head="left"),
            Column("shared right", "count", group="shared", head="right"),
            Column("decision", "text"),
        ],
        rows=[
            Row(
                result["file"],
                [
                    result["sentences"],
                    result["tokens"],
                    result["types"],
                    result["rho_left"],
                    result["rho_right"],
                    result["difference"],
                    result["difference_r"],
                    result["shared_left"],
                    result["shared_right"],
                    result["decision"],
                ],
            )
            for result in found
        ],
    )


def _samples(found: Sequence[ResultsOfFile]) -> Iterator[Part]:
    first = found[0]["samples"]
    drawn = [(result["file"], result["samples"]) for result in found]
    yield (
        f"{first['asked']:,} samples of {first['sentences']:,} sentences against the whole "
        f"corpus' {found[0]['lists'][0]}"
    )
    if any(not one["reason"] for _, one in drawn):
        yield Table(
            key="samples",
            first="file",
            columns=[
                Column("mean", "difference"),
                Column("sd"),
                *(Column(short, "count") for short in SHORT.values()),
                Column("decision", "text"),
            ],
            rows=[_sample(file, one) for file, one in drawn if not one["reason"]],
        )
    yield from (f"  {file}  {one['reason']}" for file, one in drawn if one["reason"])
    yield from (f"* {note}" for note in sorted({one["note"] for _, one in drawn} - {""}))


def _sample(file: str, sampled: Samples) -> Row:
    times = (sampled["decisions"][decision] for decision in SHORT)
    decision = f"{sampled['decision']}{' *' if sampled['note'] else ''}"
    return Row(file, [sampled["mean"], sampled["sd"], *times, decision])


def _notes(result: ResultsOfFile) -> Iterator[str]:
    if result["reason"]:
        yield f"{result['file']}: undefined, {result['reason']}."
    if result["decision"] == "inconclusive":
        yield f"{result['file']}: {result['meaning']}"


def _words(result: ResultsOfFile) -> Iterator[Part]:
    listed, proposed = result["function_words"], result["proposed"]
    if listed["words"]:
        yield f"\n{result['file']}: function words by {listed['by']}"
        yield Table(
            key="function-words",
            first="word",
            columns=[Column("times", "count"), *map(indicator_column, INDICATORS[1:])],
            rows=[
                Row(str(row["word"]), [row["frequency"], *(row[name] for name in INDICATORS[1:])])
                for row in listed["words"]
            ],
        )
    side = proposed["side"]
    if side is not None and proposed["words"]:
        yield f"\n{result['file']}: words that look {side}, most likely first"
        table = proposed_table([(side, proposed["words"])])
        yield table.arranged(PROPOSED).without_title()


def _precision(file: str, found: Precision) -> Iterator[Part]:
    yield (
        f"\n{file}: AP@{found['n']} against {found['gold']:,} function words, of which "
        f"{found['gold_in_corpus']:,} occur"
    )
    yield indicator_table(found)
    if against := found["against_frequency"]:
        better = [name for name in INDICATORS[1:] if against[name]["better"]]
        yield f"  better than Fr (p < .05): {', '.join(better) or 'none'}"
    for title, zones in (("by N", found["by_size"]), ("by V", found["by_vocabulary"])):
        yield _zones(f"(AP − AP of Fr) / AP of Fr, {title}", zones)
    if found["reason"]:
        yield found["reason"]


def indicator_table(found: Precision) -> Table:
    """Return the average precision of each indicator, in the corpus and in its sub-samples."""
    known = {"whole corpus": found["whole"], f"mean of {found['measured']:,}": found["mean"]}
    return Table(
        key="precision",
        columns=[Column(name) for name in INDICATORS],
        rows=[Row(name, [row[each] for each in INDICATORS]) for name, row in known.items() if row],
    )


def zone_name(zone: Zone) -> str:
    """Return the sizes in a zone.

    >>> zone_name({"low": 1000, "high": 2000, "samples": 4, "gain": None})
    '1,000–2,000'
    """
    return f"{zone['low']:,}" + ("" if zone["low"] == zone["high"] else f"–{zone['high']:,}")


def _zones(title: str, zones: Sequence[Zone]) -> Table:
    return Table(
        key="zones",
        title=title,
        columns=[
            Column("samples", "count"),
            *(Column(name, "difference") for name in INDICATORS[1:]),
        ],
        rows=[
            Row(
                zone_name(zone),
                [
                    zone["samples"],
                    *((zone["gain"] or {}).get(name) for name in INDICATORS[1:]),
                ],
                notes=[] if zone["gain"] else ["undefined"],
            )
            for zone in zones
        ],
    )
