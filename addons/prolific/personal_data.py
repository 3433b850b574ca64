"""The personal data that is read from Prolific."""

from collections.abc import Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext_noop

from addons.prolific.models import ProlificMessage, ProlificSubmission
from annotation.models import Worker
from annotation.services.people.personal_data import Part, title_of


def _theirs(worker: Worker) -> Q:
    """Match the rows of a worker whom Prolific sent, in every campaign of the project."""
    return Q(
        study__campaign__dataset__project=worker.project_id,
        participant=worker.external_id if worker.source == Worker.Source.PROLIFIC else "",
    )


OF_PROLIFIC = (
    Part(
        "submissions_on_prolific",
        gettext_noop("Your submissions on Prolific"),
        lambda worker: ProlificSubmission.objects.filter(_theirs(worker)),
        {
            "work": title_of("study__campaign"),
            **{
                name: name
                for name in (
                    *("submission", "status", "code", "started_at", "completed_at"),
                    *("decision", "category", "reason", "decided_at"),
                )
            },
        },
    ),
    Part(
        "messages_on_prolific",
        gettext_noop("Messages on Prolific"),
        lambda worker: ProlificMessage.objects.filter(_theirs(worker)),
        {"work": title_of("study__campaign"), "text": "body", "state": "state", "at": "at"},
    ),
)
# They follow the visits and how the worker joined.
PARTS: Mapping[str, Sequence[Part]] = {"joining": OF_PROLIFIC}
