"""Tables of a comparison of a crowd's segmentations with gold ones."""

from collections.abc import Iterator, Mapping, Sequence

from midpath.json_types import Results
from midpath.tables.table import Column, Form, Role, Row, Table, Value, figure

ALPHA = (
    "α between uses only pairs of one annotation from each set, so agreement within a set does "
    "not raise it: 1 if both give the same annotations of each text, 0 if an annotation of the "
    "other set is no closer on the same text than on any other. α together is α of both sets "
    "combined; α of the crowd and of gold is each set’s own."
)
SETS = {"between": "between", "together": "together", "crowd": "the crowd", "gold": "gold"}
DISTANCES = {
    ("flat", "d1"): ("flat, d1", "Flat segmentations by the boundaries in which they differ."),
    ("nested", "d1"): ("nested, d1", "Trees by the differences of their boundaries’ heights."),
    ("nested", "d2"): (
        "nested, d2",
        "Trees by differences of squared heights, so that boundaries high in a tree weigh more.",
    ),
}
ENTAILED = (
    "Pairs of a flat and a nested annotation of the same text in which every segment of the "
    "flat one is a group of the tree. Chance: the same flat annotations with random trees."
)
DIRECTIONS = {
    "crowd_flat_by_gold_nested": "The crowd’s flats, entailed by gold trees",
    "gold_flat_by_crowd_nested": "Gold flats, entailed by the crowd’s trees",
}
ENTAILMENT_PARTS = {
    "observed": "observed",
    "chance": "by chance",
    "observed_two_or_three": "observed, two or three segments",
    "chance_two_or_three": "by chance, two or three segments",
    "chance_lengths": "by chance, segments of the same lengths",
}
WANTED = "This needs trees: create a comparison with a nested campaign."
STRATEGIES = {
    "single flats": ("Any single flat", "the baseline for the others"),
    "mode": ("Mode", "the most frequent flat annotation"),
    "majority": ("Majority", "cut where more than half of the annotators cut"),
    "femn": ("FEMN", "the flat annotation entailed by most trees"),
    "iv": (
        "Iterative Voting",
        "flat annotations and trees vote for each other until one flat annotation is left",
    ),
}
SOURCES = {"crowd": ("crowd", "the crowd"), "mixed": ("both mixed", "both mixed")}
# Each measure of a pick, with its format, its name in files, and its heading.
PICK_PARTS: Mapping[str, tuple[Form, str, str]] = {
    "among_gold": ("share", "picked from", "gold"),
    "entailed": ("share", "entailed by gold trees,", "entailed"),
    "pairs": ("count", "pairs,", "pairs"),
    "texts": ("count", "texts,", "compared"),
    "ties": ("count", "ties,", "ties"),
}


def agreement_table(results: Results, decimals: int | None = None) -> Table:
    """Return α between the two sets and of both together, with its components."""
    known = [
        (label, [results[kind][which][d] for which in SETS])
        for (kind, d), (label, _) in DISTANCES.items()
        if kind in results
    ]
    return Table(
        key="agreement",
        title="α between the sets and together",
        about=ALPHA,
        first="distance",
        columns=list(_agreement_columns(decimals)),
        rows=[Row(label, [*_agreement(found), found[0]["texts"]]) for label, found in known],
        readings=list(_agreement_readings(results)),
    )


def _agreement_columns(decimals: int | None) -> Iterator[Column]:
    for part in ("value", "within", "total"):
        for short in SETS.values():
            name = short if part == "value" else f"{part}, {short}"
            role: Role = "series" if part == "value" else ""
            group = "α" if part == "value" else part
            yield Column(name, "number", role, group, short, decimals)
    yield Column("texts", "count", "")


def _agreement(found: Sequence[Results]) -> Iterator[Value]:
    for part in ("value", "within", "total"):
        for one in found:
            yield figure(one[part], one.get("reason", "") if part == "value" else "")


def _agreement_readings(results: Results) -> Iterator[str]:
    for (kind, _), (label, words) in DISTANCES.items():
        if kind in results:
            yield f"{label}: {words}"


def entailment_table(results: Results, decimals: int | None = None) -> Table:
    """Return how often the trees of one set entail the flat segmentations of the other (LAW 2013,
    section 5)."""
    known = [(label, results[key]) for key, label in DIRECTIONS.items() if key in results]
    return Table(
        key="entailment",
        title="Entailment across the sets",
        about=f"{ENTAILED} After LAW 2013, section 5.",
        first="flats by trees",
        columns=[
            Column("observed", "share", decimals=decimals),
            Column("by chance", "share", "chance", decimals=decimals),
            *(
                Column(name, "share", "", decimals=decimals)
                for name in list(ENTAILMENT_PARTS.values())[2:]
            ),
            Column("pairs", "count", ""),
            Column("texts", "count", ""),
        ],
        rows=[
            Row(
                label,
                [
                    *(figure(found[part], found.get("reason", "")) for part in ENTAILMENT_PARTS),
                    found["pairs"],
                    found["texts"],
                ],
            )
            for label, found in known
        ],
        empty=WANTED,
    )


def picks_table(results: Results, decimals: int | None = None) -> Table:
    """Return the quality of the flat segmentations that each strategy picks, from the crowd's and
    from both sets'.

    A strategy's row is undefined if it picks nothing from a source.
    """
    return Table(
        key="picks",
        title="Picks that are gold flats",
        about="The share of texts for which a strategy picks a flat annotation that a gold "
        "annotator gave. With both sets combined, the strategy can also pick one that only "
        "gold annotators gave (the experiment of LAW 2013, section 5).",
        first="strategy",
        columns=list(_pick_columns(decimals)),
        rows=[
            Row(name, list(_pick(results["picks"][key])), about=about)
            for key, (name, about) in STRATEGIES.items()
        ],
        empty=results["picks"]["single flats"]["crowd"].get("reason", ""),
    )


def _pick_columns(decimals: int | None) -> Iterator[Column]:
    for part, (form, name, group) in PICK_PARTS.items():
        for short, full in SOURCES.values():
            source = full if part == "among_gold" else short
            yield Column(
                f"{name} {source}",
                form,
                "series" if part == "among_gold" else "",
                group,
                short.removeprefix("both "),
                decimals,
            )


def _pick(sources: Results) -> Iterator[Value]:
    for part in PICK_PARTS:
        for source in SOURCES:
            found = sources.get(source, {})
            yield figure(found.get(part), found.get("reason", "") if part == "among_gold" else "")
