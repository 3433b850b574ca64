"""A round's limit of requests per minute. Each request is recorded before it is sent, by the
database's clock, so the limit applies to all processes and to retries."""

from datetime import timedelta

from django.db import transaction

from addons.model_annotators.models import ModelRun, ModelRunQuerySet
from annotation.services.clock import database_now
from midpath.text.formatting import counted

MINUTE = timedelta(minutes=1)


def take_room(rows: ModelRunQuerySet, wanted: int) -> int | None:
    """Record as many requests as the round's limit allows now, at most those wanted, and return
    their number. 0: the round pauses until the oldest request is a minute old. None: there is no
    such round."""
    with transaction.atomic():
        run = rows.select_for_update(of=("self",)).first()
        if run is None:
            return None
        if run.most_a_minute is None:
            return wanted
        now = database_now()
        recent = [at for at in run.requests_at if at > now - MINUTE]
        room = min(wanted, run.most_a_minute - len(recent))
        found = ModelRun.objects.filter(pk=run.pk)
        if room:
            found.update(requests_at=[*recent, *[now] * room])
        else:
            found.update(rests_until=recent[0] + MINUTE, problem=_resting(run.most_a_minute))
    return room


def _resting(most: int) -> str:
    sent = counted(most, "request")
    return f"It has sent {sent} within a minute, its limit, and continues automatically."
