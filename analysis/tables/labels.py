"""The figures of labels as a terminal shows them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.tables.table import Column, Row, Table, figure
from annotation.tables.terminal import Part

MOST_WORKERS, MOST_ITEMS, LONGEST_NAME = 10, 10, 40
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
Figures = Mapping[str, Any]


def report_labels(result: Figures) -> Iterator[Part]:
    yield _counts(result)
    yield ""
    yield _agreement(result)
    yield ""
    yield _labels(result)
    yield ""
    yield _consensus(result)
    yield from _differences(result["differences"], several=result["kind"] == "any")
    yield ""
    yield from _workers(result["worker_agreement"])
    if result["time"]["judgments"]:
        yield ""
        yield from _time(result["time"])


def _counts(result: Figures) -> Table:
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


def _agreement(result: Figures) -> Table:
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
                notes=list(_interval(found)),
            )
            for name, found in shown
        ],
    )


def _interval(found: Figures) -> Iterator[str]:
    interval = found.get("interval")
    if not interval:
        return
    if interval["low"] is None:
        yield f"no interval: {interval['reason']}"
        return
    ends = f"{interval['low']:.4f} to {interval['high']:.4f}"
    how = f"{interval['resamples']:,} resamples of the {interval['over']}, seed {interval['seed']}"
    yield f"{interval['level']:.0%} from {ends} ({how})"


def _labels(result: Figures) -> Table:
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
                _shortened(one["label"]),
                [
                    one["judgments"],
                    one["share"],
                    one["consensus"],
                    figure(one["alpha"]["value"], one["alpha"].get("reason", "")),
                ],
            )
            for one in result["labels"]
        ],
        empty="No judgment has a label.",
    )


def _consensus(result: Figures) -> Table:
    return Table(
        key="consensus",
        title="Consensus",
        first="",
        columns=[
            Column("items", "count"),
            Column("ties", "count"),
            Column("accuracy", decimals=4),
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


def _differences(apart: Sequence[Figures], *, several: bool) -> Iterator[str]:
    yield f"  the three do not agree on {len(apart):,} items" + (":" if apart else "")
    for line in apart[:MOST_ITEMS]:
        votes = ", ".join(f"{_shortened(label)} {count}" for label, count in line["votes"].items())
        won, known = (_named(line[key], several) for key in ("majority", "gold"))
        model = "–" if line["dawid_skene"] is None else _named(line["dawid_skene"], several)
        halves = ", ".join(map(_shortened, line["ties"])) if several else ""
        tie = f" (undecided: {halves})" if halves else ""
        yield (
            f"    {_shortened(line['item']):<21}{votes or 'no votes'}: majority {won}{tie}, "
            f"Dawid–Skene {model}" + (f", known {known}" if line["gold"] is not None else "")
        )
    if len(apart) > MOST_ITEMS:
        yield f"    and {len(apart) - MOST_ITEMS:,} more; --items or --json has all"


def _named(choice: str | Sequence[str] | None, several: bool) -> str:
    if choice is None:
        return "tie"
    if several:
        return " + ".join(map(_shortened, choice)) or "none"
    return _shortened(str(choice))


def _workers(found: Figures) -> Iterator[Part]:
    listed, out = found["listed"], found["left_out"]
    yield f"Workers who judged {found['least']} items or more: {listed:,} ({out:,} judged fewer)"
    if "reason" in found:
        yield f"  {found['reason']}"
        return
    yield Table(
        key="quartiles",
        title="",
        first="agree with the majority",
        columns=[Column(name, "share", decimals=2) for name in ("a quarter", "median", "three q.")],
        rows=[
            Row("own vote counted in", found["quartiles"]),
            Row("own vote left out", found["quartiles_with_others"]),
        ],
    )
    yield Table(
        key="workers",
        title="",
        first="the busiest",
        columns=[
            Column("judged", "count"),
            Column("own vote left out", "share"),
            Column("own vote counted in", "share"),
            Column("by Dawid–Skene", "share"),
            Column("known", "count"),
            Column("of these right", "count"),
        ],
        rows=[
            Row(
                _shortened(one["worker"]),
                [
                    *(one["judged"], one["with_others"], one["agreement"], one["dawid_skene"]),
                    *(one["gold"], one["gold_right"]),
                ],
            )
            for one in found["workers"][:MOST_WORKERS]
        ],
    )
    if listed > MOST_WORKERS:
        yield f"  and {listed - MOST_WORKERS:,} more; --json has all"


def _time(found: Figures) -> Iterator[Part]:
    yield f"Time, of {found['judgments']:,} judgments: median {found['median']:.1f} seconds"
    names = ("a quarter is below", "median seconds", "a quarter is above")
    yield Table(
        key="time",
        title="",
        first="words of the item",
        columns=[*(Column(name, decimals=1) for name in names), Column("judgments", "count")],
        rows=[
            Row(f"{one['from']:,}–{one['to']:,}", [*one["quartiles"], one["judgments"]])
            for one in found["bins"]
        ],
    )
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


def _shortened(text: str, most: int = LONGEST_NAME) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
