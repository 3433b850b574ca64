"""The declarations of the comparisons add-on."""

from collections.abc import Mapping

from django.db.models import Model, QuerySet

from annotation.addons import AddOnConfig, NavigationEntry, ProjectObject

LIST = NavigationEntry("Comparisons", page="comparisons", after="lab")


class ComparisonsConfig(AddOnConfig):
    name = "addons.comparisons"
    default = True

    navigation = (LIST,)
    sections = {"new_comparison": "comparisons"}
    shown = {"comparison": "comparisons"}
    help_page = "comparisons"
    help_group = "Analysis"
    help_of = (
        "comparisons",
        "new_comparison",
        "comparison",
        "compared_items",
        "rename_comparison",
    )
    api_group = "Comparisons with gold"
    path_parameters = {"comparison_id": "The comparison's number."}
    objects = {"comparison": ProjectObject(from_project="comparisons", to_project="project__")}
    audit_sentences = {
        "comparison.created": "created the comparison {name}",
        "comparison.renamed": "renamed the comparison {before} to {name}",
        "comparison.deleted": "deleted the comparison {name}",
        "comparison.restored": "restored the comparison {name}",
        "comparison.asked": "requested a recomputation of the comparison {name}",
    }
    columns_at_erasure = {
        "annotation_comparison": {
            "name": "researchers' own",
            "basis": "versions of figures",
            "results": "figures over all workers",
        }
    }

    task_queues = {"tasks.compare": "reports"}

    def counted_lists(self) -> Mapping[str, tuple[QuerySet[Model], str]]:
        rows = self.get_model("Comparison")._default_manager.filter(deleted_at=None)
        return {"comparisons": (rows, "project")}
