"""The figures of pairs as a terminal shows them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analysis.tables.parts import first_of, shortened
from annotation.tables.crowd import METHODS, methods_table, time_table, workers_table
from annotation.tables.notes import interval_notes
from annotation.tables.pairs import strata_tables
from annotation.tables.table import Column, Row, Table, figure
from annotation.tables.terminal import Part

MOST_WORKERS, MOST_PAIRS = 10, 10
Figures = Mapping[str, Any]


def report_pairs(result: Figures) -> Iterator[Part]:
    yield _counts(result)
    yield ""
    yield _agreement(result)
    for table in strata_tables(result, sorted({one["answer"] for one in result["answers"]})):
        yield ""
        yield table
    yield ""
    yield methods_table({name: result[name] for name in METHODS}, "pairs")
    yield from _differences(result["differences"])
    yield ""
    yield from _workers(result["worker_agreement"])
    if result["time"]["judgments"]:
        yield ""
        yield from _time(result["time"])


def _counts(result: Figures) -> Table:
    rows = [Row(name, [result[name], ""]) for name in ("pairs", "judgments", "workers")]
    for name, title in (
        ("not_counted", "judgments not counted"),
        ("one_judgment", "pairs with one judgment"),
    ):
        if result[name]:
            rows.append(Row(title, [result[name], ""]))
    for one in result["answers"]:
        as_yes = "counts as yes" if one["yes"] else ""
        rows.append(Row(f"answered {shortened(one['answer'])}", [one["judgments"], as_yes]))
    columns = [Column("", "count"), Column("", "text")]
    return Table(key="counts", title="Pairs", first="", columns=columns, rows=rows)


def _agreement(result: Figures) -> Table:
    shown = (
        ("α", result["alpha"]),
        ("Cohen's κ", result["kappa"]["cohen"]),
        ("Fleiss' κ", result["kappa"]["fleiss"]),
        ("pairwise agreement", result["pairwise"]),
        ("consensus yes", result["consensus_yes"]),
        ("r of similarity", result["r"]),
    )
    return Table(
        key="agreement",
        title="Agreement",
        first="",
        columns=[Column("value", decimals=4), Column("pairs", "count")],
        rows=[_agreement_row(name, found) for name, found in shown],
    )


def _agreement_row(name: str, found: Figures) -> Row:
    value = figure(found["value"], found.get("reason", ""))
    return Row(name, [value, found["pairs"]], notes=list(interval_notes(found, decimals=4)))


def _differences(apart: Sequence[Figures]) -> Iterator[str]:
    yield f"  the three do not agree on {len(apart):,} pairs" + (":" if apart else "")
    for line in apart[:MOST_PAIRS]:
        votes = ", ".join(f"{shortened(label)} {count}" for label, count in line["votes"].items())
        model = line["dawid_skene"]
        likely = f"{shortened(model)} ({line['posterior'][model]:.2f})"
        known = f", known {shortened(line['gold'])}" if line["gold"] is not None else ""
        won = shortened(line["majority"] or "tie")
        yield (
            f"    {shortened(line['pair']):<21}{votes}: majority {won}, Dawid–Skene {likely}{known}"
        )
    if len(apart) > MOST_PAIRS:
        yield f"    and {len(apart) - MOST_PAIRS:,} more; --items or --json has all"


def _workers(found: Figures) -> Iterator[Part]:
    listed, out = found["listed"], found["left_out"]
    yield f"Workers who judged {found['least']} pairs or more: {listed:,} ({out:,} judged fewer)"
    if "reason" in found:
        yield f"  {found['reason']}"
        return
    yield Table(
        key="quartiles",
        title="",
        first="agree with the majority",
        columns=[Column(name, "share", decimals=2) for name in ("a quarter", "median", "three q.")],
        rows=[
            Row(name, found[key])
            for name, key in (
                ("own vote counted in", "quartiles"),
                ("own vote left out", "quartiles_with_others"),
            )
        ],
    )
    yield from first_of(workers_table(found, shortened), MOST_WORKERS, "the busiest")


def _time(found: Figures) -> Iterator[Part]:
    yield f"Time, of {found['judgments']:,} judgments: median {found['median']:.1f} seconds"
    yield from first_of(time_table(found))
    yield Table(
        key="correlations",
        title="",
        first="with length",
        columns=[Column("value", decimals=4)],
        rows=[
            Row(name, [figure(found[key]["value"], found[key].get("reason", ""))])
            for name, key in (("Pearson r", "pearson"), ("Spearman ρ", "spearman"))
        ],
    )
