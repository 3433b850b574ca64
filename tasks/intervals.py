"""The intervals report: how far a campaign's figures might lie elsewhere on other such texts."""

from agreement.bootstrap import Plan
from agreement.counting import Kind
from agreement.intervals import bootstrap_entailment, bootstrap_segmentation
from tasks.material import Material

PLAN = Plan()
KINDS: dict[str, Kind] = {"flat": "flat", "nested": "nested"}


def intervals_of(material: Material) -> dict[str, object]:
    """As `figures` is laid out; "entailment" by the key of its state."""
    kind = KINDS.get(material.campaign.scheme)
    if kind is None:
        return {}
    return {
        **bootstrap_segmentation(kind, material.texts, plan=PLAN),
        "entailment": {
            str(pk): bootstrap_entailment(list(material.sides(entailment)), plan=PLAN)
            for pk, (entailment, _) in material.others.items()
        },
    }
