"""Terminal report of labels."""

from collections.abc import Iterator, Sequence

from analysis.tables.crowd import report_time, report_workers
from analysis.tables.parts import shortened
from annotation.json_types import Results
from annotation.tables.notes import interval_notes
from annotation.tables.table import Column, Row, Table, figure
from annotation.tables.terminal import Part

MAX_LABELS, MAX_ITEMS = 30, 10
KINDS = {
    "one": "one an item",
    "any": "any number an item",
    "scale": "places on a scale",
}
WAYS = {
    "majority": "majority",
    "absolute_majority": "absolute majority",
    "median_consensus": "median",
    "dawid_skene": "Dawid–Skene",
}


def report_labels(result: Results) -> Iterator[Part]:
    yield _counts(result)
    yield ""
    yield _agreement(result)
    yield ""
    yield _labels(result)
    if (more := len(result["labels"]) - MAX_LABELS) > 0:
        yield f"  and {more:,} more; --json has all"
    yield ""
    yield _consensus(result)
    yield from _differences(result["differences"], several=result["kind"] == "any")
    yield ""
    yield from report_workers(result["worker_agreement"], "items")
    if result["time"]["judgments"]:
        yield ""
        yield from report_time(result["time"])


def _counts(result: Results) -> Table:
    rows = [Row(name, [result[name]]) for name in ("items", "judgments", "workers")]
    for name, title in (
        ("not_counted", "judgments not counted"),
        ("one_judgment", "items with one judgment"),
    ):
        if result[name]:
            rows.append(Row(title, [result[name]]))
    kind = KINDS[result["kind"]]
    if result["kind"] == "scale":
        kind += f", {result['level']}"
    columns = [Column("", "count")]
    return Table(key="counts", title=f"Labels, {kind}", first="", columns=columns, rows=rows)


def _agreement(result: Results) -> Table:
    kind = result["kind"]
    shown = [("α" if kind != "any" else "α, mean over labels", result["alpha"])]
    if kind == "scale":
        shown.append(("α, nominal", result["nominal"]))
    if kind != "any":
        shown.append(("Cohen's κ", result["kappa"]["cohen"]))
        shown.append(("Fleiss' κ", result["kappa"]["fleiss"]))
    shown.append(("pairwise agreement", result["pairwise"]))
    return Table(
        key="agreement",
        title="Agreement",
        first="",
        columns=[Column("value", decimals=4), Column("items", "count")],
        rows=[
            Row(
                name,
                [figure(found["value"], found.get("reason", "")), found["items"]],
                notes=list(interval_notes(found, decimals=4)),
            )
            for name, found in shown
        ],
    )


def _labels(result: Results) -> Table:
    return Table(
        key="labels",
        title="Labels",
        first="label",
        columns=[
            Column("judgments", "count"),
            Column("of all judgments", "share"),
            Column("consensus of items", "count"),
            Column("α against the others" if result["kind"] != "any" else "α", decimals=4),
        ],
        rows=[
            Row(
                shortened(one["label"]),
                [
                    one["judgments"],
                    one["share"],
                    one["consensus"],
                    figure(one["alpha"]["value"], one["alpha"].get("reason", "")),
                ],
            )
            for one in result["labels"][:MAX_LABELS]
        ],
        empty="No judgment has a label.",
    )


def _consensus(result: Results) -> Table:
    return Table(
        key="consensus",
        title="Consensus",
        first="",
        columns=[
            Column("items", "count"),
            Column("ties", "count"),
            Column("accuracy", "share", decimals=2),
            Column("known", "count"),
        ],
        rows=[
            Row(
                name,
                [
                    one["items"],
                    one["ties"],
                    figure(one["accuracy"], one.get("accuracy_reason", "")),
                    one["gold"],
                ],
                notes=[one["reason"]] if "reason" in one else [],
            )
            for key, name in WAYS.items()
            if key in result
            for one in (result[key],)
        ],
    )


def _differences(apart: Sequence[Results], *, several: bool) -> Iterator[str]:
    yield f"  the three methods differ on {len(apart):,} items" + (":" if apart else "")
    for line in apart[:MAX_ITEMS]:
        votes = ", ".join(f"{shortened(label)} {count}" for label, count in line["votes"].items())
        won, known = (_named(line[key], several) for key in ("majority", "gold"))
        model = "–" if line["dawid_skene"] is None else _named(line["dawid_skene"], several)
        halves = ", ".join(map(shortened, line["ties"])) if several else ""
        tie = f" (ties: {halves})" if halves else ""
        yield (
            f"    {shortened(line['item']):<21}{votes or 'no votes'}: majority {won}{tie}, "
            f"Dawid–Skene {model}" + (f", known {known}" if line["gold"] is not None else "")
        )
    if len(apart) > MAX_ITEMS:
        yield f"    and {len(apart) - MAX_ITEMS:,} more; --items or --json has all"


def _named(choice: str | Sequence[str] | None, several: bool) -> str:
    if choice is None:
        return "tie"
    if several:
        return " + ".join(map(shortened, choice)) or "none"
    return shortened(str(choice))
