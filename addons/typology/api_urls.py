"""The URLs of the operations."""

from django.urls import URLPattern, path

from addons.typology import api
from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address
from annotation.api.rename import Named, job_finder, rename_url
from annotation.capabilities import Capability

urlpatterns: list[URLPattern] = [
    path(
        "datasets/<int:dataset_id>/typologies",
        address("Typologies", api.Typologies),
        name="typologies",
    ),
    path("typologies/<int:typology_id>", address("Typology", api.ReadTypology), name="typology"),
    *job_urls(TYPOLOGY, "typologies", api.Typology),
    rename_url("typology", Named("typologies", job_finder(Typology), Capability.EDIT_DATASETS)),
]
