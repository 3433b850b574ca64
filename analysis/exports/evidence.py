"""Export files of an evidence campaign: its answers in every format.

`manage.py score --evidence` computes the live figures from the files.
"""

from collections.abc import Callable, Iterator

from analysis.exports.export import Export, from_parts
from analysis.reading.evidence_source import EvidenceSource
from annotation.exchange.evidence.common_form import Source
from annotation.models import Campaign


def written_by(write: Callable[[Source], Iterator[bytes]], ending: str, kind: str) -> Export:
    """Return the export of the answers that count, in one of the formats of evidence files."""

    def parts(campaign: Campaign) -> Iterator[bytes]:
        return write(EvidenceSource(campaign))

    return from_parts(parts, ending, kind)
