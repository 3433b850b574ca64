"""A comparison's stored results as figures, charts and tables. Nothing is computed but words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotation.numbers import percent, signed
from annotation.plurals import counted
from annotation.research.common.charts import Chart
from annotation.research.lab.shapes import distribution
from annotation.tables.table import Column, Row, Value

Results = Mapping[str, Any]

ALPHA = (
    "α between looks only at pairs of one annotation from each set, so neither set’s own agreement "
    "raises it: 1 where both say the same of each text, 0 where an annotation of the other set is "
    "no nearer on the same text than on any other. α together is that of both sets as one."
)
DISTANCES = {
    ("flat", "d1"): ("flat, d1", "Flat segmentations by the boundaries in which they differ."),
    ("nested", "d1"): ("nested, d1", "Trees by the differences of their boundaries’ heights."),
    ("nested", "d2"): (
        "nested, d2",
        "Trees by the differences of squared heights, so that what is high in a tree weighs more.",
    ),
}
ENTAILED = (
    "Pairs of a flat and a nested annotation of the same text in which every segment of the flat "
    "one is a group of the tree. Chance is what the same flats would meet in random trees."
)
DIRECTIONS = {
    "crowd_flat_by_gold_nested": "The crowd’s flats, entailed by gold trees",
    "gold_flat_by_crowd_nested": "Gold flats, entailed by the crowd’s trees",
}
STRATEGIES = {
    "single flats": ("Any single flat", "the base to hold the others against"),
    "mode": ("Mode", "the flat that was given most often"),
    "majority": ("Majority", "cut where more than half of the annotators cut"),
    "femn": ("FEMN", "the flat that most trees entail"),
    "iv": ("Iterative Voting", "flats and trees vote for each other until one flat is left"),
}
SOURCES = {"crowd": "crowd", "mixed": "both mixed"}
WANTED = "This needs trees: make a comparison with a nested campaign."


@dataclass(frozen=True)
class Figure:
    """`value` is empty where it is undefined, and then `note` says why."""

    label: str
    value: str
    note: str
    definition: str


@dataclass(frozen=True)
class Pick:
    """The quality of a strategy's flats, picked from the crowd's and from both sets mixed."""

    name: str
    about: str
    cells: list[str]


def cells_of(results: Results) -> list[Figure]:
    return [*_alpha_cells(results), *_entailment_cells(results)]


def left_out_of(results: Results) -> list[tuple[str, int]]:
    return [(why.replace("'", "’"), times) for why, times in sorted(results["left_out"].items())]


def picks_of(results: Results) -> list[Pick]:
    return [
        Pick(*STRATEGIES[name], list(_pick_cells(sources))) for name, sources in _picks(results)
    ]


def omitted_of(results: Results) -> list[tuple[str, str, int]]:
    """Return the strategy, its source and reason, and for how many texts it picks nothing."""
    return [
        (STRATEGIES[name][0], f"{SOURCES[source]}: {why}", times)
        for name, sources in _picks(results)
        for source, found in sources.items()
        for why, times in sorted(found["left_out"].items())
    ]


def charts_of(results: Results) -> list[Chart]:
    """Return the charts; none before the comparison was first made."""
    if not results:
        return []
    return [_agreement(results), _entailment(results), _tenths(results), _picked(results)]


def _alpha_cells(results: Results) -> Iterator[Figure]:
    for (kind, d), (label, words) in DISTANCES.items():
        if kind not in results:
            continue
        between, together = results[kind]["between"][d], results[kind]["together"][d]
        value, beside = between["value"], together["value"]
        told = "undefined" if beside is None else signed(beside)
        yield Figure(
            label=f"α between, {label}",
            value="" if value is None else signed(value),
            note=between.get("reason") or f"together {told} · {counted(between['texts'], 'text')}",
            definition=f"{words} {ALPHA}",
        )


def _entailment_cells(results: Results) -> Iterator[Figure]:
    for key, label in DIRECTIONS.items():
        if (found := results.get(key)) is None:
            continue
        observed = found["observed"]
        yield Figure(
            label=label,
            value="" if observed is None else percent(observed),
            note=found.get("reason")
            or f"chance {percent(found['chance'])} · {counted(found['pairs'], 'pair')}, "
            f"{counted(found['texts'], 'text')}",
            definition=ENTAILED,
        )


def _agreement(results: Results) -> Chart:
    rows, readings = [], []
    for (kind, d), (label, words) in DISTANCES.items():
        if kind not in results:
            continue
        between, together = results[kind]["between"][d], results[kind]["together"][d]
        values = [
            alpha[part] for part in ("value", "within", "total") for alpha in (between, together)
        ]
        rows.append(Row(label, [*values, between["texts"]]))
        readings.append(f"{label}: {words}")
        readings += [f"{label}: {one['reason']}" for one in (between, together) if "reason" in one]
    return Chart(
        key="agreement",
        title="α between the sets and together",
        about=ALPHA,
        kind="bar",
        first="distance",
        across="",
        up="α",
        columns=[
            Column("between"),
            Column("together"),
            *(
                Column(f"{part}, {which}", role="")
                for part in ("within", "total")
                for which in ("between", "together")
            ),
            Column("texts", "count", ""),
        ],
        rows=rows if any(row.values[0] is not None for row in rows) else [],
        empty=results["flat"]["between"]["d1"].get("reason", ""),
        readings=readings,
    )


def _entailment(results: Results) -> Chart:
    parts = ("observed", "chance", "observed_two_or_three", "chance_two_or_three", "chance_lengths")
    known = [(label, results[key]) for key, label in DIRECTIONS.items() if key in results]
    return Chart(
        key="entailment",
        title="Entailment across the sets",
        about=f"{ENTAILED} After LAW 2013, section 5.",
        kind="bar",
        first="flats by trees",
        across="",
        up="of pairs",
        columns=[
            Column("observed", "share"),
            Column("by chance", "share", "chance"),
            Column("observed, two or three segments", "share", ""),
            Column("by chance, two or three segments", "share", ""),
            Column("by chance, segments of the same lengths", "share", ""),
            Column("pairs", "count", ""),
            Column("texts", "count", ""),
        ],
        rows=[
            Row(label, [*(found[part] for part in parts), found["pairs"], found["texts"]])
            for label, found in known
        ],
        empty=WANTED,
        readings=[f"{label}: {found['reason']}" for label, found in known if "reason" in found],
    )


def _tenths(results: Results) -> Chart:
    known = [(label, results[key]) for key, label in DIRECTIONS.items() if key in results]
    counts = [(label, dict(enumerate(found["texts_by_tenths"]))) for label, found in known]
    return distribution(
        counts,
        key="tenths",
        title="Texts by the share entailed",
        about="How many texts have what share of their pairs entailed (LAW 2013, Fig. 4). A text "
        "on the right is one of which both sets say much the same.",
        across="pairs entailed",
        label=lambda tenth: f"{10 * tenth} to {10 * (tenth + 1)}%",
        share_of="of texts",
        empty=WANTED if not known else "No text has a flat of one set and a tree of the other.",
        readings=[f"{label}: {counted(found['texts'], 'text')}." for label, found in known],
    )


def _picked(results: Results) -> Chart:
    columns = [
        *(Column(f"picked from {words}", "share") for words in ("the crowd", "both mixed")),
        *(
            Column(f"{part}, {words}", form, "")
            for part, form in _PICK_PARTS.values()
            for words in SOURCES.values()
        ),
    ]
    rows = [
        Row(STRATEGIES[name][0], [*_pair(sources, "among_gold"), *_others(sources)])
        for name, sources in _picks(results)
    ]
    return Chart(
        key="picks",
        title="Picks that are gold flats",
        about="The share of texts in which the flat that a strategy picks is one that a gold "
        "annotator gave. Mixed, the strategy picks from both sets together (the experiment of "
        "LAW 2013, section 5), so that it can also pick a flat which only gold annotators gave.",
        kind="bar",
        first="strategy",
        across="",
        up="of texts",
        columns=columns,
        rows=rows if any(row.values[0] is not None for row in rows) else [],
        empty=results["picks"]["single flats"]["crowd"].get("reason", ""),
    )


_PICK_PARTS: Mapping[str, tuple[str, Any]] = {
    "entailed": ("entailed by gold trees", "share"),
    "pairs": ("pairs", "count"),
    "texts": ("texts", "count"),
    "ties": ("ties", "count"),
}


def _picks(results: Results) -> list[tuple[str, Results]]:
    """Return the strategies in order, which JSON in the database does not keep."""
    return [(name, results["picks"][name]) for name in STRATEGIES]


def _pair(sources: Results, part: str) -> list[Value]:
    return [sources[source][part] if source in sources else None for source in SOURCES]


def _others(sources: Results) -> Iterator[Value]:
    for part in _PICK_PARTS:
        yield from _pair(sources, part)


def _pick_cells(sources: Results) -> Iterator[str]:
    for part in ("among_gold", "entailed"):
        for share in _pair(sources, part):
            yield Column("", "share").shown(share)
    for part in ("ties", "texts"):
        for count in _pair(sources, part):
            yield "–" if count is None else f"{count:,}"
