"""Find workers by their names or ids, create those who are new to a project, and remember erased
ids."""

import secrets
import unicodedata
from collections.abc import Iterable

from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, ErasedId, Project, Worker
from annotation.models.people.worker import SENT
from annotation.services.errors import Invalid, NotQualified
from midpath.text.display_names import UnusableName, clean_name, folded, looks_of

ERASED_SALT = "annotation.erased"
ID_TAKEN = gettext_noop(
    "This id is in use in another browser or program. If it is yours, enter the return code that "
    "was shown there."
)
NAME_TAKEN = gettext_noop(
    "Someone is already working here as {taken}. If that is you, enter your return code; otherwise "
    "choose another name."
)
NAME_LOOKS_TAKEN = gettext_noop(
    "Someone is already working here as {taken}, which looks like {name}. If that is you, enter "
    "your return code; otherwise choose another name."
)
WAS_ERASED = gettext_noop(
    "The person with this id had their data deleted, so the id cannot be used here again."
)


def find_worker(*, project_id: int, source: str, external_id: str) -> Worker | None:
    """Return the worker with a name or an id, in any spelling; None if there is none."""
    return _known(project_id, source, clean_id(external_id))


def has_joined(campaign: Campaign, source: str, external_id: str) -> bool:
    """Return whether the worker with a name or an id has joined the campaign, and so may return."""
    try:
        worker = find_worker(
            project_id=campaign.dataset.project_id, source=source, external_id=external_id
        )
    except Invalid:
        return False
    return worker is not None and campaign.enrolments.filter(worker=worker).exists()


def find_or_create(project_id: int, source: str, name: str) -> tuple[Worker, bool]:
    """Return the worker, and whether they are new to the project. New workers are numbered under
    the project's lock: a name sent twice at once is one worker, and no number is skipped."""
    if worker := _known(project_id, source, name):
        return worker, False
    project = Project.objects.select_for_update(no_key=True).get(pk=project_id)
    if worker := _known(project_id, source, name):
        return worker, False
    if source in SENT and erased_among(project_id, source, [name]):
        raise NotQualified(gettext(WAS_ERASED))
    project.workers_numbered += 1
    project.save(update_fields=["workers_numbered"])
    same, alike = _keys(source, name)
    worker = Worker.objects.create(
        project=project,
        number=project.workers_numbered,
        source=source,
        external_id=name,
        folded=same,
        looks=alike,
    )
    return worker, True


def clean_id(external_id: str) -> str:
    """Return a name or an id in its stored form; raise Invalid if it cannot be one."""
    try:
        return clean_name(external_id)
    except UnusableName as error:
        raise Invalid(str(error), field="name") from error


def name_taken(worker: Worker, name: str) -> str:
    """Return that a name or an id is in use, in words."""
    if worker.source != Worker.Source.NAME:
        return gettext(ID_TAKEN)
    message = NAME_TAKEN if worker.external_id == name else NAME_LOOKS_TAKEN
    return gettext(message).format(taken=worker.external_id, name=name)


def proves(worker: Worker, return_code: str) -> bool:
    """Return whether this is the worker's return code; case and width are ignored."""
    given = unicodedata.normalize("NFKC", return_code).strip().lower()
    return secrets.compare_digest(
        given.encode("utf-8", "surrogatepass"), worker.return_code.encode()
    )


def _known(project_id: int, source: str, name: str) -> Worker | None:
    """Return the worker with exactly this name, else with another spelling of it, else with a name
    that looks alike."""
    same, alike = _keys(source, name)
    found = Worker.objects.filter(
        Q(external_id=name) | Q(folded=same) | Q(looks=alike),
        project=project_id,
        source=source,
        erased_at=None,
    )
    return min(found, key=lambda one: (one.external_id != name, one.folded != same), default=None)


def _keys(source: str, name: str) -> tuple[str, str]:
    """Return the keys by which a name is found. A chosen name is compared as people see it; an id
    exactly."""
    return (folded(name), looks_of(name)) if source == Worker.Source.NAME else (name, name)


def keep_digest(worker: Worker) -> None:
    """Remember an erased id, without the id itself. Otherwise workers who were paid or excluded
    under it could return to the same texts. Chosen names are not recorded: anyone can choose
    another."""
    if worker.source in SENT:
        digest = _digest(worker.project_id, worker.source, worker.external_id)
        ErasedId.objects.get_or_create(project_id=worker.project_id, digest=digest)


def erased_among(project_id: int, source: str, ids: Iterable[str]) -> set[str]:
    """Return those of the ids that were erased in a project."""
    by_digest = {_digest(project_id, source, one): one for one in ids}
    found = ErasedId.objects.filter(project=project_id, digest__in=list(by_digest))
    return {by_digest[digest] for digest in found.values_list("digest", flat=True)}


def _digest(project_id: int, source: str, external_id: str) -> str:
    said = f"{project_id} {source} {external_id}"
    return salted_hmac(ERASED_SALT, said, algorithm="sha256").hexdigest()
