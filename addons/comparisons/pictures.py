"""The pages that `make pictures` draws."""

from collections.abc import Iterator

from addons.comparisons.models import Comparison
from addons.comparisons.services.comparisons import create_comparison
from addons.comparisons.tasks import make_comparison
from annotation.models import Campaign, Project


def places(project: Project) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the name of each picture with the page and its number."""
    made = Comparison.objects.filter(project=project).first() or _with_experts(project)
    yield "comparisons", ("comparison", made.pk)


def _with_experts(project: Project) -> Comparison:
    """Compare the demo's crowd with the experts of the pictures."""
    campaigns = Campaign.objects.filter(dataset__project=project).order_by("pk")
    by_experts = campaigns.filter(name__startswith="Experts, ")
    crowd = campaigns.exclude(pk__in=by_experts)
    made = create_comparison(
        project=project,
        user=project.members.earliest("pk"),
        name="The crowd against experts",
        crowd=crowd.filter(scheme="flat")[0],
        gold=by_experts.get(scheme="flat"),
        crowd_trees=crowd.filter(scheme="nested")[0],
        gold_trees=by_experts.get(scheme="nested"),
    )
    make_comparison(made.pk)
    return made
