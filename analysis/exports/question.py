"""The questions of an elicitation as a file."""

import orjson

from annotation.models import Campaign
from annotation.services.campaigns.elicitation import elicited


def questions_jsonl(campaign: Campaign) -> bytes:
    """Return the questions; workers are their numbers in the project."""
    lines = (
        {"app": one.app, "question": one.question, "worker": one.worker, "hints": one.hints}
        for one in elicited(campaign)
    )
    return b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
