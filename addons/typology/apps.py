"""The declarations of the typology add-on."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db.models import Model, QuerySet
from django.urls import reverse

from annotation.addons import AddOnConfig, Link, NavigationEntry, ProjectObject

if TYPE_CHECKING:
    from annotation.models import Dataset, Project

LABEL = "Function words and adpositions"
# Kinds of datasets with running text. Pairs repeat texts, and apps and sites contain few.
RUNNING_TEXT = frozenset({"texts", "documents", "questions"})


class TypologyConfig(AddOnConfig):
    name = "addons.typology"
    default = True

    navigation = (NavigationEntry("Function words", page="typologies", after="lab"),)
    sections = {"new_typology": "typologies"}
    shown = {"typology": "typologies"}
    help_page = "typologies"
    help_group = "Texts"
    help_of = ("typologies", "new_typology", "typology", "rename_typology")
    api_group = "Pairs, groups and function words"
    path_parameters = {"typology_id": "The typology's number."}
    objects = {
        "typology": ProjectObject(
            from_project="datasets__typology", to_project="dataset__project__"
        )
    }
    audit_sentences = {
        "typology.renamed": "renamed the function words of {before} to {name}",
        "typology.asked": "requested the function words of {name}, language {language}",
        "typology.discarded": "discarded the function words of {name}",
        "typology.restored": "restored the function words of {name}",
    }
    task_queues = {"tasks.number_words": "parts", "tasks.resample_sentences": "reports"}
    columns_at_erasure = {
        "annotation_typology": dict.fromkeys(
            ("status", "problem", "results", "language", "title", "options"),
            "researchers' own, or of texts",
        )
    }

    def dataset_links(self, dataset: "Dataset") -> Sequence[Link]:
        if dataset.kind not in RUNNING_TEXT:
            return ()
        return [Link(LABEL, reverse("research:new_typology", args=[dataset.pk]))]

    def lab_links(self, project: "Project") -> Sequence[Link]:
        return [Link(LABEL, reverse("research:typologies", args=[project.pk]))]

    def counted_lists(self) -> Mapping[str, tuple[QuerySet[Model], str]]:
        rows = self.get_model("Typology")._default_manager.exclude(status="discarded")
        return {"typologies": (rows, "dataset__project")}
