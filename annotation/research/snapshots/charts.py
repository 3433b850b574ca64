"""The charts of a published snapshot, drawn from its manifest alone. Data missing from earlier
manifests is not drawn."""

from collections.abc import Iterator

from annotation.research.common.charts import Chart, drawn
from annotation.research.results.found import figure_at, interval_in
from annotation.schemes import SCHEMES
from midpath.snapshots.manifest import Manifest
from midpath.tables.table import Column, Form, Row, Table

# With more bars, neighbours become indistinguishable.
MAX_BARS = 40


def charts_of(manifest: Manifest) -> list[Chart]:
    """Return the charts of agreement, answers, judgments per item, and origins of the answers."""
    return [
        *_agreement(manifest),
        *_answers(manifest),
        *_per_item(manifest),
        _settled(manifest),
    ]


def _agreement(manifest: Manifest) -> Iterator[Chart]:
    """Yield the agreement figures or, for schemes without any, those that are shares."""
    every = SCHEMES[manifest["campaign"]["scheme"]].figures
    agreement = [figure for figure in every if figure.agreement]
    chosen = agreement or [figure for figure in every if figure.share]
    intervals = manifest.get("intervals", {})
    found = [
        (figure.label, value, interval_in(intervals, figure.path))
        for figure in chosen
        if (value := figure_at(manifest["figures"], figure.path).get("value")) is not None
    ]
    if not found:
        return
    form: Form = "number" if agreement else "share"
    decimals = 3 if agreement else 1
    columns = [Column("value", form, decimals=decimals)]
    levels = {one["level"] for _, _, one in found if one.get("low") is not None}
    rows = [Row(label, [value]) for label, value, _ in found]
    if len(levels) == 1:
        between = f"{levels.pop():.0%} interval"
        columns += [
            Column(f"{between}, from", form, "low", decimals=decimals),
            Column(f"{between}, to", form, "high", decimals=decimals),
        ]
        rows = [Row(label, [value, one.get("low"), one.get("high")]) for label, value, one in found]
    yield drawn(
        Table(
            key="agreement",
            title="Agreement" if agreement else "Shares",
            about="the figures above as bars" + (", with their intervals" * (len(columns) > 1)),
            first="figure",
            columns=columns,
            rows=rows,
        ),
        "bar",
        up="agreement" if agreement else "share",
    )


def _answers(manifest: Manifest) -> Iterator[Chart]:
    given = manifest.get("answers", ())
    if 0 < len(given) <= MAX_BARS:
        rows = [Row(one["answer"], [one["judgments"]]) for one in given]
        yield _counts("answers", "Answers", "judgments per answer", "answer", rows)


def _per_item(manifest: Manifest) -> Iterator[Chart]:
    """Yield the number of items by number of judgments that count, from zero to the maximum."""
    if "per_item" not in manifest:
        return
    items = {int(judgments): items for judgments, items in manifest["per_item"].items()}
    if none := manifest["counts"]["items"] - sum(items.values()):
        items[0] = none
    if not items or max(items) - min(items) >= MAX_BARS:
        return
    rows = [Row(f"{one}", [items.get(one, 0)]) for one in range(min(items), max(items) + 1)]
    about = "items by number of judgments that count"
    yield _counts("per-item", "Judgments per item", about, "judgments", rows)


def _settled(manifest: Manifest) -> Chart:
    """Return the number of items by the origin of their answer."""
    rows = [Row(way.capitalize(), [items]) for way, items in sorted(manifest["settled"].items())]
    items = manifest["counts"]["items"]
    rows.append(Row("None yet", [items - sum(manifest["settled"].values())]))
    about = "items by how their answer was reached"
    return _counts("settled", "Source of the answers", about, "from", rows)


def _counts(key: str, title: str, about: str, first: str, rows: list[Row]) -> Chart:
    what = "judgments" if key == "answers" else "items"
    table = Table(
        key=key,
        title=title,
        about=about,
        first=first,
        columns=[Column(what, "count")],
        rows=rows,
    )
    return drawn(table, "bar", across="judgments" if key == "per-item" else "", up=what)
