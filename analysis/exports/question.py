"""The questions of an elicitation as a file."""

from collections.abc import Iterator

import orjson

from annotation.models import Campaign
from annotation.services.campaigns.elicitation import elicited


def questions_jsonl(campaign: Campaign) -> Iterator[bytes]:
    """Yield the questions; workers are identified by their numbers in the project."""
    for one in elicited(campaign):
        line = {"app": one.app, "question": one.question, "worker": one.worker, "hints": one.hints}
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)
