"""The display of a worker's personal data from Prolific."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from annotation.worker.personal_data_looks import WORK, Look

MESSAGES = {
    "wanted": gettext_noop("to be sent to you"),
    "sending": gettext_noop("sent to you"),
    "sent": gettext_noop("sent to you"),
    "refused": gettext_noop("not sent"),
    "received": gettext_noop("received from you"),
}
LOOKS: Mapping[str, Look] = {
    "submissions_on_prolific": Look(
        "work",
        {
            "started_at": gettext_noop("Started"),
            "completed_at": gettext_noop("Completed"),
            "code": gettext_noop("Completion code"),
            "reason": gettext_noop("Reason"),
            "decided_at": gettext_noop("Decided"),
            "submission": gettext_noop("Submission id"),
        },
    ),
    "messages_on_prolific": Look(
        "text",
        {"state": gettext_noop("Outcome"), "at": gettext_noop("When"), **WORK},
        {"state": MESSAGES},
    ),
}
