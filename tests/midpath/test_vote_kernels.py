"""Items with equal votes are computed once, with the results of each alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.tally import Tally
from midpath.kernels.base import ItemContext, Vectors
from midpath.kernels.label import LabelKernel
from midpath.kernels.pair import PairKernel
from midpath.kernels.voting import VoteKernel
from midpath.schemes.pair.settings import labels_of

LABELS = [{"label": name} for name in ("a", "b", "c")]
NOMINAL: Any = {"kind": "one", "level": "nominal", "labels": LABELS}
SETTINGS: dict[str, tuple[VoteKernel[Any, Any], Any]] = {
    "one": (LabelKernel(), NOMINAL),
    "any": (LabelKernel(), NOMINAL | {"kind": "any"}),
    "scale": (LabelKernel(), NOMINAL | {"kind": "scale", "level": "ordinal"}),
    "pair": (PairKernel(), {"answers": [one | {"yes": one["label"] == "a"} for one in LABELS]}),
}
FACTS: list[dict[str, object]] = [
    {"similarity": None, "stratum": None},
    {"similarity": 400_000, "stratum": None},
    {"similarity": 400_000, "stratum": "news"},
]
VOTES = st.lists(st.tuples(st.integers(0, 2)), min_size=1, max_size=4)


@pytest.mark.parametrize("name", SETTINGS)
@given(data=st.data())
def test_many_are_as_each_alone(name: str, data: st.DataObject) -> None:
    kernel, settings = SETTINGS[name]
    facts = st.sampled_from(FACTS if name == "pair" else [{}])
    contexts = facts.map(lambda found: ItemContext(settings, found))
    items: list[tuple[Vectors, ItemContext]] = data.draw(st.lists(st.tuples(VOTES, contexts)))
    assert kernel.total(items) == Tally.total(kernel.contribution(*one) for one in items)
    many = [vectors for vectors, _ in items]
    alone = [kernel.consensus(vectors, settings) for vectors in many]
    assert [*kernel.consensuses(many, settings)] == alone


def test_facts_of_another_type_are_not_the_same() -> None:
    """An archive to verify may contain anything."""
    kernel, settings = SETTINGS["pair"]
    given = [
        ([(0,)], ItemContext(settings, {"similarity": similarity, "stratum": None}))
        for similarity in (400_000, 400_000.0)
    ]
    assert labels_of(settings) == ["a", "b", "c"]
    with pytest.raises(ValueError, match="not in millionths"):
        kernel.total(given)
