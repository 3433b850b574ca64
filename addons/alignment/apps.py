"""The declarations of the add-on for alignments and samples of pairs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db.models import Model, QuerySet
from django.urls import reverse

from annotation.addons import AddOnConfig, HelpPage, Link, NavigationEntry, ProjectObject

if TYPE_CHECKING:
    from annotation.models import Dataset

OWN = "researchers' own, or of texts"


class AlignmentConfig(AddOnConfig):
    name = "addons.alignment"
    default = True

    navigation = (NavigationEntry("Alignments", page="alignments", after="sets"),)
    sections = {"new_alignment": "alignments"}
    shown = {"alignment": "alignments", "draw": "datasets"}
    help_page = "alignments"
    help_group = "Analysis"
    help_of = ("alignments", "new_alignment", "alignment", "rename_alignment")
    further_help = (
        HelpPage(
            "alignment-groups",
            "Analysis",
            views=("alignment_group", "alignment_crowd"),
            file="help_groups.md",
        ),
        HelpPage("draws", "Texts", views=("new_draw", "draw", "rename_draw"), file="help_draws.md"),
    )
    api_group = "Pairs, groups and function words"
    path_parameters = {
        "alignment_id": "The alignment's number.",
        "draw_id": "The draw's number.",
    }
    objects = {
        "alignment": ProjectObject(
            from_project="datasets__alignment", to_project="dataset__project__"
        ),
        "draw": ProjectObject(from_project="datasets__pairdraw", to_project="dataset__project__"),
    }
    audit_sentences = {
        "alignment.asked": "requested the alignment {name}",
        "alignment.discarded": "discarded the alignment {name}",
        "alignment.restored": "restored the alignment {name}",
        "alignment.renamed": "renamed the alignment {before} to {name}",
        "draw.renamed": "renamed the draw {before} to {name}",
    }
    task_queues = {"tasks.align_runs": "reports"}
    columns_at_erasure = {
        "annotation_alignment": dict.fromkeys(
            ("status", "problem", "results", "name", "options", "grouping"), OWN
        ),
        "annotation_pairdraw": dict.fromkeys(
            ("status", "problem", "results", "name", "options", "pairs"), OWN
        ),
    }

    def dataset_links(self, dataset: "Dataset") -> Sequence[Link]:
        if dataset.kind != "documents" or "parts" in dataset.details:
            return ()
        return [Link("Download as XML", reverse("research:documents_xml", args=[dataset.pk]))]

    def dataset_steps(self, dataset: "Dataset") -> Sequence[Link]:
        if dataset.kind != "documents":
            return ()
        return [
            Link("Sample pairs", reverse("research:new_draw", args=[dataset.pk])),
            Link("Align sections", reverse("research:new_alignment", args=[dataset.pk])),
        ]

    def counted_lists(self) -> Mapping[str, tuple[QuerySet[Model], str]]:
        rows = self.get_model("Alignment")._default_manager.exclude(status="discarded")
        return {"alignments": (rows, "dataset__project")}
