"""Files of a campaign of evidence: its answers in every form.

`manage.py score --evidence` computes the live figures from the files.
"""

from collections.abc import Callable

from analysis.reading.evidence_material import EvidenceMaterial
from annotation.exchange.evidence.form import Evidence
from annotation.models import Campaign


def written_by(write: Callable[[Evidence], bytes]) -> Callable[[Campaign], bytes]:
    """Return a writer of the answers that count, in one of the forms of evidence files."""
    return lambda campaign: write(EvidenceMaterial(campaign).counting())
