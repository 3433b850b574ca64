"""The export of a collection's versions."""

from collections.abc import Iterator

import orjson

from analysis.reading.judgment_rows import WORKER
from annotation.models import Campaign, Judgment

AT_ONCE = 20  # each may be half a million characters
COPIED = ("url", "updated_on", "text", "subtitles")


def versions_jsonl(campaign: Campaign) -> Iterator[bytes]:
    """Yield the versions site by site; workers are identified by their numbers in the project."""
    counting = Judgment.objects.counting().filter(campaign=campaign)
    rows = counting.order_by("hit__item__position", "pk").values_list(
        "hit__item__text", f"{WORKER}__number", "payload"
    )
    for site, worker, payload in rows.iterator(AT_ONCE):
        line = {"site": site, "worker": worker, **{name: payload[name] for name in COPIED}}
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)
