"""The apps whose policy is among the project's documents.

Questions about them can be used in an evidence campaign.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.models import Dataset, Item
from annotation.services.campaigns.elicitation import policy_of


@dataclass(frozen=True)
class Policy:
    """The name of an app's policy, and the datasets with a document of this name."""

    name: str
    datasets: Sequence[Dataset]


def policies_of(apps_of: Dataset, apps: Sequence[Item]) -> dict[int, Policy]:
    """The policies by app key, from one query."""
    names = {app.pk: policy_of(app.text, app.content) for app in apps}
    documents = Item.objects.filter(
        dataset__project=apps_of.project_id,
        dataset__kind=Dataset.Kind.DOCUMENTS,
        text__in=set(names.values()),
    )
    found: dict[str, list[Dataset]] = defaultdict(list)
    for document in documents.select_related("dataset").order_by("dataset_id", "position"):
        if document.dataset not in found[document.text]:
            found[document.text].append(document.dataset)
    return {pk: Policy(name, found[name]) for pk, name in names.items()}
