"""The versions of a collection as a file."""

from collections.abc import Mapping
from typing import Any

import orjson

from annotation.models import Campaign
from annotation.services.datasets.collection import sites_of


def versions_jsonl(campaign: Campaign) -> bytes:
    """Return the versions site by site; workers are their numbers in the project."""
    lines = (
        {"site": site.name, "worker": version.worker.number, **_copied(version.payload)}
        for site in sites_of(campaign)
        for version in site.versions
    )
    return b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)


def _copied(payload: Mapping[str, Any]) -> dict[str, Any]:
    fields = ("url", "updated_on", "text", "subtitles")
    return {name: payload[name] for name in fields}
