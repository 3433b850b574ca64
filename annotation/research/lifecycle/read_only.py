"""Say on the page of an archived object that it is read-only, and who can restore it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Model
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse

from annotation.addons import declared_by_addons
from annotation.capabilities import Capability
from annotation.models import AnnotationSet, Campaign, Dataset, Project
from annotation.services.accounts.rights import may
from annotation.services.lifecycle.contents import project_of
from annotation.services.lifecycle.guard import Thing, noun_of

# The objects that a page may show, with their containers.
SHOWN = ("project", "dataset", "campaign", "set")
# The container first: parts archived with it are restored with it.
RANKS = (Project, Dataset, Campaign, AnnotationSet)


@dataclass(frozen=True)
class ReadOnly:
    """The archived object that contains what a page shows; `owned` says whether the reader may
    restore it."""

    thing: Thing
    owned: bool

    @property
    def noun(self) -> str:
        return noun_of(self.thing)

    @property
    def restore(self) -> str:
        return reverse(f"research:restore_{self.noun}", args=(self.thing.pk,))


def read_only(request: HttpRequest | None, shown: Context) -> ReadOnly | None:
    """Return why nothing on a page can be changed; None if it can. Makes no query without archived
    objects."""
    if request is None or not request.user.is_authenticated:
        return None
    archived = [thing for thing in _things(shown) if thing.archived_at is not None]
    if not archived:
        return None
    thing = min(archived, key=lambda one: RANKS.index(type(one)))
    return ReadOnly(thing, may(project_of(thing), request.user, Capability.DELETE))


def _things(shown: Context) -> Iterator[Thing]:
    for name in (*SHOWN, *declared_by_addons(lambda config: config.shown)):
        one = shown.get(name)
        while isinstance(one, Model) and one.pk is not None:
            if isinstance(one, RANKS):
                yield one
            known = one._state.fields_cache
            one = known.get("dataset") or known.get("project")
