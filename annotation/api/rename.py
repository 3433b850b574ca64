"""Operations that rename objects, the same for each kind."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model
from django.urls import URLPattern
from rest_framework.request import Request

from annotation.api.basic_fields import Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, operation, url
from annotation.api.scope import caller, campaign_for, dataset_for, project_for, set_for
from annotation.capabilities import Capability
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.names import rename


@dataclass(frozen=True)
class Named:
    """A kind of object that can be renamed: how to find it, and who may rename it."""

    folder: str
    find: Callable[[Request, int], Model]
    needs: Capability


NAMED = {
    "project": Named("projects", project_for, Capability.MANAGE_MEMBERS),
    "dataset": Named("datasets", dataset_for, Capability.EDIT_DATASETS),
    "campaign": Named("campaigns", campaign_for, Capability.RUN_CAMPAIGNS),
    "set": Named("sets", set_for, Capability.EDIT_DATASETS),
}


class NameInput(Strict):
    name = Text("Its new name.", max_length=MAX_NAME_LENGTH)


class Renamed(Form):
    """An object with its new name."""

    id = Integer("Its number among those of its kind.", source="pk")
    name = String("Its name now.")


def rename_url(kind: str, named: Named) -> URLPattern:
    class Rename(ResearcherOperation):
        @operation(name=f"rename_{kind}", needs=named.needs, takes=NameInput, gives={200: Renamed})
        def post(self, request: Request, **ids: int) -> object:
            """Rename it, also while it runs; new files use the new name."""
            thing = named.find(request, ids[f"{kind}_id"])
            return rename(thing=thing, user=caller(request), name=self.body["name"])

    return url(f"{named.folder}/<int:{kind}_id>/rename", f"rename_{kind}", Rename)


renaming_urls: list[URLPattern] = [rename_url(kind, named) for kind, named in NAMED.items()]
