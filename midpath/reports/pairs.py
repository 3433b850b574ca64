"""Terminal report of pairs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from midpath.breakdowns import Shown
from midpath.reports.crowd import (
    agreement_table,
    in_groups,
    report_time,
    report_workers,
    shortened,
    uncommon_counts,
)
from midpath.tables.crowd import METHODS, methods_table
from midpath.tables.figures.pair_figures import PairFigures
from midpath.tables.pairs import strata_tables
from midpath.tables.table import Column, Part, Row, Table
from midpath.text.formatting import counted

MAX_PAIRS = 10
BY_GROUP = (
    Shown(("alpha",), "α"),
    Shown(("pairwise",), "pairwise agreement", is_share=True),
    Shown(("consensus_yes",), "consensus yes", is_share=True),
)
Figures = Mapping[str, Any]


def report_pairs(result: Figures) -> Iterator[Part]:
    answers = sorted({one["answer"] for one in result["answers"]})
    found = {**result, **result.get("models", {})}
    ways = {name: found[name] for name in METHODS if name in found}
    methods = methods_table(ways, "pairs", fits=ways)
    return in_groups(
        [_counts(result)],
        [_agreement(result)],
        *([table] for table in strata_tables(cast(PairFigures, result), answers)),
        [methods, *_differences(result["differences"])],
        report_workers(result["worker_agreement"], "pairs"),
        report_time(result["time"]),
    )


def _counts(result: Figures) -> Table:
    rows = [Row(name, [result[name], ""]) for name in ("pairs", "judgments", "workers")]
    rows += [Row(name, [count, ""]) for name, count in uncommon_counts(result, "pairs")]
    for one in result["answers"]:
        as_yes = "counts as yes" if one["yes"] else ""
        rows.append(Row(f"answered {shortened(one['answer'])}", [one["judgments"], as_yes]))
    columns = [Column("", "count"), Column("", "text")]
    return Table(key="counts", title="Pairs", columns=columns, rows=rows)


def _agreement(result: Figures) -> Table:
    shown = (
        ("α", result["alpha"]),
        ("Cohen's κ", result["kappa"]["cohen"]),
        ("Fleiss' κ", result["kappa"]["fleiss"]),
        ("pairwise agreement", result["pairwise"]),
        ("consensus yes", result["consensus_yes"]),
        ("r of similarity", result["r"]),
    )
    return agreement_table(shown, "pairs", "pairs")


def _differences(apart: Sequence[Figures]) -> Iterator[str]:
    yield f"  the three methods differ on {counted(len(apart), 'pair')}" + (":" if apart else "")
    for line in apart[:MAX_PAIRS]:
        votes = ", ".join(f"{shortened(label)} {count}" for label, count in line["votes"].items())
        model = line["dawid_skene"]
        likely = f"{shortened(model)} ({line['posterior'][model]:.2f})"
        models = "".join(
            f", {METHODS[name][0]} {shortened(choice['label'] or 'tie')}"
            for name, choice in line.get("models", {}).items()
        )
        known = f", gold {shortened(line['gold'])}" if line["gold"] is not None else ""
        won = shortened(line["majority"] or "tie")
        yield (
            f"    {shortened(line['pair']):<21}{votes}: majority {won}, Dawid–Skene {likely}"
            f"{models}{known}"
        )
    if len(apart) > MAX_PAIRS:
        yield f"    and {len(apart) - MAX_PAIRS:,} more; --items or --json has all"
