"""Terminal report of adposition typologies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from addons.typology.figure_tables import indicator_column, proposed_table
from annotation.tables.table import Column, Row, Table
from annotation.tables.terminal import Part
from corpus.indicators import INDICATORS

Found = Mapping[str, Any]
SHORT = {"prepositional": "pre", "postpositional": "post", "inconclusive": "near 0"}
# The columns of proposed words: times, LCE, RCE and score.
PROPOSED = (1, 2, 3, 4)


def typology_lines(found: Sequence[Found]) -> Iterator[Part]:
    yield _decisions(found)
    yield ""
    yield from _samples(found)
    for result in found:
        yield from _notes(result)
    for result in found:
        yield from _words(result)
        if result["precision"]:
            yield from _precision(result)


def _decisions(found: Sequence[Found]) -> Table:
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
                    *(result[name] for name in ("sentences", "tokens", "types")),
                    *(result[name] for name in ("rho_left", "rho_right")),
                    *(result[name] for name in ("difference", "difference_r")),
                    *(result[name] for name in ("shared_left", "shared_right")),
                    result["decision"],
                ],
            )
            for result in found
        ],
    )


def _samples(found: Sequence[Found]) -> Iterator[Part]:
    first = found[0]["samples"]
    drawn = [(result["file"], result["samples"]) for result in found]
    yield (
        f"{first['asked']:,} samples of {first['sentences']:,} sentences against the whole "
        f"corpus' {found[0]['lists'][0]}"
    )
    if any(not one["reason"] for _, one in drawn):
        yield Table(
            key="samples",
            title="",
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


def _sample(file: str, sampled: Found) -> Row:
    times = (sampled["decisions"][decision] for decision in SHORT)
    decision = f"{sampled['decision']}{' *' if sampled['note'] else ''}"
    return Row(file, [sampled["mean"], sampled["sd"], *times, decision])


def _notes(result: Found) -> Iterator[str]:
    if result["reason"]:
        yield f"{result['file']}: undefined, {result['reason']}."
    if result["decision"] == "inconclusive":
        yield f"{result['file']}: {result['meaning']}"


def _words(result: Found) -> Iterator[Part]:
    listed, proposed = result["function_words"], result["proposed"]
    if listed["words"]:
        yield f"\n{result['file']}: function words by {listed['by']}"
        yield Table(
            key="function-words",
            title="",
            first="word",
            columns=[Column("times", "count"), *map(indicator_column, INDICATORS[1:])],
            rows=[
                Row(row["word"], [row["frequency"], *(row[name] for name in INDICATORS[1:])])
                for row in listed["words"]
            ],
        )
    if proposed["words"]:
        side = proposed["side"]
        yield f"\n{result['file']}: words that look {side}, most likely first"
        table = proposed_table([(side, proposed["words"])])
        yield table.arranged(PROPOSED).without_title()


def _precision(result: Found) -> Iterator[Part]:
    found = result["precision"]
    yield (
        f"\n{result['file']}: AP@{found['n']} against {found['gold']:,} function words, of which "
        f"{found['gold_in_corpus']:,} occur"
    )
    known = {"whole corpus": found["whole"], f"mean of {found['measured']:,}": found["mean"]}
    yield Table(
        key="precision",
        title="",
        first="",
        columns=[Column(name) for name in INDICATORS],
        rows=[Row(name, [row[each] for each in INDICATORS]) for name, row in known.items() if row],
    )
    if against := found["against_frequency"]:
        better = [name for name in INDICATORS[1:] if against[name]["better"]]
        yield f"  better than Fr (p < .05): {', '.join(better) or 'none'}"
    for title, zones in (("by N", found["by_size"]), ("by V", found["by_vocabulary"])):
        yield _zones(f"(AP − AP of Fr) / AP of Fr, {title}", zones)
    if found["reason"]:
        yield found["reason"]


def _zones(title: str, zones: Sequence[Found]) -> Table:
    return Table(
        key="zones",
        title=title,
        first="",
        columns=[
            Column("samples", "count"),
            *(Column(name, "difference") for name in INDICATORS[1:]),
        ],
        rows=[
            Row(
                f"{zone['low']:,}" + ("" if zone["low"] == zone["high"] else f"–{zone['high']:,}"),
                [
                    zone["samples"],
                    *((zone["gain"] or {}).get(name) for name in INDICATORS[1:]),
                ],
                notes=[] if zone["gain"] else ["undefined"],
            )
            for zone in zones
        ],
    )
