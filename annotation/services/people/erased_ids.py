"""Remember erased ids, without the ids themselves, so that they are not admitted again.

Otherwise workers who were paid or excluded under a platform id could be erased and return to the
same texts. Chosen names are not recorded: anyone can choose another."""

from collections.abc import Iterable

from django.utils.crypto import salted_hmac

from annotation.models import ErasedId, Worker
from annotation.models.people.worker import SENT

SALT = "annotation.erased"


def keep_digest(worker: Worker) -> None:
    if worker.source in SENT:
        digest = _digest(worker.project_id, worker.source, worker.external_id)
        ErasedId.objects.get_or_create(project_id=worker.project_id, digest=digest)


def was_erased(project_id: int, source: str, external_id: str) -> bool:
    return source in SENT and bool(erased_among(project_id, source, [external_id]))


def erased_among(project_id: int, source: str, ids: Iterable[str]) -> set[str]:
    """Return those of the ids that were erased in a project."""
    by_digest = {_digest(project_id, source, one): one for one in ids}
    found = ErasedId.objects.filter(project=project_id, digest__in=list(by_digest))
    return {by_digest[digest] for digest in found.values_list("digest", flat=True)}


def _digest(project_id: int, source: str, external_id: str) -> str:
    said = f"{project_id} {source} {external_id}"
    return salted_hmac(SALT, said, algorithm="sha256").hexdigest()
