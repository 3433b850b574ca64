"""Texts to be labelled, for tests of what people see of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotation.models import Campaign, Dataset, Item, Project
from tests.helpers.factories import make_campaign, make_dataset

TRAIN = "The train was late again, and nobody said why."
BRIDGE = "A new bridge across the river opens in May."
SETTINGS: dict[str, dict[str, Any]] = {kind: {"kind": kind} for kind in ("one", "any", "scale")}


def texts_to_label(
    *texts: str, project: Project | None = None, columns: Mapping[str, str] | None = None
) -> Dataset:
    """Return texts, each with the same `columns`."""
    dataset = make_dataset(texts or (TRAIN,), project)
    if columns:
        content = {"tokens": [], "columns": dict(columns)}
        Item.objects.filter(dataset=dataset).update(content=content)
    return dataset


def campaign_of_labels(
    *texts: str,
    settings: Mapping[str, Any] = SETTINGS["one"],
    columns: Mapping[str, str] | None = None,
    **terms: Any,
) -> Campaign:
    return make_campaign(
        texts_to_label(*texts, columns=columns),
        scheme="label",
        settings=settings,
        **{"reward": "0.03", **terms},
    )


def named(*labels: str) -> list[dict[str, str]]:
    """Return labels without a description."""
    return [{"label": label} for label in labels]


def numbered(how_many: int, *, explained: bool = False) -> list[dict[str, str]]:
    """Return that many labels, with a definition and an example each, or with neither."""
    more = {"definition": "It says something of this.", "example": "Such as this."}
    return [{"label": f"Topic {n}", **(more if explained else {})} for n in range(1, how_many + 1)]


def vector_of(places: Sequence[int]) -> list[int]:
    """Return the vector of a set of labels."""
    return [sum(1 << place for place in places)]
