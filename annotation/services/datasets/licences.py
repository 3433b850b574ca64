"""The licence under which a dataset's items may be used."""

from django.db import transaction

from annotation.models import Dataset, User
from annotation.services.audit import record_event
from annotation.services.errors import NotFound
from annotation.services.lifecycle.guard import require_open
from annotation.services.short_texts import require_short

MAX_LICENCE_LENGTH = 300


def license_dataset(*, dataset: Dataset, user: User, licence: str) -> Dataset:
    """State the licence of a dataset; an empty one removes it. The same again changes nothing."""
    licence = " ".join(licence.split())
    require_short(
        licence, "licence", MAX_LICENCE_LENGTH, f"Enter at most {MAX_LICENCE_LENGTH} characters."
    )
    with transaction.atomic():
        rows = Dataset.objects.select_for_update(of=("self",), no_key=True)
        found = rows.filter(pk=dataset.pk).first()
        if found is None:
            raise NotFound("There is no such dataset any more.")
        require_open(found)
        if found.licence != licence:
            before, found.licence = found.licence, licence
            found.save(update_fields=["licence"])
            record_event(
                "dataset.licensed",
                project=found.project_id,
                user=user,
                object_id=found.pk,
                name=found.name,
                licence=licence,
                before=before,
            )
    return found
