"""Erase what is stored about a worker from Prolific."""

from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat

from addons.prolific.models import ProlificBonusLine, ProlificMessage, ProlificSubmission
from addons.prolific.services.in_flight import let_go
from annotation.models import Worker


def erase_on_prolific(worker: Worker) -> None:
    """Delete their submissions and messages, and remove them from bonuses. Raise Conflict while a
    payment is on its way to them."""
    let_go(worker)
    for manager in (ProlificSubmission.objects, ProlificMessage.objects):
        manager.filter(
            study__campaign__dataset__project=worker.project_id, participant=worker.external_id
        ).delete()
    lines = ProlificBonusLine.objects.filter(line__enrolment__worker=worker)
    lines.update(submission=Concat(Value("erased"), Cast("pk", CharField())))
