"""The files that a campaign is exported as, by the name that addresses and commands use."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.text import slugify

from analysis.exports.decisions import COMMON
from analysis.exports.export import USUAL, Export
from analysis.exports.tables.folder import FOLDER
from analysis.exports.tables.registry import EXPORTS
from analysis.reading.snapshot import snapshot
from analysis.schemes import ANALYSES, analysis_of
from annotation.models import Campaign

NAMES = tuple(
    dict.fromkeys(
        [
            USUAL,
            *(name for analysis in ANALYSES.values() for name in analysis.exports),
            *COMMON,
            *EXPORTS,
            "dataset",
        ]
    )
)


class File(NamedTuple):
    """A file as it is downloaded."""

    body: bytes
    name: str
    content_type: str


def exports_of(campaign: Campaign) -> Mapping[str, Export]:
    """Return the files of the campaign's scheme, and those that every scheme has."""
    return {**analysis_of(campaign).exports, **COMMON, **EXPORTS, "dataset": FOLDER}


def export_file(campaign_id: int, name: str) -> File:
    """Read a file in one snapshot; KeyError if the campaign's scheme has none of this name."""
    with snapshot():
        campaign = Campaign.objects.select_related("dataset__project").get(pk=campaign_id)
        export = exports_of(campaign)[name]
        return File(
            export.make(campaign), f"{slugify(campaign.name)}-{export.ending}", export.content_type
        )
