"""The rule for renaming comparisons."""

from collections.abc import Mapping

from addons.comparisons.models import Comparison
from annotation.services.names import Rule

RULES: Mapping[type[Comparison], Rule] = {
    Comparison: Rule(
        noun="comparison",
        rows=Comparison.objects.not_deleted,
        project=lambda comparison: int(comparison.project_id),
        unique="one_comparison_of_a_name_per_project",
        taken="This project already has a comparison named {name}. Choose another name.",
    ),
}
