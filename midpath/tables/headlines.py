"""The headline figures of each kind of file: the columns of a table with a set per row."""

from collections.abc import Iterator

from midpath.json_types import Results
from midpath.tables.set_rows import Headline
from midpath.tables.table import Column


def _count(name: str, *, optional: bool = False) -> Headline:
    """Return the column of a count that has its own name."""
    return Headline(Column(name, "count"), key=name, optional=optional)


def _of_kind(kind: str, name: str, *path: str) -> Headline:
    """Return the column of a figure of flat or nested segmentations."""
    return Headline(Column(f"{kind} {name}", group=kind, head=name), (kind, *path))


def _size(kind: str, name: str, key: str) -> Headline:
    column = Column(f"{kind} {name}", "count", group=kind, head=name)
    return Headline(column, (kind,), key)


def _entailed(name: str, key: str) -> Headline:
    column = Column(f"entailment, {name}", group="entailment", head=name)
    return Headline(column, ("entailment",), key)


def _shared(units: str) -> list[Headline]:
    """Return the figures that labels and pairs share, and how many units have them."""
    return [
        Headline(Column("α"), ("alpha",)),
        Headline(Column("Fleiss' κ"), ("kappa", "fleiss"), optional=True),
        Headline(Column("Cohen's κ"), ("kappa", "cohen"), optional=True),
        Headline(Column("pairwise agreement", head="pairwise"), ("pairwise",)),
        Headline(Column("majority right", "share"), ("majority",), "accuracy", optional=True),
        Headline(Column("of gold", "count"), ("majority",), "gold", optional=True),
        *map(_count, (units, "judgments", "workers")),
    ]


def _not_counted(units: str) -> list[Headline]:
    return [
        Headline(Column("judgments not counted", "count"), key="not_counted", optional=True),
        Headline(Column(f"{units} with one", "count"), key="one_judgment", optional=True),
    ]


SEGMENTATIONS = (
    *(_of_kind("flat", name, key, "d1") for name, key in (("α", "alpha"), ("S", "S"))),
    *(
        _of_kind("nested", f"{name} {d}", key, d)
        for d in ("d1", "d2")
        for name, key in (("α", "alpha"), ("S", "S"))
    ),
    _entailed("observed", "observed"),
    _entailed("chance", "chance"),
    *(
        _size(kind, name, key)
        for kind in ("flat", "nested")
        for name, key in (("texts", "items"), ("annotations", "annotations"))
    ),
)
LABELS = (
    *(Headline(Column(name, "text"), key=name) for name in ("kind", "level")),
    *_shared("items"),
    *_not_counted("items"),
)
PAIRS = (
    Headline(Column("consensus yes"), ("consensus_yes",)),
    Headline(Column("r of similarity"), ("r",), optional=True),
    *_shared("pairs"),
    *_not_counted("pairs"),
)
SPANS = (
    Headline(Column("α for unitizing"), ("coincidence",)),
    Headline(Column("α of words"), ("places",)),
    Headline(Column("exact F1"), ("exact",)),
    Headline(Column("partial F1"), ("partial",)),
    Headline(Column("pairwise"), ("pairwise",)),
    Headline(Column("texts", "count"), key="items"),
    _count("judgments"),
    Headline(Column("spans", "count"), ("given",), "spans"),
    *_not_counted("texts"),
)
EVIDENCE = (
    Headline(Column("α of sentences"), ("alpha", "pooled")),
    Headline(Column("F1 human"), ("f1_human",)),
    Headline(Column("unanswerable", "share"), ("unanswerable",), "share"),
    Headline(Column("disagreement", "share"), ("disagreement",)),
    *map(_count, ("documents", "questions", "annotators", "answers")),
)


def segmentation_remarks(result: Results) -> Iterator[str]:
    """Yield what was left out of each kind of a set's segmentations, by reason."""
    for kind in ("flat", "nested"):
        if left_out := result.get(kind, {}).get("left_out"):
            listed = "; ".join(f"{times:,} {why}" for why, times in left_out.items())
            yield f"{kind}, left out: {listed}"
