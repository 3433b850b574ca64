"""The declarations of the add-on for samples of texts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.urls import reverse

from annotation.addons import AddOnConfig, HelpPage, Link, ProjectObject

if TYPE_CHECKING:
    from annotation.models import Dataset


class SamplingConfig(AddOnConfig):
    name = "addons.sampling"
    default = True

    sections = {"new_sample": "datasets", "lengths": "datasets"}
    shown = {"sample": "datasets"}
    help_page = "samples"
    help_group = "Texts"
    help_of = ("new_sample", "sample", "rename_sample")
    further_help = (HelpPage("lengths", "Texts", views=("lengths",), file="help_lengths.md"),)
    api_group = "Pairs, groups and function words"
    path_parameters = {"sample_id": "The sample's number."}
    objects = {
        "sample": ProjectObject(from_project="datasets__sample", to_project="dataset__project__")
    }
    audit_sentences = {
        "sample.asked": "requested the sample {name}",
        "sample.discarded": "discarded the sample {name}",
        "sample.renamed": "renamed the sample {before} to {name}",
        "sample.saved": "saved the sample {name}, {items} texts",
    }
    columns_at_erasure = {
        "annotation_sample": dict.fromkeys(
            ("status", "problem", "results", "name", "options", "texts"),
            "researchers' own, or of texts",
        )
    }

    def dataset_steps(self, dataset: "Dataset") -> Sequence[Link]:
        if dataset.kind != "documents":
            return ()
        return [Link("Sample sentences", reverse("research:new_sample", args=[dataset.pk]))]

    def dataset_links(self, dataset: "Dataset") -> Sequence[Link]:
        if dataset.kind != "texts":
            return ()
        new = reverse("research:new_sample", args=[dataset.pk])
        lengths = reverse("research:lengths", args=[dataset.project_id])
        return [
            Link("Sample texts", new),
            Link("Make random texts", f"{new}?sampler=random"),
            Link("Compare lengths", f"{lengths}?dataset={dataset.pk}"),
        ]
